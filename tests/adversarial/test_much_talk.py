"""One endless conversation is searched and digested in bounded memory.

`NOCTULE_TRANSCRIPT_MB=500 python -m pytest tests/adversarial/test_much_talk.py -s` reads a larger one.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fakes import reads_much

MEGABYTES = int(os.environ.get("NOCTULE_TRANSCRIPT_MB", "10"))
# Of the largest alone a fraction; of a small one the cost of the libraries.
MOST_GROWN_MB = 150.0


@pytest.mark.timeout(1800)
@pytest.mark.skipif(sys.platform != "linux", reason="the most memory that a process had is read from /proc")
def test_a_conversation_of_many_megabytes_is_read_in_bounded_memory(tmp_path: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(Path(reads_much.__file__).parents[1])}
    command = [sys.executable, reads_much.__file__, str(tmp_path), str(MEGABYTES)]
    ran = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    size, seconds, grown = told["megabytes"], told["seconds"], told["grown"]
    print(f"\na conversation of {size:.0f} MB: all of it taken in and found in {seconds:.1f} s, {grown:.0f} MB more")
    assert told["megabytes"] > MEGABYTES
    assert told["hits"] > 0
    assert 0 < told["digest"] <= 96_000
    assert told["grown"] < MOST_GROWN_MB
