"""Settings are laid over each other; what is wrong is named, and the rest stands."""

import json
from importlib.resources import files

import jsonschema
import pytest

from noctule.settings import Settings, declared, layer_of, layer_of_environment, layer_of_file, resolve
from noctule.settings.declaration import build
from noctule.settings.layers import Source
from noctule.settings.schema import schema


def check(layer: Source, name: str, value: object, *, taken: bool) -> None:
    default = declared()[name].default
    resolved = resolve([layer_of(layer, {name: value})])
    assert (resolved.origin(name) == layer) is taken
    assert bool(resolved.problems) is not taken
    if not taken:
        assert name in resolved.problems[0].message
        assert resolve([]).settings == resolved.settings, default


def test_later_layers_win_and_are_named() -> None:
    resolved = resolve(
        [
            layer_of("user", {"recall": {"maxMemories": 3, "timeoutMs": 900}}),
            layer_of("client", {"recall": {"maxMemories": 4}}),
            layer_of_environment({"NOCTULE_DISABLE": "1"}),
        ]
    )
    assert resolved.settings.recall.max_memories == 4
    assert resolved.settings.recall.timeout_ms == 900
    assert not resolved.settings.enabled
    assert resolved.origin("enabled") == "environment"
    assert resolved.origin("recall.maxMemories") == "client"
    assert resolved.origin("recall.memoryBytes") == "default"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("enabled", "false"),
        ("enabled", 0),
        ("enabled", None),
        ("recall.timeoutMs", True),
        ("recall.timeoutMs", "8000"),
        ("recall.timeoutMs", 1.5),
        ("recall.timeoutMs", -1),
        ("recall.timeoutMs", 10**30),
        ("recall.model", "gpt"),
        ("recall.model", ["anthropic/x", 5]),
        ("dream.maxCostUsd", float("nan")),
        ("dream.review", "never"),
        ("transcripts.sources", ["claude-code", "word"]),
        ("transcripts.sources", "claude-code"),
        ("models.providers", []),
        ("location", 5),
        ("location", "a\0b"),
    ],
)
def test_a_bad_value_is_named_and_the_default_stands(name: str, value: object) -> None:
    check("user", name, value, taken=False)


@pytest.mark.parametrize(
    ("name", "value", "taken"),
    [
        ("enabled", False, True),
        ("recall.enabled", False, True),
        ("dream.enabled", True, False),
        ("extract.enabled", True, False),
        ("recall.maxMemories", 2, True),
        ("recall.maxMemories", 9, False),
        ("dream.minHours", 48, True),
        ("dream.minHours", 1, False),
        ("dream.review", "always", True),
        ("recall.model", "anthropic/claude", False),
        ("location", "./notes", False),
        ("location", "claude-code", False),
        ("models.providers", {"mine": {}}, False),
        ("models.keepConversation", True, False),
        ("promote.file", "x.md", False),
        ("transcripts.paths", ["/x"], False),
        ("transcripts.sources", ["pi"], True),
        ("transcripts.log", "always", False),
        ("transcripts.log", "never", True),
        ("profile.directory", "/x", False),
    ],
)
def test_a_project_may_only_switch_off_or_tighten(name: str, value: object, taken: bool) -> None:
    check("project", name, value, taken=taken)


def test_a_project_may_take_away_the_users_model() -> None:
    layers = [layer_of("user", {"dream.model": "anthropic/x"}), layer_of("project", {"dream.model": "none"})]
    assert resolve(layers).settings.dream.model == ()


def test_an_unknown_key_is_named_with_its_nearest() -> None:
    problems = resolve([layer_of("user", {"recal": {"enabled": True}, "recall": {"enabled": False}})]).problems
    assert [p.name for p in problems] == ["recal.enabled"]
    assert "`recall.enabled`" in problems[0].message


@pytest.mark.parametrize(
    ("tree", "named"), [({"recal": {}}, ["recal"]), ({"recall": {}}, []), ({"recall": 3}, ["recall"])]
)
def test_an_empty_section_is_unknown_or_says_nothing(tree: object, named: list[str]) -> None:
    assert [problem.name for problem in layer_of("user", tree).problems] == named


def test_a_clients_nulls_and_own_keys_are_passed_over() -> None:
    resolved = resolve([layer_of("client", {"serverCommand": ["noctule"], "enabled": None, "recall": {"model": None}})])
    assert not resolved.problems
    assert resolved.settings == Settings()


@pytest.mark.parametrize("data", [b"[]", b"null", b"{", b"\xff\xfe{", b'{"memory": []}', b'{"memory": 3}'])
def test_a_broken_file_is_one_problem_and_the_defaults_stand(data: bytes) -> None:
    layer = layer_of_file("user", data, "settings.json")
    assert len(layer.problems) == 1
    assert resolve([layer]).settings == Settings()


def test_a_file_without_our_key_says_nothing() -> None:
    assert layer_of_file("user", b'{"theme": "x"} // fine', "settings.json").problems == ()


def test_a_section_that_stands_beside_our_key_is_named() -> None:
    data = b'{"enabled": false, "recall": {"maxMemories": 3}, "memory": {"recall": {"timeoutMs": 900}}}'
    layer = layer_of_file("user", data, "settings.json")
    assert [one.name for one in layer.problems] == ["recall"]
    assert "beside the key `memory`" in layer.problems[0].message
    assert resolve([layer]).settings.recall.timeout_ms == 900
    assert resolve([layer]).settings.recall.max_memories == Settings().recall.max_memories


@pytest.mark.parametrize(
    ("value", "enabled", "problems"),
    [
        ("1", False, 0),
        ("TRUE", False, 0),
        ("on", False, 0),
        ("yes", False, 0),
        ("", True, 0),
        ("0", True, 0),
        ("maybe", True, 1),
    ],
)
def test_the_switch_in_the_environment(value: str, enabled: bool, problems: int) -> None:
    resolved = resolve([layer_of_environment({"NOCTULE_DISABLE": value, "NOCTULE_MEMORY_DIR": ""})])
    assert (resolved.settings.enabled, len(resolved.problems)) == (enabled, problems)
    assert resolved.settings.location == "own"


def test_every_declared_name_reaches_the_settings() -> None:
    for name, setting in declared().items():
        node: object = build({name: setting.default})
        assert node == Settings(), name


def test_the_shipped_schema_is_the_declarations() -> None:
    shipped = json.loads((files("noctule.settings") / "settings.schema.json").read_text(encoding="utf-8"))
    assert shipped == json.loads(json.dumps(schema()))


def test_the_schema_takes_what_the_settings_take() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    jsonschema.Draft202012Validator.check_schema(schema())
    defaults = {"memory": {"recall": {"enabled": True, "model": ["a/b", "c/d/e"]}, "dream": {"review": "always"}}}
    assert validator.is_valid(defaults)
    assert not validator.is_valid({"memory": {"recall": {"enabled": "yes"}}})
    assert not validator.is_valid({"memory": {"recal": {}}})
