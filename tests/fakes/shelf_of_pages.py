"""A memory folder on disk with its library, for tests of what editors are given."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from fakes.house import a_house, memory_text
from noctule.checks.finding import Edit
from noctule.checks.fixing import apply_edits
from noctule.service.language.checking import Findings
from noctule.service.language.library import Library
from noctule.service.language.pages import Page


class Shelf:
    """The library of a project's memory folder, and its findings."""

    def __init__(self, library: Library, root: Path) -> None:
        self.library = library
        self.root = root
        self.findings = Findings(library, root)

    @property
    def folder(self) -> Path:
        return self.library.folder.path

    def page(self, path: str) -> Page:
        page = self.library.page(path)
        assert page is not None
        return page

    def codes(self, path: str) -> list[str]:
        return [one.code for one in self.findings.of(self.page(path))]

    def all_codes(self) -> dict[str, list[str]]:
        """The findings of every page that has some."""
        self.library.note_changed()
        found = {path: self.codes(path) for path in self.library.pages()}
        return {path: codes for path, codes in found.items() if codes}

    def apply(self, edits: tuple[Edit, ...] | list[Edit], moved: tuple[str, str] | None = None) -> None:
        """Does on disk what an editor does with an edit: the texts, then the file that moves."""
        for path in {edit.path for edit in edits}:
            file = self.folder / path
            text = file.read_text(encoding="utf-8") if file.exists() else ""
            file.write_text(apply_edits(text, [edit for edit in edits if edit.path == path]), encoding="utf-8")
        if moved is not None:
            (self.folder / moved[0]).rename(self.folder / moved[1])
        self.library.note_changed()


@contextmanager
def a_shelf(base: Path, files: Mapping[str, str], workspace: Mapping[str, str] | None = None) -> Iterator[Shelf]:
    """A folder with these files, beside a workspace with those."""
    with a_house(base) as house:
        process = house.process()
        process.memory.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            process.save(path, text)
        for path, text in (workspace or {}).items():
            (house.project / path).parent.mkdir(parents=True, exist_ok=True)
            (house.project / path).write_text(text)
        yield Shelf(Library(process.opened.folder), house.project)


def memory(name: str, body: str = "It is dry there.", type: str = "project") -> str:
    return memory_text(name, "when the ferry berths", body, type)
