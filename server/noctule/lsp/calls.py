"""Calls a handler of any of pygls' kinds: a plain one, a coroutine, or a generator that yields further calls."""

import inspect
from collections.abc import Callable, Generator
from functools import partial
from typing import Any


async def call_any(handler: Callable[..., Any], *args: Any) -> Any:
    """The result of `handler(*args)`, however it comes."""
    result = handler(*args)
    if inspect.isawaitable(result):
        result = await result
    if inspect.isgenerator(result):
        result = await _drive(result)
    return result


async def _drive(steps: Generator[Any, Any, Any]) -> Any:
    value = None
    while True:
        try:
            handler, args, kwargs = steps.send(value)
        except StopIteration as stop:
            return stop.value
        value = await call_any(partial(handler, **(kwargs or {})), *args)
