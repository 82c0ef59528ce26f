"""Finds credentials in HTTP's headers: Authorization, bare Bearer and Basic, cookies."""

import base64
import re
from collections.abc import Callable, Iterator

from noctule.safety.redaction.found import Found
from noctule.safety.redaction.keywords import hits
from noctule.safety.redaction.looks import is_code, is_placeholder, is_wordy, looks_random

_TOKEN = r"[A-Za-z0-9._~+/=:|%-]"
_QUOTE = r"\\{0,3}[\"']"
_AUTHORIZATION = re.compile(
    rf"(?:{_QUOTE})?\s?(?::|=>|=|,|\))\s{{0,4}}(?:{_QUOTE}|[`bfr]{_QUOTE})?\s?"
    rf"(?:(?P<scheme>[A-Za-z][A-Za-z0-9-]{{1,24}})[ =:]\s{{0,3}})?(?P<value>{_TOKEN}{{6,4000}})"
)
_BEARER = re.compile(rf"[Bb][Ee][Aa][Rr][Ee][Rr](?: |%20|\\u0020){{1,3}}(?P<value>{_TOKEN}{{12,4000}})")
_BASIC = re.compile(r"[Bb][Aa][Ss][Ii][Cc] {1,3}(?P<value>[A-Za-z0-9+/]{10,2000}={0,2})(?![\w-])")
_AWS_SIGNATURE = re.compile(r"[Ss]ignature=(?P<value>[0-9a-f]{64})")
_DIGEST = re.compile(r"(?:response|oauth_signature|token)=\\?\"?(?P<value>[\w%+/=.-]{16,200})")
_COOKIES = re.compile(rf"(?:{_QUOTE})?\s?(?::|=>|=|,)\s{{0,3}}(?:{_QUOTE})?(?P<all>[^\n\"'`\\]{{4,4000}})")
_ONE_COOKIE = re.compile(r"(?P<name>[\w.!#$%&*+^|~-]{1,80})=(?P<value>[^;,\s]{1,4000})")
_COOKIE_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite", "priority", "version"})
_TELLING_COOKIE = re.compile(r"sess|sid|token|auth|jwt|csrf|xsrf|login|remember|secret|key|id\b", re.IGNORECASE)


def header_secrets(text: str, lower: str) -> Iterator[Found]:
    """What a header proves who one is with; scheme and harmless cookies stay. `lower` is the text in lower case."""
    yield from _each(lower, "authorization", lambda at: _authorization(text, at + len("authorization")))
    yield from _each(lower, "bearer", lambda at: _matched("bearer-token", _BEARER.match(text, at)))
    yield from _each(lower, "basic ", lambda at: _basic(text, at))
    yield from _cookies(text, lower)


def _each(lower: str, keyword: str, find: Callable[[int], Iterator[Found]]) -> Iterator[Found]:
    at = lower.find(keyword)
    while at >= 0:
        yield from find(at)
        at = lower.find(keyword, at + len(keyword))


def _matched(kind: str, match: re.Match[str] | None) -> Iterator[Found]:
    if match and not is_placeholder(match["value"]) and looks_random(match["value"]):
        yield Found(kind, match.start("value"), match.start("value") + len(match["value"].rstrip(".,:")))


def _authorization(text: str, at: int) -> Iterator[Found]:
    match = _AUTHORIZATION.match(text, at)
    if match is None:
        return
    scheme = (match["scheme"] or "").lower()
    if scheme in ("digest", "oauth") or re.fullmatch(r"[a-z_]{2,40}=", match["value"]):
        response = _DIGEST.search(text, match.start("value"), match.start("value") + 1000)
        yield from _matched("authorization", response)
    elif scheme.startswith("aws4"):
        signature = _AWS_SIGNATURE.search(text, match.start("value"), match.start("value") + 1000)
        yield from _matched("authorization", signature)
    elif _is_credential(match["value"], scheme):
        yield Found("authorization", match.start("value"), match.start("value") + len(match["value"].rstrip(".,:")))


def _is_credential(value: str, scheme: str) -> bool:
    if is_placeholder(value) or is_code(value) or is_wordy(value):
        return False
    return scheme == "basic" or looks_random(value, 6)


def _basic(text: str, at: int) -> Iterator[Found]:
    match = _BASIC.match(text, at)
    if match and _is_pair(match["value"]):
        yield Found("authorization", *match.span("value"))


def _is_pair(value: str) -> bool:
    """Whether a value in base 64 is what Basic is made of: a name, a colon, a password."""
    try:
        return b":" in base64.b64decode(value, validate=True)
    except ValueError:
        return False


def _cookies(text: str, lower: str) -> Iterator[Found]:
    done = 0
    for _, at in hits(lower, ("cookie",)):
        header = _COOKIES.match(text, at) if at >= done else None
        if header is not None:
            done = header.end()
            yield from _cookies_of(text, header)


def _cookies_of(text: str, header: re.Match[str]) -> Iterator[Found]:
    for cookie in _ONE_COOKIE.finditer(text, *header.span("all")):
        name, value = cookie["name"], cookie["value"]
        if name.lower() in _COOKIE_ATTRIBUTES or is_placeholder(value[:400]):
            continue
        if looks_random(value, 12) or (looks_random(value, 6) and _TELLING_COOKIE.search(name)):
            yield Found("cookie", *cookie.span("value"))
