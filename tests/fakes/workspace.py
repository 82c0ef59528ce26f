"""A workspace held in memory, for checks that ask about its files."""

from collections.abc import Mapping


class FakeWorkspace:
    """The files by path, as texts; one that is added to the mapping is there."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files

    def has(self, path: str) -> bool:
        return path in self._files

    def lines_of(self, path: str) -> int | None:
        text = self._files.get(path)
        return None if text is None else text.count("\n") + 1

    def text_of(self, path: str) -> str | None:
        return self._files.get(path)

    def named(self, name: str) -> list[str]:
        return sorted(path for path in self._files if path.rpartition("/")[2].casefold() == name.casefold())
