"""The memory folder lies with us, with Claude Code, or where a person says; its state always lies with us."""

import os
import unicodedata
from pathlib import Path

import pytest

from noctule.errors import SettingsError
from noctule.store.home import Home, home_root
from noctule.store.location import resolve_memory_folder
from noctule.store.project import Project

USER = Path("/home/someone")


def resolved(home: Home, root: Path, location: str, override: str | None = None, **environ: str) -> Path:
    return resolve_memory_folder(home, Project(root, "app-123", "app"), location, override, environ, USER)


@pytest.mark.parametrize(
    ("location", "override", "expected"),
    [
        ("own", None, "HOME/projects/app-123/memory"),
        ("", None, "HOME/projects/app-123/memory"),
        ("own", "", "HOME/projects/app-123/memory"),
        ("own", "  ", "HOME/projects/app-123/memory"),
        ("claude-code", None, "/home/someone/.claude/projects/-srv-my-app/memory"),
        ("notes", None, "/srv/my.app/notes"),
        ("./notes/", None, "/srv/my.app/notes"),
        ("../shared", None, "/srv/shared"),
        ("/elsewhere/memory", None, "/elsewhere/memory"),
        ("~/memory", None, "/home/someone/memory"),
        ("$PLACE/memory", None, "/some/place/memory"),
        ("${PLACE}/memory", None, "/some/place/memory"),
        ("a%PLACE%b", None, "/srv/my.app/a%PLACE%b"),
        ("own", "/override", "/override"),
        ("/elsewhere", "~/override", "/home/someone/override"),
        ("/elsewhere", "own", "HOME/projects/app-123/memory"),
    ],
)
def test_a_location_names_a_folder(home: Home, location: str, override: str | None, expected: str) -> None:
    found = resolved(home, Path("/srv/my.app"), location, override, PLACE="/some/place")
    assert str(found) == expected.replace("HOME", str(home.root))


def test_a_step_up_from_a_link_is_taken_where_the_link_leads(tmp_path: Path, home: Home) -> None:
    (tmp_path / "far" / "inner").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "far" / "inner", target_is_directory=True)
    assert resolved(home, tmp_path, "link/../memory") == tmp_path.resolve() / "far" / "memory"


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("$NOWHERE/memory", "the variable NOWHERE, which is not set"),
        ("/", "cannot be a memory folder"),
        ("~", "cannot be a memory folder"),
        ("file.txt", "is a file"),
    ],
)
def test_a_location_that_cannot_be_says_why(tmp_path: Path, home: Home, location: str, said: str) -> None:
    (tmp_path / "file.txt").write_text("")
    with pytest.raises(SettingsError, match=said):
        resolved(home, tmp_path, location)


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "/home/someone/.noctule"),
        ({"NOCTULE_HOME": ""}, "/home/someone/.noctule"),
        ({"NOCTULE_HOME": "/other"}, "/other"),
        ({"NOCTULE_HOME": "~/other"}, "/home/someone/other"),
    ],
)
def test_our_home_can_be_moved(environ: dict[str, str], expected: str) -> None:
    assert home_root(environ, USER) == Path(expected)


def test_a_folders_state_is_one_for_every_spelling_of_its_path(tmp_path: Path, home: Home) -> None:
    folder = tmp_path / unicodedata.normalize("NFC", "café")
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder, target_is_directory=True)
    spellings = [folder, tmp_path / "link", tmp_path / "x" / ".." / folder.name]
    spellings.append(tmp_path / unicodedata.normalize("NFD", "café"))
    (state,) = {home.folder_state(spelling) for spelling in spellings}
    assert state.parent == home.root / "folders"
    assert len(state.name) == 12
    assert home.folder_state(tmp_path) != state


def test_asking_for_a_path_makes_nothing(home: Home) -> None:
    for path in (
        home.settings_file,
        home.profile_dir,
        home.state_db,
        home.logs,
        home.project_state("a"),
        home.memory_dir("a"),
    ):
        assert os.path.commonpath([path, home.root]) == str(home.root)
    assert not home.root.exists()
    home.ensure()
    assert home.root.is_dir()
