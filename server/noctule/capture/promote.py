"""Moves profile items into an instruction file by one insertion: nothing that stands in the file is changed."""

import asyncio
import difflib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from noctule.capture.door import check_text
from noctule.capture.likeness import HELD_SHARE, holds, share_held
from noctule.capture.review import Ask
from noctule.dataclass import dataclass
from noctule.errors import Refused
from noctule.memories.text import newline_of, with_newline
from noctule.models.answers import last_object
from noctule.models.chat import ChatRequest, Message
from noctule.prompts import load
from noctule.safety.redact import redact
from noctule.safety.sanitize import neutralise

MOST_TOKENS = 8_192
_FILE_CHARS = 48_000

_AGAIN_AFTER = timedelta(days=30)
_FULL = 0.7
_FULL_AGAIN_AFTER = timedelta(days=7)

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "items": {"type": "array", "items": {"type": "string"}},
        "after": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "text": {"type": "string"},
    },
    "required": ["items", "after", "text"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Insertion:
    """Which items go, as which lines, below which line of the file; `after` None is its end."""

    items: tuple[str, ...]
    lines: str
    after: str | None = None


def is_advised(*, fullest: float, last: datetime | None, now: datetime) -> bool:
    """Whether promoting is worth a word: never done, 30 days ago, or 7 with a store at least 70 % full.

    `fullest` is the share of its cap that the fuller store takes; an empty profile has nothing to promote.
    """
    if fullest <= 0:
        return False
    if last is None or now - last >= _AGAIN_AFTER:
        return True
    return fullest >= _FULL and now - last >= _FULL_AGAIN_AFTER


def plainly(items: Sequence[str]) -> Insertion:
    """The items as they are, as a list at the end of the file."""
    lines = "\n".join("- " + item.replace("\n", "\n  ") for item in items)
    return Insertion(tuple(items), lines)


async def through_model(text: str, items: Sequence[str], ask: Ask) -> Insertion | None:
    """What a model would move where, or None where it moves nothing. Raises a `ModelError`.

    An item that its lines do not hold stays in the profile; lines that say more than the items are not taken.
    """
    reply = await ask(await asyncio.to_thread(_request, text, items))
    answer = last_object(reply.text, "items", "text")
    if answer is None:
        return plainly(items)
    return await asyncio.to_thread(_read, answer, text, items)


def inserted(text: str, insertion: Insertion) -> str:
    """The file's text with the lines. Raises `Refused` for lines that no file of ours may hold."""
    check_text(insertion.lines, is_forced=False)
    newline = newline_of(text)
    lines = with_newline(insertion.lines.strip("\n"), newline) + newline
    anchor = insertion.after
    if anchor is not None:
        place = _end_of_line(text, anchor)
        if place is not None:
            return text[:place] + ("" if text[:place].endswith("\n") else newline) + lines + text[place:]
    head = text if not text or text.endswith("\n") else text + newline
    gap = newline if head and not head.endswith(newline * 2) else ""
    return head + gap + lines


def preview(before: str, after: str, name: str) -> str:
    """A unified diff."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    lines = difflib.unified_diff(old, new, name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _request(text: str, items: Sequence[str]) -> ChatRequest:
    file = {"id": "file", "text": neutralise(redact(text).text[:_FILE_CHARS])}
    told = [{"id": f"p{at}", "text": neutralise(redact(item).text)} for at, item in enumerate(items, 1)]
    lines = "\n".join(json.dumps(one, ensure_ascii=False) for one in (file, *told))
    return ChatRequest(
        messages=(Message("system", load("promote").text), Message("user", lines)),
        max_tokens=MOST_TOKENS,
        purpose="promote",
        output_schema=SCHEMA,
        user_action=True,
    )


def _read(answer: Mapping[str, Any], text: str, items: Sequence[str]) -> Insertion | None:
    given = answer["items"] if isinstance(answer["items"], list) else []
    by_id = {f"p{at}": item for at, item in enumerate(items, 1)}
    chosen = tuple(by_id[one] for one in dict.fromkeys(map(str, given)) if one in by_id)
    if not chosen:
        return None
    lines = answer["text"] if isinstance(answer["text"], str) else ""
    kept = tuple(item for item in chosen if holds(lines, item))
    if not kept or share_held(lines, "\n".join(kept)) < HELD_SHARE or not _is_fit(lines):
        return plainly(chosen)
    after = answer.get("after")
    anchor = after if isinstance(after, str) and _end_of_line(text, after) is not None else None
    return Insertion(kept, lines.strip("\n"), anchor)


def _is_fit(lines: str) -> bool:
    try:
        check_text(lines, is_forced=False)
    except Refused:
        return False
    return True


def _end_of_line(text: str, line: str) -> int | None:
    """Where the one line of the file that reads so ends; None where there is none, or several."""
    wanted = line.strip("\r\n")
    if not wanted.strip():
        return None
    places: list[int] = []
    at = 0
    for one in text.splitlines(keepends=True):
        at += len(one)
        if one.rstrip("\r\n") == wanted:
            places.append(at)
    return places[0] if len(places) == 1 else None
