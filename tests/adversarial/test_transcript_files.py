"""No reader of logs that change what they said, nor of a database, fails on what it holds, however damaged."""

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fakes.past import FIXTURES, places
from noctule.transcripts.message import Reader
from noctule.transcripts.readers import READERS

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    10**400,
    1.5e308,
    "",
    "\ud83d",
    "\0",
    [],
    {},
    [[]],
    [None],
    {"": None},
    "9999-99-99T99",
    "x" * 9,
)

NAMING = ("workspace.json", "projects.json", ".project_root", "workspace.yaml")

TABLES = ("message", "part")

# Each reader with its recorded files, and where they lie in a person's home.
FILES = (
    ("copilot", "copilot-cli", ".copilot"),
    ("copilot", "vscode", ".config/Code/User/workspaceStorage"),
    ("gemini-cli", "gemini-cli", ".gemini"),
)


SEED = 20261130


def _read_all(reader: Reader, home: Path) -> int:
    """Takes every message of every session, both ways; gives their number."""
    count = 0
    for ref in reader.sessions(places(home)):
        forwards = list(reader.messages(ref))
        assert list(reader.latest(ref)) == forwards[::-1]
        assert all(message.text.encode() for message in forwards)
        count += len(forwards)
    return count


def _mutated(data: bytes, random_: random.Random) -> bytes:
    """The bytes with a few of them changed, or a stretch of them cut out or doubled."""
    changed = bytearray(data)
    for _ in range(random_.randrange(1, 6)):
        at = random_.randrange(len(changed) + 1)
        match random_.randrange(4):
            case 0:
                changed[at : at + 1] = bytes([random_.randrange(256)])
            case 1:
                del changed[at : at + random_.randrange(200)]
            case 2:
                changed[at:at] = changed[at : at + random_.randrange(200)]
            case _:
                changed[at:at] = random_.choice(
                    (b"\n", b"\0" * 50, b"[" * 2000, b'{"a":', b"\xff\xfe", b"\xe2\x80\xa8")
                )
    return bytes(changed)


def _with_odd_value(value: Any, random_: random.Random) -> Any:
    """The value with one part of it, anywhere in it, made an odd one."""
    if isinstance(value, dict) and value and random_.random() < 0.85:
        key = random_.choice(sorted(value))
        return {**value, key: _with_odd_value(value[key], random_)}
    if isinstance(value, list) and value and random_.random() < 0.85:
        at = random_.randrange(len(value))
        return [*value[:at], _with_odd_value(value[at], random_), *value[at + 1 :]]
    return random_.choice(ODD)


def _lines_with_odd_values(data: bytes, random_: random.Random) -> Iterator[bytes]:
    for line in data.split(b"\n"):
        try:
            value = json.loads(line)
        except ValueError:
            yield line
            continue
        yield json.dumps(_with_odd_value(value, random_)).encode() if random_.random() < 0.5 else line


@pytest.mark.parametrize(("source", "recorded", "place"), FILES)
def test_no_reader_fails_on_what_a_file_holds(source: str, recorded: str, place: str, tmp_path: Path) -> None:
    reader, random_ = READERS[source], random.Random(SEED)
    home = tmp_path / place
    shutil.copytree(FIXTURES / recorded, home)
    assert _read_all(reader, tmp_path) > 0
    files = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    for round_ in range(200):
        for path, data in files.items():
            # What names the project is spared in most rounds, else nothing would be found.
            if path.name in NAMING and round_ % 10:
                path.write_bytes(data)
                continue
            changed = _mutated(data, random_) if round_ % 2 else b"\n".join(_lines_with_odd_values(data, random_))
            path.write_bytes(changed)
        _read_all(reader, tmp_path)


def test_no_row_of_a_database_fails_its_reader(tmp_path: Path) -> None:
    random_ = random.Random(SEED)
    path = tmp_path / ".local/share/opencode/opencode.db"
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(
            (FIXTURES / "opencode/opencode.sql").read_text(encoding="utf-8").replace(" NOT NULL", "")
        )
        rows = [(table, *row) for table in TABLES for row in connection.execute(f"SELECT id, data FROM {table}")]
        assert _read_all(READERS["opencode"], tmp_path) > 0
        for _ in range(150):
            table, row_id, data = random_.choice(rows)
            try:
                odd: object = json.dumps(_with_odd_value(json.loads(data), random_))
            except ValueError:
                odd = random_.choice((None, 7, b"\xff\xfe", ""))
            connection.execute(f"UPDATE {table} SET data = ?, time_created = ? WHERE id = ?", (odd, "x", row_id))
            column = random_.choice(("revert", "time_created", "time_updated", "parent_id"))
            value = random_.choice((None, "x", 1e300, -1, b"\xff", '{"messageID": []}'))
            connection.execute(f"UPDATE session SET {column} = ? WHERE id = 'ses_main'", (value,))
            _read_all(READERS["opencode"], tmp_path)
