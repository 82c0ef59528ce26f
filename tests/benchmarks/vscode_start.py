"""What the VS Code extension adds to the server's start: the medians of 10 starts of each, in turns.

`python tests/benchmarks/vscode_start.py`, after `npm ci && npm run build` in editors/vscode.

The extension is loaded and activated in the small editor of its tests, with the same server. The bar is 1.3 times for
the first status. For its own words the server waits for an editor's settings and registrations, as no bare start does.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
STARTS = 10


def milliseconds(root: Path, home: Path, *more: str) -> tuple[float, float]:
    """From the start until memory is there (`initialize` is answered, the editor shows it), and until its own words."""
    server = [sys.executable, "-m", "noctule", "serve"]
    command = ["node", str(EXTENSION / "test" / "fake" / "start.mjs"), *more, str(root), *server]
    environ = {**os.environ, "NOCTULE_HOME": str(home), "NODE_NO_WARNINGS": "1"}
    ended = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60, env=environ)
    there, told = ended.stdout.split()
    return float(there), float(told)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root, home = Path(folder) / "quay", Path(folder) / "home"
        (root / ".git").mkdir(parents=True)
        milliseconds(root, home)
        bare, ours = [], []
        for _ in range(STARTS):
            bare.append(milliseconds(root, home))
            ours.append(milliseconds(root, home, "--extension"))
    for what, number in (("first status", 0), ("the server's own words", 1)):
        server = statistics.median(one[number] for one in bare)
        extension = statistics.median(one[number] for one in ours)
        print(f"{what}: bare server {server:.0f} ms, extension {extension:.0f} ms, {extension / server:.2f} times")


if __name__ == "__main__":
    main()
