"""What was said, without what harnesses and memories put in."""

import pytest

from noctule.transcripts.talk import tool_text, without_blocks

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
    ],
)
def test_what_was_recalled_is_not_taken_for_something_said(text: str, said: str) -> None:
    assert without_blocks(text) == said


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


def test_an_error_of_a_tool_is_marked() -> None:
    assert tool_text("no such file", is_error=True) == "[error] no such file"
    assert tool_text("", is_error=True) == ""
