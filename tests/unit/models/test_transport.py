"""How a call travels: faults, retries, deadlines, and what is never repeated of it."""

import asyncio
import logging
import time
from email.utils import format_datetime
from typing import Any

import pytest

from fakes.asking import NOW, Sleeps, model_of, saying
from fakes.model_replies import (
    BROKEN,
    CUT,
    EMPTY,
    HTML,
    NO_QUOTA,
    OVERLOADED,
    UNAUTHORIZED,
    Drops,
    Hangs,
    Says,
    Sends,
    Step,
    busy,
)
from fakes.model_server import KEY, ModelServer
from noctule.errors import ModelBusy, ModelError, ModelRefused, ModelReplyBad, ModelTimeout, ModelUnusable
from noctule.models import transport
from noctule.models.chat import Reply

MODELS = ("anthropic/claude-haiku-4-5", "openai/gpt-5", "fake-plain/model")
PROMPT = "the secret of the bat cave"


class Asked:
    """What came of asking a model against a script: its reply or error, the requests it took, the waits between."""

    def __init__(self, *script: Step, model: str = MODELS[0], seconds: float = 10, retries: int = 2) -> None:
        self.script = script
        self.model = model
        self.seconds = seconds
        self.retries = retries
        self.sleeps = Sleeps()

    async def outcome(self) -> Reply | ModelError:
        with ModelServer(*self.script) as server:
            model = model_of(server, self.model, sleep=self.sleeps)
            result: Reply | ModelError
            try:
                result = await model.complete(saying(PROMPT, retries=self.retries), time.monotonic() + self.seconds)
            except ModelError as error:
                result = error
            self.requests = len(server.requests)
            assert server.problems == []
            return result


async def check(asked: Asked, expected: type[ModelError] | str, *, requests: int) -> str:
    """What was said, after asserting that it is `expected` (an error, or a text) after so many requests."""
    outcome = await asked.outcome()
    if isinstance(expected, str):
        assert isinstance(outcome, Reply), outcome
        assert outcome.text == expected
        assert outcome.attempts == requests
    else:
        assert type(outcome) is expected, outcome
    assert asked.requests == requests
    return str(outcome)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("fault", [OVERLOADED, BROKEN, CUT, Drops(), busy(), Sends(408, ""), Sends(409, "[1, 2]")])
async def test_a_passing_fault_is_outlived(model: str, fault: Step) -> None:
    asked = Asked(fault, fault, Says("fine"), model=model)
    await check(asked, "fine", requests=3)
    assert asked.sleeps.seconds == [0.5, 1.0]


@pytest.mark.parametrize("fault", [OVERLOADED, BROKEN, CUT, Drops(), busy()])
async def test_a_fault_that_stays_is_given_up_after_two_retries(fault: Step) -> None:
    await check(Asked(fault), ModelBusy, requests=3)
    await check(Asked(fault, retries=1), ModelBusy, requests=2)


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 413, 422])
async def test_a_refusal_is_final(status: int) -> None:
    await check(Asked(Sends(status, "no")), ModelRefused, requests=1)


async def test_a_used_up_quota_is_final() -> None:
    assert "no credit left" in await check(Asked(NO_QUOTA), ModelRefused, requests=1)


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        (busy(retry_after="7"), 7.0),
        (busy(retry_after="60", retry_after_ms="250"), 0.25),
        (busy(retry_after=format_datetime(NOW, usegmt=True).replace("12:00:00", "12:00:05")), 5.0),
        (busy(Retry_After="soon"), 0.5),
    ],
)
async def test_the_wait_that_the_server_names_is_kept(fault: Step, seconds: float) -> None:
    asked = Asked(fault, Says("fine"))
    await check(asked, "fine", requests=2)
    assert asked.sleeps.seconds == [seconds]


async def test_the_servers_word_on_retrying_is_kept() -> None:
    await check(Asked(busy(x_should_retry="false")), ModelBusy, requests=1)
    await check(Asked(Sends(500, "", {"x-should-retry": "false"})), ModelBusy, requests=1)


@pytest.mark.parametrize("wait", ["121", "11"])
async def test_a_wait_that_is_too_long_is_not_begun(wait: str) -> None:
    await check(Asked(busy(retry_after=wait)), ModelBusy, requests=1)


