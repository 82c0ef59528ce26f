"""Reads, live, what a new memory is compared with, and knows whether any of it changed since."""

from hashlib import sha256

from noctule.capture.sources import Source, source_of_instructions, sources_of_memory, sources_of_store
from noctule.capture.vanished import check_there
from noctule.dataclass import dataclass
from noctule.errors import MemoryProblem, NotFound, NotText, StorageError
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode
from noctule.service.instructions import read_instructions
from noctule.service.profile import NOTES_FILE, USER_FILE
from noctule.service.project import OpenProject, Projects
from noctule.store.proposals import Kind
from noctule.store.remembered import seen_instructions

# How many memories are read for a review, those first that have most in common with the new text.
_MOST_MEMORIES = 40
_QUERY_CHARS = 4_000

_STORES: tuple[tuple[Kind, str], ...] = (("user", USER_FILE), ("notes", NOTES_FILE))


@dataclass(frozen=True, slots=True)
class Gathered:
    """The sources, what they were read from as one digest, and why they are not complete, if they are not."""

    sources: tuple[Source, ...]
    fingerprint: str
    problem: str | None = None


class Sources:
    """The memories of a project, the profile and the instruction files, as they are on disk now."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    def gather(self, opened: OpenProject, text: str) -> Gathered:
        """What there is to compare `text` with. Raises nothing: what cannot be read is the `problem`."""
        try:
            fingerprint, problem = self._look(opened)
            memories, unread = self._memories(opened, text)
            sources = (*self._instructions(opened), *self._profile(opened), *memories)
        except (MemoryProblem, StorageError) as error:
            return Gathered((), "", str(error))
        return Gathered(sources, fingerprint, problem or unread)

    def fingerprint(self, opened: OpenProject) -> str:
        """One digest for all that a review rests on: it differs where any file does. Raises `StorageError`s."""
        return self._look(opened)[0]

    def forget_gone(self, opened: OpenProject) -> None:
        """A person went on without the instruction files that are gone: they are no longer missed."""
        gone = read_instructions(self._projects, opened).gone
        if gone:
            seen_instructions(opened.folder.memories.state).drop(gone)

    def _look(self, opened: OpenProject) -> tuple[str, str | None]:
        instructions = read_instructions(self._projects, opened)
        seen = [f"{path}\0{sha256(data).hexdigest()}" for path, data in instructions.files.items()]
        seen += [
            f"{stat.path}\0{stat.size}\0{stat.mtime_ns}\0{stat.changed_ns}"
            for stat in opened.folder.memories.scan()
            if stat.path != INDEX_NAME
        ]
        profile = self._projects.profile(opened).memories
        seen += [
            f"{stat.path}\0{stat.size}\0{stat.mtime_ns}\0{stat.changed_ns}"
            for stat in profile.scan()
            if stat.path in (USER_FILE, NOTES_FILE)
        ]
        return sha256("\n".join(seen).encode(errors="replace")).hexdigest(), instructions.problem

    def _instructions(self, opened: OpenProject) -> list[Source]:
        instructions = read_instructions(self._projects, opened)
        seen_instructions(opened.folder.memories.state).add(instructions.files)
        return [source_of_instructions(path, data) for path, data in instructions.files.items()]

    def _profile(self, opened: OpenProject) -> list[Source]:
        folder = self._projects.profile(opened).memories
        found: list[Source] = []
        for kind, file in _STORES:
            check_there(folder, file)
            try:
                decoded = decode(folder.read(file))
            except NotFound:
                continue
            if decoded.problem is not None:
                raise NotText(f"{file} of the profile is not UTF-8")
            found += sources_of_store(kind, file, decoded.text)
        return found

    def _memories(self, opened: OpenProject, text: str) -> tuple[list[Source], str | None]:
        """The memories nearest to the text, and which file cannot be read, if any."""
        held = opened.folder.withholding.held()
        found = {path: entry for path, entry in opened.folder.catalogue.refresh().items() if path not in held}
        unread = next((path for path, entry in found.items() if not entry.is_readable), None)
        readable = [path for path, entry in found.items() if entry.is_readable]
        opened.folder.shelf.refresh()
        ranked = opened.folder.shelf.rank(text[:_QUERY_CHARS], limit=_MOST_MEMORIES)
        near = [one.path for one in ranked if one.path in found]
        sources: list[Source] = []
        for path in list(dict.fromkeys([*near, *readable]))[:_MOST_MEMORIES]:
            try:
                sources += sources_of_memory(path, opened.folder.memories.read(path))
            except NotFound:
                continue
        return sources, f"{unread} cannot be read" if unread else None
