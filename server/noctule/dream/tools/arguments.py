"""Reads the arguments of a tool call, which may be anything; each mistake is a sentence for the model."""

from collections.abc import Mapping
from typing import Any

from noctule.errors import Refused

# A name longer than this is not repeated to the model.
_SHOWN = 40


class Arguments:
    """The arguments of one call of `tool`, whose properties are `known`."""

    def __init__(self, tool: str, given: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        unknown = [name for name in given if name not in known]
        if unknown:
            takes = f"It takes {', '.join(known)}." if known else "It takes none."
            raise Refused(f"{tool} has no argument `{str(unknown[0])[:_SHOWN]}`. {takes}")
        self._tool = tool
        self._given = given

    def text(self, name: str) -> str:
        """A text that must be there."""
        value = self._given.get(name)
        if not isinstance(value, str):
            raise Refused(f"{self._tool} needs `{name}`, a text.")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, or one text for a list of one; empty where it is left out."""
        value = self._given.get(name)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise Refused(f"`{name}` of {self._tool} is a list of texts.")
        return tuple(value)

    def flag(self, name: str) -> bool:
        """True or false; false where it is left out."""
        value = self._given.get(name)
        if value is not None and not isinstance(value, bool):
            raise Refused(f"`{name}` of {self._tool} is true or false.")
        return bool(value)

    def count(self, name: str, default: int) -> int:
        """A whole number from 1 on."""
        value = self.count_or_none(name)
        return default if value is None else value

    def count_or_none(self, name: str) -> int | None:
        """A whole number from 1 on, or None where it is left out."""
        value = self._given.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise Refused(f"`{name}` of {self._tool} is a whole number from 1 on.")
        return value
