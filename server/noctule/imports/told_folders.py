"""The folders that agents worked in, as their transcripts tell: folders' names there are lossy, the files exact."""

import json
from collections.abc import Iterable
from itertools import chain, islice
from pathlib import Path

from noctule.imports.pi import sessions_folder
from noctule.imports.source import Places, folders_in
from noctule.store.claude_code import config_folder

# A transcript names its folder in its first lines; one that does not is passed over.
_HEAD_BYTES = 256 * 1024
_MOST_LINES = 200
_MOST_FILES = 50
_KEY = b'"cwd"'


def told_folders(places: Places) -> tuple[str, ...]:
    """Every folder that a transcript of Claude Code or pi names as its own, as it is written there."""
    folders = chain.from_iterable(map(folders_in, telling_folders(places)))
    return tuple(dict.fromkeys(cwd for folder in folders for cwd in told_in(folder)))


def telling_folders(places: Places) -> tuple[Path, ...]:
    """Where Claude Code and pi keep the transcripts of all projects."""
    return config_folder(places.environ, places.user_home) / "projects", sessions_folder(places)


def told_in(folder: Path) -> tuple[str, ...]:
    """The folders that the newest transcripts in one folder name: several, where its name fits several."""
    told = (_cwd_of(file) for file in _newest_first(folder))
    return tuple(dict.fromkeys(cwd for cwd in told if cwd is not None))


def _newest_first(folder: Path) -> Iterable[Path]:
    try:
        files = [(entry.stat().st_mtime_ns, entry) for entry in folder.glob("*.jsonl") if not entry.is_symlink()]
    except OSError:
        return ()
    return islice((entry for _, entry in sorted(files, reverse=True)), _MOST_FILES)


def _cwd_of(file: Path) -> str | None:
    try:
        with file.open("rb") as opened:
            head = opened.read(_HEAD_BYTES)
    except OSError:
        return None
    for line in head.split(b"\n")[:_MOST_LINES]:
        cwd = _cwd_in(line) if _KEY in line else None
        if cwd is not None:
            return cwd
    return None


def _cwd_in(line: bytes) -> str | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    cwd = value.get("cwd") if isinstance(value, dict) else None
    return cwd if isinstance(cwd, str) and cwd and "\0" not in cwd else None
