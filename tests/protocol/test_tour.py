"""The tour: what the README's first command ends in."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "noctule", "tour", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_tour_shows_a_session_from_its_snapshot_to_its_end() -> None:
    tour = run()
    assert (tour.returncode, tour.stderr) == (0, "")
    for said in (
        "memory/startSession",
        "recalled 1 memory",
        "memory saved: release-notes.md  (by agent)",
        "by outside",
    ):
        assert said in tour.stdout
    assert "The tour is over" in tour.stdout


def test_the_tour_works_on_a_copy_of_a_real_folder(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    memory = tmp_path / "memory"
    memory.mkdir()
    (memory / "deploy.md").write_text(
        "---\nname: Deploy\ndescription: deploy blue to green\ntype: project\n---\nBlue first.\n"
    )
    tour = run("--project", str(project), "--memory", str(memory), "--json")
    assert (tour.returncode, tour.stderr) == (0, "")
    steps = json.loads(tour.stdout)["steps"]
    recalled = next(step["value"] for step in steps if (step["kind"], step["what"]) == ("answer", "memory/recall"))
    assert [one["name"] for one in recalled["memories"]] == ["Deploy"]
    assert sorted(path.name for path in memory.iterdir()) == ["deploy.md"]
    assert list(project.iterdir()) == []


@pytest.mark.parametrize("option", ["--project", "--memory"])
def test_a_folder_that_is_not_there_is_named(option: str) -> None:
    tour = run(option, "/no/such/folder")
    assert tour.returncode == 1
    assert "/no/such/folder" in tour.stderr
