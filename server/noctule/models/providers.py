"""Knows the providers: those built in, and those that settings add or change under `models.providers`.

A key is never a setting: `keyVariable` names the environment variable that holds it.
"""

import ipaddress
import re
from collections.abc import Callable, Mapping
from typing import Literal
from urllib.parse import urlsplit

from noctule.dataclass import dataclass, field, replace
from noctule.models.effort import Dialect
from noctule.models.price import Price, read_price

Kind = Literal["anthropic", "openai", "editor"]

ANTHROPIC_VERSION = "2023-06-01"


@dataclass(frozen=True, slots=True)
class Provider:
    """Where a provider is and how it is spoken to. `key_variable` None: it needs no key."""

    name: str
    kind: Kind
    base_url: str = ""
    key_variable: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    prices: Mapping[str, Price] = field(default_factory=dict)
    anthropic_version: str = ANTHROPIC_VERSION
    dialect: Dialect = "plain"


@dataclass(frozen=True, slots=True)
class Providers:
    """The providers by name, a sentence for each setting that is wrong, and why a provider is `refused` as a whole."""

    by_name: Mapping[str, Provider]
    problems: tuple[str, ...] = ()
    refused: Mapping[str, str] = field(default_factory=dict)


BUILT_IN: Mapping[str, Provider] = {
    provider.name: provider
    for provider in (
        Provider("anthropic", "anthropic", "https://api.anthropic.com", "ANTHROPIC_API_KEY", dialect="anthropic"),
        Provider("openai", "openai", "https://api.openai.com/v1", "OPENAI_API_KEY", dialect="openai"),
        Provider("deepseek", "openai", "https://api.deepseek.com", "DEEPSEEK_API_KEY", dialect="deepseek"),
        Provider("openrouter", "openai", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", dialect="openrouter"),
        Provider("ollama", "openai", "http://127.0.0.1:11434/v1", dialect="ollama"),
        Provider("editor", "editor"),
    )
}

_KEY_HEADERS = ("authorization", "proxy-authorization", "x-api-key", "api-key", "cookie")
_CLIENT_HEADERS = ("host", "connection", "content-length", "content-type", "transfer-encoding", "anthropic-version")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}")
_HEADER_VALUE = re.compile(r"[\x20-\x7e]{0,1024}")


def read_providers(settings: Mapping[str, object]) -> Providers:
    """The built-in providers with `models.providers` laid over them.

    A bad value is named, and the rest stands; but a provider with a bad address is refused, built in or not: text must
    not go elsewhere than the person meant.
    """
    by_name = dict(BUILT_IN)
    problems: list[str] = []
    refused: dict[str, str] = {}
    for name, values in settings.items():
        if not _NAME.fullmatch(name):
            problems.append("models.providers: a name is 1 to 40 letters, digits, dots, hyphens or underscores")
        elif not isinstance(values, Mapping):
            problems.append(f"models.providers.{name} is not an object")
        elif name == "editor":
            problems.append("models.providers.editor takes no settings: the editor says which model it lends")
        else:
            provider = _read_provider(name, values, problems)
            by_name[name] = provider
            if not provider.base_url:
                refused[name] = f"models.providers.{name} has no usable baseUrl."
    return Providers({n: p for n, p in by_name.items() if n not in refused}, tuple(problems), refused)


