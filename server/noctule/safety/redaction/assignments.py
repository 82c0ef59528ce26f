"""Finds secrets by the name before them: `DB_PASSWORD=...`, `"token": "..."`, `--password ...`."""

import re
from collections.abc import Iterator

from noctule.safety.redaction import looks
from noctule.safety.redaction.found import Found
from noctule.safety.redaction.keywords import hits
from noctule.safety.redaction.names import CREDENTIALS, PASSWORD, kind_of_name
from noctule.safety.redaction.values import Value, value_at

# What every name of a secret holds, in lower case.
_KEYWORDS = ("pass", "pwd", "secret", "token", "key", "cred", "auth", "psk", "kennwort", "mdp", "pw")
_NAME_CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."
_LONGEST_NAME = 60
_LONGEST_LINE = 200
_LONGEST_INDENT = 80

_QUOTE = r"\\{0,7}[\"'`]"
_SEPARATOR = re.compile(
    rf"(?P<closed>(?:{_QUOTE})?\]?\)?)[*_]{{0,3}}[ \t]{{0,12}}"
    r"(?:(?P<pair>(?:[,;]?\s{1,40}|\s{0,4}:\s{0,4}\{\s{0,40})\\{0,3}[\"']?[vV]alue\\{0,3}[\"']?[ \t]?[:=][ \t]{0,4})"
    r"|(?P<typed>:[ \t]?[A-Za-z_][\w\[\]., |?<>]{0,32}[ \t]?=(?!=)[ \t]{0,4})"
    r"|(?P<arrow>:=|=>|->|<-|→)[ \t]{0,8}"
    r"|(?P<equals>={1,3})[ \t]{0,8}"
    r"|(?P<colon>[:：＝])[*_]{0,3}[ \t]{0,12}(?:!!\w{1,10}[ \t]{1,4})?"
    r"|(?P<call>\()[ \t]{0,2}(?=[bru]?\\{0,3}[\"'`])"
    r"|(?P<comma>,)[ \t]{0,16}(?=[bru]?\\{0,3}[\"'`])"
    r"|(?P<cell>\|)[ \t]{0,12}"
    r"|(?P<element>>)\s{0,4}(?:<!\[CDATA\[|(?=[^<\s]))"
    r"|(?P<encoded>(?:%22)?%3[ADad](?:%20|\+)?(?:%22)?)"
    r"|(?P<told>(?<=[ \t])(?:to|is|was|as)[ \t])"
    r"|(?P<blank>(?<=[ \t]))(?=[\"'])"
    rf"|(?P<attribute>(?:type={_QUOTE}\w{{1,12}}{_QUOTE} )?(?:value|content|data)=)(?={_QUOTE})"
    r"|(?P<option>)(?=[^\s=:]))"
)
_SETS_A_VARIABLE = ("ENV ", "ARG ", "etx ", "-gx ", "env ")
_END_OF_SETTING = re.compile(r"[ \t]{0,8}(?:#|\r?\n|\\n|\Z)")
_FILE = re.compile(
    r"\.(?:pem|key|json|p12|pfx|ya?ml|env|txt|crt|cer|jks|toml|ini|py|ts|js|go|rb|md|sh|csv|gpg|kdbx"
    r"|conf)\Z|id_(?:rsa|ed25519|ecdsa)"
)


def assigned_secrets(text: str, lower: str) -> Iterator[Found]:
    """Values of names that hold a secret; `lower` is the text in lower case, character by character."""
    done = 0
    for keyword_start, keyword_end in hits(lower, _KEYWORDS):
        if keyword_start < done:
            continue
        start, end = _name_around(text, keyword_start, keyword_end)
        done = end
        kind = kind_of_name(text[start:end])
        if kind is not None:
            found = _secret_after(text, start, end, kind)
            if found is not None:
                yield found
                done = found.end


def _name_around(text: str, start: int, end: int) -> tuple[int, int]:
    before, after = text[max(0, start - _LONGEST_NAME) : start], text[end : end + _LONGEST_NAME]
    left = len(before) - len(before.rstrip(_NAME_CHARACTERS))
    right = len(after) - len(after.lstrip(_NAME_CHARACTERS))
    return start - left, end + right


def _secret_after(text: str, start: int, end: int, kind: str) -> Found | None:
    separator = _SEPARATOR.match(text, end)
    if separator is None or not _fits(separator, text, start):
        return None
    value = value_at(text, separator.end())
    if value is not None and separator.lastgroup == "element" and not text.startswith(("</", "]]>"), value.end):
        return None
    if value is None or not _is_secret(value, kind, separator, text[start:end]):
        return None
    return Found(kind, value.start, value.end)


