"""A person who writes memories in an editor: a client with recorded capabilities that asks the language features."""

import json
import os
import sys
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from fakes.stdio_client import StdioClient

EDITORS = {"vscode": "visual_studio_code_v1.65.2.json", "neovim": "neovim_v0.11.0.json"}


def recorded(editor: str) -> dict[str, Any]:
    """What a real editor said of itself."""
    text = (resources.files("pytest_lsp.clients") / EDITORS[editor]).read_text(encoding="utf-8")
    capabilities: dict[str, Any] = json.loads(text)["capabilities"]
    # Nobody answers `workspace/configuration` here.
    capabilities["workspace"] = {**capabilities["workspace"], "configuration": False}
    return capabilities


class WritingPerson(StdioClient):
    """One editor with one project open. Texts of places are given as `line`, `character` in the editor's units."""

    def __init__(self, base: Path, editor: str = "vscode", settings: Mapping[str, Any] | None = None) -> None:
        self.project, self.memory = base / "ferry", base / "memory"
        self.editor = editor
        (self.project / ".git").mkdir(parents=True, exist_ok=True)
        self.memory.mkdir(exist_ok=True)
        home = base / "home"
        if settings is not None:
            home.mkdir(exist_ok=True)
            (home / "settings.json").write_text(json.dumps({"memory": settings}))
        environ = {**os.environ, "HOME": str(base), "NOCTULE_HOME": str(home), "NOCTULE_MEMORY_DIR": str(self.memory)}
        super().__init__([sys.executable, "-m", "noctule", "serve"], environ)
        self._number = 0
        self._versions: dict[str, int] = {}

    def begin(self, capabilities: dict[str, Any] | None = None) -> dict[str, Any]:
        """Opens the project; gives the server's capabilities."""
        told = recorded(self.editor) if capabilities is None else capabilities
        answer = self.initialize(rootUri=self.project.as_uri(), capabilities=told)
        found: dict[str, Any] = answer["result"]["capabilities"]
        return found

    def save(self, path: str, text: str) -> str:
        """Writes a memory, and gives its URI."""
        file = self.memory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")
        return file.as_uri()

    def open(self, uri: str, text: str | None = None) -> None:
        self._versions[uri] = 1
        item = {"uri": uri, "languageId": "markdown", "version": 1, "text": _read(uri) if text is None else text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def type(self, uri: str, text: str, line: int, character: int, end: tuple[int, int] | None = None) -> None:
        """Writes `text` at a place, over what stands up to `end`."""
        self._versions[uri] += 1
        last = end or (line, character)
        change = {"range": {"start": at(line, character), "end": at(*last)}, "text": text}
        document = {"uri": uri, "version": self._versions[uri]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def want(self, method: str, uri: str | None = None, **params: Any) -> Any:
        """The result of a request about a document. Raises for an error."""
        answer = self.reply(method, uri, **params)
        assert "result" in answer, answer
        return answer["result"]

    def reply(self, method: str, uri: str | None = None, **params: Any) -> dict[str, Any]:
        self._number += 1
        document = {} if uri is None else {"textDocument": {"uri": uri}}
        return self.ask(self._number, method, {**document, **params})

    def at(self, method: str, uri: str, line: int, character: int, **params: Any) -> Any:
        """The result of a request about a place."""
        return self.want(method, uri, position=at(line, character), **params)

    def diagnosed(self, uri: str, version: int | None = None) -> list[str]:
        """The codes of what was last told of a document, once it was told of this version."""

        def told() -> list[dict[str, Any]]:
            found = self.notifications("textDocument/publishDiagnostics")
            return [one for one in found if one["uri"] == uri and version in (None, one.get("version"))]

        self.wait_until(lambda: bool(told()), what="diagnostics")
        return [one["code"] for one in told()[-1]["diagnostics"]]


def at(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


def memory_text(name: str, body: str, description: str = "when the ferry berths", type: str = "project") -> str:
    return f"---\nname: {name}\ndescription: {description}\ntype: {type}\n---\n\n{body}\n"


def _read(uri: str) -> str:
    from urllib.parse import unquote, urlsplit

    return Path(unquote(urlsplit(uri).path)).read_text(encoding="utf-8")
