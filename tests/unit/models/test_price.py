"""What a model call cost."""

import sys

import pytest

from fakes.asking import NOW
from noctule.models.chat import Usage
from noctule.models.price import Price, Priced, cost_usd, read_price

OWN = "http://127.0.0.1:1"


def check(usage: Usage | None, price: Price | None, expected: float | None) -> None:
    cost = cost_usd(usage, Priced(OWN, "model", price), NOW)
    assert cost == (None if expected is None else pytest.approx(expected))


def test_a_price_counts_per_million_tokens() -> None:
    check(Usage(1_000_000, 500_000), Price(3, 15), 10.5)


def test_cached_tokens_have_their_own_price_and_are_counted_once() -> None:
    check(Usage(1_000_000, 0, cache_read_tokens=600_000, cache_write_tokens=100_000), Price(3, 15, 0.3, 3.75), 1.455)


def test_cached_tokens_without_a_price_cost_what_input_costs() -> None:
    check(Usage(1_000_000, 0, cache_read_tokens=600_000), Price(3, 15), 3.0)


def test_more_cached_than_read_is_no_credit() -> None:
    check(Usage(10, 0, cache_read_tokens=1_000_000), Price(3, 15, 0.3), 0.3)


def test_what_nobody_knows_is_none_and_never_zero() -> None:
    check(None, Price(3, 15), None)
    check(Usage(1000, 1000), None, None)


def test_a_model_that_costs_nothing_by_setting_costs_zero() -> None:
    check(Usage(1000, 1000), Price(0, 0), 0.0)


def test_the_price_list_serves_where_settings_name_no_price() -> None:
    cost = cost_usd(Usage(1000, 100), Priced("https://api.openai.com/v1", "gpt-5"), NOW)
    assert cost is not None
    assert 0 < cost < 0.1


def test_a_model_that_the_price_list_does_not_know_has_no_cost() -> None:
    assert cost_usd(Usage(1000, 100), Priced("https://api.openai.com/v1", "no-such-model"), NOW) is None


def test_without_the_price_list_there_is_no_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices", None)
    assert cost_usd(Usage(1000, 100), Priced("https://api.openai.com/v1", "gpt-5"), NOW) is None


def test_a_price_is_read_from_settings() -> None:
    assert read_price({"input": 3, "output": 15, "cacheRead": 0.3}) == Price(3.0, 15.0, 0.3, None)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (3, "an object"),
        ({"input": 3}, "needs input and output"),
        ({"input": 3, "output": "15"}, "output is not a number"),
        ({"input": True, "output": 1}, "input is not a number"),
        ({"input": -1, "output": 1}, "input is not a number"),
        ({"input": float("nan"), "output": 1}, "input is not a number"),
        ({"input": 3, "output": 15, "cached": 1}, "no key cached"),
    ],
)
def test_a_bad_price_says_what_is_wrong(value: object, said: str) -> None:
    problem = read_price(value)
    assert isinstance(problem, str)
    assert said in problem
