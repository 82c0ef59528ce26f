"""Past conversations in a shell: listed, shown, and never with a secret or what a terminal would obey."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from fakes.house import everything_under
from fakes.shell import Shell
from fakes.transcripts import written

SECRET = "gh" + "p_" + "Ab1Cd2Ef3" * 4


def talked(shell: Shell, session_id: str, *texts: str, days_old: float = 0) -> None:
    folder = "".join(letter if letter.isalnum() else "-" for letter in os.path.realpath(shell.project))
    rows: list[dict[str, Any]] = [
        {
            "type": kind,
            "message": {"role": kind, "content": text},
            "uuid": text,
            "cwd": os.path.realpath(shell.project),
            "sessionId": session_id,
            "timestamp": "2026-03-05T09:30:00.000Z",
        }
        for kind, text in zip(("user", "assistant", "user"), texts, strict=False)
    ]
    path = written(Path(shell.home) / ".claude" / "projects" / folder / f"{session_id}.jsonl", rows)
    if days_old:
        then = path.stat().st_mtime - days_old * 86_400
        os.utime(path, (then, then))


def test_a_list_in_a_pipe_has_tabs_and_no_heading(shell: Shell) -> None:
    talked(shell, "old", "Where are the\tcharts?", days_old=3)
    talked(shell, "new", f"Is it {SECRET}?\x1b[2J")
    first, second = (line.split("\t") for line in shell.good("transcripts", "list").out.splitlines())
    assert [first[0:3], second[0:3]] == [["new", "claude-code", "main"], ["old", "claude-code", "main"]]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", first[3])
    assert second[4] == "Where are the charts?"
    assert SECRET not in first[4]
    assert "\x1b" not in first[4]


@pytest.mark.parametrize("since", ["1d", "36h", "2w"])
def test_older_ones_are_left_out_on_demand(shell: Shell, since: str) -> None:
    talked(shell, "old", "hello", days_old=30)
    talked(shell, "new", "hello")
    assert [row.split("\t")[0] for row in shell.good("transcripts", "list", "--since", since).out.splitlines()] == [
        "new"
    ]
    assert len(shell.good("transcripts", "list", "--since", "2001-01-01").out.splitlines()) == 2


@pytest.mark.parametrize("since", ["yesterday", "", "5y", "2026-13-01", "999999w"])
def test_a_time_that_is_none_is_told(shell: Shell, since: str) -> None:
    ran = shell.run("transcripts", "list", "--since", since)
    assert ran.code == 2
    assert "is no time" in ran.err


def test_a_conversation_is_printed_as_it_was_held(shell: Shell) -> None:
    talked(shell, "s1", f"Is it {SECRET}?", "It was.\nRotate it.")
    out = shell.good("transcripts", "show", "s1").out
    assert re.sub(r"\[redacted:[^]]+\]", "[redacted]", out) == (
        "s1 (claude-code, main)\n"
        "\nuser  2026-03-05T09:30:00Z\nIs it [redacted]?\n"
        "\nassistant  2026-03-05T09:30:00Z\nIt was.\nRotate it.\n"
    )


def test_json_has_the_same_words(shell: Shell) -> None:
    talked(shell, "s1", f"Is it {SECRET}?", "It was.")
    (row,) = shell.good("transcripts", "list", "--json").json["sessions"]
    assert set(row) == {
        "sessionId", "source", "kind", "title", "startedAt", "changedAt", "bytes", "cwd", "path",
    }  # fmt: skip
    shown = shell.good("transcripts", "show", "s1", "--json").json
    assert shown["session"] == row
    assert shown["messages"][1] == {"role": "assistant", "text": "It was.", "at": "2026-03-05T09:30:00Z"}
    assert SECRET not in str(shown)


def test_nothing_is_made_by_looking_and_what_is_not_there_is_told(shell: Shell) -> None:
    ran = shell.good("transcripts", "list")
    assert (ran.out, "No past conversation" in ran.err) == ("", True)
    missing = shell.run("transcripts", "show", "s1", "--json")
    assert (missing.code, missing.json["error"]["kind"]) == (1, "notFound")
    assert shell.run("transcripts").code == 2
    assert everything_under(shell.home) == []


def test_a_digest_is_printed_as_a_dream_would_read_it(shell: Shell) -> None:
    talked(shell, "s1", f"Is it {SECRET}?", "It was.\nRotate it.", days_old=1)
    talked(shell, "running", "Are we there?")
    ran = shell.good("transcripts", "digest")
    assert "| Is it [redacted:" in ran.out
    assert "| It was.\n| Rotate it.\n" in ran.out
    assert "Are we there?" not in ran.out
    assert re.fullmatch(r"1 session: [\d,]+ of 96,000 bytes\.\n", ran.err)
    made = shell.good("transcripts", "digest", "--json").json
    assert made["text"] == ran.out
    assert [row["sessionId"] for row in made["sessions"]] == ["s1"]
    assert set(made) == {"text", "bytes", "budgetBytes", "since", "sessions", "leftOut"}


def test_a_digest_of_another_time_is_made_on_demand(shell: Shell) -> None:
    talked(shell, "s1", "Is it there?", days_old=3)
    ran = shell.good("transcripts", "digest", "--since", "2d")
    assert (ran.out, "There is nothing to read" in ran.err) == ("", True)
    assert "| Is it there?" in shell.good("transcripts", "digest", "--since", "1w").out
