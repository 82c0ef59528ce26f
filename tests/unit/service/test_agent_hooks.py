"""Our hooks in an agent's settings file: put in and taken out, and not a byte more."""

import json
from pathlib import Path
from typing import Any

import pytest

from noctule.errors import SettingsError
from noctule.service.agent_hooks import Agent, AgentHooks, HookState, Scope
from noctule.service.hook_entries import EVENTS
from noctule.service.own_memory import own_memory
from noctule.settings.jsonc import parse

AGENTS: tuple[Agent, ...] = ("claude-code", "copilot")
SCOPES: tuple[Scope, ...] = ("user", "project")
BOTH = [(agent, scope) for agent in AGENTS for scope in SCOPES]

THEIRS = [
    "{}",
    "{ }\n",
    "// mine\n",
    "",
    '{"model": "opus"}',
    '{\n\t"model": "opus", // the big one\n\t"hooks": {\n\t\t"Stop": [\n'
    '\t\t\t{"hooks": [{"type": "command", "command": "say done"}]},\n\t\t],\n\t},\n}\n',
    '{\n    "hooks": {\n'
    '        "PostToolUse": [{"matcher": "Edit", "hooks": [{"type": "command", "command": "fmt"}]}],\n'
    '        "Stop": []\n    },\n    "permissions": {"allow": ["Bash(noctule:*)"]}\n}\n',
    '{"hooks": {}}',
    '{\r\n  "env": {"A": "b"},\r\n  "hooks": {"SessionStart": []}\r\n}\r\n',
    '\ufeff{\n  "model": "opus"\n}\n',
]


@pytest.fixture
def hooks(tmp_path: Path) -> AgentHooks:
    for name in ("person", "ferry"):
        (tmp_path / name).mkdir()
    return AgentHooks({}, tmp_path / "person", tmp_path / "ferry", "/opt/noctule")


def install(hooks: AgentHooks, agent: Agent = "claude-code", scope: Scope = "user") -> None:
    hooks.apply(hooks.install(agent, scope))


def remove(hooks: AgentHooks, agent: Agent = "claude-code", scope: Scope = "user") -> None:
    hooks.apply(hooks.remove(agent, scope))


def commands(file: Path) -> dict[str, list[str]]:
    """The commands of each event, in their order."""
    value: Any = parse(file.read_bytes())
    found: dict[str, list[str]] = {}
    for event, groups in value["hooks"].items():
        runs = [run for group in groups for run in group.get("hooks", [group])]
        found[event] = [run["command"] for run in runs]
    return found


@pytest.mark.parametrize(("agent", "scope"), BOTH)
def test_every_event_is_asked_for_in_a_new_file_that_removing_removes(
    hooks: AgentHooks, agent: Agent, scope: Scope
) -> None:
    install(hooks, agent, scope)
    file = hooks.file(agent, scope)
    assert commands(file) == {event: [f"/opt/noctule hook {event}"] for event in EVENTS[agent]}
    json.loads(file.read_bytes())
    remove(hooks, agent, scope)
    assert not file.exists()


def test_each_agent_has_its_files(hooks: AgentHooks, tmp_path: Path) -> None:
    files = [hooks.file(agent, scope).relative_to(tmp_path).as_posix() for agent, scope in BOTH]
    assert files == [
        "person/.claude/settings.json",
        "ferry/.claude/settings.json",
        "person/.copilot/hooks/noctule.json",
        "ferry/.github/hooks/noctule.json",
    ]
    moved = AgentHooks({"CLAUDE_CONFIG_DIR": "/c", "COPILOT_HOME": "/p"}, tmp_path, tmp_path, "noctule")
    assert moved.file("claude-code", "user") == Path("/c/settings.json")
    assert moved.file("copilot", "user") == Path("/p/hooks/noctule.json")


@pytest.mark.parametrize("text", THEIRS)
def test_install_and_remove_give_back_the_same_bytes(hooks: AgentHooks, text: str) -> None:
    file = hooks.file("claude-code", "user")
    file.parent.mkdir()
    file.write_bytes(text.encode())
    install(hooks)
    before, after = parse(text), parse(file.read_bytes())
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert {name: one for name, one in after.items() if name != "hooks"} == {
        name: one for name, one in before.items() if name != "hooks"
    }
    for event, groups in before.get("hooks", {}).items():
        assert after["hooks"][event][1:] == groups
    assert set(commands(file)) >= set(EVENTS["claude-code"])
    remove(hooks)
    assert file.read_bytes() == text.encode()


@pytest.mark.parametrize("text", THEIRS)
def test_installing_twice_changes_nothing_more(hooks: AgentHooks, text: str) -> None:
    file = hooks.file("claude-code", "user")
    file.parent.mkdir()
    file.write_bytes(text.encode())
    install(hooks)
    once = file.read_bytes()
    assert not hooks.install("claude-code", "user").changes
    install(hooks)
    assert file.read_bytes() == once


def test_hooks_of_another_noctule_are_renewed(hooks: AgentHooks, tmp_path: Path) -> None:
    install(AgentHooks({}, tmp_path / "person", tmp_path / "ferry", "'/old place/noctule'"))
    install(hooks)
    file = hooks.file("claude-code", "user")
    assert commands(file) == {event: [f"/opt/noctule hook {event}"] for event in EVENTS["claude-code"]}
    remove(hooks)
    assert not file.exists()


