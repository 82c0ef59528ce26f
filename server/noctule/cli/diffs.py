"""Shows what became of files, as a unified diff in colours."""

from collections.abc import Iterable
from difflib import unified_diff
from typing import TYPE_CHECKING

from noctule.cli.output import Output
from noctule.safety.characters import show_hidden
from noctule.service.uris import path_of

if TYPE_CHECKING:
    from noctule.service.history import FileDiff

_STYLES = {"+": "green", "-": "red", "@": "cyan"}
_NOTHING = "/dev/null"


def show_files(files: "Iterable[FileDiff]", output: Output) -> None:
    for one in files:
        show_diff(path_of(one.memory_uri).name, one.before, one.after, output)


def show_diff(name: str, before: str | None, after: str | None, output: Output) -> None:
    """One file's texts before and after; None where there is no file."""
    sides = (_NOTHING if before is None else name, _NOTHING if after is None else name)
    for line in unified_diff((before or "").splitlines(), (after or "").splitlines(), *sides, lineterm=""):
        output.styled(show_hidden(line), _STYLES.get(line[:1], ""))
