"""What a client says in its handshake reaches the service."""

import asyncio
import json
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from noctule.lsp.client import Client
from noctule.lsp.desk import Desk
from noctule.lsp.progress import Report
from noctule.service.jobs import Jobs


class SilentLine:
    """A way to a client who hears nothing and says nothing."""

    def tell(self, method: str, params: Any) -> None:
        pass

    async def ask(self, method: str, params: Any, deadline_s: float) -> Any:
        raise AssertionError(f"nobody answers {method}")

    def reporting(self, title: str) -> AbstractAsyncContextManager[Report]:
        raise AssertionError(f"nobody is shown {title}")


async def test_chats_of_the_editor_are_found_where_it_says_that_it_keeps_them(tmp_path: Path) -> None:
    project, storage = tmp_path / "ferry", tmp_path / "odd place" / "3f2a"
    project.mkdir()
    (storage / "chatSessions").mkdir(parents=True)
    (storage / "workspace.json").write_text(json.dumps({"folder": project.as_uri()}))
    asked = {"requestId": "r1", "message": {"text": "Which port?"}, "response": [{"value": "2222."}]}
    (storage / "chatSessions" / "c1.json").write_text(json.dumps({"sessionId": "c1", "requests": [asked]}))
    client = Client(root_uris=(project.as_uri(),), storage_uri=(storage / "noctule.noctule").as_uri())
    environ = {"HOME": str(tmp_path), "NOCTULE_HOME": str(tmp_path / ".noctule")}
    desk = Desk(environ, client, SilentLine(), Jobs(), asyncio.get_running_loop())
    try:
        assert [(row.session_id, row.source) for row in desk.noctule.transcripts.all()] == [("c1", "copilot")]
    finally:
        desk.noctule.close()
