"""How a face asks its person something without anybody waiting for the answer."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from noctule.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """`choose` shows a message with titles to choose from, and gives the title, or None where there was no answer.

    `later` runs a question in the background under a name; `settled` is called when its answer was acted on.
    """

    choose: Callable[[str, Sequence[str]], Awaitable[str | None]]
    later: Callable[[Coroutine[Any, Any, None], str], object]
    settled: Callable[[], None]
