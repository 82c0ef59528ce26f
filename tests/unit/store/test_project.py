"""A project is known by its root, and what is recorded of it is written only when it changes."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from noctule.errors import PathRefused
from noctule.store.home import Home
from noctule.store.project import Project, find_project, project_record, read_record

NOW = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)


def project_at(path: Path) -> Project:
    path.mkdir(parents=True, exist_ok=True)
    return find_project(path, "repository", path.parent)


def test_a_project_has_a_root_a_key_and_a_name(tmp_path: Path) -> None:
    project = project_at(tmp_path / "My App")
    assert (project.root, project.name) == (tmp_path.resolve() / "My App", "My App")
    assert project.key.startswith("my-app-")


def test_a_path_that_no_system_can_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PathRefused):
        find_project(tmp_path / "a\0b", "repository", tmp_path)


def test_a_project_is_recorded_once(tmp_path: Path, home: Home) -> None:
    project = project_at(tmp_path / "app")
    recorded = project_record(home, project, NOW)
    file = home.project_file(project.key)
    before = file.stat()
    assert recorded.damaged is None
    assert json.loads(file.read_text()) == {
        "root": str(project.root),
        "remote": None,
        "rootCommit": None,
        "firstSeen": "2026-05-04T03:02:01+00:00",
        "adoptedFrom": None,
        "formerRoots": [],
    }
    later = NOW.replace(year=2027)
    assert project_record(home, project, later) == recorded
    assert file.stat() == before
    assert read_record(home, project.key) == recorded.record


def test_a_remote_that_appears_is_recorded_and_one_that_goes_is_kept(tmp_path: Path, home: Home) -> None:
    project = project_at(tmp_path / "app")
    project_record(home, project, NOW)
    git_folder = project.root / ".git"
    for name in ("objects", "refs"):
        (git_folder / name).mkdir(parents=True)
    (git_folder / "HEAD").write_text("ref: refs/heads/main\n")
    (git_folder / "config").write_text('[remote "origin"]\n\turl = https://example.invalid/app\n')
    assert project_record(home, project, NOW).record.remote == "https://example.invalid/app"
    (git_folder / "config").write_text("")
    assert project_record(home, project, NOW).record.remote == "https://example.invalid/app"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"root": 5}', "\xff"])
def test_a_damaged_record_is_set_aside_and_begun_anew(tmp_path: Path, home: Home, content: str) -> None:
    project = project_at(tmp_path / "app")
    file = home.project_file(project.key)
    file.parent.mkdir(parents=True)
    file.write_text(content, encoding="latin-1")
    assert read_record(home, project.key) is None
    recorded = project_record(home, project, NOW)
    assert recorded.damaged == file.with_name("project.json.damaged-1")
    assert recorded.record.root == str(project.root)
    assert project_record(home, project, NOW).damaged is None


def test_what_a_record_says_of_former_roots_is_kept(tmp_path: Path, home: Home) -> None:
    project = project_at(tmp_path / "app")
    file = home.project_file(project.key)
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"root": "/old/app", "firstSeen": "2020", "formerRoots": ["/older", 5]}))
    record = project_record(home, project, NOW).record
    assert (record.root, record.first_seen, record.former_roots) == (str(project.root), "2020", ("/older",))
