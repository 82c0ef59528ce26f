"""A reader of files of one message a line, `role|minute|uid|text`; of some sources they only grow.

A vertical tab in a text stands for a line feed.
"""

import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from noctule.transcripts.message import Kind, Message, Places, SessionRef

BEGAN = datetime(2026, 5, 4, 9, tzinfo=UTC)


class ScriptedReader:
    def __init__(self, folder: Path, *, source: str = "claude-code", grows: bool = True) -> None:
        self.source = source
        self.grows = grows
        self.folder = folder
        self.kinds: dict[str, Kind] = {}
        self.bytes_read = 0

    def say(self, session: str, *lines: str) -> None:
        """Adds lines to a session's file."""
        with (self.folder / f"{session}.{self.source}").open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)

    def sessions(self, places: Places) -> Iterator[SessionRef]:
        for path in sorted(self.folder.glob(f"*.{self.source}")):
            status = path.stat()
            number = len(path.stem) + sum(map(ord, path.stem))
            yield SessionRef(
                source=self.source,
                id=path.stem,
                path=path,
                kind=self.kinds.get(path.stem, "main"),
                mtime_ns=status.st_mtime_ns,
                size=status.st_size,
                started=BEGAN + timedelta(days=number % 20),
                cwd=str(places.roots[0]) if places.roots else None,
            )

    def messages(self, ref: SessionRef, start: int = 0) -> Iterator[Message]:
        data = ref.path.read_bytes()[start:]
        at = start
        for line in io.BytesIO(data):
            at += len(line)
            self.bytes_read += len(line)
            role, minute, uid, text = line.decode().rstrip("\n").split("|", 3)
            when = BEGAN + timedelta(minutes=int(minute)) if minute else None
            assert role in ("user", "assistant", "tool", "summary")
            text = text.replace("\v", "\n")
            yield Message(role, text, when, uid, at if self.grows else 0)  # type: ignore[arg-type]

    def latest(self, ref: SessionRef) -> Iterator[Message]:
        yield from reversed(list(self.messages(ref)))
