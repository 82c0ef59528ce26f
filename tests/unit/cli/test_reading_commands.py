"""What there is, shown: plain words in a pipe, one JSON value where asked, and no trace of having looked."""

import os
import re
from pathlib import Path

import pytest

from fakes.house import everything_under, memory_text
from fakes.shell import Shell
from fakes.talking import talk

KEEL = memory_text("The keel", "what the keel is made of", "The keel is made of oak.")
QUERY = ("what", "is", "the", "keel", "made", "of?")


@pytest.fixture
def full(shell: Shell) -> Shell:
    """A shell in a project with three memories and an index of two."""
    shell.save("keel.md", KEEL)
    shell.save("deck/rail.md", memory_text("The rail", "of brass", "x", "reference"))
    shell.save("zebra.md", memory_text("Zebra crossing", "striped", "x", "user"))
    shell.save("MEMORY.md", "- [Rail](deck/rail.md) — of brass\n- [Keel](keel.md) — of oak\n")
    return shell


def test_a_list_in_a_pipe_has_tabs_and_no_heading(full: Shell) -> None:
    assert full.good("list").out == (
        "deck/rail.md\treference\tThe rail\tof brass\n"
        "keel.md\tproject\tThe keel\twhat the keel is made of\n"
        "zebra.md\tuser\tZebra crossing\tstriped\n"
    )
    assert full.good("list", "--type", "user").out.startswith("zebra.md\t")


def test_a_list_as_json_has_the_names_of_the_protocol(full: Shell) -> None:
    rows = full.good("list", "--json").json["memories"]
    assert [row["path"] for row in rows] == ["deck/rail.md", "keel.md", "zebra.md"]
    assert rows[1] | {"modified": None} == {
        "memoryUri": (full.memory / "keel.md").as_uri(), "path": "keel.md", "name": "The keel",
        "description": "what the keel is made of", "type": "project", "modified": None, "bytes": len(KEEL),
        "recalls": 0, "lastRecalled": None, "findings": [], "held": None, "pinned": False,
    }  # fmt: skip
    assert rows[1]["modified"].endswith("Z")


def test_a_name_cannot_break_a_row_or_command_the_terminal(full: Shell) -> None:
    full.save("bad.md", memory_text("x\ty\x1b[2J</system-reminder>", "d\u202ee", "x"))
    (row,) = [line for line in full.good("list").out.splitlines() if line.startswith("bad.md")]
    assert row.count("\t") == 3
    assert not {"\x1b", "\u202e"} & set(row)


def test_an_empty_project_is_told_what_to_do_and_nothing_is_made(shell: Shell) -> None:
    ran = shell.good("list")
    assert (ran.out, "noctule add" in ran.err) == ("", True)
    for words in (("status",), ("doctor",), ("search", "x"), ("recall", "x"), ("path",), ("list", "--json")):
        shell.good(*words)
    assert "`noctule add TEXT` makes one" in shell.good("recall", "x").err
    assert everything_under(shell.home) == []


SHOWN = ["keel.md", "keel", "the KEEL", "kee", "rail", "deck/rail", "Zebra", "crossing", "index", "MEMORY.md"]


@pytest.mark.parametrize("name", SHOWN)
def test_a_memory_is_found_by_file_stem_name_or_part(full: Shell, name: str) -> None:
    assert full.good("show", name).out
    assert full.good("path", name).out.startswith(f"{full.memory}/")


def test_a_memory_is_shown_as_it_is(full: Shell) -> None:
    full.save("crlf.md", "one\r\ntwo")
    assert full.good("show", "keel").out == KEEL
    assert full.good("show", "crlf").out == "one\r\ntwo"
    shown = full.good("show", "keel", "--json").json
    assert (shown["text"], shown["memory"]["name"]) == (KEEL, "The keel")


@pytest.mark.parametrize("command", ["show", "path", "edit"])
def test_a_name_that_fits_several_names_them(full: Shell, command: str) -> None:
    ran = full.run(command, "e")
    assert (ran.code, ran.out) == (1, "")
    assert "deck/rail.md, keel.md" in ran.err or "keel.md, zebra.md" in ran.err
    error = full.run(command, "The", "--json").json["error"]
    assert error["kind"] == "ambiguous"
    assert "deck/rail.md, keel.md" in error["message"]


@pytest.mark.parametrize("command", ["show", "path", "edit", "remove"])
def test_a_name_that_fits_none_says_so(full: Shell, command: str) -> None:
    ran = full.run(command, "walrus")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "noctule: No memory is called `walrus`. `noctule list` shows them all.\n"
    assert full.run(command, "walrus", "--json").json["error"]["kind"] == "notFound"


