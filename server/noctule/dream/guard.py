"""The loss guard: what a dream would take away that a person should see first. Pure."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from noctule.dataclass import dataclass
from noctule.dream.replacing import (
    ENOUGH_SHARE,
    HALF,
    body_of,
    count_words,
    is_cut,
    rare_words,
    share_of,
    words_of,
)
from noctule.dream.twins import twins
from noctule.memories.entries import entries
from noctule.memories.index_lines import IndexLine, parse_index
from noctule.memories.memory import parse_memory
from noctule.memories.names import INDEX_NAME, path_key, same_path
from noctule.memories.text import decode, on_one_line
from noctule.store.held_dreams import ChangeSet

# More than this share lost is a loss, if it is at least three of them, or more than half of all.
_MOST_SHARE = 0.25
_FEW = 3

# A memory with fewer of its words than this share is another memory under its name.
_OTHER_WORDS = 0.25

_GUARDED_TYPES = ("user", "feedback")
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class _Entry:
    path: str
    title: str
    text: str


def reasons_to_hold(before: Mapping[str, bytes], changes: ChangeSet) -> tuple[str, ...]:
    """Why a change set to the files `before` (by path, the index among them) waits for a person's word, in sentences.

    None where it loses little: then it may be applied.
    """
    old = {path: decode(before[path]).text for path in sorted(before) if path != INDEX_NAME}
    new = dict(old)
    for one in changes.memories:
        new.pop(one.path, None)
        if one.after is not None:
            new[one.path] = decode(one.after).text
    reasons = [_memories_lost(old, new), _entries_lost(old, new), _index_lost(changes, new)]
    reasons += [_guarded_lost(old, new, changes), _guard_lifted(old, new)]
    return tuple(reason for reason in reasons if reason is not None)


def _is_loss(lost: int, all_there: int) -> bool:
    return lost > _MOST_SHARE * all_there and (lost >= _FEW or lost > HALF * all_there)


def _memories_lost(old: Mapping[str, str], new: Mapping[str, str]) -> str | None:
    again = _said_again(old, new)
    changed = [path for path, text in old.items() if new.get(path) != text and path not in again]
    lost = [path for path in changed if path not in new or is_cut(old[path], new[path])]
    if _is_loss(len(lost), len(old)):
        return f"It removes or empties {len(lost)} of {len(old)} memories: {_named(lost)}."
    lost = [path for path in changed if path in lost or _kept_words(old[path], new[path]) < _OTHER_WORDS]
    if len(lost) < _FEW or not _is_loss(len(lost), len(old)):
        return None
    return f"It removes {len(lost)} of {len(old)} memories, or writes something else over them: {_named(lost)}."


def _said_again(old: Mapping[str, str], new: Mapping[str, str]) -> frozenset[str]:
    """The memories that are gone, and another still there says all that they said: the copies that tidy removes."""
    gone = {path: text for path, text in old.items() if path not in new}
    found = twins({**gone, **new}, listed=(), kept=frozenset(new)) if gone else {}
    return frozenset(path for path, keeper in found.items() if keeper in new)


def _entries_lost(old: Mapping[str, str], new: Mapping[str, str]) -> str | None:
    """An entry that stands in another memory now is not lost, if it kept half its text, or all under another title."""
    there = [one for path, text in old.items() for one in _entries(path, text)]
    # Many memories have entries of one title: the text left under it is dealt out to them, the longest last.
    left: Counter[str] = Counter()
    for path, text in new.items():
        left.update({_loosely(one.title): 0 for one in _entries(path, text)})
        for one in _entries(path, text):
            left[_loosely(one.title)] += len(one.text)
    lost: list[_Entry] = []
    for one in sorted(there, key=lambda entry: len(entry.text)):
        title, needed = _loosely(one.title), HALF * len(one.text)
        if title in left and left[title] >= needed:
            left[title] -= math.ceil(needed)
        else:
            lost.append(one)
    lost = _found_nowhere(lost, new) if _is_loss(len(lost), len(there)) else lost
    if not _is_loss(len(lost), len(there)):
        return None
    return f"It removes or empties {len(lost)} of {len(there)} entries: {_named(one.title for one in lost)}."


def _found_nowhere(lost: Sequence[_Entry], new: Mapping[str, str]) -> list[_Entry]:
    """Those whose text is no entry under another title, and no memory of its own."""
    texts = {one.text for path, text in new.items() for one in _entries(path, text)}
    texts |= {body_of(text) for text in new.values()}
    return [one for one in lost if not one.text or one.text not in texts]


def _index_lost(changes: ChangeSet, new: Mapping[str, str]) -> str | None:
    """A line goes with its memory, and one that led nowhere is no loss; so is none that says less of a memory."""
    if changes.index is None or changes.index.before is None:
        return None
    before = parse_index(decode(changes.index.before).text)
    after = parse_index(decode(changes.index.after or b"").text)
    targets = {path_key(line.target): line for line in after.entries if line.target is not None}
    texts = {on_one_line(line.raw) for line in after.lines}
    known = {path_key(path) for path in new}
    there = [line for line in before.lines if line.kind not in ("blank", "continuation")]
    lost = [line for line in there if _is_line_lost(line, targets, texts, known)]
    if not _is_loss(len(lost), len(there)):
        return None
    return f"It drops or empties {len(lost)} of {len(there)} lines of the index."


def _is_line_lost(line: IndexLine, targets: Mapping[str, IndexLine], texts: set[str], known: set[str]) -> bool:
    if line.kind != "entry" or line.target is None:
        return on_one_line(line.raw) not in texts
    key = path_key(line.target)
    if key not in known:
        return False
    return key not in targets or (bool(line.hook) and not targets[key].hook)


def _guarded_lost(old: Mapping[str, str], new: Mapping[str, str], changes: ChangeSet) -> str | None:
    guarded = [path for path, text in old.items() if _is_guarded(path, text)]
    gone = [
        path for path in guarded if path not in new or (new[path] != old[path] and _is_emptied(old[path], new[path]))
    ]
    if not gone:
        return None
    bodies = {path: body_of(text) for path, text in new.items()}
    missing = [path for path in gone if not _is_named_or_repeated(path, body_of(old[path]), bodies, changes)]
    lost = _without_their_words(missing, old, changes) if missing else []
    if not lost:
        return None
    what = "a memory" if len(lost) == 1 else f"{len(lost)} memories"
    does = "removes" if all(path not in new for path in lost) else "removes or empties"
    return f"It {does} {what} about you or what you asked for, with nothing in the place: {_named(lost)}."


def _guard_lifted(old: Mapping[str, str], new: Mapping[str, str]) -> str | None:
    """Once many have another type, the next dream might remove them without a word."""
    guarded = [path for path, text in old.items() if _is_guarded(path, text)]
    lifted = [path for path in guarded if path in new and not _is_guarded(path, new[path])]
    if len(lifted) < _FEW or not _is_loss(len(lifted), len(guarded)):
        return None
    return (
        f"It no longer counts {len(lifted)} of {len(guarded)} memories as about you or your wishes: {_named(lifted)}."
    )


def _is_guarded(path: str, text: str) -> bool:
    return parse_memory(path, text).type in _GUARDED_TYPES


def _is_named_or_repeated(path: str, body: str, bodies: Mapping[str, str], changes: ChangeSet) -> bool:
    """Whether a memory of the change set that says something names it, or any says word for word what it said."""
    naming = (one for one in changes.memories if any(same_path(path, replaced) for replaced in one.replaces))
    if any(words_of(bodies.get(one.path, "")) for one in naming):
        return True
    return bool(body) and any(body in other for other in bodies.values())


def _without_their_words(paths: Sequence[str], old: Mapping[str, str], changes: ChangeSet) -> list[str]:
    """Those of the memories that are gone of whose rare words no other memory of the change set holds enough."""
    words = {path: words_of(text) for path, text in old.items()}
    counts = count_words(words.values())
    written = {one.path: words_of(one.after) for one in changes.memories if one.after is not None}
    rare = {path: rare_words(words[path], counts, len(old)) for path in paths}
    return [path for path in paths if not rare[path] or not _is_told_by_another(path, rare[path], written)]


def _is_told_by_another(path: str, rare: frozenset[str], written: Mapping[str, frozenset[str]]) -> bool:
    return any(other != path and share_of(rare, words) >= ENOUGH_SHARE for other, words in written.items())


def _is_emptied(before: str, after: str) -> bool:
    """Whether little is left of a memory's text, and that little says something else."""
    return is_cut(before, after) and _kept_words(before, after) < _OTHER_WORDS


def _kept_words(before: str, after: str) -> float:
    """How much of the words of a memory's text is still in it, from 0 to 1."""
    return share_of(words_of(body_of(before)), words_of(body_of(after)))


def _entries(path: str, text: str) -> list[_Entry]:
    return [_Entry(path, one.title, on_one_line(one.text)) for one in entries(text)] if "## " in text else []


def _loosely(title: str) -> str:
    return on_one_line(title).casefold()


def _named(names: Iterable[str]) -> str:
    shown: Sequence[str] = list(names)
    more = f" and {len(shown) - _MOST_NAMED} more" if len(shown) > _MOST_NAMED else ""
    return ", ".join(shown[:_MOST_NAMED]) + more
