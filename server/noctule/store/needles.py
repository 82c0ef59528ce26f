"""A text to be forgotten, in every form in which it may lie on disk: in JSON, neutralised, in any of our encodings."""

import contextlib
import json
import re
import unicodedata
from collections.abc import Iterable

from noctule.dataclass import dataclass
from noctule.safety.sanitize import neutralise


@dataclass(frozen=True, slots=True)
class Needles:
    """Texts, ready to be found and taken out. A line of which nothing is left goes with them."""

    pattern: re.Pattern[bytes]

    def are_in(self, data: bytes) -> bool:
        return self.pattern.search(data) is not None

    def out_of(self, data: bytes) -> bytes:
        return self.pattern.sub(b"", data)

    def out_of_text(self, text: str) -> str:
        return self.out_of(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")

    def blotted(self, data: bytes) -> bytes:
        """The same number of bytes, an `x` for each that is forgotten: for a file that others are writing to."""
        return self.pattern.sub(lambda found: re.sub(rb"[^\r\n]", b"x", found[0]), data)


def needles(texts: Iterable[str]) -> Needles:
    """Texts without a letter are left out: nothing would be left of the files."""
    forms = {form for text in texts if any(letter.isalnum() for letter in text) for form in _forms(text)}
    plain = {*_encoded(forms, "utf-8"), *_encoded(forms, "cp1252")}
    wide = _encoded(forms, "utf-16-le") | _encoded(forms, "utf-16-be")
    if not plain:
        return Needles(re.compile(rb"(?!)"))
    # In UTF-16 a byte that looks like a line's end need not be one: there only the text itself goes.
    whole_line = rb"^[ \t>*+-]*%b[ \t]*(?:\r?\n|\Z)" % _any_of(plain)
    return Needles(re.compile(rb"(?m)%b|%b" % (whole_line, _any_of(plain | wide))))


def _forms(text: str) -> set[str]:
    """The text as it may have been spelled, cut into lines, made harmless for a prompt, or put into JSON."""
    spelled = {unicodedata.normalize(form, text) for form in ("NFC", "NFD")} | {text}
    spelled |= {one.replace("\r\n", "\n").replace("\n", "\r\n") for one in spelled} | {" ".join(text.split())}
    spelled |= {neutralise(one) for one in spelled}
    in_json = {json.dumps(one, ensure_ascii=is_ascii)[1:-1] for one in spelled for is_ascii in (True, False)}
    return spelled | in_json


def _encoded(forms: Iterable[str], encoding: str) -> set[bytes]:
    encoded: set[bytes] = set()
    for form in forms:
        with contextlib.suppress(UnicodeEncodeError):
            encoded.add(form.encode(encoding))
    return encoded


def _any_of(forms: Iterable[bytes]) -> bytes:
    """The longest first: an alternative that is part of another must not win over it."""
    return b"(?:%b)" % b"|".join(re.escape(form) for form in sorted(forms, key=lambda form: (-len(form), form)))
