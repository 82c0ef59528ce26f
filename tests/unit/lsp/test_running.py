"""Claims about requests under way and answers that can still be undone."""

import asyncio
from typing import Any

import pytest

from noctule.lsp.running import Running
from noctule.service.jobs import JobExited


async def answer(value: Any, pause_s: float = 0.0) -> Any:
    await asyncio.sleep(pause_s)
    return value


def nothing() -> None:
    return None


async def test_a_request_is_known_until_its_end() -> None:
    running = Running()
    task = running.start(1, lambda: answer("a"))
    assert 1 in running
    assert await task == "a"
    assert running.end(1) is False
    assert 1 not in running


async def test_a_cancel_ends_it_even_before_its_first_step() -> None:
    running = Running()
    task = running.start(1, lambda: answer("a"))
    assert running.cancel(1) is None
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_cancel_between_the_end_and_the_answer_is_remembered() -> None:
    running = Running()
    task = running.start(1, lambda: answer("a"))
    await task
    assert running.cancel(1) is None
    assert running.end(1) is True


async def test_a_cancel_after_the_answer_gives_how_to_undo_it_once() -> None:
    running = Running()
    await running.start(1, lambda: answer("a"))
    running.end(1)
    running.keep(1, nothing)
    assert running.cancel(1) is nothing
    assert running.cancel(1) is None


async def test_only_the_last_answers_are_remembered() -> None:
    running = Running()
    for number in range(100):
        running.keep(number, nothing)
    assert running.cancel(0) is None
    assert running.cancel(99) is nothing


async def test_an_id_that_is_used_again_forgets_the_answer_before() -> None:
    running = Running()
    running.keep(1, nothing)
    await running.start(1, lambda: answer("b"))
    running.end(1)
    assert running.cancel(1) is None


async def test_cancel_all_spares_the_one_that_asks() -> None:
    running = Running()
    others = [running.start(number, lambda: answer("a", 60)) for number in range(50)]

    async def shut_down() -> str:
        await running.cancel_all()
        return "done"

    assert await running.start("shutdown", shut_down) == "done"
    assert all(task.cancelled() for task in others)


@pytest.mark.parametrize("leave", [SystemExit(3), KeyboardInterrupt()])
async def test_a_request_cannot_end_the_process(leave: BaseException) -> None:
    async def exit_all() -> None:
        raise leave

    with pytest.raises(JobExited):
        await Running().start(1, exit_all)
