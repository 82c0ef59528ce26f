"""The index under attack: whatever stands in it, one memory's line changes and every other line stays as it was."""

from collections import Counter
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from noctule.memories.index import (
    LINE_LIMIT,
    MOST_CHARACTERS,
    MOST_LINES,
    add_line,
    drop_line,
    is_loaded,
    make_index,
    parse_index,
    pin_first,
    set_hook,
    truncate,
    without,
)
from noctule.memories.memory import parse_memory
from noctule.memories.text import newline_of, split_lines

many = settings(max_examples=150, deadline=None)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
TRICKY = st.text(st.sampled_from(list("ab[]()<>!-*+# \t`|\\%é—:.\u2028")), max_size=30)
PATHS = st.sampled_from(["new.md", "sub/new one.md", "caf\u00e9.md", "75%off.md", "a%20b.md", "x(1)[2].md"])
LINES = st.one_of(
    TRICKY,
    st.sampled_from(["", "# Heading", "- [A](a.md) — one", "* [B](<b c.md>): two", "  goes on", "| [T](t.md) | x |"]),
    st.sampled_from(["```", "<!--", "-->", "---", "name: x", "- [New](new.md) — old", "See [it](new.md).", "words"]),
)
ENDS = st.sampled_from(["\n", "\r\n"])
INDEXES = st.builds(
    lambda lines, end, is_ended: end.join(lines) + (end if is_ended else ""),
    st.lists(LINES, max_size=15),
    ENDS,
    st.booleans(),
)


@many
@given(INDEXES, TEXTS, PATHS, TEXTS)
@example("<!-- never closed", "New", "new.md", "")
@example("```\ncode", "New", "new.md", "")
def test_a_line_is_added_once_and_every_other_line_stays(text: str, title: str, path: str, hook: str) -> None:
    had = any(line.leads_to(path) for line in parse_index(text).entries)
    added = add_line(text, title, path, hook)
    assert add_line(added, title, path, hook) == added
    assert [line.leads_to(path) for line in parse_index(added).entries].count(True) >= 1
    if not had:
        own = [line for line in parse_index(added).entries if line.leads_to(path)]
        assert len(own) == 1
        lines = split_lines(added)
        del lines[own[0].number]
        assert "".join(lines) in (text, text + newline_of(text), newline_of(text) + text)


@many
@given(INDEXES, PATHS)
def test_a_dropped_line_leaves_no_entry_and_no_other_line_is_lost(text: str, path: str) -> None:
    kept = [line.raw for line in parse_index(text).lines if not line.leads_to(path) and line.kind != "continuation"]
    dropped = parse_index(drop_line(text, path))
    assert not any(line.leads_to(path) for line in dropped.entries)
    assert is_in_order(kept, [line.raw for line in dropped.lines])


@many
@given(INDEXES, PATHS, TEXTS, TEXTS)
def test_a_hook_is_set_on_one_line(text: str, path: str, title: str, hook: str) -> None:
    changed = set_hook(text, path, title, hook)
    first = next(line for line in parse_index(changed).entries if line.leads_to(path))
    assert first.links
    assert set_hook(changed, path, title, hook) == changed
    others = [line.raw for line in parse_index(text).lines if not line.leads_to(path) and line.kind != "continuation"]
    assert all(raw in changed for raw in others)


@many
@given(INDEXES, PATHS)
def test_nothing_that_is_held_reaches_a_prompt(text: str, path: str) -> None:
    left = without(f"{text}\n- [H]({path.replace(' ', '%20')}) — held\n", [path])
    assert not any(line.leads_to(path) for line in parse_index(left).lines)


@many
@given(INDEXES, PATHS)
def test_pinning_moves_lines_and_loses_none(text: str, path: str) -> None:
    listed = add_line(text, "P", path, "h")
    pinned = pin_first(listed, [path])
    assert Counter(line.raw.lstrip() for line in parse_index(pinned).lines) == Counter(
        line.raw.lstrip() for line in parse_index(listed).lines
    )
    assert parse_index(pinned).lines[0].leads_to(path)


@many
@given(st.lists(st.one_of(TRICKY, st.just("x" * 400)), max_size=300), ENDS)
def test_what_is_shown_is_never_over_the_caps(lines: list[str], end: str) -> None:
    text = end.join(lines)
    cut = truncate(text)
    if cut.truncated:
        shown = cut.text.split("\n\n> WARNING:")[0]
        assert text.startswith(shown)
        assert len(shown) <= MOST_CHARACTERS
        assert len(shown.split("\n")) <= MOST_LINES
    else:
        assert cut.text == text
    assert is_loaded(text, "nowhere.md") is False


@many
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
def test_a_made_index_has_one_short_line_a_memory(pairs: list[tuple[str, str]]) -> None:
    memories = [
        replace(parse_memory(f"n{number}.md", ""), name=name, description=description)
        for number, (name, description) in enumerate(pairs)
    ]
    made = parse_index(make_index(memories))
    assert sorted(line.target or "" for line in made.entries) == [f"n{number}.md" for number in range(len(pairs))]
    assert all(len(line.raw) <= LINE_LIMIT for line in made.lines)


def is_in_order(lines: list[str], among: list[str]) -> bool:
    rest = iter(among)
    return all(line in rest for line in lines)