def test_a_command_of_ours_within_a_group_of_theirs_is_taken_out_alone(hooks: AgentHooks) -> None:
    file = hooks.file("claude-code", "user")
    file.parent.mkdir()
    group = '{"hooks": [{"command": "say done"}, {"command": "noctule hook Stop"}]}'
    file.write_text(f'{{"hooks": {{"Stop": [{group}]}}}}')
    remove(hooks)
    assert file.read_text() == '{"hooks": {"Stop": [{"hooks": [{"command": "say done"}]}]}}'


@pytest.mark.parametrize("command", ["noctule-lint hook Stop", "noctule hook", "echo noctule hook Stop now", "run"])
def test_what_is_not_ours_stays(hooks: AgentHooks, command: str) -> None:
    file = hooks.file("claude-code", "user")
    file.parent.mkdir()
    file.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}}))
    assert not hooks.remove("claude-code", "user").changes


@pytest.mark.parametrize(
    "data", [b"{", b"[]", b'"x"', b'{"hooks": []}', b'{"hooks": {"Stop": 1}}', b'{"a": "\xe9"}', b"{'a': 1}"]
)
def test_a_file_that_cannot_be_read_is_left_alone_and_said(hooks: AgentHooks, data: bytes) -> None:
    file = hooks.file("claude-code", "user")
    file.parent.mkdir()
    file.write_bytes(data)
    with pytest.raises(SettingsError, match=r"settings\.json.* stays as it is"):
        hooks.install("claude-code", "user")
    assert file.read_bytes() == data


def test_a_file_that_changed_after_it_was_shown_is_not_written(hooks: AgentHooks) -> None:
    edit = hooks.install("claude-code", "user")
    file = hooks.file("claude-code", "user")
    file.parent.mkdir()
    file.write_text('{"model": "opus"}')
    with pytest.raises(SettingsError, match="same moment"):
        hooks.apply(edit)
    assert file.read_text() == '{"model": "opus"}'


def test_a_file_that_is_a_link_stays_one(hooks: AgentHooks, tmp_path: Path) -> None:
    dotfiles = tmp_path / "dotfiles.json"
    dotfiles.write_text("{}")
    (tmp_path / "person" / ".claude").mkdir()
    link = tmp_path / "person" / ".claude" / "settings.json"
    link.symlink_to(dotfiles)
    install(hooks)
    assert link.is_symlink()
    assert "noctule hook Stop" in dotfiles.read_text()


def test_how_things_stand_is_said_for_each_file(hooks: AgentHooks) -> None:
    def states() -> list[str]:
        return [one.state for one in hooks.states()]

    assert states() == ["absent"] * 4
    install(hooks)
    install(hooks, "copilot", "project")
    assert states() == ["installed", "absent", "absent", "installed"]
    file = hooks.file("claude-code", "user")
    file.write_text(file.read_text().replace('"Stop":', '"Halt":'))
    hooks.file("claude-code", "project").parent.mkdir()
    hooks.file("claude-code", "project").write_text("{")
    assert states() == ["outdated", "unreadable", "absent", "installed"]
    broken: HookState = hooks.states()[1]
    assert "line 1" in (broken.problem or "")


def test_an_agents_own_memory_is_told_with_what_it_means(tmp_path: Path) -> None:
    def told(location: str = "own", **environ: str) -> str | None:
        return own_memory("claude-code", environ, tmp_path, tmp_path / "ferry", location)

    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    assert "does not show" in (told() or "")
    assert '"autoMemoryEnabled": false' in (told() or "")
    assert "work on one folder" in (told("claude-code") or "")
    assert told(CLAUDE_CODE_DISABLE_AUTO_MEMORY="1") is None
    (tmp_path / ".claude" / "settings.json").write_text('{"autoMemoryEnabled": false, /* no */}')
    assert told() is None
    (tmp_path / "ferry" / ".claude").mkdir(parents=True)
    (tmp_path / "ferry" / ".claude" / "settings.json").write_text('{"autoMemoryEnabled": true}')
    assert told() is not None


def program(folder: Path, name: str) -> str:
    """A PATH with a program of that name on it."""
    folder.mkdir()
    (folder / name).write_text("#!/bin/sh\n")
    (folder / name).chmod(0o755)
    return str(folder)


def test_an_agent_that_is_not_here_has_no_memory_of_its_own(tmp_path: Path) -> None:
    def is_told(**environ: str) -> bool:
        return own_memory("claude-code", environ, tmp_path, tmp_path / "ferry", "own") is not None

    bare = str(tmp_path / "bare")
    assert not is_told(PATH=bare)
    install(AgentHooks({}, tmp_path, tmp_path / "ferry", "noctule"))
    assert not is_told(PATH=bare)
    assert not is_told()
    assert is_told(PATH=program(tmp_path / "bin", "claude"))
    (tmp_path / ".claude.json").write_text("{}")
    assert is_told(PATH=bare)


def test_copilots_own_memory_is_told_where_it_was_switched_on(tmp_path: Path) -> None:
    settings = tmp_path / ".config" / "Code" / "User" / "settings.json"
    assert own_memory("copilot", {}, tmp_path, tmp_path, "own") is None
    settings.parent.mkdir(parents=True)
    settings.write_text('{"github.copilot.chat.copilotMemory.enabled": true}')
    assert "Copilot's own memory is on" in (own_memory("copilot", {}, tmp_path, tmp_path, "own") or "")
