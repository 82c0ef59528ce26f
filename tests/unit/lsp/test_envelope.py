"""Claims about which JSON is which message."""

from typing import Any

import pytest

from noctule.lsp.envelope import Invalid, Notification, Request, Response, classify

CASES: list[tuple[Any, type, Any]] = [
    ({"jsonrpc": "2.0", "id": 1, "method": "m"}, Request, 1),
    ({"jsonrpc": "2.0", "id": "a", "method": "m", "params": []}, Request, "a"),
    ({"jsonrpc": "2.0", "method": "m"}, Notification, None),
    ({"jsonrpc": "2.0", "id": 1, "result": None}, Response, 1),
    ({"id": 1, "error": {"code": 1}}, Response, 1),
    ({"jsonrpc": "1.0", "id": 1, "method": "m"}, Invalid, 1),
    ({"id": 1, "method": "m"}, Invalid, 1),
    ({"jsonrpc": "2.0", "id": 1, "method": 5}, Invalid, 1),
    ({"jsonrpc": "2.0", "id": 1.5, "method": "m"}, Invalid, None),
    ({"jsonrpc": "2.0", "id": True, "method": "m"}, Invalid, None),
    ({"jsonrpc": "2.0", "id": None, "method": "m"}, Invalid, None),
    ({"jsonrpc": "2.0", "id": {}, "method": "m"}, Invalid, None),
    ({"jsonrpc": "2.0", "id": 1}, Invalid, 1),
    ({"jsonrpc": "2.0", "id": None, "error": {}}, Invalid, None),
    ({}, Invalid, None),
    ([], Invalid, None),
    ([{"jsonrpc": "2.0", "id": 1, "method": "m"}], Invalid, None),
    (None, Invalid, None),
    (5, Invalid, None),
    ("text", Invalid, None),
]


@pytest.mark.parametrize(("value", "kind", "message_id"), CASES, ids=[str(case[0])[:60] for case in CASES])
def test_a_message_is_told_by_its_top_level(value: Any, kind: type, message_id: Any) -> None:
    message = classify(value)
    assert type(message) is kind
    assert getattr(message, "id", None) == message_id


def test_a_message_inside_params_stays_data() -> None:
    inner = {"jsonrpc": "2.0", "id": 9, "method": "exit"}
    message = classify({"jsonrpc": "2.0", "id": 1, "method": "m", "params": inner})
    assert message == Request(1, "m", inner)
