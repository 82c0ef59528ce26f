"""Has a model propose memories from a finished turn: the newest words first, without what we put there ourselves."""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from noctule.capture.remember import remembered
from noctule.capture.review import Ask
from noctule.capture.write import Addition
from noctule.dataclass import dataclass
from noctule.errors import ModelReplyBad
from noctule.memories.memory import MEMORY_TYPES
from noctule.models.answers import last_object
from noctule.models.chat import ChatRequest, Message
from noctule.prompts import load
from noctule.safety.redact import redact
from noctule.safety.sanitize import neutralise

MOST_PROPOSED = 3
MOST_TOKENS = 4_096
_SPEAKERS = frozenset({"user", "assistant"})

# Bytes a token: what the vendors count on for English; scripts of three bytes a letter take about one token each.
_BYTES_A_TOKEN = 3

# Our own blocks, and those of the known agents; one that is not closed reaches to the end.
_REMINDER = re.compile(r"<system-reminder>.*?(?:</system-reminder>|\Z)", re.DOTALL | re.IGNORECASE)

_ITEM: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "type": {"type": "string", "enum": list(MEMORY_TYPES)},
        "name": {"type": "string"},
        "description": {"type": "string"},
        "text": {"type": "string"},
    },
    "required": ["type", "name", "description", "text"],
    "additionalProperties": False,
}
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"memories": {"type": "array", "items": _ITEM}},
    "required": ["memories"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message of a turn."""

    role: str
    text: str


def context_of(messages: Sequence[Utterance], most_tokens: int) -> tuple[Utterance, ...]:
    """What person and agent said, in order, redacted, without recalled blocks, the newest within the budget.

    A message that does not fit whole is cut; tools' output is left out: it is nobody's word.
    """
    left = most_tokens * _BYTES_A_TOKEN
    kept: list[Utterance] = []
    for message in reversed(messages):
        if message.role not in _SPEAKERS:
            continue
        said = redact(_REMINDER.sub("", message.text)).text.strip()
        data = neutralise(said).encode(errors="replace")
        if not data:
            continue
        if left <= 0:
            break
        kept.append(Utterance(message.role, data[:left].decode(errors="ignore")))
        left -= len(data)
    return tuple(reversed(kept))


async def extract(context: Sequence[Utterance], today: date, ask: Ask) -> tuple[Addition, ...]:
    """The at most three memories that a model proposes; what cannot be written is left out. Raises a `ModelError`."""
    reply = await ask(await asyncio.to_thread(_request, context, today))
    answer = last_object(reply.text, "memories")
    if answer is None or not isinstance(answer["memories"], list):
        raise ModelReplyBad("The model's proposals cannot be read.")
    proposed = [one for one in answer["memories"] if isinstance(one, dict)][:MOST_PROPOSED]
    found = [await asyncio.to_thread(remembered, one, "project") for one in proposed]
    return tuple(one.addition for one in found if one is not None)


def _request(context: Sequence[Utterance], today: date) -> ChatRequest:
    lines = "\n".join(json.dumps({"by": one.role, "text": one.text}, ensure_ascii=False) for one in context)
    system = load("extract-memories").fill(limit=str(MOST_PROPOSED), today=today.isoformat())
    return ChatRequest(
        messages=(Message("system", system), Message("user", f"TURN\n{lines}")),
        max_tokens=MOST_TOKENS,
        purpose="extract",
        output_schema=SCHEMA,
    )
