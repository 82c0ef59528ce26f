"""A program that writes a memory while its interpreter ends: `python -m fakes.late_writer FOLDER STATE`.

It prints what went wrong with the history, or `None`.
"""

import sys
import threading
from concurrent.futures import thread as pools
from datetime import UTC, datetime
from pathlib import Path

from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder


def write_late(folder: MemoryFolder) -> None:
    ending = threading.Event()
    while not pools._shutdown:
        ending.wait(0.001)
    with folder.writing(Author("agent", "s1"), datetime.now(UTC)) as writing:
        writing.write("late.md", b"late\n", "late.md written")
    print(folder.history_problem)


if __name__ == "__main__":
    threading.Thread(target=write_late, args=(MemoryFolder(Path(sys.argv[1]), Path(sys.argv[2])),)).start()
