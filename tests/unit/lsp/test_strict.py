"""Claims about what the converter takes and how it says no."""

from typing import Any, Literal

import attrs
import pytest

from noctule.lsp.params import RecallParams, StartSessionParams
from noctule.lsp.strict import BadParams, camel_case, strict_converter, structure
from noctule.lsp.wiretype import wire

CONVERTER = strict_converter()
SPAN = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}


@wire
class Inner:
    open_uris: list[str] = attrs.field(factory=list)
    level: int = 0


@wire
class Outer:
    session_id: str
    is_error: bool = False
    share: float = 0.0
    kind: Literal["a", "b"] = "a"
    inner: Inner | None = None
    items: list[Inner] = attrs.field(factory=list)
    id: int | str | None = None


REFUSED: list[tuple[Any, str]] = [
    ({}, "params.sessionId is missing"),
    (None, "params must be an object"),
    ("text", "params must be an object"),
    ([1], "params must be an object"),
    ({"sessionId": 5}, "params.sessionId must be text"),
    ({"sessionId": None}, "params.sessionId must be text"),
    ({"sessionId": "s", "isError": "false"}, "params.isError must be true or false"),
    ({"sessionId": "s", "isError": 1}, "params.isError must be true or false"),
    ({"sessionId": "s", "share": "1"}, "params.share must be a number"),
    ({"sessionId": "s", "share": True}, "params.share must be a number"),
    ({"sessionId": "s", "kind": "c"}, "params.kind must be one of a, b"),
    ({"sessionId": "s", "kind": []}, "params.kind must be one of a, b"),
    ({"sessionId": "s", "inner": {"level": 1.5}}, "params.inner.level must be a whole number"),
    ({"sessionId": "s", "inner": {"level": True}}, "params.inner.level must be a whole number"),
    ({"sessionId": "s", "inner": {"openUris": "abc"}}, "params.inner.openUris must be a list"),
    ({"sessionId": "s", "inner": {"openUris": {"a": 1}}}, "params.inner.openUris must be a list"),
    ({"sessionId": "s", "inner": {"openUris": ["a", None]}}, "params.inner.openUris[1] must be text"),
    ({"sessionId": "s", "items": [{}, {"level": "1"}]}, "params.items[1].level must be a whole number"),
    ({"sessionId": "s", "items": [5]}, "params.items[0] must be an object"),
    ({"sessionId": "s", "id": True}, "params.id must be a whole number or text"),
]


@pytest.mark.parametrize(("value", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_a_wrong_value_is_named_by_its_path(value: Any, message: str) -> None:
    with pytest.raises(BadParams) as caught:
        structure(CONVERTER, value, Outer)
    assert str(caught.value) == message


def test_right_values_pass_and_unknown_fields_are_ignored() -> None:
    value = {"sessionId": "s", "share": 1, "inner": {"openUris": ["a"]}, "items": [{}], "id": 0, "later": {"x": 1}}
    outer = structure(CONVERTER, value, Outer)
    assert (outer.session_id, outer.share, outer.id, outer.is_error) == ("s", 1.0, 0, False)
    assert outer.inner is not None
    assert outer.inner.open_uris == ["a"]


def test_an_empty_list_is_an_empty_object_since_lua_has_one_table_for_both() -> None:
    assert structure(CONVERTER, {"sessionId": "s", "inner": []}, Outer).inner is not None


def test_half_a_character_becomes_a_replacement_sign() -> None:
    assert structure(CONVERTER, {"sessionId": "a\ud83d b"}, Outer).session_id == "a\ufffd b"


def test_a_whole_character_in_two_halves_is_joined() -> None:
    assert structure(CONVERTER, {"sessionId": "a\ud83d\ude80"}, Outer).session_id == "a\U0001f680"


def test_names_are_camel_cased_on_the_wire() -> None:
    assert [camel_case(name) for name in ("memory_uri", "text", "timeout_ms", "type_")] == [
        "memoryUri",
        "text",
        "timeoutMs",
        "type",
    ]


def test_results_put_every_field_on_the_wire() -> None:
    from noctule.lsp.results_sessions import Budget, RecallResult

    budget = Budget(used_bytes=0, limit_bytes=60_000)
    result = RecallResult(
        text=None, reminder=None, memories=[], selector="none", notes=[], budget=budget, elapsed_ms=0.0
    )
    assert CONVERTER.unstructure(result) == {
        "text": None,
        "reminder": None,
        "memories": [],
        "selector": "none",
        "notes": [],
        "budget": {"usedBytes": 0, "limitBytes": 60_000},
        "elapsedMs": 0.0,
    }


def test_the_params_of_a_session_have_the_defaults_of_the_protocol() -> None:
    assert structure(CONVERTER, {"sessionId": "s"}, StartSessionParams).kind == "main"
    assert structure(CONVERTER, {"sessionId": "s", "query": "q"}, RecallParams).timeout_ms is None


@pytest.mark.parametrize("places", [{"range": SPAN}, {"insert": SPAN, "replace": SPAN}], ids=" ".join)
def test_an_edit_of_a_completion_is_known_in_both_of_its_forms(places: dict[str, Any]) -> None:
    from lsprotocol import types

    item = {"label": "Tide tables", "textEdit": {"newText": "tide]]", **places}}
    edit = structure(CONVERTER, item, types.CompletionItem).text_edit
    assert edit is not None
    assert edit.new_text == "tide]]"
