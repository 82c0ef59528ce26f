"""Claims about the order of notifications, and of requests behind them."""

import asyncio
import logging

import pytest

from noctule.lsp.order import Tells
from noctule.service.jobs import Jobs

WORDS = "words of a memory"


class Log:
    """Calls that write their names down, some of them slowly."""

    def __init__(self) -> None:
        self.names: list[str] = []

    async def write(self, name: str, pause_s: float = 0.0) -> str:
        await asyncio.sleep(pause_s)
        self.names.append(name)
        return name


@pytest.fixture
def jobs() -> Jobs:
    return Jobs()


async def test_notifications_keep_their_order_however_long_each_takes(jobs: Jobs) -> None:
    log, tells = Log(), Tells(jobs)
    await tells.put("a", lambda: log.write("slow", 0.02))
    await tells.put("b", lambda: log.write("quick"))
    await tells.wait_all(5)
    assert log.names == ["slow", "quick"]
    await jobs.cancel_all(1)


async def test_a_request_waits_for_what_was_told_before_it(jobs: Jobs) -> None:
    log, tells = Log(), Tells(jobs)
    await tells.put("a", lambda: log.write("told", 0.02))
    assert await tells.after(tells.last, lambda: log.write("asked")) == "asked"
    assert log.names == ["told", "asked"]
    await jobs.cancel_all(1)


async def test_a_failure_is_logged_without_its_text_and_stops_nothing(
    jobs: Jobs, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise ValueError(WORDS)

    async def leave() -> None:
        raise SystemExit(3)

    log, tells = Log(), Tells(jobs)
    with caplog.at_level(logging.ERROR):
        await tells.put("memory/didWrite", fail)
        await tells.put("memory/didWrite", leave)
        await tells.put("b", lambda: log.write("next"))
        await tells.wait_all(5)
    assert log.names == ["next"]
    assert "memory/didWrite: ValueError" in caplog.text
    assert WORDS not in caplog.text
    await jobs.cancel_all(1)
