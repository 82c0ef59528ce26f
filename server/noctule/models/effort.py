"""Says in each provider's own words how hard a model should think, and how its answer should be shaped.

What a model accepts differs within one provider, and a field that it does not know is an error 400. So a row stands
here only for what the vendors document; for a model that no row knows, nothing is sent or the mildest word is.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from noctule.models.chat import Effort

Dialect = Literal["anthropic", "openai", "deepseek", "openrouter", "ollama", "plain"]

# Claude 4.5 and older think within a budget of tokens, and only if told to.
_BUDGET_CLAUDE = re.compile(r"claude-(3|2|instant|(opus|sonnet|haiku)-4(-[015])?(-\d{8})?$)")
_BUDGETS: Mapping[Effort, int] = {"minimal": 1024, "low": 2048, "medium": 8192, "high": 16384, "max": 32000}
_LEAST_BUDGET = 1024
# Later ones think as they see fit. How that is turned off, where it can be; elsewhere the lowest effort stands in.
_CLAUDE_OFF: tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...] = (
    (re.compile(r"claude-(opus|sonnet)-4-[678]"), {}),
    (re.compile(r"claude-(opus-5|sonnet-5|haiku-5-5)(-\d{8})?$"), {"thinking": {"type": "disabled"}}),
    (re.compile(r"claude-sonnet-5-5"), {"thinking": {"type": "between_tools"}}),
)
_CLAUDE_EFFORT: Mapping[Effort, str] = {
    "minimal": "low",
    "low": "low",
    "medium": "medium",
    "high": "high",
    "max": "max",
}
_UNSHAPED_CLAUDE = re.compile(r"claude-(3|2|instant|(opus|sonnet)-4(-[01])?(-\d{8})?$)")

# OpenAI: which models reason, and their words for off, minimal and max. The first row that matches counts.
_OPENAI_REASONING: tuple[tuple[re.Pattern[str], tuple[str, str, str] | None], ...] = (
    (re.compile(r"gpt-\d.*-(chat|pro)\b"), None),
    (re.compile(r"(o\d|codex|gpt-5(\.\d+)?-codex)"), ("low", "low", "high")),
    (re.compile(r"gpt-5(-|$)"), ("minimal", "minimal", "high")),
    (re.compile(r"gpt-5\.1(-|$)"), ("none", "low", "high")),
    (re.compile(r"gpt-([5-9]|\d\d)"), ("none", "low", "xhigh")),
)
_UNSHAPED_OPENAI = re.compile(r"gpt-3|gpt-4(-|$)|o1-(mini|preview)")

_WORDS: Mapping[Dialect, Mapping[Effort, str]] = {
    # "none" is the router's own word, and it translates for the model behind it
    "openrouter": {"off": "none", "minimal": "minimal", "low": "low", "medium": "medium", "high": "high", "max": "max"},
    # a model that cannot think refuses every level but "none"; one that can thinks hard by itself
    "ollama": {"off": "none", "minimal": "low", "low": "low", "medium": "medium"},
    "deepseek": {"minimal": "low", "low": "low", "medium": "high", "high": "high", "max": "max"},
}


def effort_fields(dialect: Dialect, model_id: str, effort: Effort, max_tokens: int) -> dict[str, Any]:
    """The fields of a request body that ask `model_id` for this effort; empty where it has no word for it."""
    return _EFFORTS[dialect](model_id, effort, max_tokens)


def shape_fields(dialect: Dialect, model_id: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that ask for an answer in the shape of `schema`; empty where only the prompt can ask for it."""
    if dialect == "anthropic":
        if "claude-" not in model_id or _UNSHAPED_CLAUDE.search(model_id):
            return {}
        return {"output_config": {"format": {"type": "json_schema", "schema": dict(schema)}}}
    if dialect == "deepseek":
        return {"response_format": {"type": "json_object"}}
    if dialect == "plain" or (dialect == "openai" and _UNSHAPED_OPENAI.match(model_id)):
        return {}
    named = {"name": "answer", "strict": True, "schema": dict(schema)}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def is_openai_reasoning(model_id: str) -> bool:
    """Whether OpenAI's own `model_id` reasons, and so counts `max_completion_tokens`."""
    return any(pattern.match(model_id) for pattern, _ in _OPENAI_REASONING)


def _anthropic(model_id: str, effort: Effort, max_tokens: int) -> dict[str, Any]:
    if "claude-" not in model_id:
        return {}
    if _BUDGET_CLAUDE.search(model_id):
        return _claude_budget(effort, max_tokens)
    if effort != "off":
        return {"thinking": {"type": "adaptive"}, "output_config": {"effort": _CLAUDE_EFFORT[effort]}}
    for pattern, fields in _CLAUDE_OFF:
        if pattern.search(model_id):
            return dict(fields)
    return {"output_config": {"effort": "low"}}


def _claude_budget(effort: Effort, max_tokens: int) -> dict[str, Any]:
    budget = min(_BUDGETS.get(effort, 0), max_tokens // 2)
    return {"thinking": {"type": "enabled", "budget_tokens": budget}} if budget >= _LEAST_BUDGET else {}


def _openai(model_id: str, effort: Effort, _max_tokens: int) -> dict[str, Any]:
    words = next((words for pattern, words in _OPENAI_REASONING if pattern.match(model_id)), None)
    if words is None:
        return {}
    off, minimal, most = words
    special: Mapping[Effort, str] = {"off": off, "minimal": minimal, "max": most}
    return {"reasoning_effort": special.get(effort, effort)}


def _deepseek(_model_id: str, effort: Effort, _max_tokens: int) -> dict[str, Any]:
    if effort == "off":
        return {"thinking": {"type": "disabled"}}
    return {"thinking": {"type": "enabled"}, "reasoning_effort": _WORDS["deepseek"][effort]}


def _word(dialect: Dialect) -> Callable[[str, Effort, int], dict[str, Any]]:
    def fields(_model_id: str, effort: Effort, _max_tokens: int) -> dict[str, Any]:
        word = _WORDS[dialect].get(effort)
        return {} if word is None else {"reasoning_effort": word}

    return fields


def _nothing(_model_id: str, _effort: Effort, _max_tokens: int) -> dict[str, Any]:
    return {}


_EFFORTS: Mapping[Dialect, Callable[[str, Effort, int], dict[str, Any]]] = {
    "anthropic": _anthropic,
    "openai": _openai,
    "deepseek": _deepseek,
    "openrouter": _word("openrouter"),
    "ollama": _word("ollama"),
    "plain": _nothing,
}
