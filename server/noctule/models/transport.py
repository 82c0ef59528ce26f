"""Sends one JSON body to a provider and brings the JSON answer back, with the retries and within the deadline.

`httpx` is imported here only, in a thread at the first call, since that takes a quarter of a second. It reads the
usual proxy and certificate variables of the environment (`HTTPS_PROXY`, `NO_PROXY`, `SSL_CERT_FILE`), except for an
address of this machine, which never goes through a proxy. Redirects are not followed: a key must not travel.
"""

import asyncio
import itertools
import json
import random
import re
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from noctule.dataclass import dataclass
from noctule.errors import ModelBusy, ModelError, ModelRefused, ModelReplyBad, ModelTimeout, ModelUnusable
from noctule.models.providers import is_loopback
from noctule.models.retry import AGAIN, OUT_OF_QUOTA, Failure, wait_before_retry

if TYPE_CHECKING:
    import ssl

    import httpx

CONNECT_SECONDS = 5.0
LARGEST_REPLY = 16 * 1024 * 1024
LARGEST_ERROR = 64 * 1024

_CODE = re.compile(r"[a-z]{1,20}(_[a-z]{1,20}){0,5}")  # no key and no sentence of a prompt looks so


@dataclass(frozen=True, slots=True)
class Edge:
    """The world as calls meet it: the clock for dates in headers (aware, UTC), sleep, and a jitter in [0, 1)."""

    now: Callable[[], datetime]
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    jitter: Callable[[], float] = random.random


@dataclass(frozen=True, slots=True)
class Call:
    """One call: who is called (for sentences), with which key variable, where and with what."""

    provider: str
    key_variable: str | None
    url: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    retries: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The JSON object that came back, and how many requests it took."""

    body: Mapping[str, Any]
    attempts: int


async def post(call: Call, deadline: float, edge: Edge) -> Answer:
    """Send `call` and return its answer before `deadline` (`time.monotonic`). Raises a `ModelError`."""
    try:
        async with asyncio.timeout(deadline - time.monotonic()):
            return await _post(call, deadline, edge)
    except TimeoutError:
        raise ModelTimeout(f"{call.provider} did not answer in time.") from None


async def get(provider: str, url: str, headers: Mapping[str, str]) -> tuple[int | None, Mapping[str, Any]]:
    """Asks once, and gives the status with the JSON object that came; None where nobody answers.

    Raises `ModelUnusable` for a proxy or certificate variable that cannot be used. The caller sets the time.
    """
    async with await asyncio.to_thread(_client, provider, url) as client:
        import httpx  # heavy; loaded by now

        try:
            async with client.stream("GET", url, headers={"user-agent": "noctule", **headers}) as response:
                data = await _read(response, provider)
                return response.status_code, _json_object(provider, data)
        except (httpx.DecodingError, ModelReplyBad):
            return response.status_code, {}
        except httpx.TransportError:
            return None, {}


async def _post(call: Call, deadline: float, edge: Edge) -> Answer:
    async with await asyncio.to_thread(_client, call.provider, call.url) as client:
        for tried in itertools.count():
            outcome = await _attempt(client, call)
            if isinstance(outcome, bytes):
                return Answer(_json_object(call.provider, outcome), tried + 1)
            wait = wait_before_retry(
                outcome,
                tried=tried,
                retries=call.retries,
                seconds_left=deadline - time.monotonic(),
                now=edge.now(),
                jitter=edge.jitter(),
            )
            if wait is None:
                raise _error(call, outcome)
            await edge.sleep(wait)
    raise AssertionError("the loop above ends by itself")


def _client(provider: str, url: str) -> "httpx.AsyncClient":
    """A client for one call: kept ones would be bound to one event loop, and calls come from several."""
    import httpx  # heavy

    try:
        return httpx.AsyncClient(
            verify=_certificates(),
            timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),
            follow_redirects=False,
            trust_env=not is_loopback(url),
        )
    except (ImportError, OSError, ValueError, httpx.InvalidURL):
        # said without the values: a proxy's address may hold a password
        problem = "a proxy or certificate variable of the environment cannot be used"
        raise ModelUnusable(f"{provider} cannot be called: {problem}.") from None


@cache
def _certificates() -> "ssl.SSLContext":
    import httpx  # heavy

    return httpx.create_ssl_context()


async def _attempt(client: "httpx.AsyncClient", call: Call) -> bytes | Failure:
    import httpx  # heavy; loaded by now

    content = json.dumps(call.body, ensure_ascii=False).encode("utf-8", "replace")
    headers = {"content-type": "application/json", "user-agent": "noctule", **call.headers}
    try:
        async with client.stream("POST", call.url, headers=headers, content=content) as response:
            if response.is_success:
                return await _read(response, call.provider)
            code = _error_code(await _read_start(response))
            return Failure(response.status_code, {k.lower(): v for k, v in response.headers.items()}, code)
    except httpx.DecodingError:
        raise ModelReplyBad(f"{call.provider} sent a reply that cannot be unpacked.") from None
    except httpx.TransportError:
        return Failure()


async def _read(response: "httpx.Response", provider: str) -> bytes:
    parts = bytearray()
    async for part in response.aiter_bytes():
        parts += part
        if len(parts) > LARGEST_REPLY:
            raise ModelReplyBad(f"{provider} sent a reply of more than 16 MiB.")
    return bytes(parts)


async def _read_start(response: "httpx.Response") -> bytes:
    parts = bytearray()
    async for part in response.aiter_bytes():
        parts += part
        if len(parts) >= LARGEST_ERROR:
            break
    return bytes(parts[:LARGEST_ERROR])


def _json_object(provider: str, data: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise ModelReplyBad(f"{provider} sent a reply that is no JSON object. Check its base URL.")
    return value


def _error_code(data: bytes) -> str:
    """The provider's own word for an error: JSON of any shape, or text. Nothing else of the body is ever repeated."""
    try:
        codes = set(_codes(json.loads(data)))
    except (ValueError, RecursionError):
        return ""
    return OUT_OF_QUOTA if OUT_OF_QUOTA in codes else min(codes - {"error"}, default="")


def _codes(value: object) -> Iterator[str]:
    for holder in (value, value.get("error") if isinstance(value, dict) else None):
        if isinstance(holder, dict):
            for key in ("type", "code"):
                word = holder.get(key)
                if isinstance(word, str) and _CODE.fullmatch(word):
                    yield word


def _error(call: Call, failure: Failure) -> ModelError:
    who, status = call.provider, failure.status
    if status is None:
        return ModelBusy(
            f"{who} cannot be reached at {urlsplit(call.url).netloc}. Is it running, and the address right?"
        )
    detail = f"status {status}, {failure.code}" if failure.code else f"status {status}"
    if failure.code == OUT_OF_QUOTA or status == 402:
        return ModelRefused(f"{who} has no credit left for this key ({detail}).")
    if status in (401, 403):
        key = f"the key in {call.key_variable}" if call.key_variable else "a call without a key"
        return ModelRefused(f"{who} refused {key} ({detail}).")
    if status == 404:
        return ModelRefused(f"{who} does not know this model or address ({detail}).")
    if status < 400:
        return ModelRefused(f"{who} answered with a redirect, which is not followed ({detail}). Check its base URL.")
    if status in AGAIN or status >= 500:
        return ModelBusy(f"{who} is busy ({detail}). Try again later.")
    return ModelRefused(f"{who} refused the request ({detail}).")
