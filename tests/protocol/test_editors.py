"""Claims about real editors: each one's recorded capabilities are understood."""

import os
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import client_capabilities, make_test_lsp_client

from fakes.stdio_client import WIRE_SERVER

EDITORS = [
    "neovim@0.6.1",
    "neovim@0.7.0",
    "neovim@0.8.0",
    "neovim@0.9.1",
    "neovim@0.10.0",
    "neovim@0.11.0",
    "emacs@29.1",
    "visual-studio-code@1.65.2",
]


@pytest.mark.parametrize("editor", EDITORS)
async def test_an_editor_starts_uses_and_stops_the_server(editor: str) -> None:
    client: Any = make_test_lsp_client()  # a pygls client, which is not typed throughout
    await client.start_io(*WIRE_SERVER)
    params = types.InitializeParams(
        capabilities=client_capabilities(editor),
        process_id=os.getpid(),
        workspace_folders=[types.WorkspaceFolder(uri="file:///p", name="p")],
    )
    result = await client.initialize_session(params)
    assert result.server_info is not None
    assert result.server_info.name == "noctule"
    answer = await client.protocol.send_request_async("memory/search", {"query": "client"})
    assert answer.roots == ["file:///p"]
    command = types.ExecuteCommandParams("noctule.server.enable", [{}])
    assert (await client.workspace_execute_command_async(command))["ok"] is True
    await client.shutdown_session()
    assert client.messages == []
    await client.stop()


def test_the_recorded_editors_are_all_of_them() -> None:
    from importlib import resources

    recorded = {path.name for path in resources.files("pytest_lsp.clients").iterdir() if path.name.endswith(".json")}
    assert len(recorded) == len(EDITORS)
    assert pytest_lsp.__name__ == "pytest_lsp"
