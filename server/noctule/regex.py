"""Patterns that are compiled when they are first used: a hook, for which an agent waits, meets few of ours."""

import re
from typing import Any, cast


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, but that a mistake in it shows at the first use (and in the tests)."""
    return cast("re.Pattern[str]", _Regex(pattern, flags))


class _Regex:
    """Asked for a first method, it takes over all that the compiled pattern has: from then on it costs no more."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update((known, getattr(compiled, known)) for known in dir(compiled) if known[0] != "_")
        return getattr(compiled, name)
