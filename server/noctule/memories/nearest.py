"""Which of several texts come nearest to one that was not found: what an error points at, by number, never by words."""

from collections.abc import Sequence
from typing import Final

_MOST: Final = 3
# With fewer of its words in common a text is no candidate.
_LEAST_SHARE: Final = 0.5


def nearest(texts: Sequence[str], wanted: str) -> list[int]:
    """The indices of at most three texts that hold at least half of the words of `wanted`, in their order."""
    words = set(wanted.casefold().split())
    if not words:
        return []
    shares = [(len(words & set(text.casefold().split())) / len(words), at) for at, text in enumerate(texts)]
    best = sorted((-share, at) for share, at in shares if share >= _LEAST_SHARE)[:_MOST]
    return sorted(at for _, at in best)


def numbered(indices: Sequence[int]) -> str:
    """`2`, `2 and 5`, `2, 5 and 9`: counted from 1, for a sentence."""
    numbers = [str(index + 1) for index in indices]
    return " and ".join([", ".join(numbers[:-1]), numbers[-1]] if len(numbers) > 1 else numbers)
