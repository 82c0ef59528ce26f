"""Holds a file of vectors against the dream's confinement: `run_vectors.py confinement|paths FILE`.

Each line is a JSON object: `command` and `allowed` for the shell; `op` (read, write, edit, or a race), `path` and
`allowed` for the tools. The folder that they assume is made anew for each. Prints `N of M right` and the wrong ones,
and exits with 0 only where all are right.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# In place of the folder of this file, whose `secrets.py` would hide the library of that name.
sys.path[0] = str(Path(__file__).parents[1])

from fakes.memory_ground import MemoryGround, make_ground
from fakes.racing import race
from noctule.errors import NoctuleError, NotFound
from noctule.safety.confine import Confined
from noctule.safety.shell.run import CommandRefused, Vault, run

LARGEST = 1024 * 1024

Vector = dict[str, Any]


def is_command_allowed(vector: Vector, ground: MemoryGround) -> bool:
    """Whether the shell runs the command."""
    try:
        run(filled(vector["command"], ground), Vault(ground.memory, (ground.transcripts,)))
    except CommandRefused:
        return False
    return True


def is_path_allowed(vector: Vector, ground: MemoryGround) -> bool:
    """Whether the tool does what is asked with the path."""
    path = filled(vector["path"], ground)
    try:
        if is_race(vector):
            return race(vector["op"].removeprefix("race:"), path, ground)
        use(vector["op"], path, Confined(ground.memory, readable=(ground.transcripts,)))
    except NoctuleError:
        return False
    return True


def filled(value: Any, ground: MemoryGround) -> Any:
    """The value with the folders' names in it; what is no text stays what it is."""
    return ground.filled(value) if isinstance(value, str) else value


def use(op: str, path: Any, confined: Confined) -> None:
    """Does with a path what the tool of that name does."""
    if op == "read":
        confined.read(path, LARGEST)
    elif op == "write":
        confined.write(path, b"new\n")
    elif op == "edit":
        confined.write(path, b"new\n", instead_of=confined.read(path, LARGEST))
    elif op == "remove":
        confined.remove(path)
    else:
        raise NotFound(f"No tool does {op}.")


KINDS: dict[str, Callable[[Vector, MemoryGround], bool]] = {
    "confinement": is_command_allowed,
    "paths": is_path_allowed,
}


def is_race(vector: Vector) -> bool:
    """Whether somebody moves folders about meanwhile; a race looks for harm itself."""
    return str(vector.get("op", "")).startswith("race:")


def wrong_ones(kind: str, vectors: list[Vector]) -> Iterator[str]:
    """A line for each vector that is answered otherwise, or that changed something outside."""
    for vector in vectors:
        with tempfile.TemporaryDirectory() as base:
            ground = make_ground(Path(base).resolve())
            before = ground.around()
            allowed = KINDS[kind](vector, ground)
            harmed = ground.around() != before and not is_race(vector)
        if allowed != vector["allowed"] or harmed:
            said = "allowed" if allowed else "refused"
            shown = ascii(vector.get("command", vector.get("path")))[:100]
            yield f"{vector.get('id')}: {said}{', and changed what is outside' if harmed else ''}: {shown}"


def main(arguments: list[str]) -> int:
    if len(arguments) != 2 or arguments[0] not in KINDS:
        print(__doc__, file=sys.stderr)
        return 2
    lines = Path(arguments[1]).read_text(encoding="utf-8").splitlines()
    vectors = [json.loads(line) for line in lines if line.strip()]
    wrong = list(wrong_ones(arguments[0], vectors))
    print(f"{len(vectors) - len(wrong)} of {len(vectors)} right")
    for line in wrong:
        print(line)
    return 1 if wrong or not vectors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
