"""Claims about checking, mending and pinning, over the real server."""

from pathlib import Path
from typing import Any

import pytest

from fakes.place import Place, result, told
from fakes.stdio_client import StdioClient

ALPHA = "---\nname: Alpha\ndescription: how alpha is built\ntype: project\n---\n\nRun make alpha.\n"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def run(client: StdioClient, message_id: Any, name: str, **argument: Any) -> dict[str, Any]:
    asked = {"command": f"noctule.server.{name}", "arguments": [argument]}
    found: dict[str, Any] = client.ask(message_id, "workspace/executeCommand", asked)["result"]
    return found


def test_what_is_wrong_is_mended_counted_and_undone(place: Place) -> None:
    with place.serving(place.project) as client:
        folder = place.memory
        for file in folder.iterdir():
            file.unlink()
        (folder / "MEMORY.md").write_text("- [Gone](gone.md)\n")
        (folder / "alpha.md").write_text(ALPHA)
        before = run(client, 1, "doctor")
        assert (before["ok"], before["orphans"], before["dangling"], before["dreamId"]) == (True, 1, 1, None)
        mended = run(client, 2, "doctor", fix=True)
        assert (mended["ok"], mended["orphans"], mended["dangling"], mended["held"]) == (True, 0, 0, False)
        assert (folder / "MEMORY.md").read_text() == "- [Alpha](alpha.md) — how alpha is built\n"
        checked = result(client, 3, "check", {})
        assert (checked["findings"], checked["counts"], checked["orphans"], checked["dangling"]) == ([], {}, 0, 0)
        assert run(client, 4, "doctor", fix=True)["dreamId"] is None
        assert run(client, 5, "undo")["ok"] is True
        assert (folder / "MEMORY.md").read_text() == "- [Gone](gone.md)\n"


def test_a_long_index_is_told_of_once_a_session_with_the_command_that_helps(place: Place) -> None:
    with place.serving(place.project) as client:
        (place.memory / "MEMORY.md").write_text("".join(f"- [M{n}](m{n}.md)\n" for n in range(238)))
        for number in (1, 2):
            result(client, number, "startSession", {"sessionId": "s-1"})
        told(client, "memory/nudge", lambda one: one["reason"] == "indexTooLong")
        result(client, 3, "startSession", {"sessionId": "s-1"})
        result(client, 4, "status", {})
        (nudge,) = [one for one in client.notifications("memory/nudge") if one["reason"] == "indexTooLong"]
        assert (nudge["reason"], nudge["command"]) == ("indexTooLong", "noctule.server.tidy")
        assert nudge["message"].startswith("200 of the 238 lines of MEMORY.md are shown")
