"""The findings about one page as an editor has it, saved or not: its own, and those of its place among the others."""

from collections.abc import Iterator, Mapping
from typing import Final

from noctule.checks.finding import Finding
from noctule.checks.folder import check_between, check_index_of
from noctule.checks.memory import check_memory
from noctule.memories.memory import Memory
from noctule.memories.names import INDEX_NAME
from noctule.service.language.library import Library
from noctule.service.language.pages import Page

_ORDER: Final = ("error", "warning", "information", "hint")


class Heads(Mapping[str, Memory]):
    """The memories of a library, each parsed only when something about it is asked."""

    def __init__(self, library: Library) -> None:
        self._pages = library.memories()

    def __getitem__(self, path: str) -> Memory:
        return self._pages[path].memory

    def __iter__(self) -> Iterator[str]:
        return iter(self._pages)

    def __len__(self) -> int:
        return len(self._pages)


def findings_of(library: Library, page: Page) -> list[Finding]:
    """The findings about a page, top to bottom, the worst first on one line."""
    heads = Heads(library)
    index = library.index() if INDEX_NAME in library.pages() else None
    placed = check_index_of(heads, index.text if index is not None else None)
    own = [] if page.is_index else [*check_memory(page.memory), *check_between(heads)]
    found = [one for one in (*own, *placed) if one.path == page.path]
    return sorted(found, key=lambda one: (one.start, _ORDER.index(one.severity)))
