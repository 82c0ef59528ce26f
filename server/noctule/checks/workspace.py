"""What the checks ask of a workspace: whoever has a disk answers, so that the checks themselves need none."""

from collections.abc import Sequence
from typing import Protocol


class Workspace(Protocol):
    """The files of a workspace, asked one at a time by paths as a memory writes them: relative, with `/`."""

    def has(self, path: str) -> bool:
        """Whether there is such a file or folder."""
        ...

    def lines_of(self, path: str) -> int | None:
        """How many lines the file has; None where there is no such file. A folder has them all."""
        ...

    def text_of(self, path: str) -> str | None:
        """The text of the file; None where there is none that can be read as one."""
        ...

    def named(self, name: str) -> Sequence[str]:
        """The paths of the files with this name, capitals aside, in any folder; a few at most."""
        ...