def is_loopback(url: str) -> bool:
    """Whether `url` points at this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def may_cost(name: str, providers: Providers) -> bool:
    """Whether a call to the model `provider/id` may cost money, as far as anybody here knows.

    A lent model is the editor's affair. One on this machine costs only what settings say; elsewhere nothing but a
    price of zero in settings is free.
    """
    provider_name, _, model_id = name.strip().partition("/")
    provider = providers.by_name.get(provider_name)
    if provider is None or provider.kind == "editor":
        return False
    price = provider.prices.get(model_id)
    if price is None:
        return not is_loopback(provider.base_url)
    return any((price.input, price.output, price.cache_read, price.cache_write))


def _read_provider(name: str, values: Mapping[str, object], problems: list[str]) -> Provider:
    """The provider as `values` make it; without an address where theirs cannot be used."""
    provider = BUILT_IN.get(name) or Provider(name, "openai")
    # the kind first: how an address is read depends on it
    for key in sorted(values, key=lambda key: (key != "kind", key)):
        change = _CHANGES.get(key)
        result = change(provider, values[key]) if change else "is no setting of a provider"
        if isinstance(result, Provider):
            provider = result
        else:
            problems.append(f"models.providers.{name}.{key} {result}")
            provider = replace(provider, base_url="") if key == "baseUrl" else provider
    if _would_leak(provider):
        problems.append(f"models.providers.{name}.baseUrl must begin with https://: a key would travel in the clear")
        return replace(provider, base_url="")
    if not provider.base_url and "baseUrl" not in values:
        problems.append(f"models.providers.{name} needs a baseUrl")
    return provider


def _with_kind(provider: Provider, value: object) -> Provider | str:
    if provider.name in BUILT_IN and value != provider.kind:
        return "cannot be changed for a provider that is built in"
    if value == "openai":
        return replace(provider, kind="openai")
    if value == "anthropic":
        return replace(provider, kind="anthropic", dialect="anthropic")
    return 'is not "openai" or "anthropic"'


def _with_base_url(provider: Provider, value: object) -> Provider | str:
    if not isinstance(value, str):
        return "is not text"
    try:
        parts = urlsplit(value.strip())
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable or not value.isascii() or any(c.isspace() for c in value.strip()):
        return "is not an address that begins with https:// or http://"
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        return "must hold no user, password, query or fragment"
    base = value.strip().rstrip("/")
    return replace(provider, base_url=base.removesuffix("/v1") if provider.kind == "anthropic" else base)


def _with_key_variable(provider: Provider, value: object) -> Provider | str:
    if value is None:
        return replace(provider, key_variable=None)
    if not isinstance(value, str) or not _VARIABLE.fullmatch(value):
        # said without the value: it may be the key itself
        return "is not the name of an environment variable"
    return replace(provider, key_variable=value)


def _with_headers(provider: Provider, value: object) -> Provider | str:
    if not isinstance(value, Mapping):
        return "is not an object"
    for name, text in value.items():
        if not isinstance(name, str) or not _HEADER_NAME.fullmatch(name):
            return "holds a name that no header can have"
        if name.lower() in (*_KEY_HEADERS, *_CLIENT_HEADERS):
            return f"may not set {name}: a key goes by keyVariable, the rest is set for you"
        if not isinstance(text, str) or not _HEADER_VALUE.fullmatch(text):
            return f"holds a value for {name} that is not plain ASCII text"
    return replace(provider, headers={str(name).lower(): str(text) for name, text in value.items()})


def _with_prices(provider: Provider, value: object) -> Provider | str:
    if not isinstance(value, Mapping):
        return "is not an object with a price a model"
    prices = {str(model): read_price(price) for model, price in value.items()}
    for model, price in prices.items():
        if isinstance(price, str):
            return f"cannot be used for {model}: {price}"
    return replace(provider, prices={model: price for model, price in prices.items() if isinstance(price, Price)})


def _with_anthropic_version(provider: Provider, value: object) -> Provider | str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9._-]{1,40}", value):
        return "is not a version such as 2023-06-01"
    return replace(provider, anthropic_version=value)


def _would_leak(provider: Provider) -> bool:
    is_clear = urlsplit(provider.base_url).scheme == "http" and not is_loopback(provider.base_url)
    return is_clear and provider.key_variable is not None


_CHANGES: Mapping[str, Callable[[Provider, object], Provider | str]] = {
    "kind": _with_kind,
    "baseUrl": _with_base_url,
    "keyVariable": _with_key_variable,
    "headers": _with_headers,
    "prices": _with_prices,
    "anthropicVersion": _with_anthropic_version,
}
