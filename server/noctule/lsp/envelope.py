"""Tells what kind of JSON-RPC message a JSON value is, and writes one as bytes."""

import json
from typing import Any, TypeAlias

from noctule.dataclass import dataclass

MessageId: TypeAlias = int | str


@dataclass(frozen=True, slots=True)
class Request:
    id: MessageId
    method: str
    params: Any


@dataclass(frozen=True, slots=True)
class Notification:
    method: str
    params: Any


@dataclass(frozen=True, slots=True)
class Response:
    """An answer to a request of ours. `error` is None or the error object as it came."""

    id: MessageId
    result: Any
    error: Any


@dataclass(frozen=True, slots=True)
class Invalid:
    """No message of JSON-RPC 2.0; `id` where one could be read."""

    id: MessageId | None
    reason: str


def classify(value: Any) -> Request | Notification | Response | Invalid:
    """The message that `value` is. Only the top level is looked at."""
    if isinstance(value, list):
        return Invalid(None, "Batches are not served: send one message a frame.")
    if not isinstance(value, dict):
        return Invalid(None, "A message is an object.")
    has_id = "id" in value
    message_id = value["id"] if has_id and type(value["id"]) in (int, str) else None
    if "method" not in value:
        return _classify_response(value, message_id)
    if has_id and message_id is None:
        return Invalid(None, "An id is a whole number or a text.")
    if type(value["method"]) is not str:
        return Invalid(message_id, "A method is a text.")
    if value.get("jsonrpc") != "2.0":
        return Invalid(message_id, 'A message says "jsonrpc": "2.0".')
    if message_id is None:
        return Notification(value["method"], value.get("params"))
    return Request(message_id, value["method"], value.get("params"))


def encode(message: Any) -> bytes:
    """A message as UTF-8 JSON; raises for what JSON cannot say."""
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Half a character, from a file name for instance: as an escape it is still JSON.
        return json.dumps(message, allow_nan=False, separators=(",", ":")).encode()


def _classify_response(value: dict[str, Any], message_id: MessageId | None) -> Response | Invalid:
    if "result" not in value and "error" not in value:
        return Invalid(message_id, "A message has a method, a result or an error.")
    if message_id is None:
        # An error without an id is a client's answer to something of ours that it could not read.
        return Invalid(None, "An answer names the request that it answers.")
    return Response(message_id, value.get("result"), value.get("error"))
