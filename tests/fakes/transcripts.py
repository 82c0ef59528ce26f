"""Past conversations for tests: the recorded ones of one made-up project, and files written line by line."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from noctule.transcripts.message import Message, Places, Reader, SessionRef

RECORDED = Path(__file__).parents[1] / "fixtures" / "transcripts"

# The folder that the recorded conversations were held in.
FERRY = Path("/home/ana/ferry")


def places(*roots: Path, home: Path = Path("/nowhere"), others: Iterable[Path] = (), **environ: str) -> Places:
    return Places(roots=roots or (FERRY,), user_home=home, environ=environ, others=tuple(others))


def by_id(found: Iterator[SessionRef]) -> dict[str, SessionRef]:
    return {ref.id: ref for ref in found}


def talk(messages: Iterable[Message]) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in messages]


def written(path: Path, rows: Iterable[dict[str, Any] | bytes], tail: bytes = b"") -> Path:
    """A file of these lines: objects as JSON, bytes as they are; `tail` is a last line without its end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode() for row in rows)
    path.write_bytes(b"".join(line + b"\n" for line in lines) + tail)
    return path


def ref_to(reader: Reader, path: Path, kind: Any = "main") -> SessionRef:
    """A session that lies in a file, whatever the file says of itself."""
    return SessionRef(reader.source, path.stem, path, kind, 0, path.stat().st_size, None, None)


def check_both_ways(reader: Reader, ref: SessionRef) -> list[Message]:
    """The messages; they are the same from the end, and from the end of any of them."""
    messages = list(reader.messages(ref))
    assert list(reader.latest(ref)) == messages[::-1]
    for number, message in enumerate(messages):
        later = [one for one in messages[number + 1 :] if one.end > message.end]
        assert list(reader.messages(ref, message.end)) == later
    return messages
