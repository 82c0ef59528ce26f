"""Finds passwords and tokens in URLs: before the `@`, also with `@`, `:` or `/` of their own, and in the query."""

import re
from collections.abc import Iterator

from noctule.safety.redaction.found import Found
from noctule.safety.redaction.looks import UUID, is_placeholder, looks_random

_AFTER_SCHEME = re.compile(r"[^\s\"'`<>\u3000-\u303f\uff00-\uffef]{1,1500}")
_USER = re.compile(r"[^:/?#@\[\]]{0,200}:")
_PORT = re.compile(r"\d{1,5}(?:[/?#,]|\Z)")
_HOST = re.compile(r"(?:[A-Za-z0-9/]|\[[0-9a-fA-F:]|\$\{|\{|<)")
_QUERY = re.compile(r"[?&][\w.-]{1,40}=")
_PARAMETER = re.compile(
    r"(?i:(?:[\w.-]{0,40}[_.-])?(?:access_?token|refresh_?token|id_?token|auth_?token|token|api_?key"
    r"|apikey|app_?key|key|secret|client_?secret"
    r"|password|passwd|pwd|pass|sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature"
    r"|auth|code|session|sid|jwt|hmac"
    r"|assertion|ticket|sas|webhook_?key|access_?key|private_?key|code_verifier|subscription-key))="
    r"(?P<value>[^\s&#\"'`<>;,)\]}|\\]{4,2000})"
)
_ORACLE = re.compile(r"jdbc:oracle:(?:thin|oci):[\w.$-]{1,60}/(?P<secret>[^@\s\"']{1,120})@")
_TUTORIAL_NAMES = frozenset(
    {"guest", "root", "admin", "test", "user", "postgres", "mysql", "dev", "minio", "rabbitmq", "minioadmin"}
)


def url_secrets(text: str) -> Iterator[Found]:
    """The password of each URL that has one, and secret parameters of its query; host and user stay."""
    at = text.find("://")
    while at >= 0:
        # A URL in a URL is looked at by itself, so that no stretch is read twice.
        following = text.find("://", at + 3)
        chunk = _AFTER_SCHEME.match(text, at + 3, following if following >= 0 else len(text))
        if chunk:
            yield from _user_info(chunk[0], chunk.start())
        at = following
    yield from _parameters(text)
    for match in _ORACLE.finditer(text) if "jdbc:oracle" in text else ():
        if not is_placeholder(match["secret"]):
            yield Found("url-password", *match.span("secret"))


def _user_info(chunk: str, offset: int) -> Iterator[Found]:
    if "@" not in chunk:
        return
    user = _USER.match(chunk)
    start = user.end() if user else 0
    end = _end_of_password(chunk, start) if user else chunk.find("@")
    secret = chunk[start:end]
    if end <= start or (user and _PORT.match(secret)):
        return
    name = user[0][:-1] if user else ""
    if _is_password(secret, name) if user else _is_token(secret):
        yield Found("url-password", offset + start, offset + end)


def _end_of_password(chunk: str, start: int) -> int:
    """The last `@` that a host follows; one in the query of a URL that is already whole does not count."""
    ends = [m.start() for m in re.finditer("@", chunk[start:]) if _HOST.match(chunk, start + m.start() + 1)]
    if not ends:
        return -1
    query = _QUERY.search(chunk, start + ends[0])
    before = [end for end in ends if query is None or start + end < query.start()]
    return start + (before or ends)[-1]


def _is_password(secret: str, user: str) -> bool:
    if is_placeholder(secret) or "{" in secret[:2]:
        return False
    # `postgres:postgres@` is what a tutorial's container starts with.
    return not (secret == user or (secret.lower() in _TUTORIAL_NAMES and user.lower() in _TUTORIAL_NAMES))


def _is_token(secret: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9_.~%+=-]{16,400}", secret) is not None and looks_random(secret, 16)


def _parameters(text: str) -> Iterator[Found]:
    for sign in "?&":
        at = text.find(sign)
        while at >= 0:
            match = _PARAMETER.match(text, at + 1 if not text.startswith("amp;", at + 1) else at + 5)
            if match and _is_secret_parameter(match["value"]):
                yield Found("url-parameter", *match.span("value"))
            at = text.find(sign, at + 1)


def _is_secret_parameter(value: str) -> bool:
    return not is_placeholder(value) and (looks_random(value) or UUID.match(value) is not None)
