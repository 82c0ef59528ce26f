"""A dream that is killed, at any instant and at each step of its apply, leaves the old set or the new, whole.

`KILLS=200 STRIDE=1 python -m pytest tests/adversarial/test_dream_kills.py -s` does it more often, with the figures.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fakes import dream_kills

KILLS = int(os.environ.get("KILLS", "10"))
STRIDE = int(os.environ.get("STRIDE", "7"))
MOST_SECONDS_TO_START = 1.0

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")


def run(mode: str, base: Path, number: int) -> dict[str, Any]:
    environ = {**os.environ, "PYTHONPATH": str(Path(dream_kills.__file__).parents[1])}
    command = [sys.executable, dream_kills.__file__, mode, str(base), str(number)]
    ran = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout)
    print(f"\n{mode}: {told}")
    return told


@pytest.mark.timeout(900)
def test_a_dream_killed_at_any_instant_leaves_the_old_set_or_the_new(tmp_path: Path) -> None:
    told = run("random", tmp_path, KILLS)
    assert told["slowest"] < MOST_SECONDS_TO_START
    assert told["reached"] >= 1


@pytest.mark.timeout(900)
def test_a_dream_killed_at_each_step_of_its_apply_leaves_the_old_set_or_the_new(tmp_path: Path) -> None:
    told = run("steps", tmp_path, STRIDE)
    assert told["slowest"] < MOST_SECONDS_TO_START
    assert told["new"] > 1
