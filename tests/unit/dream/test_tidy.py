"""Tidy puts a folder in order without a model, loses nothing, and changes nothing the second time."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.checked import check_folder
from noctule.dream.index_room import words_of
from noctule.dream.tidy import Tidied, tidy
from noctule.memories.index import parse_index, truncate
from noctule.memories.memory import parse_memory

A = "---\nname: Alpha\ndescription: how alpha is built\ntype: project\n---\n\nRun make alpha.\n"
B = "---\nname: Beta\ndescription: the beta host\ntype: reference\n---\n\nBeta is at b.example.\n"
LONG = "a hook that goes on and on " * 9


def after(texts: Mapping[str, str], tidied: Tidied) -> dict[str, str]:
    left = {path: text for path, text in texts.items() if path not in tidied.removed}
    return left | dict(tidied.changed)


def check(texts: Mapping[str, str], expected: Mapping[str, str], **more: tuple[str, ...]) -> Tidied:
    tidied = tidy(texts, **more)
    assert after(texts, tidied) == dict(expected)
    again = tidy(after(texts, tidied), **more)
    assert (dict(again.changed), dict(again.removed), again.said) == ({}, {}, ())
    return tidied


def test_a_folder_in_order_is_left_alone() -> None:
    texts = {"MEMORY.md": "# Index\n\n- [Alpha](a.md) — builds\n\n* [Beta](b.md): host\n", "a.md": A, "b.md": B}
    assert check(texts, texts).said == ()
    assert check({}, {}).said == ()


def test_a_memory_that_the_index_lacks_gets_one_line_and_nothing_else_changes() -> None:
    texts = {"MEMORY.md": "- [Alpha](a.md) — builds\n", "a.md": A, "b.md": B}
    index = "- [Alpha](a.md) — builds\n- [Beta](b.md) — the beta host\n"
    assert check(texts, texts | {"MEMORY.md": index}).said == ("Added 1 memory to the index.",)


def test_a_folder_without_an_index_gets_one() -> None:
    index = "- [Alpha](a.md) — how alpha is built\n- [Beta](b.md) — the beta host\n"
    check({"b.md": B, "a.md": A}, {"a.md": A, "b.md": B, "MEMORY.md": index})


def test_hand_formatting_and_line_ends_survive() -> None:
    index = "# Mine  \r\n\r\n* [Alpha](a.md) — builds   \r\n\r\n| t |\r\n|---|\r\n\r\nEXT LINE"
    expected = index.replace("builds   \r\n", "builds   \r\n* [Beta](b.md) — the beta host\r\n")
    check({"MEMORY.md": index, "a.md": A, "b.md": B}, {"MEMORY.md": expected, "a.md": A, "b.md": B})


def test_a_line_put_there_without_a_line_end_stays_a_line_of_its_own() -> None:
    texts = {"MEMORY.md": "- [Alpha](a.md)\nEXT LINE", "a.md": A}
    check(texts, texts)
    expected = "EXT LINE\n- [Alpha](a.md) — how alpha is built\n"
    check({"MEMORY.md": "EXT LINE", "a.md": A}, {"MEMORY.md": expected, "a.md": A})


DANGLING = {
    "a line that leads nowhere goes": ("- [A](a.md)\n- [Gone](gone.md) — x\n  more of it\n", "- [A](a.md)\n"),
    "a link beside others becomes its words": ("- [A](a.md), [Gone](gone.md)\n", "- [A](a.md), Gone\n"),
    "prose keeps its link": ("- [A](a.md)\n\nSee [Gone](gone.md).\n", "- [A](a.md)\n\nSee [Gone](gone.md).\n"),
    "a comment stays": ("- [A](a.md)\n<!-- [G](gone.md) -->\n", "- [A](a.md)\n<!-- [G](gone.md) -->\n"),
    "an address is no memory": (
        "- [A](a.md) [s](https://x.example/b.md)\n",
        "- [A](a.md) [s](https://x.example/b.md)\n",
    ),
}


@pytest.mark.parametrize("kind", DANGLING)
def test_links_that_lead_nowhere(kind: str) -> None:
    before, expected = DANGLING[kind]
    check({"MEMORY.md": before, "a.md": A}, {"MEMORY.md": expected, "a.md": A})


def test_a_line_of_a_memory_that_moved_follows_it_and_keeps_its_words() -> None:
    texts = {"MEMORY.md": "- [Old](Alpha.md) — my own words\n", "build/alpha.md": A}
    tidied = check(texts, texts | {"MEMORY.md": "- [Old](build/alpha.md) — my own words\n"})
    assert tidied.said == ("Set 1 link of the index right.",)


def test_a_line_of_a_memory_whose_text_is_not_given_stays() -> None:
    texts = {"MEMORY.md": "- [Held](held.md) — x\n- [A](a.md)\n", "a.md": A}
    check(texts, texts, others=("held.md",))


def test_memories_that_say_the_same_become_one_with_the_newest_date() -> None:
    first = A.replace("type:", "modified: 2026-01-02T00:00:00Z\ntype:")
    second = A.replace("type:", "modified: 2026-03-02T00:00:00Z\ntype:").replace("\n", "\r\n")
    other = B + "\nAs [alpha](a-2.md#x) and [[a-2]] and `[[a-2]]` say.\n"
    texts = {"MEMORY.md": "- [Alpha](a.md) — builds\n- [Beta](b.md)\n", "a.md": first, "a-2.md": second, "b.md": other}
    expected = {
        "MEMORY.md": texts["MEMORY.md"],
        "a.md": first.replace("2026-01-02T00:00:00Z", '"2026-03-02T00:00:00Z"'),
        "b.md": B + "\nAs [alpha](a.md#x) and [[a]] and `[[a]]` say.\n",
    }
    tidied = check(texts, expected)
    assert tidied.removed == {"a-2.md": "a.md"}
    assert tidied.said == ("Merged 1 memory that another says whole.",)


def test_a_twin_with_more_in_its_head_stays() -> None:
    bare = A.split("---\n", 2)[2]
    cases = {
        "one has no head": ({"a.md": bare, "z.md": A}, {"a.md": "z.md"}),
        "only a date in the head": (
            {"a.md": bare, "z.md": f"---\nmodified: 2026-01-02\n---\n{bare}"},
            {"a.md": "z.md"},
        ),
        "one has a key more": ({"a.md": A, "z.md": A.replace("type:", "owner: Ines\ntype:")}, {"a.md": "z.md"}),
        "each has its own": ({"a.md": A, "z.md": A.replace("how alpha is built", "building")}, {}),
        "another name": ({"a.md": A, "z.md": A.replace("Alpha", "Make")}, {}),
        "another body": ({"a.md": A, "z.md": A + "More.\n"}, {}),
        "three alike": ({"a.md": A, "y.md": A, "z.md": A}, {"y.md": "a.md", "z.md": "a.md"}),
        "no body at all": ({"a.md": "---\nname: A\n---\n", "z.md": "---\nname: A\n---\n"}, {}),
        "a list in the head": ({"a.md": A.replace("type:", "tags:\n- x\ntype:"), "z.md": A}, {"z.md": "a.md"}),
        "one type under metadata": (
            {"a.md": A, "z.md": A.replace("type: project", "metadata:\n  type: project")},
            {"z.md": "a.md"},
        ),
    }
    for kind, (texts, removed) in cases.items():
        assert dict(tidy(texts).removed) == removed, kind


def test_the_line_of_a_merged_twin_goes_only_if_it_says_no_more() -> None:
    index = "- [Alpha](a.md) — builds\n- [Alpha](b.md) — how alpha is built\n"
    check({"MEMORY.md": index, "a.md": A, "b.md": A}, {"MEMORY.md": "- [Alpha](a.md) — builds\n", "a.md": A})
    index = "- [Alpha](a.md) — builds\n- [Alpha](b.md) — ask Ines first\n"
    check({"MEMORY.md": index, "a.md": A, "b.md": A}, {"MEMORY.md": index.replace("b.md", "a.md"), "a.md": A})


def test_an_entry_that_stands_twice_is_kept_once() -> None:
    head = "---\nname: Net\ndescription: d\ntype: project\n---\n"
    twice = (
        head + "# One\n## DNS\n\nUse 9.9.9.9.\n\n## MTU\n\n1400\n\n## DNS\n\nUse 9.9.9.9.\n\n# Two\n## MTU\n\n1400\n"
    )
    once = head + "# One\n## DNS\n\nUse 9.9.9.9.\n\n## MTU\n\n1400\n\n# Two\n## MTU\n\n1400\n"
    index = {"MEMORY.md": "- [Net](n.md)\n"}
    assert check({"n.md": twice} | index, {"n.md": once} | index).said == (
        "Dropped 1 entry that stood twice in a memory.",
    )
    differs = head + "## DNS\n\nUse 9.9.9.9.\n\n## DNS\n\nUse 1.1.1.1.\n"
    check({"n.md": differs} | index, {"n.md": differs} | index)


NESTED = "metadata:\n  type: feedback\n  status: active\ntags: [a, b]\n---\n\nBody.\n"
FRONTMATTER = {
    "a colon in a value": (
        "---\nname: A\ndescription: use: this\n---\nx\n",
        '---\nname: A\ndescription: "use: this"\n---\nx\n',
    ),
    "a hash in a value": ("---\nname: A\ndescription: Tracking #762, note the # signs\n---\nx\n", None),
    "quotes inside quotes": (
        '---\nname: A\ndescription: "abc "def" ghi"\n' + NESTED,
        '---\nname: A\ndescription: abc "def" ghi\n' + NESTED,
    ),
    "never closed": ("---\nname: A\ndescription: d\n\nx\n", "---\nname: A\ndescription: d\n---\n\nx\n"),
    "the same key twice, alike": (
        "---\nname: A\ntype: user\ntype: user\n---\nx\n",
        "---\nname: A\ntype: user\n---\nx\n",
    ),
    "the same key twice, unlike": ("---\nname: A\ntype: user\ntype: feedback\n---\nx\n", None),
    "none at all": ("# Title\n\nx\n", None),
    "an unknown type": ("---\nname: A\ntype: note\n---\nx\n", None),
}


@pytest.mark.parametrize("kind", FRONTMATTER)
def test_frontmatter_is_mended_where_there_is_one_way(kind: str) -> None:
    before, mended = FRONTMATTER[kind]
    index = {"MEMORY.md": "- [A](a.md)\n"}
    check({"a.md": before} | index, {"a.md": mended or before} | index)


def test_a_long_line_is_cut_at_a_word_and_the_memory_keeps_what_it_said() -> None:
    index = f"- [Alpha](a.md) — {LONG}\n"
    tidied = tidy({"MEMORY.md": index, "a.md": A})
    line = tidied.changed["MEMORY.md"].rstrip("\n")
    assert len(line) <= 150
    assert line.endswith("…")
    assert index.startswith(line[:-1])
    assert tidied.changed["a.md"] == A + "\n" + LONG.strip() + "\n"
    assert tidied.said == ("Shortened 1 index line.",)
    check(after({"MEMORY.md": index, "a.md": A}, tidied), after({"MEMORY.md": index, "a.md": A}, tidied))


def test_a_long_line_becomes_the_description_of_a_memory_that_has_none() -> None:
    bare = "---\nname: Alpha\ntype: project\n---\nx\n"
    tidied = tidy({"MEMORY.md": f"- [Alpha](a.md) — {LONG}\n", "a.md": bare})
    assert parse_memory("a.md", tidied.changed["a.md"]).description == LONG.strip()


def test_a_long_line_stays_where_the_memory_cannot_take_its_words() -> None:
    texts = {"MEMORY.md": f"- [Alpha](a.md) — {LONG}\n", "a.md": A}
    check(texts, texts, kept=("a.md",))


def test_an_index_that_is_too_long_is_shown_whole_without_dropping_a_memory() -> None:
    memories = {
        f"m{n}.md": f"---\nname: Memory {n}\ndescription: what {n} is about\ntype: project\n---\nx{n}\n"
        for n in range(238)
    }
    index = "# Index\n\n" + "".join(f"- [Memory {n}](m{n}.md) — what {n} is about\n" for n in range(238))
    texts = {"MEMORY.md": index, **memories}
    tidied = tidy(texts)
    assert set(tidied.changed) == {"MEMORY.md"}
    assert not tidied.removed
    text = tidied.changed["MEMORY.md"]
    assert not truncate(text).truncated
    assert text.startswith("# Index\n\n- [Memory 0](m0.md) — what 0 is about\n")
    files = {path: parse_memory(path, memory) for path, memory in memories.items()}
    assert check_folder(files, text) == []
    check(texts, texts | {"MEMORY.md": text})


def test_lines_with_words_of_their_own_are_not_put_together() -> None:
    memories = {f"m{number}.md": A.replace("alpha", f"alpha {number}") for number in range(210)}
    texts = {"MEMORY.md": "".join(f"- [A](m{n}.md) — said by hand\n" for n in range(210)), **memories}
    check(texts, texts)


def test_a_file_that_is_kept_is_read_and_never_changed() -> None:
    texts = {"MEMORY.md": "- [A](a.md)\n", "a.md": A, "a-2.md": A, "b.md": "---\nname: B\ndescription: x: y\n---\n"}
    tidied = tidy(texts, kept=("a-2.md", "b.md"))
    assert set(tidied.changed) == {"MEMORY.md"} or tidied.removed == {"a.md": "a-2.md"}
    assert "a-2.md" not in tidied.removed
    assert tidy(texts, kept=tuple(texts)) == Tidied({}, {}, ())


def test_every_spelling_of_a_link_leads_to_its_memory() -> None:
    names = ("boil blood.md", "sub dir/\u00e9t\u00e9.md", "50%off.md", "a(b).md")
    memories = {name: A.replace("alpha", f"alpha {number}") for number, name in enumerate(names)}
    links = (
        "boil%20blood.md",
        "<boil blood.md>",
        "boil blood.md",
        "sub%20dir/%C3%A9t%C3%A9.md",
        "50%25off.md",
        "a%28b%29.md",
    )
    index = "".join(f"- [Link {number}]({link})\n" for number, link in enumerate((*links, "./boil%20blood.md")))
    check({"MEMORY.md": index, **memories}, {"MEMORY.md": index, **memories})


HOSTILE = {
    "a name of many lines": ('"one\\n- [x](y.md)"', "d"),
    "a name with brackets": ("'a [b](c.md) `d`'", "d"),
    "a description that is a link": ("A", "'see [b](c.md) now'"),
    "a long description": ("A", "word " * 200),
    "a long name": ("word " * 200, "d"),
    "nothing": ("''", "''"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_added_is_one_short_line_of_what_the_memory_says(kind: str) -> None:
    name, description = HOSTILE[kind]
    text = f"---\nname: {name}\ndescription: {description}\ntype: user\n---\nx\n"
    index = tidy({"a.md": text, "MEMORY.md": "# Index\n"}).changed["MEMORY.md"]
    (line,) = [line for line in parse_index(index).lines if line.kind == "entry"]
    assert (line.target, len(line.links)) == ("a.md", 1)
    assert len(line.raw) <= 150
    assert index.startswith("# Index\n")
    memory = parse_memory("a.md", text)
    assert words_of(line.title) | words_of(line.hook.rstrip("…")) <= words_of(f"{memory.name} {memory.summary} a") | {
        "wor",
        "w",
        "wo",
    }


def test_a_line_past_the_cap_is_brought_into_it_and_no_file_is_dropped() -> None:
    memories = {f"m{n}.md": A.replace("Alpha", f"Memory {n}").replace("alpha", f"part {n}") for n in range(201)}
    index = "".join(f"- [Memory {n}](m{n}.md) — how part {n} is built\n" for n in range(201))
    tidied = tidy({"MEMORY.md": index, **memories})
    assert dict(tidied.removed) == {}
    lines = parse_index(tidied.changed["MEMORY.md"])
    assert {link.target for line in lines.lines for link in line.links} == set(memories)
    assert not truncate(lines.text).truncated


_NAMES = st.sampled_from(["a.md", "b.md", "a-2.md", "sub/a.md", "Old Name.md"])
_WORDS = st.sampled_from(
    ["alpha", "x: y", "use #4", '"q', "- item", "## T", "# H", "```", "[a](b.md)", "[[a]]", "", LONG]
)
_TEXTS = st.lists(_WORDS, max_size=6).map("\n".join)
_HEADS = st.sampled_from(
    ["", "---\nname: A\n---\n", "---\nname: A\ndescription: x: y\n", "---\ntype: user\ntype: user\n---\n"]
)
_LINES = st.sampled_from(
    [
        "- [A](a.md) — hook",
        "* [B](b.md)",
        "- [G](gone.md)",
        "# H",
        "",
        "| [A](a.md) |",
        "text",
        "  more",
        "```",
        "- [A](a.md), [S](sub/a.md)",
        f"- [L](a.md) — {LONG}",
        "[[b]]",
        "<!-- x",
    ]
)
_INDEXES = st.tuples(st.lists(_LINES, max_size=8), st.sampled_from(["\n", "\r\n"])).map(
    lambda made: made[1].join(made[0])
)


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(_NAMES, st.tuples(_HEADS, _TEXTS).map("".join), max_size=5), st.none() | _INDEXES)
def test_a_second_run_changes_nothing_whatever_the_folder_holds(texts: dict[str, str], index: str | None) -> None:
    folder = texts | ({"MEMORY.md": index} if index is not None else {})
    once = after(folder, tidy(folder))
    again = tidy(once)
    assert (dict(again.changed), dict(again.removed), again.said) == ({}, {}, ())
    links = words_of("a.md b.md a-2.md sub/a.md")
    assert words_of("\n".join(texts.values())) - links <= words_of("\n".join(once.values()))