def test_an_accent_may_be_typed_in_either_way(full: Shell) -> None:
    full.save("cafe\u0301.md", memory_text("Cafe\u0301", "coffee", "x"))
    for name in ("caf\u00e9", "cafe\u0301.md", "CAF\u00c9"):
        assert full.good("path", name).out.endswith("cafe\u0301.md\n")


def test_where_there_is_no_index_none_is_shown(shell: Shell) -> None:
    assert shell.run("show", "index").code == 1


def test_status_tells_the_state_in_a_few_lines(full: Shell) -> None:
    lines = full.good("status").out.splitlines()
    assert lines[0] == "ferry: 3 memories, 1 not in the index."
    assert f"folder     {full.memory}" in lines
    assert "enabled    yes (default)" in lines
    assert "memories   3 (2 in the index, 1 not; 0 index lines lead nowhere)" in lines
    assert "dreams     none yet; begin when you say `noctule dream` (`dream.enabled` is off)" in lines
    status = full.good("status", "--json").json
    assert (status["health"], status["files"]["unindexed"], status["enabledBy"]) == ("warning", 1, "default")


def test_status_says_what_keeps_a_dream_from_beginning_by_itself(full: Shell) -> None:
    (full.home / ".noctule").mkdir(exist_ok=True)
    (full.home / ".noctule" / "settings.json").write_text('{"memory": {"dream": {"enabled": true}}}')
    (line,) = [line for line in full.good("status").out.splitlines() if line.startswith("dreams ")]
    assert line.startswith("dreams     none yet; begin by themselves, ")
    full.good("dream", "--wait")
    (line,) = [line for line in full.good("status").out.splitlines() if line.startswith("dreams ")]
    assert re.search(r"last \d{4}-\d\d-\d\d \d\d:\d\d; begin by themselves, not now: .*\.$", line), line


def test_doctor_names_what_is_wrong_and_where_and_fails_only_for_errors(full: Shell) -> None:
    ran = full.good("doctor")
    assert ran.out.startswith(f"checked {full.memory}\n")
    assert "zebra.md:1:1: " in ran.out
    full.save("bad.md", "---\nname: [\n---\nx\n")
    ran = full.run("doctor")
    errors = [line for line in ran.out.splitlines() if ": error: " in line]
    assert ran.code == int(bool(errors))
    (full.memory / "MEMORY.md").unlink()
    (full.memory / "MEMORY.md").symlink_to(full.memory / "keel.md")
    ran = full.run("doctor", "--json")
    assert (ran.code, ran.json["status"]["health"]) == (1, "error")


def test_doctor_says_when_nothing_is_wrong_and_when_nothing_was_checked(full: Shell) -> None:
    (full.memory / "zebra.md").unlink()
    assert "Nothing is wrong." in full.good("doctor").out
    full.good("disable")
    ran = full.good("doctor")
    assert "Memory is off" in ran.out
    assert "Nothing is wrong" not in ran.out


def test_recall_shows_what_a_turn_would_be_given_and_leaves_no_trace(full: Shell) -> None:
    first, second = full.good("recall", *QUERY), full.good("recall", *QUERY)
    assert first.out == second.out
    assert first.out.startswith("<system-reminder>\n")
    assert "The keel is made of oak." in first.out
    assert full.good("list", "--json").json["memories"][1]["recalls"] == 0


def test_recall_says_why_nothing_is_recalled(full: Shell) -> None:
    ran = full.good("recall", "sing", "a", "song")
    assert ran.out == ""
    assert ran.err.startswith("Nothing is recalled: ")


def test_recall_explains_every_candidate(full: Shell) -> None:
    lines = full.good("recall", "--explain", *QUERY).out.splitlines()
    assert lines[0].startswith("gate open: ")
    assert lines[2] == "budget: 24 of 60,000 bytes" or lines[2].startswith("budget: ")
    (picked,) = [line.split("\t") for line in lines if line.startswith("picked")]
    assert picked[2] == "keel.md"
    assert len(picked) == 6
    assert picked[3].endswith("%")
    answer = full.good("recall", "--explain", "--limit", "1", "--json", *QUERY).json
    assert [(one["name"], one["picked"]) for one in answer["candidates"]] == [("The keel", True)]


def test_recall_for_a_session_that_never_started_is_an_error(full: Shell) -> None:
    assert full.run("recall", "--session", "s9", "x", "--json").json["error"]["kind"] == "unknownSession"


def test_search_shows_hits_with_their_text(full: Shell) -> None:
    ran = full.good("search", "keel", "oak")
    assert ran.out == "The keel  (keel.md)\n    The keel is made of oak.\n"
    (hit,) = full.good("search", "--json", "keel", "oak").json["hits"]
    assert (hit["title"], hit["sessionRef"]) == ("The keel", None)


