"""Finds passwords in the files that programs look them up in: netrc, pgpass, htpasswd, shadow."""

import re
from collections.abc import Iterator

from noctule.safety.redaction.found import Found
from noctule.safety.redaction.keywords import hits
from noctule.safety.redaction.looks import is_placeholder

_NETRC = re.compile(
    r"(?:machine\s{1,4}\S{1,200}|default)\s{1,8}login\s{1,4}\S{1,200}\s{1,8}(?:account\s{1,4}\S{1,80}\s{1,8})?"
    r"password\s{1,4}(?P<value>\S{1,300})"
)
_HASHES = (
    (":$", re.compile(r":(?P<value>\$(?:apr1|2[abxy]|5|6|y|1|argon2\w{1,2})\$[A-Za-z0-9./$,=+-]{20,200})")),
    (":{", re.compile(r":(?P<value>\{S?SHA\d{0,3}\}[A-Za-z0-9+/=]{20,120})")),
)
# `host:port:database:user:password`, a line of ~/.pgpass, from its first colon on.
_PGPASS = re.compile(r":(?:\d{4,5}|\*):[\w.*-]{1,60}:[\w.*-]{1,60}:(?P<value>\S{4,200})\r?$", re.MULTILINE)
_HOST_CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.*-@+"


def filed_passwords(text: str) -> Iterator[Found]:
    """Passwords, and hashes that belong to a user's name; a hash by itself is none."""
    for at, _ in hits(text, ("machine ", "default ", "default\n")):
        entry = _NETRC.match(text, at)
        if entry and not is_placeholder(entry["value"]):
            yield Found("password", *entry.span("value"))
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