def _fits(separator: re.Match[str], text: str, start: int) -> bool:
    """Whether the separator is one in this place: a bare blank only after `--password`, `>` only after `<password`."""
    how = separator.lastgroup
    if how == "option":
        before = text[max(0, start - 4) : start]
        is_option = (
            text.startswith("-", start) or before in _SETS_A_VARIABLE or _stands_alone(text, start, separator.end())
        )
        return is_option and separator.end() > separator.start() and not separator["closed"]
    if how == "colon" and text[max(0, start - 1) : start] == ":":
        return False  # a part of a name with colons, such as an ARN
    if how == "element":
        return text[max(0, start - 1) : start] == "<" or text[max(0, start - 1) : start] in "\"'"
    if how == "told":
        return text[start : separator.start()].isupper()
    if how in ("comma", "pair"):
        return how == "pair" or bool(separator["closed"])
    return how != "cell" or text[max(0, start - 3) : start].rstrip(' *`"').endswith("|")


def _stands_alone(text: str, start: int, value_start: int) -> bool:
    """Whether a line is a name, a blank and one word more, as in many a configuration file."""
    # No further back than this, or a long line of names would be read again for each.
    lowest = max(0, start - _LONGEST_INDENT)
    line_start = text.rfind("\n", lowest, start) + 1 or lowest
    before = text[line_start:start].strip()
    line_end = text.find("\n", value_start, value_start + _LONGEST_LINE)
    line_end = line_end if line_end >= 0 else len(text)
    is_first = not before or before.endswith("set")
    return is_first and line_end - value_start < _LONGEST_LINE and len(text[value_start:line_end].split()) == 1


def _is_secret(value: Value, kind: str, separator: re.Match[str], name: str) -> bool:
    if _is_something_else(value):
        return False
    is_setting = name.isupper() or (separator.lastgroup == "option" and name.startswith("--"))
    is_loose = separator.lastgroup in ("comma", "blank", "told") or (separator.lastgroup == "option" and name[0] != "-")
    if is_loose and not _is_telling(value.text, kind):
        return False
    if separator.lastgroup == "option" and (value.text[0] == "-" or looks.is_identifier(value.text)):
        return False  # documentation: "the --password option"
    if kind == PASSWORD:
        return _is_password(value, separator, is_setting=is_setting)
    return _is_token(value, kind, is_setting=is_setting)


def _is_telling(text: str, kind: str) -> bool:
    """Whether a value says by itself that it is one: next to a name in a list or call stands nearly anything."""
    if kind == PASSWORD:
        return len(text) >= 6 and any(c.isdigit() for c in text) and not looks.is_wordy(text)
    return looks.is_strong(text)


def _is_something_else(value: Value) -> bool:
    """Whether a value is a placeholder, an expression, a file, a message or the name of a secret."""
    text = value.text
    if looks.is_placeholder(text) or looks.is_technical(text) or looks.is_pattern(text) or looks.names_a_secret(text):
        return True
    if _FILE.search(text) or re.match(r"[\s)]|[,+]\s", text):
        return True
    return looks.is_prose(text) if value.is_quoted else looks.is_code(text)


def _is_password(value: Value, separator: re.Match[str], *, is_setting: bool) -> bool:
    """People choose passwords: nearly anything in quotes, and bare what is no plain word or name in code."""
    text = value.text
    if len(text) < 4 or value.is_quoted:
        return len(text) >= 4
    if looks.is_weak(text) and _ends_a_setting(value, separator):
        return True
    if looks.is_identifier(text):
        return (is_setting and len(text) >= 6) or (separator.lastgroup == "element" and len(text) >= 8)
    if text.isdigit():
        return len(text) >= 6
    return not re.fullmatch(r"[\d.,:/-]+|\W+", text) and not (
        looks.is_wordy(text) and not any(c.isdigit() for c in text)
    )


def _ends_a_setting(value: Value, separator: re.Match[str]) -> bool:
    """Whether the value is the last of its line, after a colon or a bare `=`: in code more would stand there."""
    is_bare = separator.lastgroup == "colon" or separator[0] == "="
    return is_bare and _END_OF_SETTING.match(separator.string, value.end) is not None


def _is_token(value: Value, kind: str, *, is_setting: bool) -> bool:
    """Machines make tokens and keys: two sorts of characters, little repetition, no words."""
    text = value.text
    if is_setting and ((value.is_quoted and " " in text and len(text) >= 12) or (len(text) >= 20 and text.isalpha())):
        return True
    if looks.is_wordy(text) or re.fullmatch(r"[\d.,:/ TZ-]+", text):
        return len(text) >= 16 and text.isdigit() and kind != CREDENTIALS
    if looks.is_camel(text) or (looks.is_identifier(text) and re.search("[-_.]", text)):
        return False
    if looks.is_hash_or_id(text):
        return len(text) >= 20
    return looks.looks_random(text, 14 if kind == CREDENTIALS else 8) or (is_setting and looks.looks_random(text, 6))
