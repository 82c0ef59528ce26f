"""Opens the service for one command: on the folder named, else on the one the shell stands in."""

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NoReturn

from noctule.errors import Ambiguous, NotFound, NoWorkspace
from noctule.memories.names import INDEX_NAME, path_key

if TYPE_CHECKING:
    from noctule.service.noctule import Noctule
    from noctule.service.rows import MemoryRow

_MOST_NAMED = 5


def add_common(command: argparse.ArgumentParser) -> None:
    """The options that every command on a project takes."""
    command.add_argument("--project", type=Path, metavar="DIR", help="the project's folder (default: this one)")
    command.add_argument("--json", action="store_true", help="answer with one JSON value")


def new_command(commands: Any, name: str, summary: str, description: str | None = None) -> argparse.ArgumentParser:
    """A sub-command with the common options."""
    command: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=description or summary)
    add_common(command)
    return command


@contextmanager
def house(options: argparse.Namespace) -> "Iterator[Noctule]":
    """The service with one root open. Raises `NoWorkspace` for a folder that is not there, or is the person's home."""
    from noctule.service.noctule import Noctule

    noctule = Noctule(os.environ)
    try:
        noctule.workspaces.set_roots([str(_root(options.project, noctule))])
        yield noctule
    finally:
        noctule.close()


def find_row(noctule: "Noctule", name: str) -> "MemoryRow":
    """The memory that a person means by a path in the folder, a file's stem, a name or a part of these, in this order.

    Raises `NotFound`, or `Ambiguous`, which names what is near.
    """
    rows = noctule.reading.list(with_findings=False)
    exact = _exact(rows, name)
    wanted = _loosely(name)
    near = [row for row in rows if wanted in _loosely(f"{row.path}\n{row.name}")]
    return exact or _only(near, name) or _not_found(name)


def find_exact_row(noctule: "Noctule", name: str) -> "MemoryRow":
    """As `find_row`, for what cannot be guessed at: a part of a name is not enough."""
    return _exact(noctule.reading.list(with_findings=False), name) or _not_found(name)


def uri_named(noctule: "Noctule", name: str) -> str:
    """The URI of the index or of the memory that a person names."""
    if name in (INDEX_NAME, "index"):
        return noctule.projects.open(None).folder.uri(INDEX_NAME)
    return find_row(noctule, name).memory_uri


def _root(named: Path | None, noctule: "Noctule") -> Path:
    try:
        root = (named or Path.cwd()).expanduser().absolute()
    except (OSError, RuntimeError):
        raise NoWorkspace("The folder this shell stands in is gone, or has no name: name one with --project.") from None
    if not root.is_dir():
        raise NoWorkspace(f"There is no folder {root}.")
    if named is None and root.resolve() == noctule.projects.places.user_home.resolve():
        raise NoWorkspace("This is your home folder, not a project: go into a project, or name one with --project.")
    return root


def _exact(rows: "Sequence[MemoryRow]", name: str) -> "MemoryRow | None":
    for found in (
        [row for row in rows if path_key(row.path) in (path_key(name), path_key(f"{name}.md"))],
        [row for row in rows if _loosely(PurePosixPath(row.path).stem) == _loosely(name)],
        [row for row in rows if _loosely(row.name) == _loosely(name)],
    ):
        if found:
            return _only(found, name)
    return None


def _only(rows: "list[MemoryRow]", name: str) -> "MemoryRow | None":
    if len(rows) > 1:
        raise Ambiguous(f"`{name}` may be {_named(rows)}. Name the file.")
    return rows[0] if rows else None


def _not_found(name: str) -> NoReturn:
    raise NotFound(f"No memory is called `{name}`. `noctule list` shows them all.")


def _loosely(text: str) -> str:
    return path_key(text).casefold()


def _named(rows: "list[MemoryRow]") -> str:
    names = ", ".join(row.path for row in rows[:_MOST_NAMED])
    return names + (f" and {len(rows) - _MOST_NAMED} more" if len(rows) > _MOST_NAMED else "")
