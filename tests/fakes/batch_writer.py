"""A process that writes batches until it is killed: each makes every memory say the next number, and moves one.

Run as `python batch_writer.py FOLDER STATE`; prints `ready` after the first.
"""

import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from noctule.capture.batch import Add, Operation, Remove, Replace, write_all
from noctule.capture.change import Replacement
from noctule.capture.hand import Hand
from noctule.capture.write import Addition
from noctule.store.changes import Author
from noctule.store.folder import MemoryFolder

FILES = 6


def batch(number: int) -> list[Operation]:
    """What takes the folder from one number to the next."""
    body = f"number {number}\n" * 200
    if number == 0:
        return [*(Add(Addition(text=f"{name}\n{body}", name=f"file-{name}")) for name in range(FILES)), moved(number)]
    kept = [Replace(f"file-{name}.md", Replacement(text=f"{name}\n{body}")) for name in range(FILES)]
    return [*kept, moved(number), Remove(f"moved-{number - 1}.md")]


def moved(number: int) -> Operation:
    return Add(Addition(text=f"moved\nnumber {number}", name=f"moved-{number}"))


def main(folder_path: str, state: str) -> None:
    folder = MemoryFolder(Path(folder_path), Path(state))
    for number in count():
        hand = Hand(Author("agent", "batch"), datetime.now(UTC))
        write_all(folder, batch(number), {}, hand)
        if number == 0:
            print("ready", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
