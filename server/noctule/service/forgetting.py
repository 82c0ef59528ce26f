"""Forgets a memory or a text for good: in its folder and history, and in all that is kept of sessions and caches."""

from noctule.dataclass import dataclass
from noctule.errors import NotFound, Refused
from noctule.service.following import Following
from noctule.service.open_folder import OpenFolder
from noctule.service.project import OpenProject, Projects
from noctule.store.atomic import storage_error
from noctule.store.changes import Author
from noctule.store.needles import Needles
from noctule.store.scrubbing import remove_set_aside, scrub_database, scrub_files

# A shorter text would be found in the middle of words that mean something else.
_SHORTEST_TEXT = 4

_CACHES = ("rank.cache", "search.db", "search.db-wal", "search.db-shm")
_PERSON = Author("person")


@dataclass(frozen=True, slots=True)
class ForgetAnswer:
    """`still_named`: files whose own name holds the text, which stays."""

    message: str
    still_named: tuple[str, ...] = ()


class Forgetting:
    """Nothing of it can be undone: a face asks the person first. Changes have new ids afterwards.

    Raises `WorkspaceError`s, `Disabled`, `NotFound`, `StateDamaged`, `StorageError`s; then it should be tried again.
    """

    def __init__(self, projects: Projects, following: Following) -> None:
        self._projects = projects
        self._following = following

    def forget_file(self, memory_uri: str, workspace_uri: str | None = None) -> ForgetAnswer:
        """Forgets a memory with its index lines, also one that only the history holds any more."""
        from noctule.store.forgetting import forget_file

        opened = self._projects.open(workspace_uri).require_enabled()
        path = self._projects.relative(opened, memory_uri)
        self._following.look(opened.folder)
        found = forget_file(opened.folder.memories, path, _PERSON, self._projects.now())
        if found is None:
            raise NotFound(f"There is and was no memory {path}.")
        self._projects.state.ledger.forget(opened.folder.key, path)
        self._forget_elsewhere(opened, found, [opened.folder])
        return ForgetAnswer(f"{path} is forgotten. Every change in the history has a new id.")

    def forget_text(self, text: str, workspace_uri: str | None = None) -> ForgetAnswer:
        """Forgets a text in the project's memories and in the profile. Raises `Refused` for one that is too short."""
        from noctule.store.forgetting import forget_text
        from noctule.store.needles import needles

        if len(text.strip()) < _SHORTEST_TEXT or not any(letter.isalnum() for letter in text):
            raise Refused(f"A text to be forgotten has at least {_SHORTEST_TEXT} characters, letters among them.")
        opened = self._projects.open(workspace_uri).require_enabled()
        folders = [folder for folder in (opened.folder, self._projects.profile(opened)) if _is_begun(folder)]
        found = needles([text])
        was_found = False
        for folder in folders:
            self._following.look(folder)
            was_found |= forget_text(folder.memories, found, _PERSON, self._projects.now())
        was_found |= self._forget_elsewhere(opened, found, folders)
        named = tuple(folder.uri(one.path) for folder in folders for one in folder.memories.scan() if text in one.path)
        if not was_found:
            raise NotFound("The text is in no memory, and in nothing that is kept of them.")
        return ForgetAnswer("The text is forgotten. Every change in the history has a new id.", named)

    def _forget_elsewhere(self, opened: OpenProject, found: Needles, folders: list[OpenFolder]) -> bool:
        home = self._projects.places.home
        scrub_database(home.state_db, found)
        if home.root.is_dir():
            remove_set_aside(home.root)
        places = [home.logs, home.project_state(opened.project.key), *(folder.path for folder in folders)]
        was_found = sum(scrub_files(place, found) for place in places if place.is_dir()) > 0
        self._drop_caches(opened, folders)
        for folder in folders:
            self._following.gather(folder)
        return was_found

    def _drop_caches(self, opened: OpenProject, folders: list[OpenFolder]) -> None:
        state = self._projects.places.home.project_state(opened.project.key)
        for folder in folders:
            folder.drop_cache()
        for name in _CACHES:
            try:
                (state / name).unlink(missing_ok=True)
            except OSError as error:
                raise storage_error(error, state / name) from error


def _is_begun(folder: OpenFolder) -> bool:
    """Whether there is anything of it: a text may be held for a folder that has no memory yet."""
    return folder.memories.exists() or folder.memories.state.is_dir()
