"""`noctule adopt`: shows what fits, takes over what is named, and says why not."""

import shutil
import subprocess

import pytest

from fakes.shell import Shell


@pytest.fixture
def moved(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The shell stands where the project lies now; at its old place is nothing."""
    settings = ["-c", "user.name=A", "-c", "user.email=a@example.invalid"]
    for words in (["init", "--quiet"], [*settings, "commit", "--quiet", "--allow-empty", "--message=begin"]):
        subprocess.run(["git", *words], cwd=shell.project, check=True, capture_output=True)
    shell.good("add", "Pier two.", "--name", "Docks")
    shutil.move(shell.project, shell.project.with_name("harbour"))
    monkeypatch.chdir(shell.project.with_name("harbour"))
    return shell


def test_a_named_root_is_adopted_and_then_there_is_nothing_more(moved: Shell) -> None:
    assert "lies here now, with its history" in moved.good("adopt", str(moved.project)).out
    assert "docks.md" in moved.good("list").out
    assert "docks.md added" in moved.good("history").out
    ran = moved.run("adopt", str(moved.project))
    assert (ran.code, "Those left are of: none" in ran.err) == (1, True)


def test_where_nobody_can_be_asked_nothing_is_adopted(moved: Shell) -> None:
    assert moved.good("adopt", "--json").json == {"offers": [{"fromRoot": str(moved.project), "memories": 1}]}
    ran = moved.good("adopt")
    assert (str(moved.project) in ran.out, "name the old root" in ran.err) == (True, True)
    assert "docks.md" not in moved.good("list").out


def test_a_project_that_was_never_moved_is_offered_nothing(shell: Shell) -> None:
    assert "No memory was left" in shell.good("adopt").out
    assert shell.good("adopt", "--json").json == {"offers": []}


def test_a_project_that_was_only_imported_into_is_known_again_too(moved: Shell) -> None:
    harbour = moved.project.with_name("harbour")
    moved.good("adopt", str(moved.project))
    (harbour / "notes").mkdir()
    (harbour / "notes" / "tides.md").write_text("High at noon.\n")
    for records in (moved.home / ".noctule" / "projects").glob("*/project.json"):
        records.unlink()
    moved.good("import", "--from", "notes")
    shutil.move(harbour, moved.project)
    assert moved.good("adopt", "--json", "--project", str(moved.project)).json["offers"] == [
        {"fromRoot": str(harbour), "memories": 2}
    ]
