"""Finds credentials where a program or protocol expects them: headers, cookies, command lines, netrc and the like."""

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

# A word of a command line that is a secret: quoted, or up to the next blank.
_WORD = r"(?:\"(?P<double>[^\"\n]{1,300})\"|'(?P<single>[^'\n]{1,300})'|(?P<bare>(?:[^\s\"'`|;&<>]|&(?![&\s])){1,300}))"
_PAIR = r"(?:(?P<open>[\"'])?(?P<user>[^\s:\"']{1,200}):(?P<value>(?(open)[^\"'\n]{1,300}|[^\s\"'`|<>]{1,300})))"
_CREDENTIAL_PAIR = r"[\"'][^\"'\n]{1,80}[\"'],\s?(?:\"(?P<double>[^\"\n]{4,200})\"|'(?P<single>[^'\n]{4,200})')"
_COMMANDS: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (kind, keyword, re.compile(pattern))
    for kind, keyword, pattern in (
        ("password", "curl", rf"curl\b[^\n]{{0,400}}?\s(?:-[a-zA-Z]{{0,6}}[uU]|--user|--proxy-user)(?: |=)?{_PAIR}"),
        ("password", "http ", rf"http [^\n]{{0,200}}?(?:-a|--auth) {_PAIR}"),
        ("password", "sshpass", rf"sshpass [^\n]{{0,20}}?-p ?{_WORD}"),
        ("password", "mysql", rf"mysql\w{{0,12}}\b[^\n]{{0,300}}?\s-p{_WORD}"),
        ("password", "mariadb", rf"mariadb[\w-]{{0,12}}\b[^\n]{{0,300}}?\s-p{_WORD}"),
        ("password", "mongo", rf"mongo\w{{0,12}}\b[^\n]{{0,300}}?\s-p ?{_WORD}"),
        ("password", "redis-cli", rf"redis-cli\b[^\n]{{0,200}}?\s(?:-a|--pass) {_WORD}"),
        (
            "password",
            "login",
            rf"(?:docker|podman|helm registry|az|oc|crane|oras|skopeo|npm|nerdctl"
            rf"|buildah)\s[^\n]{{0,30}}?login\b[^\n]{{0,200}}?\s-p ?{_WORD}",
        ),
        ("password", "htpasswd", rf"htpasswd -\w{{0,6}}b\w{{0,4}} (?:\S{{1,200}} )?\S{{1,100}} {_WORD}"),
        ("password", "pass:", rf"-pass(?:in|out|wd)? pass:{_WORD}"),
        ("password", "ldap", rf"ldap\w{{3,10}}\b[^\n]{{0,300}}?\s-w ?{_WORD}"),
        ("password", "sqlcmd", rf"sqlcmd\b[^\n]{{0,200}}?\s-P ?{_WORD}"),
        ("password", "smbclient", rf"smbclient\b[^\n]{{0,200}}?\s-U ?\S{{1,80}}?%{_WORD}"),
        ("password", "net use", rf"net use\b[^\n]{{0,200}}?/user:\S{{1,80}} {_WORD}"),
        ("password", "chpasswd", rf"echo {_PAIR}[\"']? ?\| ?(?:sudo )?chpasswd"),
        ("password", "stdin", rf"echo (?:-n )?{_WORD} ?\| ?[^\n|]{{0,120}}?--password-stdin"),
        ("password", "sudo -S", rf"echo (?:-n )?{_WORD} ?\| ?sudo -S"),
        ("password", "default ", r"default\s{1,4}login\s{1,4}\S{1,200}\s{1,8}password\s{1,4}(?P<bare>\S{1,300})"),
        ("token", "secret set", rf"secret set \S{{1,80}} (?:--body|-b)[ =]{_WORD}"),
        ("password", "sp_addlogin", rf"sp_addlogin {_CREDENTIAL_PAIR}"),
        ("token", "vault login", rf"vault login (?:-\S{{1,40}} )?(?:token=)?{_WORD}"),
        ("password", "openssl enc", rf"openssl enc\b[^\n]{{0,200}}?\s-(?:k|K|pass) {_WORD}"),
        ("password", "7z ", rf"7z [^\n]{{0,100}}?\s-p{_WORD}"),
        ("password", "zip -", rf"zip -(?:[^\n]{{0,60}}?[ -])?\w{{0,3}}P ?{_WORD}"),
        ("password", "Auth", rf"Auth\w{{0,8}}\s?=?\s?\(\s?{_CREDENTIAL_PAIR}"),
        ("password", "auth", rf"auth\w{{0,8}}\s?=?\s?[(\[]\s?{_CREDENTIAL_PAIR}"),
        ("password", "redentials(", rf"redentials\(\s?{_CREDENTIAL_PAIR}"),
        ("password", "ogin(", rf"ogin\(\s?{_CREDENTIAL_PAIR}"),
        (
            "password",
            "machine ",
            r"machine\s{1,4}\S{1,200}\s{1,8}login\s{1,4}\S{1,200}\s{1,8}password\s{1,4}(?P<bare>\S{1,300})",
        ),
        ("password", "identified", rf"identified (?:with \w{{1,40}} )?(?:by|as) (?:password )?(?=[\"']){_WORD}"),
        ("password", "IDENTIFIED", rf"IDENTIFIED (?:WITH \w{{1,40}} )?(?:BY|AS) (?:PASSWORD )?{_WORD}"),
        ("password", "PASSWORD '", r"PASSWORD '(?P<single>[^'\n]{3,200})'"),
        (
            "password-hash",
            ":$",
            r"(?m:^|(?<=[\s\"'`]))[\w.@+-]{1,64}(?P<colon>:)(?P<bare>\$(?:apr1|2[abxy]|5|6|y|1"
            r"|argon2\w{1,2})\$[A-Za-z0-9./$,=+-]{20,200})",
        ),
        (
            "password-hash",
            ":{SHA",
            r"(?m:^|(?<=[\s\"'`]))[\w.@+-]{1,64}:(?P<bare>\{S?SHA\d{0,3}\}[A-Za-z0-9+/=]{20,120})",
        ),
    )
)
_HASHES = (
    (":$", re.compile(r":(?P<value>\$(?:apr1|2[abxy]|5|6|y|1|argon2\w{1,2})\$[A-Za-z0-9./$,=+-]{20,200})")),
    (":{", re.compile(r":(?P<value>\{S?SHA\d{0,3}\}[A-Za-z0-9+/=]{20,120})")),
)
# `host:port:database:user:password`, a line of ~/.pgpass, from its first colon on.
_PGPASS = re.compile(r":(?:\d{4,5}|\*):[\w.*-]{1,60}:[\w.*-]{1,60}:(?P<value>\S{4,200})$", re.MULTILINE)
_HOST_CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.*-@+"


