"""Whatever a server does may be cut short at any of its steps: the next start finds all of it, or nothing, and goes on.

A step is a change on disk or a statement of a database. One of each deed is tried; all of them, with the figures:
`NOCTULE_KILL_POINTS=0 python -m pytest tests/adversarial/test_kills_everywhere.py -s`.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes import mortal
from fakes.deeds import DEEDS

POINTS = int(os.environ.get("NOCTULE_KILL_POINTS", "1"))

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], dict[str, Any]]]:
    """Asks the one process that does and kills them all for what came of a deed."""
    environ = {**os.environ, "PYTHONPATH": str(Path(mortal.__file__).parents[1])}
    command = [sys.executable, mortal.__file__, str(tmp_path_factory.mktemp("deeds")), str(POINTS)]
    with subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        stdin, stdout = process.stdin, process.stdout

        def ask(deed: str) -> dict[str, Any]:
            stdin.write(f"{deed}\n")
            stdin.flush()
            told: dict[str, Any] = json.loads(stdout.readline())
            return told

        yield ask
        stdin.close()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("deed", DEEDS)
def test_what_is_killed_in_its_midst_is_done_or_undone(tried: Callable[[str], dict[str, Any]], deed: str) -> None:
    told = tried(deed)
    print(f"\n{deed}: {told.get('died')} kills of {told['steps']} steps")
    assert "error" not in told, told["error"]
    assert told["died"] > 0
