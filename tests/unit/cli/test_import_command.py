"""`noctule import`: shows what there is and asks, imports what is named, and says where it looked."""

from pathlib import Path

import pytest

from fakes.shell import Shell
from noctule.store.claude_code import folder_name

DOCKS = "---\nname: Docks\ndescription: where ferries moor\n---\n\nPier two.\n"


@pytest.fixture
def theirs(shell: Shell) -> Path:
    folder = shell.home / ".claude" / "projects" / folder_name(str(shell.project)) / "memory"
    folder.mkdir(parents=True)
    (folder / "docks.md").write_text(DOCKS)
    return folder


def test_without_a_source_the_plan_is_shown_and_nobody_asked_is_told_how(shell: Shell, theirs: Path) -> None:
    ran = shell.good("import")
    assert "created     docks.md  It is new." in ran.out
    assert "This would be: 1 created." in ran.out
    assert "name a source" in ran.err
    assert not shell.memory.exists()
    theirs.joinpath("docks.md").unlink()
    assert str(theirs) in shell.good("import").out


def test_a_named_source_is_imported_and_a_dry_run_is_not(shell: Shell, theirs: Path) -> None:
    assert "This would be: 1 created." in shell.good("import", "claude-code", "--dry-run").out
    assert not shell.memory.exists()
    assert "Imported: 1 created." in shell.good("import", "claude-code").out
    assert "Nothing was imported: 1 skipped." in shell.good("import", "claude-code").out
    (shell.memory / "docks.md").write_text("Ours.\n")
    assert "Imported: 1 updated." in shell.good("import", "claude-code", "--force", "--only", "docks").out


def test_json_has_each_item_where_it_looked_and_the_counts(shell: Shell, theirs: Path) -> None:
    answer = shell.good("import", "--json").json
    assert (answer["dryRun"], answer["created"]) == (True, 1)
    assert answer["items"] == [
        {
            "action": "created",
            "memoryUri": (shell.memory / "docks.md").as_uri(),
            "sourceUri": (theirs / "docks.md").as_uri(),
            "reason": "It is new.",
        }
    ]
    assert {one["source"] for one in answer["looked"]} == {
        "claude-code",
        "pi",
        "armory",
        "pi-topics",
        "pi-profile",
        "serena",
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pi"], "Looked in: "),
        (["nonesuch"], "it is one of claude-code, pi,"),
        (["dir"], "--from"),
        (["--from", "nowhere"], "There is no folder"),
        (["--all", "--only", "a"], "leave out `--all`"),
        (["--all", "--from", "."], "give one of the two"),
    ],
)
def test_what_cannot_be_imported_is_said(shell: Shell, words: list[str], said: str) -> None:
    ran = shell.run("import", *words)
    assert (ran.code, said in ran.err) == (1, True), ran.err


def test_all_lists_what_no_conversation_names(shell: Shell, theirs: Path) -> None:
    assert "No conversation names" in shell.good("import", "claude-code", "--all").out
    (theirs.parent / "s.jsonl").write_text(f'{{"cwd": "{shell.project}"}}\n')
    assert "Imported: 1 created." in shell.good("import", "claude-code", "--all").out


def test_a_folder_relative_to_the_shell_is_imported(shell: Shell) -> None:
    (shell.project / "notes").mkdir()
    (shell.project / "notes" / "a.md").write_text("One thing.\n")
    assert "Imported: 1 created." in shell.good("import", "--from", "notes").out
