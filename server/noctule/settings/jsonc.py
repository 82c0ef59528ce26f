"""JSON with comments: read it, and change one value in it without touching the rest."""

import json
import re
from collections.abc import Sequence

from noctule.errors import SettingsError
from noctule.regex import regex

_TOKEN = regex(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?(?:\*/|\Z)|,(?=\s*[}\]])', re.DOTALL)
DECODER = json.JSONDecoder(strict=False)


def parse(data: bytes | str) -> object:
    """The value of a JSON text that may hold comments, trailing commas and a byte order mark.

    An empty text is an empty object. Raises `SettingsError` with line and column where the text is not JSON.
    """
    text = _text_of(data)
    blank = blank_comments(text)
    if not blank.strip():
        return {}
    try:
        return DECODER.decode(blank)
    except json.JSONDecodeError as error:
        raise SettingsError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except ValueError:
        raise SettingsError("it holds a number too long to read") from None
    except RecursionError:
        raise SettingsError("it is nested too deeply") from None


def change(text: str, path: Sequence[str], value: object) -> str:
    """`text` with the value at `path` set, objects on the way made where missing; all other characters stay.

    Raises `SettingsError` where the text cannot be read or something on the way is no object.
    """
    if not isinstance(parse(text), dict):
        raise SettingsError("it holds no object")
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text[len(mark) :]
    if not blank_comments(body).strip():
        return mark + body + ("" if not body or body.endswith("\n") else "\n") + _nested(path, value, "") + "\n"
    return mark + _set(body, path, value)


def _text_of(data: bytes | str) -> str:
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError(f"byte {error.start} is not UTF-8") from None


def blank_comments(text: str) -> str:
    """The text with comments and trailing commas turned to blanks, so that every offset still holds.

    A comma before a comment before a bracket only shows once the comment is blank: hence twice.
    """
    return _TOKEN.sub(_blank, _TOKEN.sub(_blank, text))


def _blank(match: re.Match[str]) -> str:
    token = match.group()
    return token if token.startswith('"') else re.sub(r"[^\r\n]", " ", token)


def _set(text: str, path: Sequence[str], value: object) -> str:
    blank = blank_comments(text)
    start = skip_blanks(blank, 0)
    for depth, key in enumerate(path):
        if blank[start] != "{":
            raise SettingsError(f"{'.'.join(path[:depth])} is no object")
        found = _value_of(blank, start, key)
        if found is None:
            return _insert(text, blank, start, path[depth:], value)
        start = found
    end = DECODER.raw_decode(blank, start)[1]
    return text[:start] + json.dumps(value, ensure_ascii=False) + text[end:]


def _value_of(blank: str, start: int, key: str) -> int | None:
    """Where the value of `key` begins in the object that opens at `start`; the last of several, as JSON reads it."""
    found = None
    at = skip_blanks(blank, start + 1)
    while blank[at] != "}":
        name, at = DECODER.raw_decode(blank, at)
        at = skip_blanks(blank, skip_blanks(blank, at) + 1)
        if name == key:
            found = at
        at = skip_blanks(blank, DECODER.raw_decode(blank, at)[1])
        if blank[at] == ",":
            at = skip_blanks(blank, at + 1)
    return found


def _insert(text: str, blank: str, start: int, path: Sequence[str], value: object) -> str:
    """A new first member, indented as the member that was first."""
    first = skip_blanks(blank, start + 1)
    lead = re.match(r"\s*", text[start + 1 :])
    space = lead.group() if lead and "\n" in lead.group() else "\n" + _indent_at(text, start) + "  "
    indent = space.rsplit("\n", 1)[1]
    member = f"{json.dumps(path[0], ensure_ascii=False)}: {_nested(path[1:], value, indent)}"
    if blank[first] == "}":
        return (
            text[: start + 1] + f"\n{indent}{member}\n{_indent_at(text, start)}" + text[start + 1 :].lstrip(" \t\r\n")
        )
    return text[: start + 1] + f"\n{indent}{member}," + text[start + 1 :]


def _nested(path: Sequence[str], value: object, indent: str) -> str:
    if not path:
        return json.dumps(value, ensure_ascii=False)
    inner = _nested(path[1:], value, indent + "  ")
    return f"{{\n{indent}  {json.dumps(path[0], ensure_ascii=False)}: {inner}\n{indent}}}"


def _indent_at(text: str, offset: int) -> str:
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return line[: len(line) - len(line.lstrip())]


def skip_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at
