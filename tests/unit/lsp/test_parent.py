"""Claims about when a process counts as ended."""

import asyncio
import os
import subprocess
import sys

import pytest

from noctule.lsp import parent
from noctule.store.processes import is_process_alive


def test_this_process_is_alive() -> None:
    assert is_process_alive(os.getpid())
    assert is_process_alive(1)


@pytest.mark.parametrize("pid", [0, -1, -5, 2**40, 2**70])
def test_no_process_has_such_an_id(pid: int) -> None:
    assert not is_process_alive(pid)


def test_a_process_that_nobody_collected_is_not_alive() -> None:
    child = subprocess.Popen([sys.executable, "-c", "pass"], stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.read()
    child.stdout.close()
    while is_process_alive(child.pid):
        pass
    child.wait()


async def test_the_end_of_a_process_is_noticed() -> None:
    alive = iter([True, True, True, False])
    await asyncio.wait_for(parent.process_gone(os.getpid(), lambda _: next(alive), tick_s=0.001), 5)


async def test_a_process_that_was_never_seen_is_given_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parent, "UNSEEN_GRACE_S", 0.01)
    await asyncio.wait_for(parent.process_gone(2**40), 5)
