"""What was said, without what harnesses and memories put in."""

import pytest

from noctule.prompts import load
from noctule.transcripts.put_in import REMINDER_BEGINS, SNAPSHOT_BEGINS, without_blocks, without_snapshot
from noctule.transcripts.talk import tool_text

BLOCK = "<system-reminder>\nMemory: /m/a.md:\n\nOld fact: port is 8080\n</system-reminder>"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"fix the bug\n{BLOCK}", "fix the bug"),
        (f"{BLOCK}\nfix the bug", "fix the bug"),
        (f"fix\n{BLOCK}\n{BLOCK}\nthe bug", "fix\n\n\nthe bug"),
        (f"fix the bug {BLOCK}", "fix the bug"),
        (BLOCK, ""),
        ("fix the bug\n<system-reminder>\nMemory: /m/a.md:\n\ncut here", "fix the bug"),
        ("what is a <system-reminder> for?", "what is a <system-reminder> for?"),
        ("<ide_selection>lines 1 to 3</ide_selection>what is this?", "what is this?"),
        (
            "what does `<system-reminder>` do? `</system-reminder>` too",
            "what does `<system-reminder>` do? `</system-reminder>` too",
        ),
        ("<SYSTEM_REMINDER>\nshouted\n</SYSTEM_REMINDER >\nfix the bug", "fix the bug"),
        ("<editorContext file='a.py'>\nx = 1\n</editorContext>\nfix the bug", "fix the bug"),
        ("<context>\nwords of the person's own\n</context>", "<context>\nwords of the person's own\n</context>"),
        ("<private>not to be kept</private> fix <private>nor this</private> it", "fix it"),
        ("a List<private> of them", "a List<private> of them"),
    ],
)
def test_what_was_recalled_is_not_taken_for_something_said(text: str, said: str) -> None:
    assert without_blocks(text) == said


@pytest.mark.parametrize("name", ["instructions-full", "instructions-terse"])
def test_a_snapshot_is_known_by_its_first_words(name: str) -> None:
    snapshot = load(name).fill(folder="/m/") + "## The index, /m/MEMORY.md\n\n- [Port](port.md): 8080"
    assert snapshot.startswith(SNAPSHOT_BEGINS)
    assert without_snapshot(f"fix the bug\n\n{snapshot}") == "fix the bug"
    assert without_snapshot(f"{snapshot}fix the bug", [snapshot]) == "fix the bug"
    assert without_snapshot(f"we said `{SNAPSHOT_BEGINS}`") == f"we said `{SNAPSHOT_BEGINS}`"


def test_the_reminder_to_look_at_memories_is_not_something_said() -> None:
    reminder = load("turn-check").text.strip()
    assert reminder.startswith(REMINDER_BEGINS)
    assert without_blocks(f"fix the bug\n\n{reminder}") == "fix the bug"


def test_many_reminders_that_are_never_closed_take_no_time() -> None:
    assert len(without_blocks("x <system-reminder>" * 100_000)) > 100_000


def test_a_tools_output_is_cut_where_a_line_ends() -> None:
    output = "\n".join(f"line {number} of the output" for number in range(200))
    cut = tool_text(output)
    assert len(cut) < 2_100
    assert output.startswith(cut.rpartition("\n[")[0] + "\n")
    assert cut.endswith(" more characters]")


def test_a_token_that_the_cut_would_halve_is_left_out() -> None:
    token = "gh" + "p_" + "Ab1" * 12
    assert "p_Ab1" not in tool_text("x" * 1_980 + " " + token + " and more of it" * 100)
    assert "xxx" not in tool_text("x" * 3_000)


def test_little_more_than_the_limit_loses_little() -> None:
    text = "a few words " * 170
    assert len(text) > 2_000
    assert len(tool_text(text)) > 1_950


def test_what_is_short_once_its_secrets_are_out_is_whole() -> None:
    token = "gh" + "p_" + "Ab1" * 12
    text = f"{token}\n" * 60 + "the end"
    assert len(text) > 2_000
    assert tool_text(text).endswith("the end")
    assert "Ab1Ab1" not in tool_text(text)


def test_an_error_of_a_tool_is_marked() -> None:
    assert tool_text("no such file", is_error=True) == "[error] no such file"
    assert tool_text("", is_error=True) == ""
