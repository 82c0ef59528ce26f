"""One frontmatter value: read as the text that somebody wrote, and written so that every YAML loader reads that text.

People and models write `description: Deploy note: use #42`, which YAML refuses or cuts. So a plain value is its line,
taken literally; YAML is asked only about what is quoted, folded or nested.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from noctule.dataclass import dataclass
from noctule.memories import yaml_events
from noctule.memories.text import without_surrogates
from noctule.regex import regex

_NEVER_FIRST: Final = frozenset(",[]{}&*!|>'\"%@`")
_BLOCK_HEADER: Final = regex(r"[|>](?:[+-]?[1-9]?|[1-9][+-])(?:[ \t]+#.*)?")
_SIMPLE_FLOW: Final = regex(r"\[[\w ,./-]*\]|\{ *\}")
_NUMBER_LIKE: Final = regex(r"[-+.0-9][-+.,0-9_:a-fA-FxXoOtTzZeE \t]*")
# YAML 1.1's other readings of a bare word: booleans, nulls, numbers, merge and default keys.
_WORDS: Final = frozenset({"y", "n", "yes", "no", "true", "false", "on", "off", "null", "~", ".inf", ".nan", "<<", "="})
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


@dataclass(frozen=True, slots=True)
class Value:
    """A value as text, or None where it is a list or a mapping; `fault` says why YAML would not read it so."""

    text: str | None
    fault: str | None = None


def read_value(raw: str, rest: Sequence[str], *, is_text: bool) -> Value:
    """The value that begins with `raw` behind its colon and goes on over the lines `rest` (without line ends).

    `is_text` says that the key can only be a text (a name, a description): it is then never taken for a list.
    """
    has_rest = any(line.strip() for line in rest)
    if raw[:1] in ("'", '"'):
        return _quoted(raw, rest if has_rest else ())
    if has_rest and _BLOCK_HEADER.fullmatch(raw):
        return _block_scalar(raw, rest)
    if not raw and has_rest:
        return _indented(rest, is_text=is_text)
    if not is_text and _is_flow(raw, rest if has_rest else ()):
        return Value(None, nested_fault("\n".join((raw, *rest))))
    if _BLOCK_HEADER.fullmatch(raw):
        return Value("")
    text = _folded(raw, rest if has_rest else ())
    return Value(text, plain_fault(text))


def write_value(text: str) -> str:
    """The text as one line of YAML that a 1.1 or 1.2 loader gives back unchanged, quoted only where it must be."""
    text = without_surrogates(text)
    if _is_plain_for_all(text):
        return text
    if not _is_unprintable(text) and ('"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(_escaped(character) for character in text) + '"'


def plain_fault(value: str) -> str | None:
    """Why YAML refuses a plain value as it stands, as the end of a sentence, or None."""
    first = value[:1]
    if first and first in _NEVER_FIRST:
        return f"starts with {first}"
    if first in ("-", "?", ":") and value[1:2] in ("", " "):
        return f"starts with {first} and a blank"
    if ": " in value or value.endswith(":"):
        return "has a colon and a blank inside"
    if "\t" in value:
        return "has a tab inside"
    return "has a control character inside" if _is_unprintable(value) else None


def is_read_alike(raw: str) -> bool:
    """Whether a plain one-line value means to YAML the text that it is to us (dates and numbers aside)."""
    return plain_fault(raw) is None and not raw.startswith("#") and " #" not in raw


def _quoted(raw: str, rest: Sequence[str]) -> Value:
    if not rest:
        simple = _simple_quoted(raw)
        if simple is not None:
            return Value(simple)
    text = yaml_events.scalar("\n".join((raw, *rest)))
    if text is not None:
        return Value(text)
    literal = _folded(raw, rest)
    fault = "has quotes that do not match"
    return Value(literal[1:-1] if _is_wholly_quoted(literal) else literal, fault)


def _simple_quoted(raw: str) -> str | None:
    inner = raw[1:-1]
    if len(raw) < 2 or raw[-1] != raw[0] or _is_unprintable(inner):
        return None
    if raw[0] == '"':
        return None if '"' in inner or "\\" in inner else inner
    return None if "'" in inner.replace("''", "") else inner.replace("''", "'")


def _is_wholly_quoted(text: str) -> bool:
    """Whether the outer quotes of `"abc "def" ghi"` belong together, as those of `"a" and "b"` do not."""
    quote = text[0]
    if len(text) < 2 or text[-1] != quote:
        return False
    depth = 0
    for at in range(len(text) - 1):
        if text[at] != quote:
            continue
        opens = at == 0 or (text[at - 1] in " ([" and text[at + 1] != " ")
        is_apostrophe = not opens and text[at - 1].isalnum() and text[at + 1].isalnum()
        if not is_apostrophe:
            depth += 1 if opens else -1
        if depth == 0:
            return False
    return True


def _block_scalar(raw: str, rest: Sequence[str]) -> Value:
    text = yaml_events.scalar("\n".join((raw, *rest, "")))
    if text is not None:
        return Value(text)
    return Value(_folded("", rest), "is a folded text that YAML refuses")


def _indented(rest: Sequence[str], *, is_text: bool) -> Value:
    source = "\n".join(rest)
    first = next(line.strip() for line in rest if line.strip())
    if first[:1] in ("'", '"') or _BLOCK_HEADER.fullmatch(first):
        text = yaml_events.scalar(source)
        if text is not None:
            return Value(text)
    if is_text and not first.startswith("- "):
        text = _folded("", rest)
        return Value(text, plain_fault(text))
    return Value(None, None if _is_simple_list(rest) else nested_fault(source))


def _is_simple_list(rest: Sequence[str]) -> bool:
    items = [line.strip() for line in rest if line.strip()]
    return all(item.startswith("- ") and is_read_alike(item[2:].strip()) for item in items)


def _is_flow(raw: str, rest: Sequence[str]) -> bool:
    last = next((line.strip() for line in reversed(rest) if line.strip()), raw)
    return (raw[:1] == "[" and last[-1:] == "]") or (raw[:1] == "{" and last[-1:] == "}")


def _folded(raw: str, rest: Sequence[str]) -> str:
    """Plain lines joined as YAML folds them, but literally: only a whole line that begins with `# ` is a comment."""
    words = [raw] if raw else []
    for line in rest:
        stripped = line.strip(" \t\r")
        if stripped and stripped != "#" and not stripped.startswith("# "):
            words.append(stripped)
    return " ".join(words)


def nested_fault(source: str) -> str | None:
    """Why a list or mapping cannot be read, as the end of a sentence, or None."""
    if _SIMPLE_FLOW.fullmatch(source.strip()):
        return None
    return yaml_events.fault(source)


def _is_plain_for_all(text: str) -> bool:
    if not text or text != text.strip() or not is_read_alike(text):
        return False
    return text[0] not in "-?:" and text.lower().lstrip("+") not in _WORDS and _NUMBER_LIKE.fullmatch(text) is None


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if not _is_unprintable(character):
        return character
    number = ord(character)
    if number <= 0xFF:
        return f"\\x{number:02X}"
    return f"\\u{number:04X}" if number <= 0xFFFF else f"\\U{number:08X}"


def _is_unprintable(text: str) -> bool:
    """Whether there is a character in it that YAML does not take."""
    return not (text.isascii() and text.isprintable()) and _unprintable().search(text) is not None


@cache
def _unprintable() -> re.Pattern[str]:
    # Made late: it takes longer than reading a memory.
    return re.compile("[^\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
