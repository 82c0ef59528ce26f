"""Finds where a text says what was asked for, so that a reader sees it at a glance."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from noctule.search.fold import fold
from noctule.search.terms import terms_of
from noctule.search.tokens import chunk_spans

Span = tuple[int, int]


def matched_spans(text: str, terms: AbstractSet[str], language: str) -> list[Span]:
    """The stretches of `text` that hold one of the terms, apart from each other and in order."""
    joined: list[Span] = []
    for start, end in _each_span(text, terms, language):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _each_span(text: str, terms: AbstractSet[str], language: str) -> Iterator[Span]:
    for start, end in chunk_spans(text):
        chunk = text[start:end]
        held = terms & set(terms_of(chunk, language))
        if not held:
            continue
        # In a script without spaces a chunk is a sentence: the terms themselves stand in it.
        inside = [] if chunk.isascii() else sorted(_inside(chunk, held))
        yield from ((start + first, start + last) for first, last in inside) if inside else ((start, end),)


def _inside(chunk: str, terms: AbstractSet[str]) -> Iterator[Span]:
    folded = fold(chunk)
    if len(folded) != len(chunk):
        return
    for term in (term for term in terms if not term.isascii()):
        for found in re.finditer(f"(?={re.escape(term)})", folded):
            yield found.start(), found.start() + len(term)
