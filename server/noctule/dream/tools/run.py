"""Runs the calls that a model asks for, one after the other; whatever goes wrong is an answer to the model."""

import logging

from noctule.dataclass import dataclass
from noctule.dream.tools.arguments import Arguments
from noctule.dream.tools.desk import Desk
from noctule.dream.tools.table import TOOLS
from noctule.errors import DiskFull, NoctuleError, ReadOnly
from noctule.models.chat import Message, ToolCall

# What a change answers is shorter, and must arrive.
_SHORT = 2_000

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call came to, as the model is told."""

    text: str
    is_error: bool

    def within(self, most: int) -> "Answer":
        """The answer in at most so many characters; a short one is always whole."""
        if len(self.text) <= max(most, _SHORT):
            return self
        kept = self.text[: max(most, _SHORT)]
        return Answer(f"{kept}\n[cut here: ask for less at once]", self.is_error)

    def to(self, call: ToolCall) -> Message:
        """The answer as a message of the conversation."""
        return Message("tool", self.text, tool_call_id=call.id, is_error=self.is_error)


def answer(desk: Desk, call: ToolCall) -> Answer:
    """Runs one call. Raises DiskFull and ReadOnly, after which no further call could succeed."""
    try:
        return Answer(_run(desk, call), is_error=False)
    except (DiskFull, ReadOnly):
        raise
    except NoctuleError as error:
        return Answer(str(error), is_error=True)
    except Exception as error:  # a bug of one tool must not end the dream, nor show the model what it read
        logger.warning("A dream's tool failed: %s in %s.", type(error).__name__, call.name[:40])
        return Answer("This call failed for a reason of ours; try another way.", is_error=True)


def _run(desk: Desk, call: ToolCall) -> str:
    if call.problem is not None:
        raise _Unreadable(call.problem)
    tool = TOOLS.get(call.name)
    if tool is None:
        raise _Unreadable(f"There is no tool `{call.name[:40]}`. There are {', '.join(TOOLS)}.")
    return tool.act(desk, Arguments(call.name, call.arguments, tool.tool.input_schema["properties"]))


class _Unreadable(NoctuleError):
    """A call that nobody can run."""
