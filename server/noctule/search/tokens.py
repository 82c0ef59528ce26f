"""Cuts text into words: identifiers at their joints and as a whole, scripts without spaces into overlapping pairs."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from noctule.dataclass import dataclass
from noctule.regex import regex
from noctule.search.fold import fold, without_accents

Kind = Literal["word", "whole", "gram"]

# Python's \w lacks the vowel signs without which Indic and South-East Asian words fall apart.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17dd"
_STEP = regex(r"[/\\:@#]")
_VERSION = regex(r"v?\d+(?:\.\d+)+", re.IGNORECASE)
_JOINT = regex(r"[-._+]+")


def _chunk_of(letter: str) -> re.Pattern[str]:
    return regex(rf"{letter}+(?:[-./:\\@#+]{letter}+)*")


def _hump_of(capital: str) -> re.Pattern[str]:
    return regex(rf"[{capital}0-9]+(?=[{capital}][^{capital}0-9])|[{capital}]?[^{capital}]+|[{capital}0-9]+")


# Most text is ASCII: what knows its letters alone finds the same there, and takes a fifth of the time to make.
_CHUNK, _CHUNK_IN_ASCII = _chunk_of(rf"[\w{_MARKS}]"), _chunk_of(r"\w")
_HUMP, _HUMP_IN_ASCII = _hump_of("A-ZА-ЯΑ-Ω"), _hump_of("A-Z")
_UNSPACED = regex(
    "([\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uac00-\ud7a3\U00020000-\U0003134f\u0e01-\u0eff\u1000-\u109f\u1780-\u17dd]+)"
)
# A longer chunk is a URL, a hash or base64: its parts may be words, the whole is typed by nobody.
_LONGEST_WHOLE = 48
_CHUNKS_KEPT = 100_000
# A longer one comes once: so many of them kept would fill the memory of the process.
LONGEST_KEPT = 100


@dataclass(frozen=True, slots=True)
class Token:
    """A folded word; `whole` is an identifier of several words written together, `gram` a piece of unspaced text."""

    text: str
    kind: Kind


def tokens(text: str) -> Iterator[Token]:
    """Every token of `text` in its order, a whole before its parts."""
    for chunk in chunks(text):
        yield from tokens_of(chunk)


def chunks(text: str) -> list[str]:
    """What stands between spaces and sentence marks, joints inside kept: `src/refund_worker.py`, `E1042`, `don`."""
    if text.isascii():
        return _CHUNK_IN_ASCII.findall(text)
    return _CHUNK.findall(unicodedata.normalize("NFKC", text))


def chunk_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where each chunk stands in `text`, as it is written there."""
    return (found.span() for found in (_CHUNK_IN_ASCII if text.isascii() else _CHUNK).finditer(text))


def tokens_of(chunk: str) -> tuple[Token, ...]:
    """The tokens of one chunk."""
    return _known_tokens(chunk) if len(chunk) <= LONGEST_KEPT else _cut(chunk)


def _cut(chunk: str) -> tuple[Token, ...]:
    if chunk.isascii() and chunk.isalpha() and (chunk.islower() or chunk.istitle()):
        return (Token(chunk.lower(), "word"),)
    found: dict[Token, None] = {}
    for step in _STEP.split(chunk):
        if _VERSION.fullmatch(step):
            found[Token(step.lower().removeprefix("v"), "word")] = None
        else:
            found.update(dict.fromkeys(_tokens_of_step(step)))
    return tuple(found)


_known_tokens = lru_cache(maxsize=_CHUNKS_KEPT)(_cut)


def _tokens_of_step(step: str) -> Iterator[Token]:
    """Of `refund_worker.py`: the whole, the whole without its extension, then the parts."""
    if not step.isascii() and _UNSPACED.search(step):
        yield from _grams(step)
        return
    parts = _parts(step)
    if len(parts) > 1:
        yield from _whole(step)
        bare = step.rpartition(".")[0]
        if len(_parts(bare)) > 1:
            yield from _whole(bare)
        parts = [part for part in parts if len(part) > 1 or part.isdigit()]
    for part in parts:
        yield Token(part, "word")


def _parts(name: str) -> list[str]:
    hump = _HUMP_IN_ASCII if name.isascii() else _HUMP
    return [fold(part) for piece in _JOINT.split(without_accents(name)) for part in hump.findall(piece)]


def _whole(name: str) -> Iterator[Token]:
    joined = fold(_JOINT.sub("", name))
    if len(joined) <= _LONGEST_WHOLE:
        yield Token(joined, "whole")


def _grams(step: str) -> Iterator[Token]:
    for run in _UNSPACED.split(step):
        if not _UNSPACED.fullmatch(run):
            for chunk in _CHUNK.findall(run):
                yield from tokens_of(chunk)
            continue
        folded = fold(run)
        for start in range(max(1, len(folded) - 1)):
            yield Token(folded[start : start + 2], "gram")
