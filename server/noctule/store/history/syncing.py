"""Makes files of the history last through a power loss, several at once."""

import os
from collections.abc import Sequence
from pathlib import Path

_SYNC_THREADS = 4


def sync_files(paths: Sequence[Path]) -> None:
    """Several files at once cost the disk about as much as one."""
    if len(paths) < 2:
        for path in paths:
            _sync_file(path)
        return
    from concurrent.futures import ThreadPoolExecutor  # late: a reader need not pay for it

    with ThreadPoolExecutor(_SYNC_THREADS) as pool:
        try:
            syncing = pool.map(_sync_file, paths)
        except RuntimeError:
            # The interpreter is about to end, and begins no thread any more.
            syncing = map(_sync_file, paths)
        for _ in syncing:
            pass


def _sync_file(path: Path) -> None:
    try:
        # Windows syncs only what is open for writing.
        descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        return  # packed meanwhile
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
