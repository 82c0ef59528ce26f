"""The lines of memories that came join the index in the tool's own words; what a person wrote there stays."""

import pytest

from noctule.imports.index_merge import Line, merge

NEW = [Line("a.md", "A", "about a", ""), Line("b.md", "B", "about b", "")]
ADDED = "- [A](a.md) — about a\n- [B](b.md) — about b\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ADDED),
        ("# Mine\n\n* [Old](old.md) - by hand\n\nBelow.\n", None),
        ("- [Old](old.md) — x", "- [Old](old.md) — x\n" + ADDED),
        ("```\nnever closed\n", "- [A](a.md) — about a\n- [B](b.md) — about b\n\n```\nnever closed\n"),
    ],
)
def test_new_lines_go_behind_the_last_in_their_order(before: str, after: str | None) -> None:
    wanted = after or "# Mine\n\n* [Old](old.md) - by hand\n* [A](a.md) — about a\n* [B](b.md) — about b\n\nBelow.\n"
    assert merge(before, NEW) == wanted
    assert merge(wanted, NEW) == wanted


@pytest.mark.parametrize(
    ("line", "hook", "after"),
    [
        ("- [A](a.md) — about a\n", "about b", "- [A](a.md) — about b\n"),
        ("- [My A](a.md) — by hand\n", "about b", "- [My A](a.md) — by hand\n"),
        ("- [A](a.md) — about a\n", "about a", "- [A](a.md) — about a\n"),
    ],
)
def test_a_line_that_is_there_follows_only_where_nobody_wrote_it(line: str, hook: str, after: str) -> None:
    assert merge(line, [Line("a.md", "A", hook, "about a")]) == after
