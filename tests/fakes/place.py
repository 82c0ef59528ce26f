"""A home, two projects and a memory folder, and the real server on them: `python -m noctule serve`."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fakes.stdio_client import StdioClient
from noctule.lsp.methods import SERVER_TELLS

SERVE = [sys.executable, "-W", "error", "-m", "noctule", "serve"]
MEMORIES = {
    "MEMORY.md": "- [Deploys](deploys.md) — deploy blue to green, never the other way\n",
    "deploys.md": "---\nname: Deploys\ndescription: deploy blue to green, never the other way\n"
    "type: project\n---\nBlue first.\n",
    "orphan.md": "---\nname: Orphan\ndescription: nobody links to this one\ntype: user\n---\nAlone.\n",
}


class Place:
    """A home, projects and one memory folder for them."""

    def __init__(self, base: Path) -> None:
        self.home = base / "home"
        self.project = base / "ferry"
        self.other = base / "tram"
        self.memory = base / "memory"
        for folder in (self.home, self.project, self.other, self.memory):
            folder.mkdir()
        for name, text in MEMORIES.items():
            (self.memory / name).write_text(text)

    def uri(self, name: str) -> str:
        return (self.memory / name).as_uri()

    @contextmanager
    def serving(self, *roots: Path, environ: dict[str, str] | None = None, **params: Any) -> Iterator[StdioClient]:
        """The server, initialized, which leaves politely in the end; its stderr is to be empty then."""
        with self.started(*roots, environ=environ, **params) as client:
            yield client
            assert client.leave() == 0
            assert client.strays == b""
            assert b"Traceback" not in client.stderr

    @contextmanager
    def started(
        self, *roots: Path, environ: dict[str, str] | None = None, command: list[str] | None = None, **params: Any
    ) -> Iterator[StdioClient]:
        """The server, initialized; it is killed in the end, if it has not left. `command` starts it in its own way."""
        own = {
            "HOME": str(self.home),
            "NOCTULE_HOME": str(self.home / ".noctule"),
            "NOCTULE_MEMORY_DIR": str(self.memory),
        }
        memory = {"protocolVersion": 1, "notifications": list(SERVER_TELLS), **params.pop("memory", {})}
        folders = [{"uri": root.as_uri(), "name": root.name} for root in roots]
        with StdioClient(command or SERVE, {**os.environ, **own, **(environ or {})}) as client:
            client.initialize(memory=memory, workspaceFolders=folders, **params)
            yield client


def result(client: StdioClient, message_id: Any, method: str, params: Any) -> dict[str, Any]:
    answer = client.ask(message_id, f"memory/{method}", params)
    assert "result" in answer, answer
    found: dict[str, Any] = answer["result"]
    return found


def error(client: StdioClient, message_id: Any, method: str, params: Any) -> dict[str, Any]:
    found: dict[str, Any] = client.ask(message_id, f"memory/{method}", params)["error"]
    return found


def told(client: StdioClient, method: str, fits: Callable[[Any], bool]) -> Any:
    """The first notification that fits, waited for."""
    client.wait_until(lambda: any(map(fits, client.notifications(method))), what=method)
    return next(filter(fits, client.notifications(method)))
