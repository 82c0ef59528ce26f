"""Structured writes: add, replace and remove, in the project's memory or in the profile."""

from collections.abc import Callable
from typing import Literal

from noctule.capture import items
from noctule.capture.change import Replacement, put, replace
from noctule.capture.change import remove as remove_memory
from noctule.capture.hand import Hand, unconditionally
from noctule.capture.items import Store, StoreOutcome
from noctule.capture.settle import put_over, put_over_item
from noctule.capture.write import Addition, Outcome, add
from noctule.dataclass import dataclass
from noctule.errors import NotFound
from noctule.safety.sanitize import neutralise
from noctule.service.capture.advising import advice_on_item, advice_on_memory, all_known_to_agents, known_to_agents
from noctule.service.following import Following
from noctule.service.open_folder import OpenFolder
from noctule.service.profile import NOTES_FILE, USER_FILE, caps_of
from noctule.service.project import OpenProject, Projects
from noctule.service.roots import note_project
from noctule.service.values import Related, Usage, WriteAnswer
from noctule.store.changes import Author, By
from noctule.store.proposals import Concern

Target = Literal["project", "user", "notes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """Who writes and where: an agent's session, whose project then counts, or a person, unless `by` says otherwise.

    `check` is made under the write lock: it raises where what the write rests on is no longer so. `is_new_store`: the
    person said that a store of the profile that was there and is gone is to be begun anew.
    """

    target: Target = "project"
    workspace_uri: str | None = None
    session_id: str | None = None
    by: By | None = None
    check: Callable[[], None] = unconditionally
    is_new_store: bool = False

    @property
    def author(self) -> Author:
        return Author(self.by or ("agent" if self.session_id else "person"), self.session_id)


class Writing:
    """Each method is one turn at a folder. Raises `WorkspaceError`s, `Disabled`, `UnknownSession`, capture's errors.

    A memory is named by its URI or path; for a profile store (`writer.target`) an item is named by a text in it.
    """

    def __init__(self, projects: Projects, following: Following) -> None:
        self._projects = projects
        self._following = following

    def add(self, addition: Addition, writer: Writer) -> WriteAnswer:
        """Adds a memory, an entry or an item. What is there already is a success that writes nothing."""
        opened = self.opened_for(writer)
        if writer.target != "project":
            text, is_forced = addition.text, addition.is_forced
            return self._to_store(
                opened, writer, lambda store, hand: items.add(store, text, hand, is_forced=is_forced), text
            )
        known = known_to_agents(opened, addition.text)
        advice = advice_on_memory(opened, addition.text, self._projects.now())
        hand = self.hand_for(opened.folder, writer)
        return advice.on(self._told(opened, add(opened.folder.memories, addition, known, hand)))

    def replace(self, memory_uri: str | None, change: Replacement, writer: Writer) -> WriteAnswer:
        """Replaces a text, an entry or a whole body; in a store, the item that `change.old` is found in."""
        opened = self.opened_for(writer)
        if writer.target != "project":
            old, text, is_forced = change.old or "", change.text, change.is_forced
            return self._to_store(
                opened,
                writer,
                lambda store, hand: items.replace(store, old, text, hand, is_forced=is_forced),
                text,
                old,
            )
        path = self._path(opened, memory_uri)
        hand = self.hand_for(opened.folder, writer)
        advice = advice_on_memory(opened, change.text, self._projects.now(), but=path)
        known = all_known_to_agents(opened)
        return advice.on(self._told(opened, replace(opened.folder.memories, path, change, hand, known)))

    def remove(self, memory_uri: str | None, entry: str | None, item: str | None, writer: Writer) -> WriteAnswer:
        """Removes an entry or a memory; in a store, the item that `item` is found in."""
        opened = self.opened_for(writer)
        if writer.target != "project":
            old = item or entry or ""
            return self._to_store(opened, writer, lambda store, hand: items.remove(store, old, hand))
        path = self._path(opened, memory_uri)
        hand = self.hand_for(opened.folder, writer)
        return self._told(opened, remove_memory(opened.folder.memories, path, entry, hand))

    def put(self, memory_uri: str, before: str, after: str, writer: Writer) -> WriteAnswer:
        """Puts a whole text over the one that was read, in a memory or the index. Raises `Changed`."""
        opened = self.opened_for(writer)
        path = self._path(opened, memory_uri)
        hand = self.hand_for(opened.folder, writer)
        return self._told(opened, put(opened.folder.memories, path, before, after, hand))

    def put_over(self, concern: Concern, text: str, writer: Writer) -> WriteAnswer:
        """Puts a text in the place of what a held proposal concerns. Raises `Changed` where that is another now."""
        opened = self.opened_for(writer)
        if writer.target != "project":
            return self._to_store(opened, writer, lambda store, hand: put_over_item(store, concern, text, hand))
        hand = self.hand_for(opened.folder, writer)
        return self._told(opened, put_over(opened.folder.memories, concern, text, hand))

    def opened_for(self, writer: Writer) -> OpenProject:
        """The project that a writer writes in. Raises `WorkspaceError`s, `UnknownSession`, `Disabled`."""
        return self._projects.open_for(writer.session_id, writer.workspace_uri).require_enabled()

    def hand_for(self, folder: OpenFolder, writer: Writer) -> Hand:
        """Whose turn it is at a folder, which is looked at first: what others did comes before what is done now.

        Raises `StorageError`s.
        """
        if folder.memories.exists():
            self._following.look(folder)
        unexplained = self._projects.author_of_unexplained(folder)
        return Hand(writer.author, self._projects.now(), lambda _path: unexplained, writer.check)

    def _path(self, opened: OpenProject, memory_uri: str | None) -> str:
        if memory_uri is None:
            raise NotFound("No memory is named: give its memoryUri.")
        return self._projects.relative(opened, memory_uri)

    def _told(self, opened: OpenProject, outcome: Outcome) -> WriteAnswer:
        note_project(self._projects, opened)
        self._following.gather(opened.folder)
        return answer_of(opened.folder, outcome)

    def _to_store(
        self,
        opened: OpenProject,
        writer: Writer,
        write: Callable[[Store, Hand], StoreOutcome],
        text: str = "",
        old: str | None = None,
    ) -> WriteAnswer:
        """Writes to a store; the advice is on `text`, which takes the place of the item that `old` is found in."""
        folder = self._projects.profile(opened)
        store = store_of(folder, opened, writer)
        advice = advice_on_item(folder, store.file, text, self._projects.now(), but=old)
        outcome = write(store, self.hand_for(folder, writer))
        self._following.gather(folder)
        return advice.on(store_answer_of(folder, store, outcome))


def store_of(folder: OpenFolder, opened: OpenProject, writer: Writer) -> Store:
    """The store of the profile that a writer writes to."""
    file = USER_FILE if writer.target == "user" else NOTES_FILE
    return Store(folder.memories, file, caps_of(opened.resolved.settings)[file], writer.is_new_store)


def answer_of(folder: OpenFolder, outcome: Outcome) -> WriteAnswer:
    """What a write to a project's memory did, as an answer."""
    uri = folder.uri(outcome.path)
    twin = outcome.collapsed
    related = () if twin is None else (Related(uri, "duplicate", neutralise(twin.strip())),)
    return WriteAnswer(outcome.verdict, uri, warnings=(*outcome.warnings, *_unrecorded(folder)), related=related)


def store_answer_of(folder: OpenFolder, store: Store, outcome: StoreOutcome) -> WriteAnswer:
    """What a write to a store of the profile did, as an answer."""
    usage = Usage(outcome.chars, store.cap_chars)
    return WriteAnswer(outcome.verdict, folder.uri(store.file), warnings=_unrecorded(folder), usage=usage)


def _unrecorded(folder: OpenFolder) -> tuple[str, ...]:
    """What a writer should know where the write is done, and not in the history yet."""
    problem = folder.memories.history_problem
    return (f"Written, but not in the history yet. {problem}",) if problem is not None else ()
