"""What a past conversation is made of, whichever agent wrote it, and what a reader of one agent's files gives."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol

from noctule.dataclass import dataclass

Role = Literal["user", "assistant", "tool", "summary"]
Kind = Literal["main", "subagent", "side", "headless"]


@dataclass(frozen=True, slots=True)
class Message:
    """One utterance. `uid` is the same wherever a fork copied it, "" where the source gives none.

    `end` is the byte offset just behind the line it was read from; 0 where the file does not only grow.
    """

    role: Role
    text: str
    at: datetime | None
    uid: str
    end: int = 0


@dataclass(frozen=True, slots=True)
class SessionRef:
    """A session that was found. `source` names its reader; `path` is the file it lies in, `mtime_ns` and `size` that
    file's when it was found; `cwd` is the folder that the file itself names.
    """

    source: str
    id: str
    path: Path
    kind: Kind
    mtime_ns: int
    size: int
    started: datetime | None
    cwd: str | None


@dataclass(frozen=True, slots=True)
class Places:
    """Where a project's sessions may lie. `roots` are the project's real folders: its root, its worktrees, its former
    roots; a session counts whose folder is one of them or lies inside one. `own_turns` is our own turn log; `storage`
    are the storage folders of editors' workspaces, `others` further folders that a person named.
    """

    roots: Sequence[Path]
    user_home: Path
    environ: Mapping[str, str]
    own_turns: Path | None = None
    storage: Sequence[Path] = ()
    others: Sequence[Path] = ()


class Reader(Protocol):
    """Reads one agent's files. It never raises for what a file holds: a line that says nothing is passed over."""

    source: str
    # Whether files only grow, so that reading can go on at `Message.end`.
    grows: bool

    def sessions(self, places: Places) -> Iterator[SessionRef]:
        """The sessions of the project, in no order. A folder that cannot be read has none."""
        ...

    def messages(self, ref: SessionRef, start: int = 0) -> Iterator[Message]:
        """The messages in order, as they are read; `start` is an earlier message's `end`.

        Nothing is redacted yet but what was cut.
        """
        ...

    def latest(self, ref: SessionRef) -> Iterator[Message]:
        """The messages from the last to the first: of a file that grows no more is read than is taken."""
        ...
