"""Says what a model call cost in US dollars, or that nobody knows."""

from collections.abc import Mapping
from datetime import datetime

from noctule.dataclass import dataclass
from noctule.models.chat import Usage

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens. Where a price for the cache is missing, its tokens cost what input costs."""

    input: float
    output: float
    cache_read: float | None = None
    cache_write: float | None = None


@dataclass(frozen=True, slots=True)
class Priced:
    """Which model is to be priced: its provider's address, its id, and the price that settings give it."""

    base_url: str
    model_id: str
    price: Price | None = None


def cost_usd(usage: Usage | None, priced: Priced, now: datetime) -> float | None:
    """The cost of `usage`: by the price in settings, else by the optional price list, else None (never 0)."""
    if usage is None:
        return None
    if priced.price is not None:
        return _by_price(usage, priced.price)
    return _by_price_list(usage, priced, now)


def read_price(value: object) -> Price | str:
    """The price in a settings value (`input`, `output`, `cacheRead`, `cacheWrite`), or what is wrong with it."""
    if not isinstance(value, Mapping):
        return "a price is an object with input and output"
    amounts: dict[str, float | None] = dict.fromkeys(("input", "output", "cacheRead", "cacheWrite"))
    for key, amount in value.items():
        if key not in amounts:
            return f"a price has no key {key}"
        if isinstance(amount, bool) or not isinstance(amount, int | float) or not 0 <= amount < MILLION:
            return f"{key} is not a number of dollars per million tokens"
        amounts[key] = float(amount)
    if amounts["input"] is None or amounts["output"] is None:
        return "a price needs input and output"
    return Price(amounts["input"], amounts["output"], amounts["cacheRead"], amounts["cacheWrite"])


def _by_price(usage: Usage, price: Price) -> float:
    read = price.input if price.cache_read is None else price.cache_read
    write = price.input if price.cache_write is None else price.cache_write
    plain = max(0, usage.input_tokens - usage.cache_read_tokens - usage.cache_write_tokens)
    dollars = plain * price.input + usage.output_tokens * price.output
    return (dollars + usage.cache_read_tokens * read + usage.cache_write_tokens * write) / MILLION


def _by_price_list(usage: Usage, priced: Priced, now: datetime) -> float | None:
    try:
        import genai_prices  # optional, and a fifth of a second to import
    except ImportError:
        return None
    tokens = genai_prices.Usage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=usage.cache_read_tokens,
        cache_write_tokens=usage.cache_write_tokens,
    )
    try:
        found = genai_prices.calc_price(
            tokens, priced.model_id, provider_api_url=priced.base_url, genai_request_timestamp=now
        )
    except Exception:  # an optional list must not fail a call that was answered
        return None
    return float(found.total_price) or None
