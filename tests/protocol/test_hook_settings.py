"""Claims about an agent's hooks, put in and taken out over the real server: the change that was shown, or none."""

from pathlib import Path
from typing import Any

import pytest

from fakes.place import Place
from fakes.stdio_client import StdioClient

THEIRS = '{\n  "model": "opus" // the big one\n}\n'


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of a person who uses Claude Code."""
    file = tmp_path / "claude" / "settings.json"
    file.parent.mkdir()
    file.write_text(THEIRS)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(file.parent))
    return file


def run(client: StdioClient, message_id: int, name: str, **argument: Any) -> dict[str, Any]:
    asked = {"command": f"noctule.server.{name}", "arguments": [argument]}
    found: dict[str, Any] = client.ask(message_id, "workspace/executeCommand", asked)["result"]
    return found


def test_hooks_are_shown_put_in_as_shown_and_taken_out_again(tmp_path: Path, settings: Path) -> None:
    place = Place(tmp_path)
    with place.serving(place.project) as client:
        before = run(client, 1, "hooks")
        assert before["used"] == ["claude-code"]
        assert {one["state"] for one in before["hooks"]} == {"absent"}
        shown = run(client, 2, "installHooks", agent="claude-code", dryRun=True)
        assert (shown["changed"], shown["before"], settings.read_text()) == (False, THEIRS, THEIRS)
        assert "hook UserPromptSubmit" in shown["after"]

        settings.write_text("{}\n")
        refused = run(client, 3, "installHooks", agent="claude-code", shown=shown["shown"])
        assert (refused["ok"], refused["kind"], settings.read_text()) == (False, "settings", "{}\n")

        settings.write_text(THEIRS)
        made = run(client, 4, "installHooks", agent="claude-code", shown=shown["shown"])
        assert (made["ok"], made["changed"], settings.read_text()) == (True, True, shown["after"])
        assert run(client, 5, "hooks")["message"] == "Claude Code uses this memory by hooks."
        assert run(client, 6, "installHooks", agent="claude-code")["changed"] is False

        removed = run(client, 7, "removeHooks", agent="claude-code")
        assert (removed["changed"], settings.read_text()) == (True, THEIRS)


def test_a_settings_file_that_cannot_be_read_is_left_alone(tmp_path: Path, settings: Path) -> None:
    place = Place(tmp_path)
    settings.write_text("{ broken")
    with place.serving(place.project) as client:
        refused = run(client, 1, "installHooks", agent="claude-code")
        assert (refused["ok"], refused["kind"], settings.read_text()) == (False, "settings", "{ broken")
        assert run(client, 2, "hooks")["hooks"][0]["state"] == "unreadable"
