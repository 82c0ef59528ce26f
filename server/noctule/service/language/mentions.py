"""Which memories speak of which files of the workspace."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from noctule.memories.names import path_key
from noctule.service.language.library import Library
from noctule.service.language.pages import Page

# A memory may name a file from its package, as far below the root as `WorkspaceFiles` looks.
_DEPTH = 2


class Mentions:
    """Files by the memories that name them, for one state of a library; made anew when that has changed."""

    def __init__(self, library: Library) -> None:
        self._pages = library.pages()
        self._by_path: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(self._pages):
            for spelled in named_paths(library, self._pages[path]):
                self._by_path[path_key(spelled)].append(path)

    def is_of(self, library: Library) -> bool:
        """Whether the library is still as it was."""
        return library.pages() is self._pages

    def of(self, file: str, is_at_root: Collection[str]) -> list[Page]:
        """The memories that name the file at `file` (from the workspace's root), by path.

        `is_at_root` are those of its shorter spellings that are files of the root itself: they do not mean this one.
        """
        found: dict[str, Page] = {}
        for spelled in spellings(file):
            if spelled == file or spelled not in is_at_root:
                found |= {path: self._pages[path] for path in self._by_path.get(path_key(spelled), ())}
        return [found[path] for path in sorted(found) if not found[path].is_index]


def named_paths(library: Library, page: Page) -> Iterator[str]:
    """The workspace paths that a page names, each once; a link that leads to no memory may be one too."""
    named = dict.fromkeys(one.reference.path for one in page.references)
    for placed, target in zip(page.links, library.targets(page), strict=True):
        literal = placed.link.literal
        if target is None and literal and not placed.link.is_wiki and "/" in literal:
            named[literal] = None
    yield from named


def spellings(file: str) -> list[str]:
    """The ways in which a memory may name a file: from the root, or from one of its packages."""
    parts = file.split("/")
    return ["/".join(parts[skipped:]) for skipped in range(min(_DEPTH + 1, len(parts)))]


def meant_by(spelled: str, files: Iterable[str]) -> list[str]:
    """Those of `files` that a spelling may mean."""
    return [file for file in files if path_key(spelled) in map(path_key, spellings(file))]