def credentials(text: str, lower: str) -> Iterator[Found]:
    """Secrets in headers, cookies, command lines and password files; `lower` is the text in lower case."""
    yield from _each(lower, "authorization", lambda at: _authorization(text, at + len("authorization")))
    yield from _each(lower, "bearer", lambda at: _matched("bearer-token", _BEARER.match(text, at)))
    yield from _each(lower, "basic ", lambda at: _basic(text, at))
    yield from _cookies(text, lower)
    for kind, keyword, pattern in _COMMANDS:
        yield from _commanded(text, kind, keyword, pattern)
    if ":" in text:
        yield from (
            Found("password", *m.span("value")) for m in _PGPASS.finditer(text) if not is_placeholder(m["value"])
        )


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


def _commanded(text: str, kind: str, keyword: str, pattern: re.Pattern[str]) -> Iterator[Found]:
    at = text.find(keyword)
    while at >= 0:
        starts_here = keyword in _AT_START
        match = pattern.match(text, at) if starts_here else pattern.search(text, _line_start(text, at), at + 400)
        if match and not is_placeholder(_secret_of(match)):
            yield Found(kind, *match.span(_group_of(match)))
        # What a pattern has read without finding anything is not read again.
        at = text.find(keyword, match.end() if match else _line_end(text, at + len(keyword)))


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", max(0, at - 200), at) + 1, at - 200, 0)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at, at + 400)
    return end if end >= 0 else min(len(text), at + 400)


def _in_password_file(text: str) -> Iterator[Found]:
    """Lines of ~/.pgpass, and `user:hash` of htpasswd or /etc/shadow."""
    for match in _PGPASS.finditer(text):
        if not is_placeholder(match["value"]) and _begins_line(text, match.start()):
            yield Found("password", *match.span("value"))
    for mark, pattern in _HASHES:
        for at, _ in hits(text, (mark,)):
            hashed = pattern.match(text, at)
            if hashed and _begins_line(text, at):
                yield Found("password-hash", *hashed.span("value"))


def _begins_line(text: str, at: int) -> bool:
    """Whether one name, and nothing else, stands between the start of the line (or a quote) and `at`."""
    before = text[max(0, at - 100) : at]
    rest = before.rstrip(_HOST_CHARACTERS)
    return len(rest) < len(before) and (not rest or rest[-1] in "\n\"'` ")


def _secret_of(match: re.Match[str]) -> str:
    return match[_group_of(match)]


def _group_of(match: re.Match[str]) -> str:
    return next(name for name in ("value", "double", "single", "bare") if match.groupdict().get(name) is not None)


# Keywords that a command begins with; the others stand in the middle of what the pattern reads.
_AT_START = frozenset(
    {
        "curl",
        "http",
        "sshpass",
        "mysql",
        "mariadb",
        "mongo",
        "redis-cli",
        "htpasswd",
        "ldap",
        "sqlcmd",
        "smbclient",
        "net use",
        "machine ",
        "default ",
        "vault login",
        "secret set",
        "sp_addlogin",
        "openssl enc",
        "7z ",
        "zip -",
        "Auth",
        "auth",
        "redentials(",
        "ogin(",
        "identified",
        "IDENTIFIED",
        "PASSWORD '",
    }
)
