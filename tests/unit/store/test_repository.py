"""The root of a repository is found from any place in it, without running git, and never through a broken pointer."""

import subprocess
from pathlib import Path

import pytest

from noctule.store.project import find_root
from noctule.store.repository import common_root, remote_of


def git(*arguments: str, at: Path) -> None:
    at.mkdir(parents=True, exist_ok=True)
    settings = ["-c", "user.name=A", "-c", "user.email=a@example.invalid", "-c", "protocol.file.allow=always"]
    subprocess.run(["git", *settings, *arguments], cwd=at, check=True, capture_output=True)


def repository(path: Path) -> Path:
    git("init", "--quiet", at=path)
    git("commit", "--quiet", "--allow-empty", "--message=begin", at=path)
    return path.resolve()


def check(path: Path, root: Path | None) -> None:
    assert common_root(path.resolve()) == (root and root.resolve())


def test_a_folder_outside_a_repository_has_no_root(tmp_path: Path) -> None:
    check(tmp_path, None)
    (tmp_path / "like" / "objects").mkdir(parents=True)
    check(tmp_path / "like", None)


def test_a_repository_is_known_by_its_git_folder_even_a_broken_one(tmp_path: Path) -> None:
    (tmp_path / "app" / ".git").mkdir(parents=True)
    check(tmp_path / "app" / "src", tmp_path / "app")
    assert remote_of(tmp_path / "app") is None


def test_sub_folders_share_their_repository(tmp_path: Path) -> None:
    app = repository(tmp_path / "app")
    (app / "src" / "deep").mkdir(parents=True)
    for place in (app, app / "src", app / "src" / "deep", app / ".git", app / ".git" / "hooks", app / "not" / "there"):
        check(place, app)


def test_a_nearer_repository_goes_before_one_around_it(tmp_path: Path) -> None:
    outer = repository(tmp_path / "outer")
    inner = repository(outer / "vendor" / "inner")
    check(inner / "src", inner)
    check(outer / "vendor", outer)


def test_worktrees_share_the_main_one(tmp_path: Path) -> None:
    app = repository(tmp_path / "app")
    git("worktree", "add", "--quiet", str(tmp_path / "fix"), at=app)
    (tmp_path / "fix" / "src").mkdir()
    check(tmp_path / "fix" / "src", app)
    pointer = tmp_path / "fix" / ".git"
    pointer.write_text("gitdir: ../app/.git/worktrees/fix\n")
    check(tmp_path / "fix", app)


def test_a_worktree_that_was_moved_still_shares(tmp_path: Path) -> None:
    app = repository(tmp_path / "app")
    git("worktree", "add", "--quiet", str(tmp_path / "fix"), at=app)
    (tmp_path / "fix").rename(tmp_path / "moved")
    check(tmp_path / "moved", app)


def test_worktrees_of_a_bare_repository_share_it(tmp_path: Path) -> None:
    repository(tmp_path / "app")
    git("clone", "--quiet", "--bare", "app", "app.git", at=tmp_path)
    git("worktree", "add", "--quiet", str(tmp_path / "one"), at=tmp_path / "app.git")
    check(tmp_path / "one", tmp_path / "app.git")
    check(tmp_path / "app.git", tmp_path / "app.git")
    check(tmp_path / "app.git" / "refs", tmp_path / "app.git")


def test_worktrees_beside_a_hidden_bare_repository_share_the_folder_around(tmp_path: Path) -> None:
    repository(tmp_path / "app")
    around = tmp_path / "around"
    git("clone", "--quiet", "--bare", "../app", ".bare", at=around)
    (around / ".git").write_text("gitdir: ./.bare\n")
    git("worktree", "add", "--quiet", str(around / "one"), at=around)
    for place in (around, around / "one", around / ".bare"):
        check(place, around)


def test_a_submodule_is_a_project_of_its_own_with_its_worktrees(tmp_path: Path) -> None:
    repository(tmp_path / "library")
    app = repository(tmp_path / "app")
    git("submodule", "--quiet", "add", str(tmp_path / "library"), "lib", at=app)
    (app / "lib" / "src").mkdir()
    check(app / "lib" / "src", app / "lib")
    git("worktree", "add", "--quiet", str(tmp_path / "fix"), at=app / "lib")
    check(tmp_path / "fix", app / "lib")


