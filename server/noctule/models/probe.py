"""Asks a provider's server for the models it has: whether it answers, takes the key, and knows the one named."""

import asyncio
from typing import Literal

from noctule.models.choose import Means
from noctule.models.providers import Provider, is_loopback
from noctule.models.reading import as_list, as_mapping, as_text
from noctule.models.transport import get

Answered = Literal["fine", "unknown", "unreachable", "keyRefused", "nothingThere", "noSuchModel"]

_SECONDS = 3.0


def is_here(name: str, means: Means) -> bool:
    """Whether the named model is served by this machine."""
    provider = means.providers.by_name.get(name.partition("/")[0])
    return provider is not None and is_loopback(provider.base_url)


async def probe(name: str, means: Means) -> Answered:
    """Sends no text, and costs nothing. `name` is `provider/id` of a provider that is known. Raises nothing."""
    provider_name, _, model_id = name.partition("/")
    provider = means.providers.by_name[provider_name]
    key = means.environ.get(provider.key_variable, "").strip() if provider.key_variable else ""
    try:
        async with asyncio.timeout(_SECONDS):
            status, body = await get(provider.name, _url(provider), _headers(provider, key))
    except TimeoutError:
        return "unreachable"
    if status is None:
        return "unreachable"
    if status in (401, 403):
        return "keyRefused"
    if status == 404:
        return "nothingThere"
    known = {as_text(as_mapping(one).get("id")) for one in as_list(body.get("data"))}
    if status != 200 or not known:
        return "unknown"
    return "fine" if model_id in known or f"{model_id}:latest" in known else "noSuchModel"


def _url(provider: Provider) -> str:
    return f"{provider.base_url}/v1/models" if provider.kind == "anthropic" else f"{provider.base_url}/models"


def _headers(provider: Provider, key: str) -> dict[str, str]:
    headers = dict(provider.headers)
    if provider.kind == "anthropic":
        headers["anthropic-version"] = provider.anthropic_version
    if key:
        headers |= {"x-api-key": key} if provider.kind == "anthropic" else {"authorization": f"Bearer {key}"}
    return headers
