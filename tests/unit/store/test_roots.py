"""A project is known by its root, its worktrees and its former roots; and by the commit that its history began with."""

import subprocess
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from noctule.store.home import Home
from noctule.store.project import find_project, project_record, write_record
from noctule.store.root_commit import root_commit
from noctule.store.roots import roots_of

NOW = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)


def git(*arguments: str, at: Path) -> str:
    at.mkdir(parents=True, exist_ok=True)
    settings = ["-c", "user.name=A", "-c", "user.email=a@example.invalid"]
    done = subprocess.run(["git", *settings, *arguments], cwd=at, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """A repository of three commits."""
    path = tmp_path / "app"
    git("init", "--quiet", at=path)
    for message in ("one", "two", "three"):
        git("commit", "--quiet", "--allow-empty", f"--message={message}", at=path)
    return path.resolve()


def test_a_project_is_known_by_its_worktrees_and_former_roots(app: Path, tmp_path: Path) -> None:
    git("worktree", "add", "--quiet", str(tmp_path / "fix"), at=app)
    home = Home(tmp_path / "home")
    project = find_project(app, "repository", tmp_path)
    assert roots_of(home, project) == (app, tmp_path / "fix")
    record = project_record(home, project, NOW).record
    write_record(home, project.key, replace(record, former_roots=("/gone/app",)))
    assert roots_of(home, project) == (app, tmp_path / "fix", Path("/gone/app"))
    assert roots_of(home, project, "folder") == (app, Path("/gone/app"))


def test_a_plain_folder_has_one_root(tmp_path: Path) -> None:
    assert roots_of(Home(tmp_path / "home"), find_project(tmp_path, "repository", tmp_path / "x")) == (tmp_path,)


def test_the_first_commit_is_the_same_from_every_branch_and_worktree(app: Path, tmp_path: Path) -> None:
    first = git("rev-list", "--max-parents=0", "HEAD", at=app)
    assert root_commit(app) == first
    git("pack-refs", "--all", at=app)
    git("gc", "--quiet", at=app)
    assert root_commit(app) == first
    git("worktree", "add", "--quiet", "-b", "fix", str(tmp_path / "fix"), at=app)
    assert root_commit(tmp_path / "fix") == first


def test_there_is_no_first_commit_where_none_can_be_told(app: Path, tmp_path: Path) -> None:
    git("init", "--quiet", at=tmp_path / "empty")
    git("clone", "--quiet", "--depth=1", app.as_uri(), "shallow", at=tmp_path)
    (tmp_path / "broken" / ".git").mkdir(parents=True)
    for place in ("empty", "shallow", "broken", "nowhere"):
        assert root_commit(tmp_path / place) is None, place


def test_a_long_way_back_ends_when_its_time_is_over(app: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noctule.store.root_commit._ASK_CLOCK_EVERY", 1)
    assert root_commit(app, most_seconds=-1) is None