def test_search_without_a_hit_is_no_error_and_without_words_is(full: Shell) -> None:
    ran = full.good("search", "walrus")
    assert (ran.out, ran.err) == ("", "Nothing matches.\n")
    assert full.good("search", "--json", "walrus").json == {"hits": [], "notes": []}
    assert full.run("search", " ", "--json").json["error"]["kind"] == "refused"
    assert len(full.good("search", "--limit", "-1", "--json", "the", "keel").json["hits"]) == 1


def test_doctor_mends_what_loses_nothing_as_one_change_that_can_be_undone(full: Shell) -> None:
    full.save("bad.md", "---\nname: Bad\ndescription: use: this\ntype: project\n---\nx\n")
    full.save("MEMORY.md", (full.memory / "MEMORY.md").read_text() + "- [Gone](gone.md)\n")
    before = {path.name: path.read_bytes() for path in full.memory.glob("*.md")}
    found = {one["code"] for one in full.run("doctor", "--json").json["findings"]}
    assert {"orphan-memory", "dangling-link", "frontmatter-broken"} <= found
    ran = full.run("doctor", "--fix", "--json")
    left = {one["code"] for one in ran.json["findings"]}
    assert not left & {"orphan-memory", "dangling-link", "frontmatter-broken"}
    assert ran.json["mending"]["isDone"] is True
    mended = {path.name: path.read_bytes() for path in full.memory.glob("*.md")}
    log = (full.memory / "dreams.jsonl").read_bytes()
    again = full.run("doctor", "--fix", "--json").json["mending"]
    assert (again["dreamId"], again["message"]) == (
        None,
        "There is nothing to mend that can be mended without your word.",
    )
    assert {path.name: path.read_bytes() for path in full.memory.glob("*.md")} == mended
    assert (full.memory / "dreams.jsonl").read_bytes() == log
    full.good("undo")
    assert {path.name: path.read_bytes() for path in full.memory.glob("*.md")} == before


def test_doctor_leaves_a_folder_in_order_alone(full: Shell) -> None:
    (full.memory / "zebra.md").unlink()
    assert full.good("doctor", "--fix").out.startswith("There is nothing to mend")
    assert not (full.memory / "dreams.jsonl").exists()


def test_doctor_leaves_a_file_that_is_not_utf8_as_it_is_and_hides_none_for_it(full: Shell) -> None:
    (full.memory / "cafe.md").write_bytes(
        b"---\nname: Caf\xe9\ndescription: na\xefve: \x93quote\x94\ntype: user\n---\nr\xe9sum\xe9\n"
    )
    before = (full.memory / "cafe.md").read_bytes()
    found = full.run("doctor", "--fix", "--json").json["findings"]
    assert "not-utf8" in {one["code"] for one in found}
    assert (full.memory / "cafe.md").read_bytes() == before
    assert "](cafe.md)" in (full.memory / "MEMORY.md").read_text(encoding="utf-8")


def test_search_reaches_past_conversations_and_narrows_them_down(full: Shell) -> None:
    talk(Path(os.environ["HOME"]), full.project, "s1", "Where is the lagoon pump?", "Behind the third quay.")
    ran = full.good("search", "--sessions", "pump")
    assert ran.out.splitlines() == [
        "claude-code: Where is the lagoon pump?  (claude-code:s1)",
        "    [2026-05-04 09:00] user: Where is the lagoon **pump**?",
        "    [2026-05-04 09:01] assistant: Behind the third quay.",
    ]
    assert full.good("search", "--since", "2026-05-05", "pump").err == "Nothing matches.\n"
    (hit,) = full.good("search", "--json", "--session", "s1", "--source", "claude-code", "pump").json["hits"]
    assert (hit["sessionRef"], hit["memoryUri"]) == ("claude-code:s1", None)
    assert len(full.good("search", "--json", "--all", "lagoon").json["hits"]) >= 1
    assert "no source" in full.run("search", "--source", "abacus", "pump").err


def test_doctor_brings_an_index_into_its_cap(shell: Shell) -> None:
    shell.good("add", "x", "--name", "first")
    for n in range(238):
        shell.save(f"m{n}.md", f"---\nname: Memory {n}\ndescription: what {n} is about\ntype: project\n---\nx{n}\n")
    shell.save(
        "MEMORY.md",
        "".join(f"- [Memory {n}](m{n}.md) — what {n} is about\n" for n in range(238)) + "- [first](first.md) — x\n",
    )
    ran = shell.run("doctor", "--fix", "--json").json
    assert ran["status"]["index"]["truncated"] is False
    assert ran["mending"]["held"] is False
