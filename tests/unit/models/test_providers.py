"""Which providers there are, and what settings may say of them."""

import pytest

from noctule.models.price import Price
from noctule.models.providers import BUILT_IN, read_providers

SECRET = "sk-" + "abcdef123456"


def problem_of(**values: object) -> str:
    """The one problem of a provider `mine` with these settings."""
    found = read_providers({"mine": {"baseUrl": "https://models.example/v1", **values}})
    assert len(found.problems) == 1, found.problems
    return found.problems[0]


def test_the_built_in_ones_need_no_setting() -> None:
    found = read_providers({})
    assert set(found.by_name) == {"anthropic", "openai", "deepseek", "openrouter", "ollama", "editor"}
    assert found.problems == ()
    assert found.by_name["ollama"].key_variable is None


def test_one_of_ones_own_is_added() -> None:
    mine = read_providers(
        {
            "mine": {
                "baseUrl": "https://models.example/v1/",
                "kind": "openai",
                "keyVariable": "MY_KEY",
                "headers": {"X-Team": "bats"},
                "prices": {"small": {"input": 1, "output": 2}},
            }
        }
    ).by_name["mine"]
    assert (mine.kind, mine.base_url, mine.key_variable) == ("openai", "https://models.example/v1", "MY_KEY")
    assert mine.headers == {"x-team": "bats"}
    assert mine.prices == {"small": Price(1.0, 2.0)}


def test_a_built_in_one_keeps_what_is_not_set() -> None:
    found = read_providers({"anthropic": {"anthropicVersion": "2030-01-01"}}).by_name["anthropic"]
    assert found.anthropic_version == "2030-01-01"
    assert found.base_url == BUILT_IN["anthropic"].base_url


def test_an_address_may_end_in_the_version_or_not() -> None:
    for base in ("https://models.example", "https://models.example/v1", "https://models.example/v1/"):
        # in this order: the kind counts wherever it stands
        mine = read_providers({"mine": {"baseUrl": base, "kind": "anthropic"}}).by_name["mine"]
        assert mine.base_url == "https://models.example"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"kind": "gemini"}, 'kind is not "openai" or "anthropic"'),
        ({"keyVariable": "not a name"}, "is not the name of an environment variable"),
        ({"keyVariable": SECRET}, "is not the name of an environment variable"),
        ({"headers": {"Authorization": f"Bearer {SECRET}"}}, "may not set Authorization"),
        ({"headers": {"x-team": "a\r\nx-api-key: b"}}, "not plain ASCII text"),
        ({"headers": {"x team": "a"}}, "no header can have"),
        ({"headers": []}, "is not an object"),
        ({"prices": {"m": {"input": 1}}}, "cannot be used for m"),
        ({"anthropicVersion": "new\n"}, "is not a version"),
        ({"apiKey": SECRET}, "apiKey is no setting of a provider"),
    ],
)
def test_a_bad_value_is_named_and_the_rest_stands(values: dict[str, object], said: str) -> None:
    problem = problem_of(**values)
    assert said in problem
    assert SECRET not in problem
    assert "mine" in read_providers({"mine": {"baseUrl": "https://models.example", **values}}).by_name


@pytest.mark.parametrize(
    "base",
    [
        7,
        "",
        "models.example/v1",
        "ftp://models.example",
        "https://",
        "https://models.example:99999",
        "https://me:" + SECRET + "@models.example",
        "https://models.example/v1?key=" + SECRET,
        "https://models .example",
        "https://modéls.example",
    ],
)
def test_a_provider_with_a_bad_address_is_refused(base: object) -> None:
    for name in ("mine", "openai"):
        found = read_providers({name: {"baseUrl": base}})
        assert name not in found.by_name, "text must not go to another address than the one meant"
        assert name in found.refused
        assert SECRET not in " ".join(found.problems)


def test_an_own_provider_needs_an_address() -> None:
    found = read_providers({"mine": {"kind": "openai"}})
    assert found.problems == ("models.providers.mine needs a baseUrl",)


def test_a_key_never_travels_in_the_clear() -> None:
    found = read_providers({"mine": {"baseUrl": "http://models.example/v1", "keyVariable": "MY_KEY"}})
    assert "mine" in found.refused
    for base in ("http://127.0.0.1:8080/v1", "http://localhost:8080/v1", "http://[::1]:8080/v1"):
        assert "mine" in read_providers({"mine": {"baseUrl": base, "keyVariable": "MY_KEY"}}).by_name
    assert "mine" in read_providers({"mine": {"baseUrl": "http://models.example/v1"}}).by_name


def test_settings_of_any_shape_are_survived() -> None:
    found = read_providers({"anthropic": 7, "a/b": {}, "editor": {"baseUrl": "https://x.example"}, "": None})
    assert found.by_name == BUILT_IN
    assert len(found.problems) == 4


def test_the_kind_of_a_built_in_one_stays() -> None:
    found = read_providers({"openai": {"kind": "anthropic"}})
    assert found.by_name["openai"].kind == "openai"
    assert len(found.problems) == 1