def test_a_git_folder_kept_elsewhere_leaves_the_root_where_the_files_are(tmp_path: Path) -> None:
    git("init", "--quiet", "--separate-git-dir", str(tmp_path / "kept"), str(tmp_path / "app"), at=tmp_path)
    check(tmp_path / "app", tmp_path / "app")


@pytest.mark.parametrize(
    "pointer",
    [
        b"",
        b"gitdir:",
        b"gitdir: /nowhere/at/all",
        b"gitdir: ../victim/.git",
        b"gitdir: ../victim/.git/worktrees/fix",
        b"gitdir: ./fake",
        b"\xff\xfe\x00",
        b"gitdir: " + b"x" * 9000,
        b"gitdir: a\0b",
        b"gitdir: " + b"y" * 4000,
    ],
    ids=range(10),
)
def test_a_pointer_that_is_broken_or_claims_anothers_repository_leads_nowhere(tmp_path: Path, pointer: bytes) -> None:
    victim = repository(tmp_path / "victim")
    git("worktree", "add", "--quiet", str(tmp_path / "fix"), at=victim)
    unpacked = tmp_path / "unpacked"
    (unpacked / "fake").mkdir(parents=True)
    (unpacked / "fake" / "commondir").write_text(str(victim / ".git"))
    (unpacked / ".git").write_bytes(pointer)
    check(unpacked, unpacked)


def test_links_are_resolved_before_anything_is_looked_for(tmp_path: Path) -> None:
    app = repository(tmp_path / "app")
    (app / "src").mkdir()
    (tmp_path / "link").symlink_to(app / "src", target_is_directory=True)
    assert find_root(tmp_path / "link", "repository") == app
    assert find_root(tmp_path / "link", "folder") == app / "src"


@pytest.mark.parametrize("scope", ["repository", "folder"])
def test_the_folder_of_a_file_is_meant_and_what_is_not_there_stands_for_itself(tmp_path: Path, scope: str) -> None:
    (tmp_path / "a.txt").write_text("")
    assert find_root(tmp_path / "a.txt", scope) == tmp_path.resolve()  # type: ignore[arg-type]  # both scopes
    gone = tmp_path / "gone" / ("x" * 300)
    assert find_root(gone, scope) == gone.resolve()  # type: ignore[arg-type]


def test_a_home_kept_in_git_is_no_project_of_what_lies_in_it(tmp_path: Path) -> None:
    home = repository(tmp_path / "home")
    (home / "notes" / "deep").mkdir(parents=True)
    app = repository(home / "code" / "app")
    assert find_root(home / "notes" / "deep", "repository", home) == home / "notes" / "deep"
    assert find_root(home, "repository", home) == home
    assert find_root(app / ".git", "repository", home) == app
    assert find_root(home / "notes", "repository", home / "notes" / "deep") == home / "notes"


@pytest.mark.parametrize(
    ("config", "remote"),
    [
        ("", None),
        ('[remote "origin"]\n\turl = git@example.invalid:me/app.git\n', "git@example.invalid:me/app.git"),
        (
            '[remote "up"]\n url = https://up.invalid/a\n[remote "origin"]\n url = https://o.invalid/a\n',
            "https://o.invalid/a",
        ),
        ('[remote "up"]\n\tfetch = x\n\turl = https://up.invalid/a\n', "https://up.invalid/a"),
        ('[remote "origin"]\n\tURL=https://me:pass@o.invalid:8080/a.git\n', "https://o.invalid:8080/a.git"),
        ('[remote "origin"]\n\turl = "ssh://git@o.invalid/a"\n', "ssh://o.invalid/a"),
        ('[branch "origin"]\n\turl = no\n[remote "origin"\n\turl = broken\n', None),
    ],
)
def test_the_remote_is_read_without_a_password(tmp_path: Path, config: str, remote: str | None) -> None:
    app = repository(tmp_path / "app")
    (app / ".git" / "config").write_text("[core]\n\tbare = false\n" + config)
    assert remote_of(app) == remote


def test_a_bare_repository_and_a_folder_without_one_are_asked_alike(tmp_path: Path) -> None:
    app = repository(tmp_path / "app")
    git("clone", "--quiet", "--bare", str(app), "app.git", at=tmp_path)
    assert remote_of(tmp_path / "app.git") == str(app)
    assert remote_of(tmp_path) is None
