"""Writes to the client, and answers each request in one of two ways: with its result, or with what went wrong."""

from collections.abc import Callable
from typing import Any

import cattrs

from noctule.lsp.envelope import MessageId, encode
from noctule.lsp.faults import Fault, fault_of


class Answers:
    """`write` takes a message's body; until there is one, what is sent is dropped. Callable from any thread."""

    def __init__(self, converter: cattrs.Converter) -> None:
        self._converter = converter
        self.write: Callable[[bytes], None] = lambda _: None

    def send(self, message: dict[str, Any]) -> None:
        self.write(encode(message))

    def send_result(self, message_id: MessageId, method: str, result: Any) -> None:
        """A result that cannot be written as JSON is a fault of ours; `method` is its name for the log."""
        try:
            body = encode({"jsonrpc": "2.0", "id": message_id, "result": self._converter.unstructure(result)})
        except Exception as error:
            self.send_fault(message_id, fault_of(error, f"the result of {method}"))
            return
        self.write(body)

    def send_fault(self, message_id: MessageId | None, fault: Fault) -> None:
        """`message_id` None: whom the fault is to reach cannot be known."""
        self.send({"jsonrpc": "2.0", "id": message_id, "error": fault.to_json()})
