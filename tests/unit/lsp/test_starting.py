"""What is about a session waits while the session is being started."""

import asyncio

from noctule.lsp.params import DidWriteParams, RecallParams
from noctule.lsp.starting import Starts


def asked(timeout_ms: int | None = None) -> RecallParams:
    return RecallParams(session_id="s-1", query="how is it built?", timeout_ms=timeout_ms)


async def test_a_call_about_a_session_that_is_started_waits_for_nothing() -> None:
    params = asked(400)
    assert await Starts().waited(params) is params


async def test_a_turn_sent_right_behind_the_start_waits_for_it() -> None:
    starts = Starts()
    with starts.under_way("s-1"):
        waiting = asyncio.create_task(starts.waited(asked()))
        await asyncio.sleep(0)
        assert not waiting.done()
    assert (await waiting).query == "how is it built?"


async def test_what_a_turn_waited_is_off_its_own_limit() -> None:
    starts = Starts()
    with starts.under_way("s-1"):
        left = (await starts.waited(asked(100))).timeout_ms
    assert left is not None
    assert 0 < left < 100


async def test_another_session_is_not_waited_for() -> None:
    starts = Starts()
    params = DidWriteParams(session_id="s-2", tool="write")
    with starts.under_way("s-1"):
        assert await starts.waited(params) is params


async def test_a_start_that_fails_lets_go_of_those_who_wait() -> None:
    starts = Starts()
    try:
        with starts.under_way("s-1"):
            waiting = asyncio.create_task(starts.waited(asked()))
            await asyncio.sleep(0)
            raise RuntimeError("the disk is full")
    except RuntimeError:
        pass
    await waiting
