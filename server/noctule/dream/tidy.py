"""The dream that needs no model: puts a memory folder in order, loses no word of it, and normalises nothing.

It adds the index lines that are missing, drops those that lead nowhere, merges what stands twice, mends frontmatter
where there is one way to do it, and shortens long index lines. A second run changes nothing.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from noctule.checks.fixing import apply_fix
from noctule.checks.memory import check_form
from noctule.dataclass import dataclass
from noctule.dream.index_repair import Repaired, repair_index
from noctule.dream.twins import once_each, twins, with_newest_date
from noctule.memories.index_lines import parse_index
from noctule.memories.links import paths_by_key
from noctule.memories.memory import Memory, parse_memory
from noctule.memories.names import INDEX_NAME, is_memory_path, path_key
from noctule.memories.relink import relink

# Findings about the form of a memory whose fix says the same in a form that every reader takes alike.
_MENDED = ("frontmatter-broken", "frontmatter-unclosed", "frontmatter-duplicate-key")
# One thing put in order can show another; a folder comes to rest in two or three rounds.
_MOST_ROUNDS = 8

_SENTENCES = {
    "added": "Added {} to the index.",
    "mended link": "Set {} of the index right.",
    "dropped": "Dropped {} that led nowhere.",
    "doubled line": "Dropped {} that stood twice.",
    "shortened": "Shortened {}.",
    "grouped": "Put {} together, so that the whole index is shown.",
    "merged": "Merged {} that another says whole.",
    "entries": "Dropped {} that stood twice in a memory.",
    "frontmatter": "Mended the frontmatter of {}.",
}
_NOUNS = {
    "added": ("1 memory", "{:,} memories"),
    "mended link": ("1 link", "{:,} links"),
    "merged": ("1 memory", "{:,} memories"),
    "entries": ("1 entry", "{:,} entries"),
    "frontmatter": ("1 memory", "{:,} memories"),
}
_LINES = ("1 index line", "{:,} index lines")


@dataclass(frozen=True, slots=True)
class Tidied:
    """What tidy makes of a folder. `changed` are the new texts by path, `removed` the memories that another says whole.

    `removed` gives that other by path: it keeps the newest date of the two, also where only the files have one.
    `said` are sentences for a summary. All are empty where there was nothing to do.
    """

    changed: Mapping[str, str]
    removed: Mapping[str, str]
    said: tuple[str, ...]


def tidy(texts: Mapping[str, str], others: Collection[str] = (), kept: Collection[str] = ()) -> Tidied:
    """Puts the texts of a folder (memories and index, by path) in order.

    `others` are paths of the folder whose text is not given (held memories, other files): links to them stay. `kept`
    are paths whose text is read and never changed, such as a file that is not UTF-8. Never raises.
    """
    now = dict(texts)
    removed: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for _ in range(_MOST_ROUNDS):
        before = dict(now)
        _mend_memories(now, kept, counts)
        removed |= _merge_twins(now, others, kept, counts)
        _mend_index(now, others, kept, counts)
        if now == before:
            break
    changed = {path: text for path, text in now.items() if texts.get(path) != text}
    return Tidied(changed, {path: _end_of(path, removed) for path in removed}, tuple(_sentences(counts)))


def _mend_memories(now: dict[str, str], kept: Collection[str], counts: Counter[str]) -> None:
    for path in _memories(now):
        if path in kept:
            continue
        mended = _mended(path, now[path])
        counts["frontmatter"] += mended != now[path]
        now[path], doubled = once_each(mended)
        counts["entries"] += doubled


def _mended(path: str, text: str) -> str:
    """The text with its frontmatter in a form that every reader takes alike; it says the same as before."""
    memory = parse_memory(path, text)
    for code in _MENDED if memory.problems else ():
        while (after := _mended_once(memory, code)) is not None:
            memory = after
    return memory.text


def _mended_once(memory: Memory, code: str) -> Memory | None:
    """The memory after the first fix of this kind that leaves all that it says as it is, or None."""
    for finding in check_form(memory):
        if finding.code != code or finding.fix is None:
            continue
        if code == "frontmatter-duplicate-key" and not _stands_again(memory, finding.start[0]):
            continue
        text = apply_fix({memory.path: memory.text}, finding.fix)[memory.path]
        after = parse_memory(memory.path, text)
        if len(after.problems) < len(memory.problems) and _says(after) == _says(memory):
            return after
    return None


def _says(memory: Memory) -> tuple[object, ...]:
    front = memory.front
    return dict(front.values), dict(front.metadata), sorted(front.nested), memory.body.strip()


def _stands_again(memory: Memory, number: int) -> bool:
    """Whether the line of a pair that does not count stands in the head a second time, word for word."""
    head = memory.text[: memory.front.body_offset].split("\n")
    return [line.strip() for line in head].count(head[number].strip()) > 1


def _merge_twins(
    now: dict[str, str], others: Collection[str], kept: Collection[str], counts: Counter[str]
) -> dict[str, str]:
    memories = {path: now[path] for path in _memories(now)}
    gone = twins(memories, _listed(now), {*kept, *others})
    gone = {path: keeper for path, keeper in gone.items() if keeper not in kept}
    if not gone:
        return gone
    counts["merged"] += len(gone)
    for keeper in set(gone.values()):
        now[keeper] = with_newest_date(keeper, now[keeper], {path: now[path] for path in gone if gone[path] == keeper})
    for path in gone:
        del now[path]
    now.update({path: relink(text, gone, path) for path, text in now.items() if path not in kept})
    return gone


def _mend_index(now: dict[str, str], others: Collection[str], kept: Collection[str], counts: Counter[str]) -> None:
    memories = {path: parse_memory(path, now[path]) for path in _memories(now)}
    if INDEX_NAME in {*kept, *others} or not (memories or now.get(INDEX_NAME)):
        return
    repaired: Repaired = repair_index(now.get(INDEX_NAME, ""), memories, others, kept)
    counts.update(repaired.counts)
    now[INDEX_NAME] = repaired.text
    now.update(repaired.memories)


def _memories(texts: Mapping[str, str]) -> list[str]:
    return sorted(path for path in texts if is_memory_path(path))


def _listed(texts: Mapping[str, str]) -> set[str]:
    known = paths_by_key(_memories(texts))
    lines = parse_index(texts.get(INDEX_NAME, "")).entries
    return {known[path_key(line.target)] for line in lines if line.target and path_key(line.target) in known}


def _end_of(path: str, removed: Mapping[str, str]) -> str:
    while path in removed:
        path = removed[path]
    return path


def _sentences(counts: Counter[str]) -> Iterator[str]:
    for what, sentence in _SENTENCES.items():
        if counts[what]:
            one, many = _NOUNS.get(what, _LINES)
            yield sentence.format(one if counts[what] == 1 else many.format(counts[what]))
