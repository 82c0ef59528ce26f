"""How effort and the shape of an answer are said to each provider."""

from typing import Any, get_args

import pytest

from noctule.models.chat import Effort
from noctule.models.effort import Dialect, effort_fields, is_openai_reasoning, shape_fields

SCHEMA = {"type": "object"}


def check(dialect: Dialect, model: str, effort: Effort, expected: dict[str, Any], max_tokens: int = 512) -> None:
    assert effort_fields(dialect, model, effort, max_tokens) == expected


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("claude-haiku-4-5", {}),
        ("claude-sonnet-4-20250514", {}),
        ("claude-opus-4-8", {}),
        ("claude-opus-5", {"thinking": {"type": "disabled"}}),
        ("claude-haiku-5-5", {"thinking": {"type": "disabled"}}),
        ("claude-sonnet-5-5", {"thinking": {"type": "between_tools"}}),
        ("claude-opus-5-5", {"output_config": {"effort": "low"}}),
        ("claude-fable-5", {"output_config": {"effort": "low"}}),
        ("claude-of-tomorrow-9", {"output_config": {"effort": "low"}}),
        ("another-maker", {}),
    ],
)
def test_claude_thinks_as_little_as_it_can(model: str, expected: dict[str, Any]) -> None:
    check("anthropic", model, "off", expected)


def test_claude_thinks_as_asked() -> None:
    for effort, word in (("minimal", "low"), ("medium", "medium"), ("high", "high"), ("max", "max")):
        expected = {"thinking": {"type": "adaptive"}, "output_config": {"effort": word}}
        check("anthropic", "claude-sonnet-5-5", effort, expected)  # type: ignore[arg-type]  # from the table above


def test_an_older_claude_thinks_within_half_of_its_tokens() -> None:
    check("anthropic", "claude-haiku-4-5", "high", {"thinking": {"type": "enabled", "budget_tokens": 4000}}, 8000)
    check("anthropic", "claude-haiku-4-5", "high", {"thinking": {"type": "enabled", "budget_tokens": 16384}}, 64000)
    check("anthropic", "claude-haiku-4-5", "high", {}, 2000)


@pytest.mark.parametrize(
    ("model", "off", "most"),
    [
        ("o4-mini", "low", "high"),
        ("gpt-5", "minimal", "high"),
        ("gpt-5-mini", "minimal", "high"),
        ("gpt-5-codex", "low", "high"),
        ("gpt-5.1", "none", "high"),
        ("gpt-5.4-mini", "none", "xhigh"),
        ("gpt-6-sol", "none", "xhigh"),
    ],
)
def test_openai_models_that_reason_are_told_how_much(model: str, off: str, most: str) -> None:
    assert is_openai_reasoning(model)
    check("openai", model, "off", {"reasoning_effort": off})
    check("openai", model, "max", {"reasoning_effort": most})
    check("openai", model, "medium", {"reasoning_effort": "medium"})


@pytest.mark.parametrize("model", ["gpt-4o", "gpt-4.1-mini", "chatgpt-4o-latest", "ft:whatever"])
def test_openai_models_that_do_not_reason_are_told_nothing(model: str) -> None:
    assert not is_openai_reasoning(model)
    check("openai", model, "high", {})


@pytest.mark.parametrize("model", ["gpt-5-chat-latest", "gpt-5.2-pro"])
def test_openai_models_without_a_choice_of_effort_are_told_nothing(model: str) -> None:
    check("openai", model, "off", {})
    check("openai", model, "high", {})


def test_other_providers_have_words_of_their_own() -> None:
    check("openrouter", "maker/model", "off", {"reasoning_effort": "none"})
    check("deepseek", "deepseek-flash", "off", {"thinking": {"type": "disabled"}})
    check("deepseek", "deepseek-flash", "medium", {"thinking": {"type": "enabled"}, "reasoning_effort": "high"})
    check("ollama", "qwen3", "off", {"reasoning_effort": "none"})
    check("ollama", "llama3", "high", {})


def test_an_unknown_server_is_told_nothing() -> None:
    for effort in get_args(Effort):
        check("plain", "model", effort, {})
    assert shape_fields("plain", "model", SCHEMA) == {}


def test_the_shape_is_asked_for_where_the_provider_has_it() -> None:
    assert shape_fields("anthropic", "claude-haiku-4-5", SCHEMA)["output_config"]["format"]["schema"] == SCHEMA
    for dialect, model in (("openai", "gpt-5"), ("openrouter", "a/b"), ("ollama", "qwen3")):
        shape = shape_fields(dialect, model, SCHEMA)["response_format"]  # type: ignore[arg-type]  # from the table
        assert shape["json_schema"]["schema"] == SCHEMA
    assert shape_fields("deepseek", "deepseek-flash", SCHEMA) == {"response_format": {"type": "json_object"}}


@pytest.mark.parametrize(
    ("dialect", "model"),
    [
        ("anthropic", "claude-3-5-haiku-latest"),
        ("anthropic", "glm-5"),
        ("openai", "gpt-4"),
        ("openai", "gpt-3.5-turbo"),
    ],
)
def test_the_shape_is_not_asked_of_models_that_refuse_it(dialect: Dialect, model: str) -> None:
    assert shape_fields(dialect, model, SCHEMA) == {}