@pytest.mark.parametrize(
    "fault", [HTML, EMPTY, Sends(body="[]"), Sends(body="[" * 100_000), Sends(body=b"\xff\xfe\xfa")]
)
@pytest.mark.parametrize("model", MODELS)
async def test_a_reply_that_is_no_json_is_a_bad_reply(fault: Step, model: str) -> None:
    await check(Asked(fault, model=model), ModelReplyBad, requests=1)


async def test_a_reply_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "LARGEST_REPLY", 1000)
    await check(Asked(Sends(body="x" * 2000)), ModelReplyBad, requests=1)


async def test_an_error_without_end_is_read_no_further_than_it_must() -> None:
    await check(Asked(Sends(400, "x" * 1_000_000)), ModelRefused, requests=1)


@pytest.mark.parametrize("fault", [Hangs(), Sends(body="{}", seconds=20), Sends(body="{", drips=True)])
async def test_the_deadline_ends_a_call_whatever_the_server_does(fault: Step) -> None:
    started = time.monotonic()
    asked = Asked(fault, seconds=0.25)
    assert isinstance(await asked.outcome(), ModelTimeout)
    assert time.monotonic() - started < 10


async def test_a_call_after_its_deadline_is_not_made() -> None:
    asked = Asked(Says("late"), seconds=-1)
    assert isinstance(await asked.outcome(), ModelTimeout)
    assert asked.requests == 0


async def test_a_call_can_be_cancelled() -> None:
    with ModelServer(Hangs()) as server:
        call = asyncio.ensure_future(model_of(server, MODELS[0]).complete(saying(), time.monotonic() + 30))
        while not server.requests:
            await asyncio.sleep(0.005)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call


async def test_a_server_that_is_not_there_is_said_so() -> None:
    with ModelServer() as server:
        model = model_of(server, MODELS[0])
    with pytest.raises(ModelBusy, match=r"anthropic cannot be reached at 127\.0\.0\.1"):
        await model.complete(saying(), time.monotonic() + 10)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_is_not_followed(status: int) -> None:
    with ModelServer(Says("elsewhere")) as elsewhere:
        target = {"location": f"{elsewhere.url}/v1/messages"}
        assert "redirect" in await check(Asked(Sends(status, "", target)), ModelRefused, requests=1)
        assert elsewhere.requests == []


async def test_a_call_to_this_machine_goes_through_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    await check(Asked(Says("fine")), "fine", requests=1)


@pytest.mark.parametrize("proxy", ["socks5://me:bat-cave@127.0.0.1:9", "nonsense://me:bat-cave@127.0.0.1:9"])
async def test_a_proxy_that_cannot_be_used_is_said_so(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    elsewhere: dict[str, Any] = {"fake-plain": {"baseUrl": "https://models.example/v1"}}
    with ModelServer() as server:
        model = model_of(server, "fake-plain/model", **elsewhere)
        with pytest.raises(ModelUnusable) as raised:
            await model.complete(saying(), time.monotonic() + 10)
    assert "proxy" in str(raised.value)
    assert "bat-cave" not in str(raised.value)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (UNAUTHORIZED, "anthropic refused the key in FAKE_MODEL_KEY (status 401, authentication_error)."),
        (Sends(404, {"error": "no"}), "anthropic does not know this model or address (status 404)."),
        (Sends(402, {"error": {"code": "low_balance"}}), "anthropic has no credit left for this key (status 402, "),
        (OVERLOADED, "anthropic is busy (status 529, overloaded_error). Try again later."),
        (Sends(400, {"error": {"type": "invalid_request_error"}}), "anthropic refused the request (status 400, "),
    ],
)
async def test_an_error_says_what_to_do(fault: Step, said: str) -> None:
    assert str(await Asked(fault).outcome()).startswith(said)


@pytest.mark.parametrize(
    "shape", ["{}", '{{"error": {{"message": {0}, "code": {0}, "type": {0}}}}}', '{{"type": {0}}}']
)
@pytest.mark.parametrize("status", [200, 400, 401, 500])
async def test_no_key_and_no_prompt_is_ever_repeated(status: int, shape: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    for text in (KEY, PROMPT):
        outcome = await Asked(Sends(status, shape.format(f'"{text}"'))).outcome()
        assert isinstance(outcome, ModelError)
        assert text not in str(outcome) + repr(outcome.__cause__) + caplog.text
