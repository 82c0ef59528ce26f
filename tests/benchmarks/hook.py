"""What a turn waits for `noctule hook UserPromptSubmit`, beside a bare `python3 -c pass` in the same run.

Run as `python tests/benchmarks/hook.py [MEMORIES] [TURNS]` (200 and 40). Each turn is another question of one session,
with the rank cache warm and bytecode cached. Figures are of the processor's time, which a busy machine does not
stretch; the clock's are printed beside them. Then ten hooks run at once on one session, and the longest wait of any
for a transaction of the shared state is printed. Ends with 1 where a bar is missed.
"""

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row, times
from benchmarks.turn import MATTERS, SUBJECTS, make_folder

MOST_TIMES = {200: 6.0, 2_000: 8.0}

_SCRIPT = Path(sys.executable).with_name("noctule")
HOOK = [str(_SCRIPT)] if _SCRIPT.exists() else [sys.executable, "-m", "noctule"]
BARE = [sys.executable, "-c", "pass"]


AT_ONCE = 10
MOST_WAIT_MS = 200.0
DEADLINE_MS = 4_000.0
# A hook that tells how long it waits for each transaction of the state; one that its own deadline ends tells so far.
WAITING = """
import contextlib, os, sys, time
from noctule.store.database import Database
changing = Database.changing

@contextlib.contextmanager
def timed(self):
    began = time.perf_counter()
    with changing(self) as connection:
        print((time.perf_counter() - began) * 1000, file=sys.stderr, flush=True)
        yield connection

Database.changing = timed
from noctule.agents.hook import hook
hook("UserPromptSubmit", os.environ)
"""


class Took(NamedTuple):
    """Milliseconds of the processor, and of the clock."""

    cpu: float
    clock: float


class Ferry:
    """A project with many memories, and an agent in it."""

    def __init__(self, base: Path, memories: int) -> None:
        self.base = base
        (base / "project").mkdir()
        make_folder(base / "memory", memories)
        self.environ = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "HOME": str(base),
            "NOCTULE_HOME": str(base / "home"),
            "NOCTULE_MEMORY_DIR": str(base / "memory"),
            "PYTHONPYCACHEPREFIX": str(base / "compiled"),
        }

    def hook(self, event: str, **fields: str) -> bytes:
        told = {"session_id": "s", "cwd": str(self.base / "project"), "hook_event_name": event} | fields
        return subprocess.run(
            [*HOOK, "hook", event],
            input=json.dumps(told).encode(),
            capture_output=True,
            env=self.environ,
            check=True,
        ).stdout

    def timed(self, command: list[str], **fields: str) -> Took:
        """Runs one program to its end, with a turn's input."""
        told = {"session_id": "s", "cwd": str(self.base / "project")} | fields
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, input=json.dumps(told).encode(), stdout=subprocess.PIPE, env=self.environ, check=True)
        clock, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Took(cpu * 1000, clock * 1000)


def question(turn: int) -> str:
    return f"where does the {SUBJECTS[turn % 10]} service keep its {MATTERS[turn // 10 % 10]} in section {turn}?"


def measure(ferry: Ferry, turns: int) -> tuple[list[Took], list[Took]]:
    """Each bare program and each hook, in turn."""
    ferry.hook("SessionStart", source="startup")
    assert ferry.hook("UserPromptSubmit", prompt=question(turns)), "nothing was recalled"
    bare, hooks = [], []
    for turn in range(turns):
        bare.append(ferry.timed(BARE))
        hooks.append(ferry.timed([*HOOK, "hook", "UserPromptSubmit"], prompt=question(turn)))
    return bare, hooks


def longest_wait(ferry: Ferry) -> float:
    """Milliseconds, of ten hooks at once on one session."""
    told = {"session_id": "s", "cwd": str(ferry.base / "project"), "prompt": question(999)}
    command = [sys.executable, "-c", WAITING]
    running = [
        subprocess.Popen(command, env=ferry.environ, stdin=PIPE, stdout=PIPE, stderr=PIPE) for _ in range(AT_ONCE)
    ]
    for one in running:
        assert one.stdin is not None
        one.stdin.write(json.dumps(told).encode())
        one.stdin.close()
        one.stdin = None
    waits = [[float(line) for line in one.communicate()[1].splitlines()] for one in running]
    return max(max(told, default=DEADLINE_MS) for told in waits)


def run(memories: int, turns: int) -> tuple[list[Took], list[Took], float]:
    """As `measure`, and the longest wait of ten at once, in milliseconds."""
    base = Path(tempfile.mkdtemp()).resolve()
    try:
        ferry = Ferry(base, memories)
        return *measure(ferry, turns), longest_wait(ferry)
    finally:
        shutil.rmtree(base, ignore_errors=True)


def rows(quick: bool) -> Iterator[Row]:
    for memories, most in MOST_TIMES.items():
        bare, hooks, wait = run(memories, 3 if quick else 40)
        low, high = (statistics.median(one.cpu for one in took) for took in (bare, hooks))
        what = f"a turn's hook, {memories:,} memories, computing"
        yield times(what, high, low, most, "ms", "`python -c pass`")
        yield Row(f"{AT_ONCE} hooks at once, the longest wait for the state", wait, "ms", MOST_WAIT_MS, "")


def main() -> int:
    memories = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    bare, hooks, wait = run(memories, turns)
    print(f"{memories:,} memories, {turns:,} turns")
    for name in ("cpu", "clock"):
        low, high = (statistics.median(getattr(one, name) for one in took) for took in (bare, hooks))
        print(f"{name:<6} bare {low:7.1f} ms   hook {high:7.1f} ms   {high / low:5.2f} times")
    most = MOST_TIMES.get(memories, max(MOST_TIMES.values()))
    ratio = statistics.median(one.cpu for one in hooks) / statistics.median(one.cpu for one in bare)
    print(f"at most {most:g} times")
    print(f"{AT_ONCE} at once: longest wait for the state {wait:.0f} ms (at most {MOST_WAIT_MS:g})")
    return int(ratio > most or wait > MOST_WAIT_MS)


if __name__ == "__main__":
    sys.exit(main())
