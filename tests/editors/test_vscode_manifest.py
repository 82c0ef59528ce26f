"""What the VS Code extension says of itself agrees with the server: settings, names, version, commands."""

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from fakes.protocol_doc import document
from noctule import __version__
from noctule.settings.declaration import declared

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
GENERATE = runpy.run_path(str(EXTENSION / "scripts" / "generate.py"))
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted((EXTENSION / "src").rglob("*.ts"))}

# The actions on rows of the views.
OF_ROWS = "noctule.view."
# What is about the extension, not the memory.
OWN = {"serverCommand", "editorContext", "lentModel", "mcpServer", "notifications", "trace.server"}


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    return read


def properties(manifest: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        name.removeprefix("noctule."): one
        for group in manifest["contributes"]["configuration"]
        for name, one in group["properties"].items()
    }


def test_the_wire_is_the_servers_own() -> None:
    is_new = (EXTENSION / "src" / "wire.ts").read_text(encoding="utf-8") == GENERATE["wire_ts"]()
    assert is_new, "the server's tables changed: run python editors/vscode/scripts/generate.py"


def test_the_settings_are_the_servers_own() -> None:
    text = (EXTENSION / "package.json").read_text(encoding="utf-8")
    assert text == GENERATE["package"](text)


def test_every_setting_of_the_server_is_there_and_no_other(manifest: dict[str, Any]) -> None:
    assert set(properties(manifest)) == set(declared()) | OWN


def test_each_default_is_the_servers(manifest: dict[str, Any]) -> None:
    for name, one in declared().items():
        default = list(one.default) if isinstance(one.default, tuple) else one.default
        assert properties(manifest)[name]["default"] == default, name


