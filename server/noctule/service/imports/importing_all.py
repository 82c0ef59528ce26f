"""Imports of every project that a tool keeps memories of, as far as a transcript names the project's folder."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from noctule.dataclass import dataclass, field, replace
from noctule.errors import NoctuleError, Refused
from noctule.imports.finding import Looked
from noctule.imports.reading import has_memories
from noctule.imports.source import Places, Source
from noctule.imports.sources import SOURCES, source_named
from noctule.imports.told_folders import telling_folders, told_folders
from noctule.service.imports.importing import Importing
from noctule.service.imports.values import ImportAnswer, ImportItem, ImportWanted, answer, unheard
from noctule.service.project import OpenProject, Projects
from noctule.service.uris import real, uri_of
from noctule.store.looking import is_folder

_UNTOLD = "No conversation names the project that it belongs to: open that project, and import there."
_GONE = "Its project {root} is not there any more. In its new place, `noctule adopt` or `--from` brings it in."


@dataclass(slots=True)
class _Told:
    """A project that transcripts name, and the folders in it that they name."""

    opened: OpenProject
    folders: list[Path] = field(default_factory=list)


class ImportingAll:
    """Raises what `Importing` raises, but for what is wrong with one project only: that is an item of the answer."""

    def __init__(self, projects: Projects, importing: Importing) -> None:
        self._projects = projects
        self._importing = importing

    def run(self, wanted: ImportWanted, tell: Callable[[str], None] = unheard) -> ImportAnswer:
        """Each project is one change of its own memory. The folders whose project nobody names are listed."""
        if wanted.from_path is not None:
            raise Refused("`--all` goes through a tool's own folders, `--from` names one: give one of the two.")
        places = Places((), self._projects.places.user_home, self._projects.places.environ)
        told, gone = self._told(told_folders(places))
        items: list[ImportItem] = []
        looked: list[Looked] = []
        for number, one in enumerate(told):
            found = [each for each in self._found(one, wanted) if number == 0 or not each.source.is_profile]
            looked += found
            items += self._bring(one, found, wanted, tell)
        done = {real(one.folder) for one in looked}
        items += _others(_sources(wanted), places, done, gone)
        answered = answer(items, looked, is_dry_run=wanted.is_preview)
        return answered if items else replace(answered, message=_nowhere(places))

    def _told(self, folders: Iterable[str]) -> tuple[list[_Told], list[Path]]:
        """The projects that are there, and the folders that are not any more."""
        told: dict[str, _Told] = {}
        gone: list[Path] = []
        for folder in map(Path, folders):
            if not is_folder(folder):
                gone.append(folder)
                continue
            opened = self._projects.open_root(self._projects.workspaces.root_at(folder))
            told.setdefault(opened.project.key, _Told(opened)).folders.append(folder)
        return list(told.values()), gone

    def _found(self, one: _Told, wanted: ImportWanted) -> list[Looked]:
        looked = self._importing.look(one.opened, wanted, one.folders)
        return [each for each in looked if each.is_found]

    def _bring(
        self, one: _Told, found: list[Looked], wanted: ImportWanted, tell: Callable[[str], None]
    ) -> Iterable[ImportItem]:
        if not found:
            return ()
        tell(str(one.opened.project.root))
        try:
            return self._importing.bring(one.opened.require_enabled(), found, replace(wanted, only=()), tell)
        except NoctuleError as error:
            return [ImportItem("skipped", None, uri_of(each.folder), str(error)) for each in found]


def _sources(wanted: ImportWanted) -> tuple[Source, ...]:
    return tuple(SOURCES.values()) if wanted.source is None else (source_named(wanted.source),)


def _nowhere(places: Places) -> str:
    read = " and ".join(map(str, telling_folders(places)))
    return f"There is nothing to import: of the projects that the conversations in {read} name, none has memories."


def _others(sources: Iterable[Source], places: Places, done: set[Path], gone: Iterable[Path]) -> Iterator[ImportItem]:
    """The memory folders that belong to no project that is there."""
    for source in sources:
        lost = {
            real(folder): root
            for root in gone
            for folder in source.folders(Places((root,), places.user_home, places.environ))
        }
        for folder in source.all_folders(places):
            if real(folder) not in done and has_memories(folder):
                root = lost.get(real(folder))
                reason = _UNTOLD if root is None else _GONE.format(root=root)
                yield ImportItem("skipped", None, uri_of(folder), reason)
