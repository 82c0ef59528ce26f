"""What a write's answer says beside its verdict: warnings on dates, and the memories or items that are near."""

from collections.abc import Iterable
from datetime import datetime

from noctule.capture.advice import Near, Part, date_warnings, near
from noctule.capture.write import digests_of
from noctule.dataclass import dataclass, replace
from noctule.errors import MemoryProblem, StorageError
from noctule.memories.entries import entries
from noctule.memories.memory import parse_memory
from noctule.memories.profile import items
from noctule.memories.text import decode
from noctule.recall.inject import shown_part
from noctule.service.open_folder import OpenFolder
from noctule.service.project import OpenProject
from noctule.service.values import Related, WriteAnswer
from noctule.service.withholding import Seen

# A write is compared with so many memories, those first that have most in common with it.
_MOST_COMPARED = 20
_QUERY_CHARS = 4_000
_SHOWN_BYTES = 500


@dataclass(frozen=True, slots=True)
class Advice:
    """Sentences for whoever wrote, and what is near to the text."""

    warnings: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()

    def on(self, answer: WriteAnswer) -> WriteAnswer:
        """The answer with this advice; one that wrote nothing needs none."""
        if answer.verdict != "written":
            return answer
        return replace(answer, warnings=(*answer.warnings, *self.warnings), related=(*answer.related, *self.related))


def advice_on_memory(opened: OpenProject, text: str, now: datetime, but: str | None = None) -> Advice:
    """On a text for the project's memory, before it is written. The memory at `but` is the one that it is put into.

    Raises nothing: what cannot be compared is not near.
    """
    try:
        parts = _parts(opened.folder, text, but)
    except (MemoryProblem, StorageError):
        parts = []
    return _advice(opened.folder, text, now, parts)


def advice_on_item(folder: OpenFolder, file: str, text: str, now: datetime, but: str | None = None) -> Advice:
    """On a text for a store of the profile, before it is written in the place of the item that holds `but`."""
    if not text:
        return Advice()
    try:
        known = items(decode(folder.memories.read(file)).text)
    except (MemoryProblem, StorageError):
        known = ()
    return _advice(folder, text, now, [Part(file, item) for item in known if but is None or but not in item])


def known_to_agents(opened: OpenProject, text: str) -> dict[str, str]:
    """Digests of what is said in the folder, by path: a held memory, which no agent is shown, makes nothing known."""
    known = opened.folder.known.digests()
    for digest in digests_of(text, "new.md"):
        if digest in known and _is_held(opened.folder, known[digest]):
            del known[digest]
    return known


def all_known_to_agents(opened: OpenProject) -> dict[str, str]:
    """As `known_to_agents`, for any text: what held memories say is left out. Raises `FolderUnreadable`."""
    held = opened.folder.withholding.held()
    return {digest: path for digest, path in opened.folder.known.digests().items() if path not in held}


def _is_held(folder: OpenFolder, path: str) -> bool:
    try:
        return folder.withholding.reason_for(Seen.of(path, folder.memories.read(path))) is not None
    except (MemoryProblem, StorageError):
        return False


def _parts(folder: OpenFolder, text: str, but: str | None) -> list[Part]:
    if not folder.memories.exists():
        return []
    folder.shelf.refresh()
    held = folder.withholding.held()
    ranked = folder.shelf.rank(text[:_QUERY_CHARS], limit=_MOST_COMPARED)
    return [part for one in ranked if one.path not in held and one.path != but for part in _parts_of(folder, one.path)]


def _parts_of(folder: OpenFolder, path: str) -> Iterable[Part]:
    try:
        memory = parse_memory(path, decode(folder.memories.read(path)).text)
    except (MemoryProblem, StorageError):
        return ()
    told = [entry.text for entry in entries(memory.text)] or [memory.body]
    return tuple(Part(path, one) for one in told if one.strip())


def _advice(folder: OpenFolder, text: str, now: datetime, parts: list[Part]) -> Advice:
    found = near(text, parts)
    told = tuple(f"{one.part.path} says nearly the same: merge the two, or tell them apart." for one in found)
    # The person's own day, not the one in Greenwich.
    dates = date_warnings(text, now.astimezone().date())
    return Advice((*dates, *dict.fromkeys(told)), tuple(_related(folder, one) for one in found))


def _related(folder: OpenFolder, one: Near) -> Related:
    text, _ = shown_part(one.part.text.strip(), _SHOWN_BYTES)
    return Related(folder.uri(one.part.path), "near", text)
