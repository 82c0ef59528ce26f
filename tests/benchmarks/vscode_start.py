"""What the VS Code extension adds to the server's start: the medians of 10 starts of each, in turns.

`python tests/benchmarks/vscode_start.py`, after `npm ci && npm run build` in editors/vscode.

The extension is loaded and activated in the small editor of its tests, with the same server. The bar is 1.3 times for
the first status. For its own words the server waits for an editor's settings and registrations, as no bare start does.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row, Skipped, times

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
STARTS = 10
MOST_TIMES = 1.3


def milliseconds(root: Path, home: Path, *more: str) -> tuple[float, float]:
    """From the start until memory is there (`initialize` is answered, the editor shows it), and until its own words."""
    server = [sys.executable, "-m", "noctule", "serve"]
    command = ["node", str(EXTENSION / "test" / "fake" / "start.mjs"), *more, str(root), *server]
    environ = {**os.environ, "NOCTULE_HOME": str(home), "NODE_NO_WARNINGS": "1"}
    ended = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60, env=environ)
    there, told = ended.stdout.split()
    return float(there), float(told)


def measure(starts: int) -> list[tuple[float, float]]:
    """The bare server's and the extension's, medians: until the first status, and until the server's own words."""
    with tempfile.TemporaryDirectory() as folder:
        root, home = Path(folder) / "quay", Path(folder) / "home"
        (root / ".git").mkdir(parents=True)
        milliseconds(root, home)
        bare, ours = [], []
        for _ in range(starts):
            bare.append(milliseconds(root, home))
            ours.append(milliseconds(root, home, "--extension"))
    return [
        (statistics.median(one[number] for one in bare), statistics.median(one[number] for one in ours))
        for number in (0, 1)
    ]


def rows(quick: bool) -> Iterator[Row]:
    if shutil.which("node") is None:
        raise Skipped("Node is not here")
    if not (EXTENSION / "dist" / "extension.js").exists():
        raise Skipped("the extension is not built: `npm ci && npm run build` in editors/vscode")
    server, extension = measure(1 if quick else STARTS)[0]
    yield times(
        "VS Code: from activation to the first status", extension, server, MOST_TIMES, "ms", "the server's start"
    )


def main() -> None:
    for what, (server, extension) in zip(("first status", "the server's own words"), measure(STARTS), strict=True):
        print(f"{what}: bare server {server:.0f} ms, extension {extension:.0f} ms, {extension / server:.2f} times")


if __name__ == "__main__":
    main()
