"""The files that the dream's shell sees: it lists, opens and removes them by name, and reaches nothing else.

Paths are walked raw, one real folder at a time; `..` goes back up the same way and never above the memory folder.
Links, hidden names, hard links, FIFOs and devices are in no list, and to name one is refused.
"""

import os
import stat
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from noctule.dataclass import dataclass
from noctule.errors import NoctuleError, NotFound, OverCap, PathRefused
from noctule.safety.confine import Confined, check_is_file
from noctule.safety.path_names import INDEX, check_name, check_relative, relative_names, same_but_for_case
from noctule.safety.shell.refused import CommandRefused
from noctule.safety.walk import Level, is_link, level_type, stored_name

LARGEST_FILE = 1024 * 1024
# A memory is kept while others are removed with it: all or none.
LARGEST_KEPT = 64 * 1024 * 1024
MOST_LISTED = 20_000
MOST_REMOVED = 32
MOST_PARTS = 64
LONGEST_NAME = 255


class Missing(Exception):
    """There is no such file, or it cannot be read now: an answer that the command prints, not a refusal."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder in the vault; `path` is relative with slashes, `modified` in seconds since the epoch."""

    path: str
    is_folder: bool
    size: int
    modified: float

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


class Vault:
    """A memory folder (`root`), and `readable`: files elsewhere that are only read, by their path or a name of ours.

    `shown` is what becomes of each text before a command sees it.
    """

    def __init__(
        self,
        root: Path,
        readable: Collection[Path] | Mapping[str, Path] = (),
        shown: Callable[[str], str] | None = None,
    ) -> None:
        self.root = root.absolute()
        self._real = Path(os.path.realpath(self.root))
        named = dict(readable) if isinstance(readable, Mapping) else {}
        files = [path.absolute() for path in (named.values() if named else readable) if isinstance(path, Path)]
        self._readable = {**{str(path): path for path in files}, **named}
        self._confined = Confined(self.root, readable=files)
        self._shown = shown

    def read(self, path: str) -> str:
        """The text of a file. Raises Missing, or CommandRefused for a path that is not of the vault."""
        if path in self._readable:
            return self._text(str(self._readable[path]), is_elsewhere=True)
        names = self._names_of(path)
        if not names:
            raise Missing("is a folder")
        return self._text("/".join(names), is_elsewhere=False)

    def entry(self, path: str) -> Entry:
        """What is at a path."""
        if path in self._readable:
            with _asking():
                elsewhere = self._readable[path].lstat()
            return Entry(path, False, elsewhere.st_size, elsewhere.st_mtime)
        names = self._names_of(path)
        with ExitStack() as opened:
            if not names:
                return Entry(".", True, 0, self._real.lstat().st_mtime)
            with _asking():
                status = self._open(opened, names[:-1]).status(names[-1])
                if status is None or not stat.S_ISDIR(status.st_mode):
                    check_is_file(status)
            assert status is not None
            return _entry("/".join(names), status)

    def entries(self, path: str) -> list[Entry]:
        """The files and folders in a folder, by name."""
        names = self._names_of(path)
        with ExitStack() as opened, _asking():
            level = self._open(opened, names)
            found = [_listed(level, name, names) for name in sorted(level.names())[:MOST_LISTED]]
        return [entry for entry in found if entry is not None]

    def walk(self, path: str) -> Iterator[Entry]:
        """All files below a folder, each folder's own first."""
        waiting = [path]
        left = MOST_LISTED
        while waiting:
            entries = self.entries(waiting.pop(0))
            left -= len(entries)
            if left < 0:
                raise CommandRefused("There are too many files below that folder: name a folder in it.")
            yield from (entry for entry in entries if not entry.is_folder)
            waiting = [entry.path for entry in entries if entry.is_folder] + waiting

    def relative(self, path: str) -> str:
        """The path of something in the vault as it is shown: relative to the memory folder, `.` for that itself."""
        return path if path in self._readable else "/".join(self._names_of(path)) or "."

    def remove(self, paths: list[str]) -> list[str]:
        """Removes memories, all or none, and gives their relative paths. Raises Missing where one is not there."""
        if len(paths) > MOST_REMOVED:
            raise CommandRefused(f"rm: at most {MOST_REMOVED} memories are removed by one command.")
        removed = list(dict.fromkeys(self._removable(path) for path in paths))
        kept: list[tuple[str, bytes]] = []
        try:
            for path in removed:
                kept.append((path, self._confined.read_existing(path, LARGEST_KEPT)))
                self._confined.remove(path)
        except NoctuleError as error:
            for path, data in kept:
                with suppress(NoctuleError):
                    self._confined.write(path, data)
            raise CommandRefused(f"rm: {error} Nothing was removed.") from None
        return removed

    def _removable(self, path: str) -> str:
        if path.rpartition("/")[2] in ("", "."):
            raise CommandRefused("rm: that names a folder; name the memories in it.")
        names = self._names_of(path)
        relative = "/".join(names)
        if len(names) == 1 and same_but_for_case(relative, INDEX):
            raise CommandRefused(f"rm: `{INDEX}` is the index and stays; change its lines with the edit tool.")
        try:
            check_relative(relative)
        except PathRefused as refused:
            raise CommandRefused(f"rm: {refused}") from None
        if self.entry(path).is_folder:
            raise CommandRefused("rm: that is a folder; name the memories in it.")
        return relative

    def _text(self, path: str, *, is_elsewhere: bool) -> str:
        try:
            read = self._confined.read if is_elsewhere else self._confined.read_existing
            text = read(path, LARGEST_FILE).decode("utf-8", "replace")
        except NotFound:
            raise Missing("no such file") from None
        except OverCap:
            raise Missing(f"larger than {LARGEST_FILE // 1024 // 1024} MiB, too large to read here") from None
        except PathRefused as refused:
            if str(refused).startswith("That is a folder"):
                raise Missing("is a folder") from None
            raise CommandRefused(str(refused)) from None
        except NoctuleError as error:
            raise Missing(str(error)) from None
        return text if self._shown is None else self._shown(text)

    def _names_of(self, path: str) -> tuple[str, ...]:
        """The names below the root that a path comes to; each folder on the way is opened, even if `..` leaves it."""
        parts = self._below_root(path).split("/")
        if len(parts) > MOST_PARTS:
            raise CommandRefused("That path has too many parts: write it shorter.")
        names: list[str] = []
        with ExitStack() as opened, _asking(goes_back=".." in parts):
            levels: list[Level] = [opened.enter_context(level_type().at(self._real))]
            for part in parts:
                if part in ("", "."):
                    continue
                if len(levels) == len(names):
                    levels.append(opened.enter_context(levels[-1].child(names[-1])))
                if part == "..":
                    _leave(levels, names)
                else:
                    names.append(_checked(levels[-1], part))
            if names:
                relative_names("/".join(names))
            if parts[-1] in ("", ".") and len(levels) == len(names):
                # What ends in a slash is a folder.
                opened.enter_context(levels[-1].child(names[-1]))
        return tuple(names)

    def _below_root(self, path: str) -> str:
        if not path:
            raise CommandRefused("A path is empty: name a file, such as `topic.md`.")
        if not path.startswith("/"):
            return path
        for root in (self.root.as_posix(), self._real.as_posix()):
            if path == root or path.startswith(root + "/"):
                return path[len(root) :].lstrip("/") or "."
        raise CommandRefused("That path is outside the memory folder: name files relative to it.")

    def _open(self, opened: ExitStack, names: tuple[str, ...]) -> Level:
        with _asking():
            level = opened.enter_context(level_type().at(self._real))
            for name in names:
                level = opened.enter_context(level.child(name))
            return level


