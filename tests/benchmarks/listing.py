"""How long `noctule list` takes on 200 memories, beside `python -c "import yaml"` in the same run.

Run as `python tests/benchmarks/listing.py [ROUNDS]`: both in turn, medians of all rounds, bytecode cached as after
a first run. Ends with 1 where the bar is missed.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from turn import make_folder

MOST_TIMES = 1.5
MOST_MORE_S = 0.15
MEMORIES = 200

BARE = [sys.executable, "-c", "import yaml"]
OURS = [sys.executable, "-m", "noctule", "list"]


def seconds(command: list[str], folder: Path, environ: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, env=environ, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as base:
        place = Path(base).resolve()
        (place / "project").mkdir()
        make_folder(place / "memory", MEMORIES)
        own = {"HOME": base, "NOCTULE_HOME": f"{base}/home", "NOCTULE_MEMORY_DIR": f"{base}/memory"}
        cached = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{base}/bytecode"}
        environ = {**os.environ, **own, **cached}
        for command in (BARE, OURS):
            seconds(command, place / "project", environ)
        runs = [[seconds(command, place / "project", environ) for command in (BARE, OURS)] for _ in range(rounds)]
    bare, ours = (statistics.median(run[at] for run in runs) for at in (0, 1))
    limit = MOST_TIMES * bare + MOST_MORE_S
    print(f"import yaml   {bare * 1000:6.1f} ms")
    print(f"noctule list  {ours * 1000:6.1f} ms   (at most {limit * 1000:.1f}: {MOST_TIMES:g} times that and 150 ms)")
    return int(ours > limit)


if __name__ == "__main__":
    sys.exit(main())
