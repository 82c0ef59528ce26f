"""A process that imports until it is killed: each time every file of the tool says the next number, one more is new.

Run as `python importer.py FOLDER STATE SOURCE`; prints `ready` after the first import.
"""

import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from noctule.imports.mapping import incoming
from noctule.imports.reading import read_folder
from noctule.imports.run import Order, run, why_held
from noctule.imports.sources import SOURCES
from noctule.store.folder import MemoryFolder, nobody_known

FILES = 6


def write_source(source: Path, number: int) -> None:
    source.mkdir(exist_ok=True)
    for name in [*(f"file-{each}" for each in range(FILES)), f"new-{number}"]:
        (source / f"{name}.md").write_text(f"{name}\n" + f"number {number}\n" * 200)
    (source / f"new-{number - 1}.md").unlink(missing_ok=True)


def main(folder_path: str, state: str, source_path: str) -> None:
    folder = MemoryFolder(Path(folder_path), Path(state))
    source = Path(source_path)
    for number in count():
        write_source(source, number)
        files = read_folder(source, lambda _path: None).files
        arriving = [incoming(SOURCES["dir"], file, None) for file in files]
        run(folder, Order(arriving, {}, False, datetime.now(UTC), why_held), nobody_known)
        if number == 0:
            print("ready", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
