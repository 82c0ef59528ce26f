"""Finds the model that a setting names, or says why it cannot be used."""

import time
from collections.abc import Mapping, Sequence

from noctule.dataclass import dataclass
from noctule.errors import ModelError, ModelTimeout, ModelUnusable
from noctule.models.anthropic import AnthropicModel
from noctule.models.chat import NO_MODEL, ChatModel, ChatRequest, Reply
from noctule.models.lent import Ask, LentModel
from noctule.models.openai import OpenAIModel
from noctule.models.providers import Provider, Providers
from noctule.models.transport import Edge


@dataclass(frozen=True, slots=True)
class Unusable:
    """A model that was named and cannot be used, and the reason as a sentence for the person who named it."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What a setting comes to: a model or None, and what has to be said once about the names in it."""

    model: ChatModel | None
    unusable: tuple[Unusable, ...] = ()


@dataclass(frozen=True, slots=True)
class Means:
    """What models are reached with: the providers, the environment that holds the keys, and an editor that lends."""

    providers: Providers
    environ: Mapping[str, str]
    edge: Edge
    ask_editor: Ask | None = None


def choose(names: str | Sequence[str] | None, means: Means) -> Choice:
    """The model for a setting: `provider/id`, or a list of these, tried in order; None, "" and "none" name none."""
    wanted = [names] if isinstance(names, str) else list(names or ())
    usable: list[ChatModel] = []
    unusable: list[Unusable] = []
    for name in dict.fromkeys(wanted):
        if name.strip() in ("", NO_MODEL):
            continue
        found = _find(name.strip(), means)
        if isinstance(found, Unusable):
            unusable.append(found)
        else:
            usable.append(found)
    model = ModelsInOrder(usable) if len(usable) > 1 else next(iter(usable), None)
    return Choice(model, tuple(unusable))


class ModelsInOrder:
    """A `ChatModel` that asks the first of several, and the next one where it fails and time is left."""

    def __init__(self, models: Sequence[ChatModel]) -> None:
        self._models = tuple(models)

    @property
    def name(self) -> str:
        return self._models[0].name

    async def complete(self, request: ChatRequest, deadline: float) -> Reply:
        failed: ModelError = ModelUnusable("No model is named.")
        for model in self._models:
            try:
                return await model.complete(request, deadline)
            except ModelError as error:
                failed = error
            if time.monotonic() >= deadline:
                raise ModelTimeout(str(failed)) from None
        raise failed


def _find(name: str, means: Means) -> ChatModel | Unusable:
    provider_name, _, model_id = name.partition("/")
    provider = means.providers.by_name.get(provider_name)
    if provider is None:
        refused = means.providers.refused.get(provider_name)
        return Unusable(name, refused or f"No provider is called {provider_name}: a model is named provider/id.")
    if provider.kind == "editor":
        if means.ask_editor is None:
            return Unusable(name, "This editor lends no model.")
        return LentModel(means.ask_editor)
    if not model_id:
        return Unusable(name, f"{name} names a provider but no model: write {provider_name}/id.")
    return _reachable(name, provider, model_id, means)


def _reachable(name: str, provider: Provider, model_id: str, means: Means) -> ChatModel | Unusable:
    key = None
    if provider.key_variable is not None:
        key = means.environ.get(provider.key_variable, "").strip()
        if not key:
            return Unusable(name, f"The environment variable {provider.key_variable} holds no key for {provider.name}.")
        if not (key.isascii() and key.isprintable()):
            return Unusable(name, f"What {provider.key_variable} holds is not a key: it has characters that none has.")
    if provider.kind == "anthropic":
        return AnthropicModel(provider, model_id, key, means.edge)
    return OpenAIModel(provider, model_id, key, means.edge)
