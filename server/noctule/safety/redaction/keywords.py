"""Finds words in a text fast: each by itself, as a plain search is many times quicker than a pattern of choices."""

from collections.abc import Iterator, Sequence


def hits(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Where any of the words stands, as (start, end) in order; the longer of two that start together comes last."""
    # Most words are nowhere: asking so first is twice as fast for a short text.
    here = [word for word in words if word in text]
    return sorted((at, at + len(word)) for word in here for at in _positions(text, word)) if here else []


def _positions(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))
