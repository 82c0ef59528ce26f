"""How long the server takes to answer `initialize`, and what it holds when idle, beside a bare pygls server.

Run as `python tests/benchmarks/start.py [ROUNDS]`: both servers in turn, medians of all rounds.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row, times
from fakes.stdio_client import frame, request

MOST_START = 1.25
MOST_MEMORY = 1.5

BARE = [
    sys.executable,
    "-c",
    "from pygls.lsp.server import LanguageServer; LanguageServer('bare', '1').start_io()",
]
OURS = [sys.executable, "-m", "noctule", "serve"]


@dataclass(frozen=True)
class Figures:
    """Medians: seconds from the start to the answer, those of them at work, and resident kilobytes a second later."""

    start_s: float
    work_s: float
    memory_kb: float


def measure(rounds: int) -> tuple[Figures, Figures]:
    """The bare server's figures and ours, run in turn so that a busy machine slows both."""
    with tempfile.TemporaryDirectory() as home:
        for command in (BARE, OURS):
            _run(command, Path(home))
        runs = [(_run(BARE, Path(home)), _run(OURS, Path(home))) for _ in range(rounds)]
    return _median([bare for bare, _ in runs]), _median([ours for _, ours in runs])


def _run(command: list[str], home: Path) -> Figures:
    project = home / "project"
    project.mkdir(exist_ok=True)
    # Bytecode is cached, as after a first start.
    cached = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(home / "bytecode")}
    environ = {**os.environ, **cached, "HOME": str(home), "NOCTULE_HOME": str(home / ".noctule")}
    began = time.monotonic()
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environ
    )
    assert process.stdin is not None
    assert process.stdout is not None
    params: dict[str, object] = {"processId": None, "rootUri": project.as_uri(), "capabilities": {}}
    process.stdin.write(frame(request(1, "initialize", params)))
    process.stdin.flush()
    process.stdout.readline()
    start_s, work_s = time.monotonic() - began, _work_s(process.pid)
    process.stdin.write(frame({"jsonrpc": "2.0", "method": "initialized", "params": {}}))
    process.stdin.flush()
    # Idle is what it is when nothing more comes; the service is loaded after the answer.
    time.sleep(1)
    memory_kb = _resident_kb(process.pid)
    process.kill()
    process.communicate()
    return Figures(start_s, work_s, memory_kb)


def _work_s(pid: int) -> float:
    """What the process has computed, however busy the machine was meanwhile."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def _resident_kb(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def _median(runs: list[Figures]) -> Figures:
    return Figures(
        statistics.median(run.start_s for run in runs),
        statistics.median(run.work_s for run in runs),
        statistics.median(run.memory_kb for run in runs),
    )


def rows(quick: bool) -> Iterator[Row]:
    bare, ours = measure(2 if quick else 9)
    beside = "a bare pygls server"
    yield times("server start, to the answer", ours.start_s * 1000, bare.start_s * 1000, MOST_START, "ms", beside)
    yield times("server start, computing", ours.work_s * 1000, bare.work_s * 1000, MOST_START, "ms", beside)
    yield times("memory when idle", ours.memory_kb / 1024, bare.memory_kb / 1024, MOST_MEMORY, "MB", beside)


def main() -> None:
    bare, ours = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
    _show("start to initialize, ms", bare.start_s * 1000, ours.start_s * 1000, MOST_START)
    _show("of that computing, ms", bare.work_s * 1000, ours.work_s * 1000, MOST_START)
    _show("idle memory, MB", bare.memory_kb / 1024, ours.memory_kb / 1024, MOST_MEMORY)


def _show(what: str, bare: float, ours: float, most: float) -> None:
    print(f"{what:24} bare {bare:6.1f}   ours {ours:6.1f}   x {ours / bare:.2f} (at most {most})")


if __name__ == "__main__":
    main()
