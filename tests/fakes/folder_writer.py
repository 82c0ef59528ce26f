"""A process that writes memories through the store, and reads the change log as a second editor's server would.

Run as `python folder_writer.py save FOLDER STATE NAME COUNT EXPECTED`: saves COUNT memories with an index line each,
then waits until its tail has EXPECTED changes, and prints the tail as JSON. `overwrite FOLDER STATE NAME` writes the
same few memories again and again until it is killed; each can be told from a torn one (`sealed`). `extend FOLDER STATE
NAME` adds memories with their index lines until it is killed.
"""

import hashlib
import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from noctule.errors import NotFound
from noctule.memories.index import add_line
from noctule.store.changes import Author, Change
from noctule.store.files import INDEX
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.writing import Writing

PATIENCE_SECONDS = 60.0


class Tail:
    """Every change that the log tells, in order."""

    def __init__(self, folder: MemoryFolder) -> None:
        self.changes: list[Change] = []
        self._folder = folder

    def follow(self) -> int:
        self._folder.sweep(nobody_known, datetime.now(UTC))
        self.changes += self._folder.changes.since(self.changes[-1].seq if self.changes else 0)
        return len(self.changes)


def save_all(folder: MemoryFolder, name: str, count: int, expected: int) -> list[Change]:
    tail = Tail(folder)
    for number in range(count):
        with folder.writing(Author("agent", name), datetime.now(UTC)) as writing:
            path = f"{name}-{number:02}.md"
            writing.write(path, sealed(f"{path}\n" + "text\n" * number), "saved in a test")
            index = add_line(index_text(writing), f"Memory {name} {number}", path, "what it says")
            writing.write(INDEX, index.encode(), "its line")
        tail.follow()
    deadline = time.monotonic() + PATIENCE_SECONDS
    while tail.follow() < expected and time.monotonic() < deadline:
        time.sleep(0.01)
    return tail.changes


def overwrite_forever(folder: MemoryFolder, name: str) -> None:
    round_number = 0
    while True:
        round_number += 1
        for file in range(4):
            body = f"{name} {round_number} {file}\n" * (2000 * file + 1)
            with folder.writing(Author("agent", name), datetime.now(UTC)) as writing:
                writing.write(f"{file}.md", sealed(body), "again")
        with folder.writing(Author("agent", name), datetime.now(UTC)) as writing:
            writing.remove("0.md", "to be made again")
        if round_number == 1:
            print("ready", flush=True)


def extend_forever(folder: MemoryFolder, name: str) -> None:
    """A new memory and its index line in each turn."""
    number = len(folder.scan())
    print("ready", flush=True)
    while True:
        number += 1
        path = f"{name}-{number:05}.md"
        with folder.writing(Author("agent", name), datetime.now(UTC)) as writing:
            writing.write(path, sealed(f"{path}\n" * (number % 50 + 1)), f"{path} added")
            index = add_line(index_text(writing), f"Memory {name} {number}", path, "what it says")
            writing.write(INDEX, index.encode(), f"{path} added")


def sealed(body: str) -> bytes:
    """The text under its own hash, so that half of it can be told from the whole."""
    return f"{hashlib.sha256(body.encode()).hexdigest()}\n{body}".encode()


def is_whole(data: bytes) -> bool:
    seal, _, body = data.partition(b"\n")
    return seal.decode() == hashlib.sha256(body).hexdigest()


def index_text(writing: Writing) -> str:
    try:
        return writing.read(INDEX).decode()
    except NotFound:
        return ""


def main(task: str, folder_path: str, state: str, name: str, *numbers: str) -> None:
    folder = MemoryFolder(Path(folder_path), Path(state), lock_seconds=PATIENCE_SECONDS)
    if task == "overwrite":
        overwrite_forever(folder, name)
    if task == "extend":
        extend_forever(folder, name)
    changes = save_all(folder, name, int(numbers[0]), int(numbers[1]))
    print(json.dumps([[each.seq, each.action, each.path, each.author.by, each.author.session] for each in changes]))
    folder.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
