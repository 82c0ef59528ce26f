"""Has a model judge a new memory against what is known: new, duplicate, overlap or contradiction.

A model's word alone drops nothing: a duplicate must say all that the new text says, a merged text hold both.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, get_args

from noctule.capture.door import MOST_BYTES, check_text
from noctule.capture.likeness import holds, says_all
from noctule.capture.sources import Shown, Source, shown
from noctule.dataclass import dataclass
from noctule.errors import ModelReplyBad, Refused
from noctule.models.answers import last_object
from noctule.models.chat import ChatRequest, Message, Reply
from noctule.prompts import load
from noctule.safety.redact import redact
from noctule.safety.sanitize import neutralise, one_line
from noctule.store.proposals import Concern, Relation, Verdict

# Asks the model of the task; raises a `ModelError`.
Ask = Callable[[ChatRequest], Awaitable[Reply]]

MOST_TOKENS = 8_192
REASON_CHARS = 200
_MOST_CONCERNS = 5
_SHOWN_CHARS = 2_000

_RELATIONS: Mapping[str, Relation] = {"duplicate": "duplicate", "overlap": "near", "contradiction": "contradicts"}

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": ["new", "duplicate", "overlap", "contradiction"]},
        "concerns": {"type": "array", "items": {"type": "string"}},
        "merged": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "reason": {"type": "string"},
    },
    "required": ["verdict", "concerns", "merged", "reason"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Review:
    """What came of a review. `merged` is a text for the first concern that can change, fit to be offered."""

    verdict: Verdict
    reason: str = ""
    concerns: tuple[Concern, ...] = ()
    merged: str | None = None


async def review(text: str, about: str, sources: Sequence[Source], ask: Ask) -> Review:
    """Compares a text (`about` says where it would go) with `sources`. Nothing known needs no model.

    Raises a `ModelError`: `ModelReplyBad` where no answer can be read, also the second time.
    """
    if not sources:
        return Review("new")
    known = await asyncio.to_thread(shown, sources)
    request = await asyncio.to_thread(_request, text, about, known)
    for _ in range(2):
        reply = await ask(request)
        found = await asyncio.to_thread(_read, reply, text, known)
        if found is not None:
            return found
        if reply.stop_reason == "refusal":
            break
    raise ModelReplyBad("The model's verdict cannot be read.")


def _request(text: str, about: str, known: Sequence[Shown]) -> ChatRequest:
    lines = "\n".join(json.dumps(_line(one), ensure_ascii=False) for one in known)
    new = json.dumps({"id": "new", "where": about, "text": neutralise(redact(text).text)}, ensure_ascii=False)
    return ChatRequest(
        messages=(Message("system", load("review-memory").text), Message("user", f"KNOWN\n{lines}\n\nNEW\n{new}")),
        max_tokens=MOST_TOKENS,
        purpose="review",
        output_schema=SCHEMA,
    )


def _line(one: Shown) -> dict[str, str]:
    source = one.source
    entry = f", entry {one_line(source.part, 80)}" if source.kind == "memory" and source.part else ""
    kinds = {"user": "profile item", "notes": "profile item", "instructions": "instruction file", "memory": "memory"}
    where = one_line(f"{source.name}{entry}", 200)
    return {"id": one.id, "kind": kinds[source.kind], "where": where, "text": one.text}


def _read(reply: Reply, text: str, known: Sequence[Shown]) -> Review | None:
    """The verdict in a reply, or None where it holds none that makes sense."""
    answer = last_object(reply.text, "verdict")
    if answer is None:
        return None
    verdict, reason = answer["verdict"], answer.get("reason")
    told = one_line(reason, REASON_CHARS) if isinstance(reason, str) else ""
    if verdict == "new":
        return Review("new", told)
    if not isinstance(verdict, str) or verdict not in get_args(Verdict) or verdict not in _RELATIONS:
        return None
    named = _named(answer.get("concerns"), known)
    if not named:
        return None
    return _judged(verdict, told, named, text, answer.get("merged"))


def _named(ids: object, known: Sequence[Shown]) -> tuple[Shown, ...]:
    """What the ids stand for; one that was made up stands for nothing."""
    by_id = {one.id: one for one in known}
    given = [one for one in ids if isinstance(one, str)] if isinstance(ids, list) else []
    return tuple(by_id[one] for one in dict.fromkeys(given) if one in by_id)[:_MOST_CONCERNS]


def _judged(verdict: str, reason: str, named: tuple[Shown, ...], text: str, merged: object) -> Review:
    concerns = tuple(concern_of(one.source, _RELATIONS[verdict], can_change=one.can_change) for one in named)
    if verdict == "duplicate":
        is_held = any(says_all(one.source.text, text) for one in named)
        return Review("duplicate" if is_held else "overlap", reason, concerns)
    target = next((one for one in named if one.can_change), None)
    offered = None if target is None else _offered(merged, target.source.text, text)
    return Review("overlap" if verdict == "overlap" else "contradiction", reason, concerns, offered)


def concern_of(source: Source, relation: Relation, *, can_change: bool) -> Concern:
    """A source as a proposal keeps it."""
    cut = source.text[:_SHOWN_CHARS]
    return Concern(source.kind, source.path, source.part, source.digest, relation, cut, can_change)


def _offered(merged: object, old: str, new: str) -> str | None:
    """The merged text, if it passes the door and loses neither side: of the new one not a number."""
    if not isinstance(merged, str) or not merged.strip() or len(merged.encode(errors="replace")) > MOST_BYTES:
        return None
    try:
        check_text(merged, is_forced=False)
    except Refused:
        return None
    return merged.strip("\r\n") if holds(merged, old) and says_all(merged, new) else None
