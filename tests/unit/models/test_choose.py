"""Which model a setting comes to, and what is said where it comes to none."""

import time
from collections.abc import Mapping
from typing import Any

import pytest

from fakes.asking import NOW, model_of, saying
from fakes.model_replies import BROKEN, UNAUTHORIZED, Hangs, Says
from fakes.model_server import ModelServer
from noctule.errors import ModelRefused, ModelTimeout
from noctule.models.choose import Choice, Means, choose
from noctule.models.lent import Ask
from noctule.models.providers import read_providers
from noctule.models.transport import Edge


async def lends(_params: Mapping[str, Any], _seconds: float) -> Mapping[str, Any]:
    return {"text": "lent"}


def choice_of(
    *names: str, environ: Mapping[str, str] | None = None, ask: Ask | None = None, **providers: object
) -> Choice:
    return choose(names, Means(read_providers(providers), environ or {}, Edge(lambda: NOW), ask))


def check_unusable(name: str, said: str, **more: Any) -> None:
    choice = choice_of(name, **more)
    assert choice.model is None
    assert [one.name for one in choice.unusable] == [name]
    assert said in choice.unusable[0].reason


@pytest.mark.parametrize("names", [None, "", "none", (), [""], ["none"]])
def test_no_name_is_no_model_and_nothing_to_say(names: Any) -> None:
    assert choose(names, Means(read_providers({}), {}, Edge(lambda: NOW))) == Choice(None)


def test_a_model_id_may_hold_slashes() -> None:
    choice = choice_of("openrouter/maker/model:free", environ={"OPENROUTER_API_KEY": "k"})
    assert choice.model is not None
    assert choice.model.name == "openrouter/maker/model:free"


def test_a_local_model_needs_no_key() -> None:
    assert choice_of("ollama/qwen3").unusable == ()


def test_a_model_that_cannot_be_used_says_why() -> None:
    check_unusable("anthropic/claude-haiku-4-5", "ANTHROPIC_API_KEY holds no key")
    check_unusable("anthropic/claude-haiku-4-5", "ANTHROPIC_API_KEY holds no key", environ={"ANTHROPIC_API_KEY": " "})
    check_unusable("nobody/model", "No provider is called nobody")
    check_unusable("gpt-5", "No provider is called gpt-5")
    check_unusable("openai/", "names a provider but no model")
    check_unusable("openai", "names a provider but no model")
    check_unusable("editor", "lends no model")
    check_unusable("mine/model", "models.providers.mine has no usable baseUrl", mine={"baseUrl": "nowhere"})


@pytest.mark.parametrize("key", ["schlüssel", "two\nlines", "a\x00b"])
def test_a_key_that_no_header_can_hold_is_not_repeated(key: str) -> None:
    choice = choice_of("openai/gpt-5", environ={"OPENAI_API_KEY": key})
    assert choice.model is None
    assert key not in choice.unusable[0].reason


def test_the_editor_may_be_named_with_or_without_a_model() -> None:
    for name in ("editor", "editor/whatever"):
        choice = choice_of(name, ask=lends)
        assert choice.model is not None
        assert choice.model.name == "editor"


def test_the_first_of_a_list_that_can_be_used_is_taken_and_the_others_are_named() -> None:
    choice = choice_of("openai/gpt-5", "ollama/qwen3", "openai/gpt-5")
    assert choice.model is not None
    assert choice.model.name == "ollama/qwen3"
    assert [one.name for one in choice.unusable] == ["openai/gpt-5"]


async def test_the_next_of_a_list_answers_where_one_fails() -> None:
    with ModelServer(UNAUTHORIZED, Says("from the second")) as server:
        model = model_of(server, "anthropic/claude-haiku-4-5", "openai/gpt-5")
        reply = await model.complete(saying(), time.monotonic() + 10)
        assert reply.text == "from the second"
        assert [request.wire for request in server.requests] == ["anthropic", "openai"]
        assert server.problems == []


async def test_where_all_of_a_list_fail_the_last_failure_counts() -> None:
    with ModelServer(BROKEN, BROKEN, BROKEN, UNAUTHORIZED) as server:
        model = model_of(server, "anthropic/claude-haiku-4-5", "openai/gpt-5")
        with pytest.raises(ModelRefused, match="openai refused the key"):
            await model.complete(saying(), time.monotonic() + 10)


async def test_a_list_ends_with_its_deadline() -> None:
    with ModelServer(Hangs()) as server:
        model = model_of(server, "anthropic/claude-haiku-4-5", "openai/gpt-5")
        with pytest.raises(ModelTimeout):
            await model.complete(saying(), time.monotonic() + 0.2)
        assert len(server.requests) <= 1
