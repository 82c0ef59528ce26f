"""Finds passwords and tokens on command lines, and in the calls and statements that log somebody in."""

import re
from collections.abc import Iterator

from noctule.safety.redaction.found import Found
from noctule.safety.redaction.looks import is_placeholder

# A word of a command line that is a secret: quoted, or up to the next blank.
_WORD = r"(?:\"(?P<double>[^\"\n]{1,300})\"|'(?P<single>[^'\n]{1,300})'|(?P<bare>(?:[^\s\"'`|;&<>]|&(?![&\s])){1,300}))"
_PAIR = r"(?:(?P<open>[\"'])?(?P<user>[^\s:\"']{1,200}):(?P<value>(?(open)[^\"'\n]{1,300}|[^\s\"'`|<>]{1,300})))"
_CREDENTIAL_PAIR = r"[\"'][^\"'\n]{1,80}[\"'],\s?(?:\"(?P<double>[^\"\n]{4,200})\"|'(?P<single>[^'\n]{4,200})')"

# Keyword and pattern: the command begins with its keyword.
_BEGINNING = (
    ("curl", rf"curl\b[^\n]{{0,400}}?\s(?:-[a-zA-Z]{{0,6}}[uU]|--user|--proxy-user)(?: |=)?{_PAIR}"),
    ("http ", rf"http [^\n]{{0,200}}?(?:-a|--auth) {_PAIR}"),
    ("sshpass", rf"sshpass [^\n]{{0,20}}?-p ?{_WORD}"),
    ("mysql", rf"mysql\w{{0,12}}\b[^\n]{{0,300}}?\s-p{_WORD}"),
    ("mariadb", rf"mariadb[\w-]{{0,12}}\b[^\n]{{0,300}}?\s-p{_WORD}"),
    ("mongo", rf"mongo\w{{0,12}}\b[^\n]{{0,300}}?\s-p ?{_WORD}"),
    ("redis-cli", rf"redis-cli\b[^\n]{{0,200}}?\s(?:-a|--pass) {_WORD}"),
    ("htpasswd", rf"htpasswd -\w{{0,6}}b\w{{0,4}} (?:\S{{1,200}} )?\S{{1,100}} {_WORD}"),
    ("ldap", rf"ldap\w{{3,10}}\b[^\n]{{0,300}}?\s-w ?{_WORD}"),
    ("sqlcmd", rf"sqlcmd\b[^\n]{{0,200}}?\s-P ?{_WORD}"),
    ("smbclient", rf"smbclient\b[^\n]{{0,200}}?\s-U ?\S{{1,80}}?%{_WORD}"),
    ("net use", rf"net use\b[^\n]{{0,200}}?/user:\S{{1,80}} {_WORD}"),
    ("secret set", rf"secret set \S{{1,80}} (?:--body|-b)[ =]{_WORD}"),
    ("sp_addlogin", rf"sp_addlogin {_CREDENTIAL_PAIR}"),
    ("vault login", rf"vault login (?:-\S{{1,40}} )?(?:token=)?{_WORD}"),
    ("openssl enc", rf"openssl enc\b[^\n]{{0,200}}?\s-(?:k|K|pass) {_WORD}"),
    ("7z ", rf"7z [^\n]{{0,100}}?\s-p{_WORD}"),
    ("zip -", rf"zip -(?:[^\n]{{0,60}}?[ -])?\w{{0,3}}P ?{_WORD}"),
    ("Auth", rf"Auth\w{{0,8}}\s?=?\s?\(\s?{_CREDENTIAL_PAIR}"),
    ("auth", rf"auth\w{{0,8}}\s?=?\s?[(\[]\s?{_CREDENTIAL_PAIR}"),
    ("redentials(", rf"redentials\(\s?{_CREDENTIAL_PAIR}"),
    ("ogin(", rf"ogin\(\s?{_CREDENTIAL_PAIR}"),
    ("identified", rf"identified (?:with \w{{1,40}} )?(?:by|as) (?:password )?(?=[\"']){_WORD}"),
    ("IDENTIFIED", rf"IDENTIFIED (?:WITH \w{{1,40}} )?(?:BY|AS) (?:PASSWORD )?{_WORD}"),
    ("PASSWORD '", r"PASSWORD '(?P<single>[^'\n]{3,200})'"),
)
# The keyword stands in the middle of what the pattern reads.
_INSIDE = (
    (
        "login",
        rf"(?:docker|podman|helm registry|az|oc|crane|oras|skopeo|npm|nerdctl"
        rf"|buildah)\s[^\n]{{0,30}}?login\b[^\n]{{0,200}}?\s-p ?{_WORD}",
    ),
    ("pass:", rf"-pass(?:in|out|wd)? pass:{_WORD}"),
    ("chpasswd", rf"echo {_PAIR}[\"']? ?\| ?(?:sudo )?chpasswd"),
    ("stdin", rf"echo (?:-n )?{_WORD} ?\| ?[^\n|]{{0,120}}?--password-stdin"),
    ("sudo -S", rf"echo (?:-n )?{_WORD} ?\| ?sudo -S"),
)
_FROM_KEYWORD = tuple((keyword, re.compile(pattern)) for keyword, pattern in _BEGINNING)
_AROUND_KEYWORD = tuple((keyword, re.compile(pattern)) for keyword, pattern in _INSIDE)
# As far as a command is read before and after a keyword.
_BEFORE = 200
_AFTER = 400


def commanded_secrets(text: str) -> Iterator[Found]:
    """The secret among a command's words; the rest of the line stays."""
    for keyword, pattern in _FROM_KEYWORD:
        if keyword in text:
            yield from _commanded(text, keyword, pattern, reads_back=False)
    for keyword, pattern in _AROUND_KEYWORD:
        if keyword in text:
            yield from _commanded(text, keyword, pattern, reads_back=True)


def _commanded(text: str, keyword: str, pattern: re.Pattern[str], *, reads_back: bool) -> Iterator[Found]:
    at = text.find(keyword)
    while at >= 0:
        match = pattern.search(text, _line_start(text, at), at + _AFTER) if reads_back else pattern.match(text, at)
        if match:
            group = _group_of(match)
            if not is_placeholder(match[group]):
                yield Found("password", *match.span(group))
        # What a pattern has read without finding anything is not read again.
        at = text.find(keyword, match.end() if match else _line_end(text, at + len(keyword)))


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", max(0, at - _BEFORE), at) + 1, at - _BEFORE, 0)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at, at + _AFTER)
    return end if end >= 0 else min(len(text), at + _AFTER)


def _group_of(match: re.Match[str]) -> str:
    return next(name for name in ("value", "double", "single", "bare") if match.groupdict().get(name) is not None)
