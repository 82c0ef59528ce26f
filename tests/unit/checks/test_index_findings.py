"""What is wrong with an index is found at its line, and an orphan at the memory itself."""

import pytest

from noctule.checks.finding import FINDING_CODES, Finding
from noctule.checks.fixing import apply_fix
from noctule.checks.index import check_index
from noctule.memories.index import parse_index
from noctule.memories.memory import Memory, compose_memory, parse_memory


def memory(path: str) -> Memory:
    return parse_memory(path, compose_memory(f"Name of {path}", "a hook", "user", "text", None))


def findings(text: str, paths: str = "a.md b.md") -> list[Finding]:
    return check_index(parse_index(text), {path: memory(path) for path in paths.split()})


# The index of a folder with a.md and b.md, then each finding's file, code, severity and line.
FOUND: dict[str, tuple[str, list[tuple[str, str, str, int]]]] = {
    "nothing in a good one": ("# Index\n<!-- note -->\n\n- [A](a.md) — x\n* [B](./b.md#part)\n", []),
    "a link to nothing": (
        "- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n",
        [("MEMORY.md", "dangling-link", "warning", 2)],
    ),
    "a link to nothing in prose": (
        "- [A](a.md)\n- [B](b.md) as in [C](c.md)\n",
        [("MEMORY.md", "dangling-link", "warning", 1)],
    ),
    "a memory without a line": ("- [A](a.md)\n", [("b.md", "orphan-memory", "warning", 0)]),
    "no orphan where prose leads to it": ("- [A](a.md)\n\nSee [B](b.md).\n", []),
    "two lines for one memory": (
        "- [A](a.md)\n- [B](b.md)\n- [A again](<a.md>)\n",
        [("MEMORY.md", "duplicate-target", "warning", 2)],
    ),
    "words that are no entry, once a run": (
        "- [A](a.md)\n- [B](b.md)\n\nwords\nmore words\n\nothers\n",
        [("MEMORY.md", "index-text", "hint", 3), ("MEMORY.md", "index-text", "hint", 6)],
    ),
    "a long line": (
        f"- [A](a.md) — {'x' * 150}\n- [B](b.md)\n",
        [("MEMORY.md", "index-line-long", "information", 0)],
    ),
    "no fault in links elsewhere": ("- [A](a.md)\n- [B](b.md) [c](https://x.org/c.md) [[someone]]\n", []),
    "no fault in code and comments": ("- [A](a.md)\n- [B](b.md)\n```\n[C](c.md)\n```\n<!-- [D](d.md) -->\n", []),
}


@pytest.mark.parametrize("kind", FOUND)
def test_an_index_is_checked(kind: str) -> None:
    text, expected = FOUND[kind]
    found = findings(text)
    assert [(finding.path, finding.code, finding.severity, finding.start[0]) for finding in found] == expected
    assert all(finding.code in FINDING_CODES and finding.message.endswith(".") for finding in found)


def test_accents_and_spellings_of_a_link_are_no_faults() -> None:
    text = "- [1](caf\u00e9.md)\n- [2](two%20words.md)\n- [3](75%off.md)\n- [4](a%20b.md)\n"
    files = ["cafe\u0301.md", "two words.md", "75%off.md", "a%20b.md"]
    assert check_index(parse_index(text), {path: memory(path) for path in files}) == []


def test_an_index_over_its_caps_says_so_where_the_shown_part_ends() -> None:
    many = "".join(f"- [{number}](n{number}.md)\n" for number in range(201))
    (lines,) = [finding for finding in findings(many, "") if finding.code.startswith("index-too")]
    assert (lines.code, lines.start) == ("index-too-many-lines", (200, 0))
    wide = "".join(f"# {'x' * 147}\n" for _ in range(180))
    (characters,) = findings(wide, "")
    assert (characters.code, characters.start) == ("index-too-many-characters", (166, 0))


# The index, and what the fix of its first finding makes of it.
FIXED = {
    "a dangling line goes": ("- [A](a.md)\n- [C](c.md) — x\n  more\n- [B](b.md)\n", "- [A](a.md)\n- [B](b.md)\n"),
    "a dangling last line goes": ("- [A](a.md)\n- [B](b.md)\n- [C](c.md)", "- [A](a.md)\n- [B](b.md)\n"),
    "a second line goes": ("- [A](a.md)\r\n- [A](a.md)\r\n- [B](b.md)\r\n", "- [A](a.md)\r\n- [B](b.md)\r\n"),
    "an orphan gets its line": ("* [A](a.md)\r\n\r\n", "* [A](a.md)\r\n* [Name of b.md](b.md) — a hook\r\n\r\n"),
    "an orphan gets its line at the end": ("- [A](a.md)", "- [A](a.md)\n- [Name of b.md](b.md) — a hook\n"),
}


@pytest.mark.parametrize("kind", FIXED)
def test_a_fix_settles_its_finding(kind: str) -> None:
    before, after = FIXED[kind]
    fix = findings(before)[0].fix
    assert fix is not None
    assert apply_fix({"MEMORY.md": before}, fix) == {"MEMORY.md": after}
    assert findings(after) == []


def test_a_link_that_shares_its_line_has_no_fix() -> None:
    (finding,) = findings("- [A](a.md), [C](c.md)\n- [B](b.md)\n")
    assert (finding.code, finding.start, finding.end, finding.fix) == ("dangling-link", (0, 13), (0, 22), None)


def test_five_thousand_orphans_are_found_in_one_pass() -> None:
    paths = " ".join(f"n{number}.md" for number in range(5_000))
    found = findings("# Index\n- [A](a.md)\n", f"a.md {paths}")
    assert {finding.code for finding in found} == {"orphan-memory"}
    assert len(found) == 5_000