def test_a_workspace_can_only_switch_off(manifest: dict[str, Any]) -> None:
    may = {name for name, one in properties(manifest).items() if one["scope"] != "machine"}
    assert may == {"enabled", "recall.enabled"}
    restricted = manifest["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    assert {name.removeprefix("noctule.") for name in restricted} == may


def test_the_wheel_and_the_extension_have_one_version(manifest: dict[str, Any]) -> None:
    assert manifest["version"] == __version__
    lock = json.loads((EXTENSION / "package-lock.json").read_text(encoding="utf-8"))
    assert {lock["version"], lock["packages"][""]["version"]} == {__version__}
    assert f"## {__version__}" in (EXTENSION / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((EXTENSION / "package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, one in lock["packages"].items() if "resolved" in one] == []


def test_each_command_is_contributed_registered_and_in_the_readme(manifest: dict[str, Any]) -> None:
    contributed = {
        one["command"]: one["title"]
        for one in manifest["contributes"]["commands"]
        if not one["command"].startswith(OF_ROWS)
    }
    registered: set[str] = set()
    for path, text in SOURCES.items():
        if path.parent.name == "commands":
            registered |= {f"noctule.{name}" for name in re.findall(r"^  (\w+): (?:async )?\(", text, re.MULTILINE)}
    assert registered == set(contributed)
    readme = (EXTENSION / "README.md").read_text(encoding="utf-8")
    assert [title for title in contributed.values() if title.removesuffix("...") not in readme] == []


def test_each_action_of_a_row_is_contributed_registered_and_not_in_the_palette(manifest: dict[str, Any]) -> None:
    contributed = {one["command"] for one in manifest["contributes"]["commands"] if one["command"].startswith(OF_ROWS)}
    registered = {f"{OF_ROWS}refresh"}
    for path, text in SOURCES.items():
        if path.parent.name == "views":
            table = re.search(r"^(?:export )?const \w+Actions\b.*?^};", text, re.MULTILINE | re.DOTALL)
            found = re.findall(r"^  (\w+): \(", table.group(), re.MULTILINE) if table else []
            registered |= {f"{OF_ROWS}{name}" for name in found}
    assert registered == contributed
    menus = manifest["contributes"]["menus"]
    hidden = {row["command"] for row in menus["commandPalette"] if row["when"] == "false"}
    assert hidden == contributed
    offered = {row["command"] for menu in ("view/title", "view/item/context") for row in menus[menu]}
    assert contributed <= offered


def test_each_view_says_what_to_do_where_it_is_empty(manifest: dict[str, Any]) -> None:
    views = {one["id"] for one in manifest["contributes"]["views"]["noctule"] if one.get("type") != "webview"}
    welcome = manifest["contributes"]["viewsWelcome"]
    assert {one["view"] for one in welcome} == views
    commands = {one["command"] for one in manifest["contributes"]["commands"]}
    linked = {name for one in welcome for name in re.findall(r"\(command:(noctule\.\w+)\)", one["contents"])}
    assert linked
    assert linked <= commands


def test_each_tool_of_agents_is_registered_and_only_the_one_that_writes_asks(manifest: dict[str, Any]) -> None:
    text = SOURCES[EXTENSION / "src" / "agents" / "tools.ts"]
    registered = re.findall(r'registerTool<\w+>\("(\w+)"(.*)', text)
    assert {name for name, _ in registered} == {one["name"] for one in manifest["contributes"]["languageModelTools"]}
    assert [name for name, rest in registered if "prepareToRemember" in rest] == ["noctule_remember"]
    readme = (EXTENSION / "README.md").read_text(encoding="utf-8")
    assert [one["name"] for one in manifest["contributes"]["languageModelTools"] if one["name"] not in readme] == []
    (participant,) = manifest["contributes"]["chatParticipants"]
    assert f"@{participant['name']}" in readme


def test_a_command_can_be_found_before_anything_runs(manifest: dict[str, Any]) -> None:
    """Of a command that is hidden until something is known, the extension could never be woken by it."""
    # What cannot be yet, before anything runs: a dream that runs, and a server that is known to lack the extra.
    known_later = re.compile(r"noctule\.(?!active\b|dreaming\b|lacksMcp\b)\w+")
    for row in manifest["contributes"]["menus"]["commandPalette"]:
        positive = re.sub(r"!noctule\.\w+", "", row["when"])
        assert not known_later.search(positive) or "!noctule.active" in row["when"], row


def test_each_command_stands_in_the_palette_only_where_it_can_do_something(manifest: dict[str, Any]) -> None:
    """Without a folder there is no memory. What is about the server alone is there always."""
    rows = {
        row["command"].removeprefix("noctule."): row["when"]
        for row in manifest["contributes"]["menus"]["commandPalette"]
    }
    commands = {one["command"].removeprefix("noctule.") for one in manifest["contributes"]["commands"]}
    assert commands - set(rows) == {"restartServer", "showLog", "showMenu", "openSettings"}
    without_folder = {"installServer", "installMcp", "cancelDream"}
    ours = {name: when for name, when in rows.items() if not name.startswith("view.") and name not in without_folder}
    assert [name for name, when in ours.items() if not when.startswith("workspaceFolderCount != 0")] == []
    text = SOURCES[EXTENSION / "src" / "contextKeys.ts"]
    used = {key for when in rows.values() for key in re.findall(r"noctule\.(\w+)", when)}
    assert [key for key in used if not re.search(rf"^    {key}:", text, re.MULTILINE)] == []


def test_nothing_wakes_the_extension_at_the_start_of_the_editor(manifest: dict[str, Any]) -> None:
    events = manifest["activationEvents"]
    assert not {"*", "onStartupFinished"} & set(events)
    assert not [one for one in events if one.startswith("workspaceContains:") and "*" in one]


def test_no_text_of_a_memory_is_trusted() -> None:
    for path, text in SOURCES.items():
        assert not re.search(r"(isTrusted|supportHtml|supportThemeIcons)\s*[:=]\s*true", text), path
        if path.name != "text.ts":
            assert "new MarkdownString" not in text, path
        if path.name != "dialogs.ts":
            assert not re.search(r"window\.show(Information|Warning|Error)Message", text), path


def test_each_suggestion_of_the_server_has_its_button() -> None:
    row = next(line for line in document().splitlines() if line.startswith("| `reason` | text | `modelUnusable`"))
    table = SOURCES[EXTENSION / "src" / "notices.ts"].partition("const ACTIONS")[2].partition("};")[0]
    assert set(re.findall(r"`(\w+)`:", row)) == set(re.findall(r"^  (\w+): \[", table, re.MULTILINE))


def test_the_mcp_server_is_registered_under_its_contributed_name(manifest: dict[str, Any]) -> None:
    text = SOURCES[EXTENSION / "src" / "agents" / "mcp.ts"]
    (contributed,) = manifest["contributes"]["mcpServerDefinitionProviders"]
    assert f'PROVIDER = "{contributed["id"]}"' in text
    assert "registerMcpServerDefinitionProvider(PROVIDER," in text


def test_a_key_is_pressed_only_where_a_list_of_ours_has_the_focus(manifest: dict[str, Any]) -> None:
    keys = manifest["contributes"]["keybindings"]
    assert {one["command"] for one in keys} == {f"{OF_ROWS}rename", f"{OF_ROWS}remove"}
    assert {one["when"] for one in keys} == {"focusedView == 'noctule.memories' && listFocus && !inputFocus"}
