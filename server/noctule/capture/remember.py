"""Makes a proposed memory of a person's plain words: through a model, or by what the words themselves show."""

import asyncio
import json
import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Literal, get_args

from noctule.capture.door import MOST_BYTES, check_text
from noctule.capture.page import first_line
from noctule.capture.review import Ask
from noctule.capture.write import Addition
from noctule.dataclass import dataclass
from noctule.errors import ModelReplyBad, Refused
from noctule.memories.memory import MEMORY_TYPES
from noctule.models.answers import last_object
from noctule.models.chat import ChatRequest, Message, Reply
from noctule.prompts import load
from noctule.safety.redact import secrets_in
from noctule.safety.sanitize import neutralise, one_line
from noctule.search.terms import terms_of, text_language

Target = Literal["project", "user", "notes"]

MOST_TOKENS = 4_096
MOST_CHARS = 8_000
_NAME_CHARS = 80
_DESCRIPTION_CHARS = 150

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "decision": {"type": "string", "enum": ["save", "decline"]},
        "reason": {"type": "string"},
        "target": {"type": "string", "enum": list(get_args(Target))},
        "type": {"type": "string", "enum": list(MEMORY_TYPES)},
        "name": {"type": "string"},
        "description": {"type": "string"},
        "text": {"type": "string"},
    },
    "required": ["decision", "reason", "target", "type", "name", "description", "text"],
    "additionalProperties": False,
}

_LEAD = re.compile(
    r"^(?:please[\s,]+)?(?:remember|note|keep in mind|don'?t forget)(?:[\s,:]+(?:that|this))?[\s,:]+", re.IGNORECASE
)
_PASSING = re.compile(
    r"\b(?:for now|right now|just (?:this|for) (?:once|today)|only (?:for )?today|for today"
    r"|this (?:session|turn|chat|once)|until (?:tonight|tomorrow|this evening)|in this conversation)\b",
    re.IGNORECASE,
)
_OF_THE_PERSON = re.compile(
    r"\b(?:i am|i'm|i have been|i work as|my (?:role|name|background)|i prefer|call me)\b", re.IGNORECASE
)
_PLACE = re.compile(
    r"https?://|\b(?:tracker|dashboard|wiki|channel|is (?:kept|documented|tracked) (?:at|in|on))\b", re.IGNORECASE
)
_DATED = re.compile(r"\b\d{4}-\d\d-\d\d\b|\b(?:deadline|freeze|decided|decision|release)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Remembered:
    """A proposed memory: where it belongs, and what it says."""

    target: Target
    addition: Addition


@dataclass(frozen=True, slots=True)
class Declined:
    """Why the words are not fit to be remembered: a sentence for the person."""

    reason: str


def unfit(text: str) -> str | None:
    """Why no memory should be made of the words, as far as the words alone tell; None where they may be fit."""
    found = secrets_in(text)
    if found:
        return f"That holds what looks like a secret ({found[0].kind}). Say where it is kept instead."
    if len(text) > MOST_CHARS:
        return f"That has {len(text):,} characters; say it in {MOST_CHARS:,}, or use `noctule add`."
    if not _says_something(_stripped(text)):
        return "That says too little to be understood later. Say what holds, and for what."
    passing = _PASSING.search(text)
    if passing:
        return f"“{one_line(passing[0])}” matters for the moment only. Say what will still hold later."
    return None


def plainly(text: str, target: Target | None) -> Remembered | Declined:
    """The memory without a model: the words as they are, with a name, a type and a place as they show."""
    reason = unfit(text)
    if reason is not None:
        return Declined(reason)
    said = _stripped(text)
    said = said[0].upper() + said[1:]
    kind = _type_of(said)
    description = first_line(said, _DESCRIPTION_CHARS)
    addition = Addition(text=said, name=first_line(said, _NAME_CHARS), description=description, type=kind)
    return Remembered(target or ("user" if kind == "user" else "project"), addition)


async def through_model(text: str, target: Target | None, today: date, ask: Ask) -> Remembered | Declined:
    """The memory as a model words it. Raises a `ModelError`: `ModelReplyBad` where no answer can be read."""
    reason = await asyncio.to_thread(unfit, text)
    if reason is not None:
        return Declined(reason)
    request = await asyncio.to_thread(_request, text, target, today)
    for _ in range(2):
        reply = await ask(request)
        found = await asyncio.to_thread(_read, reply, target)
        if found is not None:
            return found
        if reply.stop_reason == "refusal":
            break
    raise ModelReplyBad("The model's proposal cannot be read.")


def _request(text: str, target: Target | None, today: date) -> ChatRequest:
    words = {"words": neutralise(text), **({"target": target} if target else {})}
    return ChatRequest(
        messages=(
            Message("system", load("remember").fill(today=today.isoformat())),
            Message("user", json.dumps(words, ensure_ascii=False)),
        ),
        max_tokens=MOST_TOKENS,
        purpose="remember",
        output_schema=SCHEMA,
        user_action=True,
    )


def _read(reply: Reply, target: Target | None) -> Remembered | Declined | None:
    answer = last_object(reply.text, "decision")
    if answer is None:
        return None
    if answer["decision"] == "decline":
        reason = answer.get("reason")
        told = one_line(reason, 300) if isinstance(reason, str) else ""
        return Declined(told or "The model found nothing in it that will matter later.")
    return remembered(answer, target) if answer["decision"] == "save" else None


def remembered(answer: Mapping[str, Any], target: Target | None) -> Remembered | None:
    """The memory in an object that a model wrote, or None where it is none, or none that may be written."""
    text, name, description, kind = (answer.get(key) for key in ("text", "name", "description", "type"))
    if not isinstance(text, str) or not text.strip() or len(text.encode(errors="replace")) > MOST_BYTES:
        return None
    place = target or answer.get("target")
    told_name = one_line(name, _NAME_CHARS) if isinstance(name, str) else ""
    told_description = one_line(description, _DESCRIPTION_CHARS) if isinstance(description, str) else ""
    addition = Addition(
        text=text.strip(),
        name=told_name or first_line(text, _NAME_CHARS),
        description=told_description or first_line(text, _DESCRIPTION_CHARS),
        type=kind if isinstance(kind, str) and kind in MEMORY_TYPES else _type_of(text),
    )
    try:
        for one in (addition.text, addition.name or "-", addition.description or "-"):
            check_text(one, is_forced=False)
    except Refused:
        return None
    return Remembered("user" if place == "user" else "notes" if place == "notes" else "project", addition)


def _stripped(text: str) -> str:
    """The words without their `remember that`, of which a command line has only the `that`."""
    said = text.strip()
    return _LEAD.sub("", said, count=1).removeprefix("that ").strip() or said


def _says_something(text: str) -> bool:
    """At least two telling words, or as much in a script without spaces."""
    return len(set(terms_of(text, text_language(text)))) >= 2


def _type_of(text: str) -> str:
    if _OF_THE_PERSON.search(text):
        return "user"
    if _PLACE.search(text):
        return "reference"
    return "project" if _DATED.search(text) else "feedback"
