"""The hooks' log, `logs/hook.log`: one line for each that failed, never a text of the person's or the agent's."""

import contextlib
import os
import time
from collections.abc import Mapping
from pathlib import Path

_MOST_BYTES = 256 * 1024
_LONGEST_LINE = 400


def note(environ: Mapping[str, str], event: str, reason: str) -> None:
    """Writes one line. Raises nothing: where nothing can be written, nothing is said."""
    with contextlib.suppress(Exception):
        _append(_file(environ), _line(event, reason))


def _file(environ: Mapping[str, str]) -> Path:
    from noctule.store.atomic import make_folder
    from noctule.store.home import Home, home_root

    logs = Home(home_root(environ, Path(environ.get("HOME") or Path.home()))).logs
    make_folder(logs)
    return logs / "hook.log"


def _line(event: str, reason: str) -> bytes:
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    said = " ".join(f"{event[:40]}: {reason}".split())[:_LONGEST_LINE]
    return f"{at} hook {said}\n".encode("utf-8", "backslashreplace")


def _append(file: Path, line: bytes) -> None:
    """One write, so that the lines of hooks that fail at once do not mix. A log that is full is begun anew."""
    fd = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.fstat(fd).st_size > _MOST_BYTES:
            os.ftruncate(fd, 0)
        os.write(fd, line)
    finally:
        os.close(fd)
