"""Settings files are read with their comments and changed without touching the rest."""

from typing import Any

import pytest

from noctule.errors import SettingsError
from noctule.settings.jsonc import change, parse

COMMENTED = """\ufeff{
  // the theme of the house
  "theme": "dusk", /* kept */
  "memory": { "recall": { "enabled": false, }, },
}
"""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", {}),
        ("  \n// nothing yet\n", {}),
        ("\ufeff{}", {}),
        ('{"a": 1,}', {"a": 1}),
        ('{"a": [1, 2, /* three */ ], // end\n}', {"a": [1, 2]}),
        (
            '{"a": "// no comment", "b": "/* nor this */", "c": "\\"//"}',
            {"a": "// no comment", "b": "/* nor this */", "c": '"//'},
        ),
        ('{"a": "x,}"}', {"a": "x,}"}),
        ("[]", []),
        ("null", None),
    ],
)
def test_json_with_comments_is_read(text: str, value: object) -> None:
    assert parse(text) == value
    assert parse(text.encode()) == value


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'{\n  "a": 1\n  "b": 2\n}', "line 3"),
        (b"{", "line 1"),
        (b'{"a": "\xe9"}', "UTF-8"),
        (b"[" * 200_000, "deep"),
        (b"/* never closed", None),
    ],
)
def test_a_broken_file_is_named_by_its_place(data: bytes, says: str | None) -> None:
    if says is None:
        assert parse(data) == {}
        return
    with pytest.raises(SettingsError, match=says):
        parse(data)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "{ }",
        "{\n}",
        '{"theme": "x"}',
        COMMENTED,
        '{"memory": {}}',
        '{"memory": {"dream": {}}}',
        "// only a comment\n",
    ],
)
def test_one_value_is_changed_and_all_else_stays(text: str) -> None:
    before: Any = parse(text)
    changed = change(text, ["memory", "dream", "enabled"], True)
    after: Any = parse(changed)
    assert after["memory"]["dream"] == {"enabled": True}
    del after["memory"]["dream"]
    assert {
        **before,
        "memory": before.get("memory", {}) and {k: v for k, v in before["memory"].items() if k != "dream"},
    } == after
    again = change(changed, ["memory", "dream", "enabled"], False)
    assert again == changed.replace("true", "false")


def test_comments_and_the_byte_order_mark_survive_a_change() -> None:
    changed = change(COMMENTED, ["memory", "recall", "enabled"], True)
    assert changed == COMMENTED.replace("false", "true")


@pytest.mark.parametrize("text", ["[]", "null", '{"a": }', '{"memory": 5}', '{"memory": {"dream": "x"}}'])
def test_a_file_that_cannot_be_read_is_never_written(text: str) -> None:
    with pytest.raises(SettingsError):
        change(text, ["memory", "dream", "enabled"], True)
