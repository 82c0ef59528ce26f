"""Which project a call is about: the client's roots, which of them are trusted, and what a URI names."""

import threading
from collections.abc import Iterable
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import NoWorkspace, UnknownWorkspace, WhichProject
from noctule.service.uris import path_of, real, uri_of


@dataclass(frozen=True, slots=True)
class Root:
    """One workspace folder of the client: its URI as the client spelled it, and its path."""

    uri: str
    path: Path


class Workspaces:
    """The client's roots, its word on trust, its storage. Thread-safe; the disk is touched to resolve links only."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._roots: dict[Path, Root] = {}
        self._trusted: frozenset[Path] | None = None
        self._storage: tuple[Path, ...] = ()

    @property
    def roots(self) -> tuple[Root, ...]:
        """The client's roots, in the order it opened them."""
        with self._lock:
            return tuple(self._roots.values())

    def set_roots(self, uris: Iterable[str]) -> None:
        """Replaces the client's roots: URIs or absolute paths. Raises `PathRefused` for what is neither."""
        with self._lock:
            self._roots = {real(root.path): root for root in map(_root, uris)}

    def change_roots(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """Takes roots away, then adds some; one that is not there is taken away in vain. Raises `PathRefused`."""
        with self._lock:
            for root in map(_root, removed):
                self._roots.pop(real(root.path), None)
            for root in map(_root, added):
                self._roots[real(root.path)] = root

    @property
    def declares_trust(self) -> bool:
        """Whether the client said which roots it trusts, be it none."""
        with self._lock:
            return self._trusted is not None

    def set_trusted(self, uris: Iterable[str]) -> None:
        """Replaces the client's list of trusted roots: what is not in it is not trusted."""
        trusted = frozenset(real(path_of(uri)) for uri in uris)
        with self._lock:
            self._trusted = trusted

    @property
    def storage(self) -> tuple[Path, ...]:
        """The folders where the client keeps what belongs to the open workspace, chats among it."""
        with self._lock:
            return self._storage

    def set_storage(self, uris: Iterable[str]) -> None:
        """Replaces them: URIs or absolute paths. Raises `PathRefused` for what is neither."""
        storage = tuple(map(path_of, uris))
        with self._lock:
            self._storage = storage

    def is_trusted(self, path: Path) -> bool:
        """Whether the client trusts the folder itself or one around it."""
        with self._lock:
            trusted = self._trusted or frozenset()
        return any(real(path).is_relative_to(root) for root in trusted)

    def root_at(self, path: Path) -> Root:
        """The root at a path, spelled as the client does if it has it open."""
        with self._lock:
            known = self._roots.get(real(path))
        return known or Root(uri_of(path), path)

    def which(self, uri: str | None) -> Root:
        """The root a call is about: the one named, which may be a folder inside one, else the only one there is.

        Raises `NoWorkspace` with no root, `WhichProject` with several and none named, `UnknownWorkspace` for a folder
        that lies in none of them.
        """
        roots = self.roots
        if not roots:
            raise NoWorkspace("No folder is open: open a project folder, or name one as the workspace.")
        if uri is None:
            if len(roots) > 1:
                names = ", ".join(sorted(root.path.name for root in roots))
                raise WhichProject(f"Several folders are open ({names}): name one as workspaceUri.")
            return roots[0]
        return self._named(uri)

    def _named(self, uri: str) -> Root:
        path = real(path_of(uri))
        with self._lock:
            known = dict(self._roots)
        if not any(path.is_relative_to(root) for root in known):
            raise UnknownWorkspace("The named folder is none of the open ones, nor inside one of them.")
        return known.get(path) or Root(uri_of(path), path)


def _root(uri: str) -> Root:
    path = path_of(uri)
    return Root(uri if uri[:5].lower() == "file:" else uri_of(path), path)
