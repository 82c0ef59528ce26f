"""Claims about what `initialize` is read as."""

import json
from importlib import resources
from typing import Any

import pytest

from noctule.lsp.client import Client, read_client, structure_initialize
from noctule.lsp.strict import BadParams, strict_converter

CONVERTER = strict_converter()
EDITORS = sorted(path.name for path in resources.files("pytest_lsp.clients").iterdir() if path.name.endswith(".json"))


def read(value: dict[str, Any]) -> Client:
    return read_client(structure_initialize(CONVERTER, {"processId": None, "capabilities": {}, **value}))


def read_memory(memory: Any) -> Client:
    return read({"capabilities": {"experimental": {"memory": memory}}})


@pytest.mark.parametrize("editor", EDITORS)
def test_every_recorded_editor_is_read(editor: str) -> None:
    recorded = json.loads((resources.files("pytest_lsp.clients") / editor).read_text())
    client = read({**recorded, "rootUri": "file:///p"})
    assert client.name == recorded["clientInfo"]["name"]
    assert client.root_uris == ("file:///p",)


def test_a_capability_that_cannot_be_read_counts_as_not_declared() -> None:
    wrong = {"window": {"workDoneProgress": "yes"}, "textDocument": {"hover": {"contentFormat": [5]}}}
    assert read({"capabilities": wrong}).shows_progress is False


def test_anything_else_that_is_wrong_is_named() -> None:
    with pytest.raises(BadParams, match=r"params\.processId must be"):
        read({"processId": "five"})


ROOTS: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({}, ()),
    ({"rootUri": "file:///a"}, ("file:///a",)),
    ({"rootPath": "/a"}, ("/a",)),
    ({"rootUri": "file:///a", "rootPath": "/b"}, ("file:///a",)),
    ({"rootUri": "file:///a", "workspaceFolders": None}, ("file:///a",)),
    ({"rootUri": "file:///a", "workspaceFolders": [{"uri": "file:///b", "name": "b"}]}, ("file:///b",)),
    (
        {"workspaceFolders": [{"uri": "file:///b", "name": "b"}, {"uri": "file:///c", "name": "c"}]},
        ("file:///b", "file:///c"),
    ),
]


@pytest.mark.parametrize(("value", "roots"), ROOTS)
def test_folders_go_before_the_root_and_the_uri_before_the_path(value: dict[str, Any], roots: tuple[str, ...]) -> None:
    assert read(value).root_uris == roots


def test_nothing_declared_is_not_trusted_not_interactive_and_told_nothing() -> None:
    assert read({}) == Client()


def test_the_memory_capability_is_read() -> None:
    client = read_memory(
        {
            "protocolVersion": 1,
            "notifications": ["memory/written", "memory/unheardOf"],
            "lendsModel": True,
            "interactive": True,
            "trustedWorkspaceUris": ["file:///p"],
        }
    )
    assert client == Client(
        notifications=frozenset({"memory/written"}),
        lends_model=True,
        is_interactive=True,
        trusted_uris=("file:///p",),
    )


@pytest.mark.parametrize("memory", [5, [], {"notifications": "all"}, {"interactive": "yes"}])
def test_a_wrong_memory_capability_declares_nothing(memory: Any) -> None:
    assert read_memory(memory) == Client()


@pytest.mark.parametrize("trusted", [[], [1], "all"])
def test_a_client_that_speaks_of_trust_trusts_only_what_it_names(trusted: Any) -> None:
    assert read_memory({"trustedWorkspaceUris": trusted}).trusted_uris == ()
    assert read_memory({}).trusted_uris is None


@pytest.mark.parametrize(
    ("named", "storage"),
    [("file:///u/workspaceStorage/1", "file:///u/workspaceStorage/1"), ("", None), (None, None), (7, None), ([], None)],
)
def test_the_editors_storage_is_a_text_or_not_declared(named: Any, storage: str | None) -> None:
    assert read_memory({"workspaceStorageUri": named}).storage_uri == storage
    assert read_memory({}).storage_uri is None


@pytest.mark.parametrize(("asked", "given"), [(1, 1), (7, 1), (0, 1), (-3, 1), ("1", 1), (True, 1)])
def test_the_version_is_the_highest_that_both_have(asked: Any, given: int) -> None:
    assert read_memory({"protocolVersion": asked}).protocol_version == given
