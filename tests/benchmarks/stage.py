"""How much longer a dream's stage of 1,000 memories takes to make than `shutil.copytree`, in the same run.

Run as `python tests/benchmarks/stage.py [ROUNDS]`: both in turn, medians of all rounds. Ends with 1 where the bar is
missed.
"""

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row, more
from benchmarks.turn import make_folder
from noctule.dream.stage import make_stage

MEMORIES = 1_000
MOST_MORE_S = 0.15


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def measure(rounds: int, memories: int = MEMORIES) -> tuple[float, float]:
    """Seconds of `copytree` and of a stage, the medians."""
    with tempfile.TemporaryDirectory() as base:
        place = Path(base)
        memory = place / "memory"
        make_folder(memory, memories)
        copied, staged = [], []
        for number in range(rounds):
            plain, stage = place / f"plain-{number}", place / f"stage-{number}"
            copied.append(seconds(lambda to=plain: shutil.copytree(memory, to)))  # type: ignore[misc]
            staged.append(seconds(lambda to=stage: make_stage(memory, to)))  # type: ignore[misc]
            shutil.rmtree(plain)
            shutil.rmtree(stage)
    return statistics.median(copied), statistics.median(staged)


def rows(quick: bool) -> Iterator[Row]:
    memories = 50 if quick else MEMORIES
    plain_s, stage_s = measure(2 if quick else 9, memories)
    what = f"a dream's copy of {memories:,} memories"
    yield more(what, stage_s * 1000, plain_s * 1000, MOST_MORE_S * 1000, "ms", "`shutil.copytree`")


def main() -> int:
    plain_s, stage_s = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
    print(f"copytree  {plain_s * 1000:6.1f} ms")
    print(f"stage     {stage_s * 1000:6.1f} ms   (at most {MOST_MORE_S * 1000:.0f} more)")
    return int(stage_s - plain_s > MOST_MORE_S)


if __name__ == "__main__":
    sys.exit(main())
