"""Reads the chats that VS Code itself keeps: `chatSessions/ID.jsonl`, a log of changes, or an older `ID.json`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from noctule.transcripts.message import Message
from noctule.transcripts.mutation_log import played_back
from noctule.transcripts.put_in import without_blocks
from noctule.transcripts.records import object_in, objects_in, text_in, time_in
from noctule.transcripts.states import log_of, state_in

_OF_REQUEST = ("requestId", "timestamp", "message", "response", "shouldBeRemovedOnSend")


def chat_messages(path: Path) -> Iterator[Message]:
    """What was asked and answered, request by request; those that the person undid are left out."""
    for request in objects_in(_state(path).get("requests")):
        if request.get("shouldBeRemovedOnSend"):
            continue
        at, uid = time_in(request.get("timestamp")), text_in(request.get("requestId"))
        asked = without_blocks(_asked(request.get("message")))
        if asked:
            yield Message("user", asked, at, uid)
        answered = without_blocks(_answered(request.get("response")))
        if answered:
            yield Message("assistant", answered, at, f"{uid}:answer" if uid else "")


def _state(path: Path) -> Mapping[str, Any]:
    if path.suffix == ".json":
        return object_in(_kept([], state_in(path)))
    return played_back(log_of(path), _kept)


def _kept(path: Sequence[object], value: Any) -> Any:
    """Of a chat's state what was said in it; None for what lies elsewhere."""
    if not path:
        state = object_in(value)
        return {"requests": [_request(one) for one in objects_in(state.get("requests"))]}
    if path[0] != "requests":
        return None
    if len(path) == 1:
        return [_request(one) for one in objects_in(value)]
    if len(path) == 2:
        return _request(object_in(value))
    if path[2] not in _OF_REQUEST:
        return None
    return _parts(value) if path[2:] == ["response"] else value


def _request(value: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value[name] for name in _OF_REQUEST if name in value}
    return {**kept, "response": _parts(value.get("response"))}


def _parts(value: object) -> list[dict[str, Any]]:
    """A response's parts, each in its place: later changes count on it. Of what is no text only its kind stays."""
    parts = value if isinstance(value, list) else []
    return [_part(part) if isinstance(part, dict) else {"kind": ""} for part in parts]


def _part(part: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": part["kind"]} if "kind" in part else {"value": part.get("value")}


def _asked(message: object) -> str:
    return message if isinstance(message, str) else text_in(object_in(message).get("text"))


def _answered(response: object) -> str:
    """The parts without a kind: markdown, one after the other as VS Code streamed it."""
    return "".join(_markdown(part.get("value")) for part in objects_in(response) if "kind" not in part)


def _markdown(value: object) -> str:
    return value if isinstance(value, str) else text_in(object_in(value).get("value"))
