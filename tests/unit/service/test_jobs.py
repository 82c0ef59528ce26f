"""Claims about background tasks."""

import asyncio
import gc
import logging

import pytest

from noctule.service.failures import describe
from noctule.service.jobs import Jobs

WORDS = "words of a memory"


async def test_a_job_is_held_until_it_ends() -> None:
    jobs, go = Jobs(), asyncio.Event()
    task = jobs.run_task(go.wait(), "waiting")
    gc.collect()
    assert len(jobs) == 1
    go.set()
    assert await task is True
    await asyncio.sleep(0)
    assert len(jobs) == 0


async def test_a_failure_is_logged_with_its_place_and_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ValueError(WORDS)

    with caplog.at_level(logging.ERROR):
        task = Jobs().run_task(fail(), "sweep")
        await asyncio.wait({task})
        await asyncio.sleep(0)
    assert "the job sweep: ValueError" in caplog.text
    assert "in fail" in caplog.text
    assert WORDS not in caplog.text


@pytest.mark.parametrize("leave", [SystemExit(3), KeyboardInterrupt()])
async def test_a_job_cannot_end_the_process(leave: BaseException, caplog: pytest.LogCaptureFixture) -> None:
    async def exit_all() -> None:
        raise leave

    task = Jobs().run_task(exit_all(), "sweep")
    await asyncio.wait({task})
    assert "JobExited" in caplog.text


async def test_cancel_all_ends_every_job_even_one_that_never_began() -> None:
    jobs, ended = Jobs(), []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("ended")

    jobs.run_task(work(), "one")
    await asyncio.sleep(0)
    jobs.run_task(work(), "never begun")
    await jobs.cancel_all(5)
    await asyncio.sleep(0)
    assert (len(jobs), ended) == (0, ["ended"])
    gc.collect()


async def test_cancel_all_does_not_wait_for_ever() -> None:
    async def stubborn() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0.2)

    jobs = Jobs()
    task = jobs.run_task(stubborn(), "stubborn")
    await asyncio.sleep(0)
    await jobs.cancel_all(0.01)
    assert not task.done()
    await task


def test_what_led_to_an_error_is_described_too() -> None:
    def inner() -> None:
        raise KeyError(WORDS)

    try:
        try:
            inner()
        except KeyError as error:
            raise RuntimeError(WORDS) from error
    except RuntimeError as error:
        text = describe(error)
    assert text.startswith("RuntimeError")
    assert "caused by KeyError" in text
    assert "in inner" in text
    assert WORDS not in text
