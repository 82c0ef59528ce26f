"""Claude Code's folder names are found as it writes them, though they cannot be read back."""

import json
from pathlib import Path

import pytest

from noctule.store.claude_code import folder_name, folder_names, memory_folder


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/home/ann/shop", "-home-ann-shop"),
        ("/home/ann/shop.web_v2 (old)", "-home-ann-shop-web-v2--old-"),
        ("/home/ann/naïve", "-home-ann-na-ve"),
        ("/home/ann/🚀app", "-home-ann---app"),
        ("C:\\Users\\ann\\shop", "C--Users-ann-shop"),
        ("/home/ann/٣", "-home-ann--"),
        ("/home/dev/" + "a" * 190, "-home-dev-" + "a" * 190),
        ("/home/dev/" + "a" * 191, "-home-dev-" + "a" * 190 + "-barnga"),
        (
            "/home/dev" + "".join(f"/segment{number:02}" for number in range(30)),
            ("-home-dev" + "".join(f"-segment{number:02}" for number in range(30)))[:200] + "-urq4wb",
        ),
    ],
)
def test_a_path_becomes_a_folder_name(path: str, name: str) -> None:
    assert folder_name(path) == name


def test_names_of_other_spellings_are_tried_too() -> None:
    assert folder_names("/home/ann/shop") == ("-home-ann-shop",)
    assert folder_names("/home/ann/🚀app") == ("-home-ann---app", "-home-ann--app")
    assert folder_names("c:\\shop") == ("c--shop", "C--shop")


def test_the_folder_that_is_there_is_taken(tmp_path: Path) -> None:
    projects = tmp_path / ".claude" / "projects"
    root = Path("/home/ann/🚀app")
    assert memory_folder(root, {}, tmp_path) == projects / "-home-ann---app" / "memory"
    (projects / "-home-ann--app").mkdir(parents=True)
    assert memory_folder(root, {}, tmp_path) == projects / "-home-ann--app" / "memory"
    (projects / "-home-ann---app").mkdir()
    assert memory_folder(root, {}, tmp_path) == projects / "-home-ann---app" / "memory"


def test_a_long_path_is_found_by_its_beginning_where_only_one_has_it(tmp_path: Path) -> None:
    projects = tmp_path / ".claude" / "projects"
    root = Path("/home/dev/" + "b" * 300)
    cut = folder_name(str(root))[:200]
    (projects / f"{cut}-other1").mkdir(parents=True)
    assert memory_folder(root, {}, tmp_path) == projects / f"{cut}-other1" / "memory"
    (projects / f"{cut}-other2").mkdir()
    assert memory_folder(root, {}, tmp_path) == projects / folder_name(str(root)) / "memory"


def test_its_settings_and_its_environment_can_move_the_folder(tmp_path: Path) -> None:
    environ = {"CLAUDE_CONFIG_DIR": str(tmp_path / "config")}
    assert memory_folder(Path("/a"), environ, tmp_path) == tmp_path / "config" / "projects" / "-a" / "memory"
    (tmp_path / "config").mkdir()
    settings = tmp_path / "config" / "settings.json"
    for named, expected in (("~/moved", tmp_path / "moved"), ("/moved", Path("/moved"))):
        settings.write_text(json.dumps({"autoMemoryDirectory": named}))
        assert memory_folder(Path("/a"), environ, tmp_path) == expected
    for broken in ("{", "[]", '{"autoMemoryDirectory": 5}', '{"autoMemoryDirectory": "relative"}'):
        settings.write_text(broken)
        assert memory_folder(Path("/a"), environ, tmp_path) == tmp_path / "config" / "projects" / "-a" / "memory"
