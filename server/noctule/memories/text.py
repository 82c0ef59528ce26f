"""Bytes to text and back: encodings, byte order marks and line ends, so that a file we touch keeps its own."""

import codecs
from typing import Final

from noctule.dataclass import dataclass

BOM: Final = "\ufeff"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a memory's file that did not stop it from being read.

    `code` is a finding's code, `line` counts from 0 in the file, `key` names the frontmatter key if it is about one.
    """

    code: str
    line: int
    message: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text without its byte order mark, and the encoding that `encode` needs to give the same bytes back."""

    text: str
    encoding: str
    problem: Problem | None = None


def decode(data: bytes) -> Decoded:
    """Reads any bytes as text; never raises. What is not UTF-8 is read by its byte order mark, else as Windows-1252."""
    if data.startswith(codecs.BOM_UTF8):
        text, is_exact = _try(data[3:], "utf-8")
        return Decoded(text, "utf-8-sig") if is_exact else _fallback(data)
    if data.startswith(codecs.BOM_UTF16_LE):
        return _utf16(data[2:], "utf-16-le")
    if data.startswith(codecs.BOM_UTF16_BE):
        return _utf16(data[2:], "utf-16-be")
    text, is_exact = _try(data, "utf-8")
    return Decoded(text, "utf-8") if is_exact else _fallback(data)


def encode(text: str, encoding: str) -> bytes:
    """The way back of `decode`; a character that the old encoding lacks turns the file into UTF-8, so none is lost."""
    try:
        if encoding == "utf-16-le":
            return codecs.BOM_UTF16_LE + text.encode(encoding)
        if encoding == "utf-16-be":
            return codecs.BOM_UTF16_BE + text.encode(encoding)
        return text.encode(encoding)
    except UnicodeEncodeError:
        return without_surrogates(text).encode("utf-8")


def without_surrogates(text: str) -> str:
    """The text with halves of surrogate pairs, which no file can hold, replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def newline_of(text: str) -> str:
    """The line end that a text uses, told by its first line: a CRLF file stays one."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def split_lines(text: str) -> list[str]:
    """The lines with their ends. Only a line feed ends a line: U+2028, NEL and form feed are text."""
    parts = text.split("\n")
    last = parts.pop()
    lines = [part + "\n" for part in parts]
    return [*lines, last] if last else lines


def with_newline(text: str, newline: str) -> str:
    """The text with every line end made `newline`."""
    plain = text.replace("\r\n", "\n")
    return plain.replace("\n", newline) if newline != "\n" else plain


def on_one_line(text: str) -> str:
    """The text with each run of blanks and line breaks made one space."""
    return " ".join(text.split())


def cut(text: str, limit: int) -> str:
    """At most `limit` code points, the last an ellipsis where something was cut."""
    return text if len(text) <= limit else text[: max(limit - 1, 0)].rstrip() + "…"


def utf16_length(text: str) -> int:
    """How long JavaScript takes a text to be: a character beyond U+FFFF counts twice."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _try(data: bytes, encoding: str) -> tuple[str, bool]:
    try:
        return data.decode(encoding), True
    except UnicodeDecodeError:
        return "", False


def _utf16(data: bytes, encoding: str) -> Decoded:
    problem = Problem("not-utf8", 0, "The file is UTF-16; other tools will not read it. Save it as UTF-8.")
    return Decoded(data.decode(encoding, "replace"), encoding, problem)


def _fallback(data: bytes) -> Decoded:
    text = data.decode("cp1252", "replace")
    line = _first_bad_line(data)
    message = f"The file is not UTF-8 (line {line + 1}); it is read as Windows-1252. Save it as UTF-8."
    return Decoded(text, "cp1252", Problem("not-utf8", line, message))


def _first_bad_line(data: bytes) -> int:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start)
    return 0


def without_comments(text: str) -> str:
    """The text with each HTML comment blanked out: every other sign stays at its place."""
    if "<!--" not in text:
        return text
    parts: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts += [text[at:start], "".join(sign if sign in "\r\n" else " " for sign in text[start : end + 3])]
        at = end + 3
    return "".join(parts) + text[at:]
