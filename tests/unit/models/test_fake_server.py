"""The fake server's own eye: what the vendors' types refuse, it refuses."""

from typing import Any

import pytest

from fakes.wire_types import problems_of_anthropic, problems_of_openai

USER = {"role": "user", "content": "hello"}
ANTHROPIC: dict[str, Any] = {"model": "m", "max_tokens": 1, "messages": [USER]}
OPENAI: dict[str, Any] = {"model": "m", "messages": [USER]}


def blocks(*values: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"role": "user", "content": list(values)}]


def test_right_bodies_have_no_problems() -> None:
    assert problems_of_anthropic({**ANTHROPIC, "messages": blocks({"type": "text", "text": "hello"})}) == []
    assert problems_of_openai(OPENAI, compatible=False) == []


@pytest.mark.parametrize(
    "change",
    [
        {"max_tokens": "1"},
        {"messages": None},
        {"temprature": 1},
        {"stream": True},
        {"output_config": {"effort": "off"}},
        {"thinking": {"type": "enabled"}},
        {"tools": [{"name": "t", "description": "d"}]},
        {"messages": [{"role": "tool", "content": "x"}]},
        {"messages": blocks({"type": "text", "text": "hello", "colour": "red"})},
        {"messages": blocks({"type": "tool_result", "content": "no id"})},
    ],
)
def test_a_wrong_messages_body_is_seen(change: dict[str, Any]) -> None:
    assert problems_of_anthropic({**ANTHROPIC, **change}) != []


@pytest.mark.parametrize(
    "change",
    [
        {"messages": [{"role": "robot", "content": "x"}]},
        {"max_tokens": "1"},
        {"reasoning_effort": "off"},
        {"thinking": {"type": "disabled"}},
        {"tools": [{"name": "t"}]},
        {"messages": [{"role": "assistant", "content": "x", "reasoning_content": "y"}]},
        {"messages": [{"role": "tool", "content": "no id"}]},
    ],
)
def test_a_wrong_completions_body_is_seen(change: dict[str, Any]) -> None:
    assert problems_of_openai({**OPENAI, **change}, compatible=False) != []


def test_what_compatible_servers_add_is_theirs_alone() -> None:
    body = {**OPENAI, "thinking": {"type": "disabled"}}
    assert problems_of_openai(body, compatible=True) == []
    assert body["thinking"], "the body is only looked at"
