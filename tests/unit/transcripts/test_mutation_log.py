"""A chat of VS Code is what its log makes it, line by line; a line that does not fit changes nothing."""

from copy import deepcopy
from typing import Any

import pytest

from noctule.transcripts.mutation_log import played_back

START = {"kind": 0, "v": {"a": 1, "list": [{"x": 1}, {"x": 2}, {"x": 3}]}}


def _all(path: Any, value: Any) -> Any:
    return value


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ({"kind": 1, "k": ["a"], "v": 2}, {"a": 2}),
        ({"kind": 1, "k": ["list", 1, "x"], "v": 9}, {"list": [{"x": 1}, {"x": 9}, {"x": 3}]}),
        ({"kind": 1, "k": ["list", 3], "v": {"x": 4}}, {"list": [{"x": 1}, {"x": 2}, {"x": 3}, {"x": 4}]}),
        ({"kind": 2, "k": ["list"], "v": [{"x": 4}]}, {"list": [{"x": 1}, {"x": 2}, {"x": 3}, {"x": 4}]}),
        ({"kind": 2, "k": ["list"], "v": [{"x": 4}], "i": 1}, {"list": [{"x": 1}, {"x": 4}]}),
        ({"kind": 2, "k": ["list"], "i": 1, "v": []}, {"list": [{"x": 1}]}),
        ({"kind": 2, "k": ["new"], "v": [1]}, {"new": [1]}),
        ({"kind": 3, "k": ["a"]}, {"a": None}),
        ({"kind": 3, "k": ["list", 0]}, {"list": [{"x": 2}, {"x": 3}]}),
        ({"kind": 0, "v": {"list": []}}, {"list": [], "a": None}),
        ({"kind": 1, "k": [], "v": {"list": [1]}}, {"list": [1], "a": None}),
    ],
)
def test_a_line_changes_what_it_names(line: dict[str, Any], expected: dict[str, Any]) -> None:
    state = played_back([deepcopy(START), line], _all)
    assert {name: state.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    "line",
    [
        {"kind": 1, "k": ["list", 9, "x"], "v": 1},
        {"kind": 1, "k": ["list", 9], "v": 1},
        {"kind": 1, "k": ["list", -1], "v": 1},
        {"kind": 1, "k": ["list", "x"], "v": 1},
        {"kind": 1, "k": ["a", "b", "c"], "v": 1},
        {"kind": 2, "k": ["a"], "v": [1]},
        {"kind": 2, "k": ["list"], "v": "no list"},
        {"kind": 3, "k": ["nothing"]},
        {"kind": 3, "k": ["list", True]},
        {"kind": 4, "k": ["a"], "v": 2},
        {"kind": 1, "k": "a", "v": 2},
        {"kind": 1, "k": ["a"] * 1000, "v": 2},
        {"v": 2},
        {},
    ],
)
def test_a_line_that_does_not_fit_changes_nothing(line: dict[str, Any]) -> None:
    assert played_back([deepcopy(START), line], _all) == START["v"]


def test_only_what_is_kept_is_held() -> None:
    state = played_back(
        [{"kind": 0, "v": {}}, {"kind": 1, "k": ["kept"], "v": 1}, {"kind": 1, "k": ["big"], "v": "x" * 1000}],
        lambda path, value: value if path != ["big"] else None,
    )
    assert state == {"kept": 1}
