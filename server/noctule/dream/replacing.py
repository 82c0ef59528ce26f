"""What stands in the place of what a dream takes away: a memory that names it, or holds most of its words. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping

from noctule.memories.memory import parse_memory
from noctule.memories.names import same_path
from noctule.memories.text import decode, on_one_line
from noctule.search.terms import terms_of, text_language
from noctule.store.held_dreams import ChangeSet, FileChange

# Of the rare words of a text, so many are enough to say that it stands there.
ENOUGH_SHARE = 0.6

# A word is rare that is in so few of the memories.
_RARE_SHARE = 0.1
_RARE_COUNT = 3

# A body that is cut to under half of its text has lost something that may stand elsewhere now.
HALF = 0.5


def words_of(data: bytes | str) -> frozenset[str]:
    """The words of a memory without function words, brought to their stems."""
    text = data if isinstance(data, str) else decode(data).text
    return frozenset(terms_of(text, text_language(text)))


def rare_words(words: frozenset[str], counts: Mapping[str, int], memories: int) -> frozenset[str]:
    """Those of a memory's words that few of the `memories` hold (`counts` by word); all, where none is rare."""
    most = max(_RARE_COUNT, int(memories * _RARE_SHARE))
    return frozenset(word for word in words if counts.get(word, 0) <= most) or words


def share_of(words: frozenset[str], inside: frozenset[str]) -> float:
    """How much of `words` is `inside`, from 0 to 1; nothing is inside anything."""
    return len(words & inside) / len(words) if words else 1.0


def in_place_of(changes: ChangeSet, rare: Mapping[str, frozenset[str]] | None = None) -> dict[str, tuple[str, ...]]:
    """For each memory that loses text, the memories of the change set that stand in its place, if any.

    `rare` gives the rare words of a memory by path; without it all words count.
    """
    written = [one for one in changes.memories if one.after is not None]
    words = {one.path: words_of(one.after or b"") for one in written}
    found: dict[str, tuple[str, ...]] = {}
    for one in changes.memories:
        if not loses_text(one):
            continue
        named = tuple(other.path for other in written if any(same_path(path, one.path) for path in other.replaces))
        lost = (rare or {}).get(one.path) or _lost_words(one)
        others = (other.path for other in written if other.path != one.path)
        standins = named or tuple(path for path in others if lost and share_of(lost, words[path]) >= ENOUGH_SHARE)
        if standins:
            found[one.path] = standins
    return found


def loses_text(change: FileChange) -> bool:
    """Whether a memory is removed, or cut to under half its text."""
    if change.before is None:
        return False
    return change.after is None or is_cut(decode(change.before).text, decode(change.after).text)


def is_cut(before: str, after: str) -> bool:
    """Whether a memory's body has less than half the text it had."""
    return len(body_of(after)) < HALF * len(body_of(before))


def body_of(text: str) -> str:
    """A memory's text below its frontmatter, blanks made one."""
    return on_one_line(parse_memory("", text).body)


def count_words(memories: Iterable[frozenset[str]]) -> Counter[str]:
    """In how many memories each word is."""
    counts: Counter[str] = Counter()
    for words in memories:
        counts.update(words)
    return counts


def _lost_words(change: FileChange) -> frozenset[str]:
    after = words_of(change.after) if change.after is not None else frozenset[str]()
    return words_of(change.before or b"") - after