@contextmanager
def _asking(*, goes_back: bool = False) -> Iterator[None]:
    """Turns what the disk and the rule on paths say into the shell's two answers. `goes_back`: the path has a `..`."""
    try:
        yield
    except FileNotFoundError:
        if goes_back:
            raise CommandRefused("`..` goes back from folders that exist only: name the file directly.") from None
        raise Missing("no such file or folder") from None
    except PathRefused as refused:
        raise CommandRefused(str(refused)) from None
    except OSError as error:
        raise Missing(f"cannot be read: {os.strerror(error.errno or 0)}") from None


def _leave(levels: list[Level], names: list[str]) -> None:
    if not names:
        raise CommandRefused("That path leaves the memory folder: name files relative to it.")
    names.pop()
    levels.pop()


def _checked(level: Level, part: str) -> str:
    """The name as it is stored. One that nothing has must be one that we would give; a twin by case is refused."""
    if part.startswith("."):
        raise CommandRefused("Hidden files are no memories.")
    if "\\" in part or len(part.encode()) > LONGEST_NAME:
        check_name(part)
    name = stored_name(level, part)
    if level.status(name) is None:
        check_name(name)
        if any(same_but_for_case(other, name) for other in level.names()):
            raise CommandRefused("Another file has this name but for case or accents: use its exact name.")
    return name


def _listed(level: Level, name: str, above: tuple[str, ...]) -> Entry | None:
    status = None if name.startswith(".") else level.status(name)
    if status is None or is_link(status):
        return None
    if not stat.S_ISDIR(status.st_mode) and (not stat.S_ISREG(status.st_mode) or status.st_nlink > 1):
        return None
    return _entry("/".join((*above, name)), status)


def _entry(path: str, status: os.stat_result) -> Entry:
    is_folder = stat.S_ISDIR(status.st_mode)
    return Entry(path, is_folder, 0 if is_folder else status.st_size, status.st_mtime)
