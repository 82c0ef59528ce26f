"""What is put into a settings file is taken out again without a trace."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctule.errors import SettingsError
from noctule.settings.jsonc import parse
from noctule.settings.jsonc_edit import fresh, put, take

TEXTS = [
    "{}",
    "{ }",
    "{\n}",
    "{ // nothing\n}",
    '{"a": 1}',
    '{"a": 1,}',
    '\ufeff{\n    "a": [1, 2], // odd\n\n "b": {"c": {}} /* last */,\n}\n',
    '{\r\n\t"a": {"x": 1}\r\n}\r\n',
    '// before\n{"a": /* in */ {}}\n// behind',
]


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_put_in_is_there_and_taken_out_without_a_trace(text: str) -> None:
    value = {"Stop": [{"hooks": [{"command": "x"}]}]}
    after = put(text, [], value, "hooks")
    before = parse(text)
    assert isinstance(before, dict)
    assert parse(after) == before | {"hooks": value}
    assert take(after, ["hooks"]) == text


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"hooks": {"Stop": []}}', ["hooks", "Stop"]),
        ('{"hooks": {"Stop": [ ]}}', ["hooks", "Stop"]),
        ('{"hooks": {"Stop": [{"a": 1}, /* two */ {"b": 2},],},}', ["hooks", "Stop"]),
        ('{\n "hooks": {\n   "Stop": [\n     {"a": 1}\n   ]\n }\n}', ["hooks", "Stop"]),
    ],
)
def test_an_element_is_put_first_and_taken_out_without_a_trace(text: str, path: list[str]) -> None:
    after = put(text, path, {"new": [1]})
    assert parse(after)["hooks"]["Stop"][0] == {"new": [1]}  # type: ignore[index]
    assert take(after, [*path, 0]) == text


def test_several_put_in_one_after_another_are_taken_out_in_the_order_they_stand() -> None:
    text = '{"hooks": {}}'
    after = put(put(text, ["hooks"], [1], "A"), ["hooks"], [2], "B")
    assert take(take(after, ["hooks", "B"]), ["hooks", "A"]) == text


def test_a_shell_that_was_put_in_goes_with_the_last_that_is_in_it() -> None:
    text = '{\n  "model": "x"\n}\n'
    after = put(text, [], {"A": [1], "B": [2]}, "hooks")
    assert take(take(after, ["hooks", "A"]), ["hooks", "B"]) == text


@pytest.mark.parametrize("text", ["", "\n", "// mine\n"])
def test_a_file_that_held_nothing_holds_nothing_again(text: str) -> None:
    after = fresh(text, {"hooks": {"A": [1]}})
    assert parse(after) == {"hooks": {"A": [1]}}
    assert take(after, ["hooks", "A"]) == text


def test_comments_around_what_is_taken_out_stay() -> None:
    assert take('{"a": 1, /* why */ "b": 2}', ["b"]) == '{"a": 1 /* why */ }'
    assert take('{/* why */ "a": 1, "b": 2}', ["a"]) == '{/* why */  "b": 2}'
    assert take('{"hooks": {/* why */ "a": 1}}', ["hooks", "a"]) == '{"hooks": {/* why */ }}'


@pytest.mark.parametrize(
    ("text", "path", "key"),
    [("[]", [], "a"), ('{"a": 1}', ["a"], "b"), ("{}", ["a"], None), ('{"a": {}}', ["a"], None)],
)
def test_what_has_no_place_is_said(text: str, path: list[str], key: str | None) -> None:
    with pytest.raises(SettingsError):
        put(text, path, 1, key)


def test_what_is_not_there_cannot_be_taken_out() -> None:
    paths: tuple[list[str | int], ...] = (["b"], ["a", 0], ["a", "x"])
    for path in paths:
        with pytest.raises(SettingsError):
            take('{"a": []}', path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
PADS = st.sampled_from(["", " ", "\n", "\n\t", "\r\n  ", " /* a, b */ ", " // c\n"])


@given(st.dictionaries(st.text(max_size=4), JSON, max_size=4), st.data())
def test_any_file_comes_back_byte_for_byte(value: dict[str, object], data: st.DataObject) -> None:
    import json

    members = [f"{data.draw(PADS)}{json.dumps(key)}:{data.draw(PADS)}{json.dumps(one)}" for key, one in value.items()]
    text = f"{data.draw(PADS)}{{{','.join(members)}{data.draw(PADS)}}}{data.draw(PADS)}"
    after = put(text, [], {"A": [{"b": 1}]}, "our own hooks")
    assert parse(after) == value | {"our own hooks": {"A": [{"b": 1}]}}
    assert take(after, ["our own hooks", "A"]) == text
