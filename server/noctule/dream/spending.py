"""Counts what a dream has cost so far, and says which cap it has reached."""

from noctule.dataclass import dataclass
from noctule.dream.task import Cap, Caps
from noctule.models.chat import ChatRequest, Reply, Usage

# For a model that reports no usage: characters a token, rather too few than too many.
_CHARACTERS_A_TOKEN = 3

REASONS: dict[Cap, str] = {
    "steps": "It reached the limit of steps.",
    "cost": "It reached the limit of cost.",
    "tokens": "It reached the limit of tokens.",
    "time": "It reached the limit of time.",
}


@dataclass(slots=True)
class Spending:
    """Steps, tokens and dollars. `usage` and `cost_usd` are None as soon as one reply did not tell."""

    caps: Caps
    steps: int = 0
    usage: Usage | None = None
    cost_usd: float | None = None
    _tokens: int = 0

    def add(self, request: ChatRequest, reply: Reply) -> None:
        """Counts one call. Tokens that nobody told are estimated, so that no cap is silently off."""
        is_first = self.steps == 0
        self.steps += 1
        if reply.usage is None:
            self._tokens += _estimated(request, reply)
            self.usage = None
        else:
            self._tokens += reply.usage.input_tokens + reply.usage.output_tokens
            self.usage = reply.usage if is_first else (None if self.usage is None else self.usage + reply.usage)
        if reply.cost_usd is None:
            self.cost_usd = None
        elif is_first:
            self.cost_usd = reply.cost_usd
        elif self.cost_usd is not None:
            self.cost_usd += reply.cost_usd

    @property
    def reached(self) -> Cap | None:
        """The cap on money that is reached: dollars where they are known, else tokens."""
        if self.cost_usd is None:
            return "tokens" if self._tokens >= self.caps.tokens else None
        return "cost" if self.cost_usd >= self.caps.cost_usd else None


def _estimated(request: ChatRequest, reply: Reply) -> int:
    sent = sum(len(message.text) + _size_of_calls(message.tool_calls) for message in request.messages)
    return (sent + len(reply.text) + _size_of_calls(reply.tool_calls)) // _CHARACTERS_A_TOKEN + 1


def _size_of_calls(calls: tuple[object, ...]) -> int:
    return sum(len(str(call)) for call in calls)
