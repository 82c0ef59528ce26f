"""Each thing that can be set up wrongly is found by the doctor, under a code of its own, with what to do."""

import asyncio
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fakes.house import DAY, House
from fakes.model_server import ModelServer
from noctule.dream.lock import DreamLock
from noctule.service.doctor.machine import Machine, mounted_kind, this_machine
from noctule.service.doctor.trouble import TROUBLE_CODES, Trouble
from noctule.service.doctoring import Examination
from noctule.store.held_dreams import DREAM_NOTE, HeldDream, HeldDreams
from noctule.store.proposals import Proposal, Proposals, new_id

MEMORY = "---\nname: Tide\ndescription: the tide service's port\ntype: reference\n---\n\nThe tide service is on 9413.\n"


def a_machine() -> Machine:
    """One on which nothing is wrong."""
    return Machine(
        encoding="UTF-8",
        program=None,
        which=lambda name: Path("/opt/bin") / name,
        may_write=lambda path: True,
        free_bytes=lambda path: 10**12,
        filesystem=lambda path: "ext4",
        watch_trouble=lambda path: None,
        has_module=lambda name: True,
        version_of=lambda path: None,
    )


@pytest.fixture
def healthy(house: House) -> House:
    """A project in a repository, with a memory."""
    (house.project / ".git").mkdir()
    (house.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    process = house.process()
    process.noctule.projects.ensure(process.opened)
    (process.memory / "tide.md").write_text(MEMORY)
    (process.memory / "MEMORY.md").write_text("- [Tide](tide.md) — its port\n")
    process.noctule.close()
    return house


def examine(
    house: House, machine: Machine | None = None, *, online: bool = False, at: Path | None = None, **environ: str
) -> Examination:
    process = house.process(*([at] if at is not None else []), **environ)
    return asyncio.run(process.noctule.doctoring.examine(machine or a_machine(), online=online))


def trouble(found: Examination, code: str) -> Trouble:
    """The one of that code."""
    (one,) = [one for one in found.troubles if one.code == code]
    return one


def test_where_all_is_well_nothing_is_said(healthy: House) -> None:
    found = examine(healthy)
    assert (found.troubles, found.findings, found.is_fine, found.is_bad) == ((), (), True, False)


def test_each_code_has_one_meaning_and_is_given_somewhere() -> None:
    rooms = (Path(__file__).parents[3] / "server" / "noctule" / "service").rglob("doctor*/*.py")
    texts = "".join(path.read_text() for path in rooms if path.name != "trouble.py")
    texts += (Path(__file__).parents[3] / "server" / "noctule" / "service" / "doctoring.py").read_text()
    for code, meaning in TROUBLE_CODES.items():
        assert f'"{code}"' in texts, code
        assert meaning.endswith("."), code


# What is set wrongly, the code, and what the person is told to do.
SETTINGS = [
    ('{"memory": {"recal": {"enabled": true}}}', "setting-unknown", "no setting"),
    ('{"memory": {"recall": {"enabled": "yes"}}}', "setting-value", "takes true or false"),
    ('{"memory": {"dream": {"model": "gpt"}}}', "setting-value", "provider/id"),
    ('{"recall": {"enabled": true}}', "setting-misplaced", "Move it under that key"),
    ('{"memory": ', "settings-file", "cannot be read"),
    ('{"memory": {"enabled": false}}', "memory-off", "set `enabled` to true"),
    ('{"memory": {"location": "/no/such/disk/of/mine"}}', "folder-absent", "bring it back"),
    ('{"memory": {"location": "claude-code"}}', "folder-absent", "is made at the first session"),
    ('{"memory": {"location": "$NOT_SET_ANYWHERE/x"}}', "location", "NOT_SET_ANYWHERE"),
    ('{"memory": {"location": "~"}}', "location", "Name a folder in it"),
    ('{"memory": {"extract": {"enabled": true}}}', "extract-no-model", "Name one"),
    ('{"memory": {"dream": {"model": "ollama/m"}}}', "dream-on-demand", "dream.enabled"),
    ('{"memory": {"dream": {"model": "anthropic/m"}}}', "model-unusable", "ANTHROPIC_API_KEY"),
    ('{"memory": {"recall": {"model": "nobody/m"}}}', "model-unusable", "No provider is called nobody"),
    ('{"memory": {"recall": {"model": "editor"}}}', "model-from-editor", "asks for your consent"),
    ('{"memory": {"models": {"providers": {"mine": {"baseUrl": "localhost"}}}}}', "provider", "https://"),
    ('{"memory": {"models": {"providers": {"mine": {"key": "x"}}}}}', "provider", "no setting of a provider"),
    ('{"memory": {"promote": {"file": "~/gone.md"}}}', "promote-file", "Name a plain file"),
    ('{"memory": {"transcripts": {"paths": ["/no/such/folder"]}}}', "transcripts-absent", "Correct it"),
    ('{"memory": {"transcripts": {"paths": ["$NOT_SET_ANYWHERE"]}}}', "transcripts-absent", "NOT_SET_ANYWHERE"),
]


@pytest.mark.parametrize(("text", "code", "said"), SETTINGS, ids=[f"{code}: {text}" for text, code, _ in SETTINGS])
def test_a_setting_that_leads_nowhere_is_named(house: House, text: str, code: str, said: str) -> None:
    house.settings(text)
    assert said in next(one for one in examine(house).troubles if one.code == code).message


def test_a_projects_own_settings_are_told_of_until_it_is_trusted_and_then_held_to_their_bounds(healthy: House) -> None:
    own = healthy.project / ".noctule" / "settings.json"
    own.parent.mkdir()
    own.write_text('{"memory": {"location": "elsewhere"}}')
    assert "noctule trust" in trouble(examine(healthy), "settings-untrusted").message
    healthy.process().noctule.switches.trust()
    assert "user settings" in trouble(examine(healthy), "setting-not-for-projects").message


# What the machine is like, the code, its severity, and what the person is told.
MACHINES: list[tuple[str, Callable[[Machine], Machine], str, str]] = [
    ("disk-full", lambda one: replace(one, free_bytes=lambda path: 50_000_000), "warning", "50 MB"),
    ("disk-full", lambda one: replace(one, free_bytes=lambda path: 1_000_000), "error", "Free some"),
    ("home-read-only", lambda one: replace(one, may_write=lambda path: path.suffix == ".x"), "error", "NOCTULE_HOME"),
    ("folder-read-only", lambda one: replace(one, may_write=lambda path: path.name != "memory"), "error", "right"),
    ("folder-network", lambda one: replace(one, filesystem=lambda path: "nfs4"), "warning", "one machine at a time"),
    ("watch-limit", lambda one: replace(one, watch_trouble=lambda path: "No space"), "warning", "max_user_watches"),
    ("re2-missing", lambda one: replace(one, has_module=lambda name: name != "re2"), "hint", "google-re2"),
    ("terminal", lambda one: replace(one, encoding="latin-1"), "information", "C.UTF-8"),
    ("terminal", lambda one: replace(one, encoding="no such thing"), "information", "C.UTF-8"),
    ("path", lambda one: replace(one, which=lambda name: None, program=Path("/v/noctule")), "information", "ln -s /v"),
    (
        "other-version",
        lambda one: replace(one, program=Path("/v/noctule"), version_of=lambda path: "0.0.1"),
        "warning",
        "update it",
    ),
    ("other-version", lambda one: replace(one, program=Path("/v/noctule")), "warning", "take it off the PATH"),
]


@pytest.mark.parametrize(
    ("code", "change", "severity", "said"), MACHINES, ids=[f"{one[0]}-{at}" for at, one in enumerate(MACHINES)]
)
def test_what_the_machine_lacks_is_named(
    healthy: House, code: str, change: Callable[[Machine], Machine], severity: str, said: str
) -> None:
    found = [one for one in examine(healthy, change(a_machine())).troubles if one.code == code]
    assert {one.severity for one in found} == {severity}
    assert said in found[0].message


def test_another_noctule_of_the_same_version_is_no_warning(healthy: House) -> None:
    from noctule import __version__

    machine = replace(a_machine(), program=Path("/v/noctule"), version_of=lambda path: __version__)
    assert trouble(examine(healthy, machine), "other-program").severity == "information"
    mine = replace(machine, which=lambda name: Path("/v/noctule"))
    assert examine(healthy, mine).troubles == ()


def test_a_home_that_is_a_file_or_open_to_others_is_named(healthy: House, tmp_path: Path) -> None:
    healthy.home.chmod(0o755)
    assert f"chmod -R go= {healthy.home}" in trouble(examine(healthy), "home-open").message
    file = tmp_path / "file"
    file.write_text("x")
    assert trouble(examine(healthy, NOCTULE_HOME=str(file)), "home-file").severity == "error"


def test_without_home_it_is_said_where_memories_are_looked_for(healthy: House) -> None:
    assert "Set HOME" in trouble(examine(healthy, HOME=""), "home-unset").message


def damage(state: Path) -> None:
    state.write_bytes(b"this is no database" * 100)


def renew(state: Path) -> None:
    with closing(sqlite3.connect(state)) as connection:
        connection.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(("spoil", "code"), [(damage, "database-damaged"), (renew, "database-newer")])
def test_a_database_that_cannot_be_used_is_named(healthy: House, spoil: Callable[[Path], None], code: str) -> None:
    for name in ("state.db-wal", "state.db-shm"):
        (healthy.home / name).unlink(missing_ok=True)
    spoil(healthy.home / "state.db")
    found = examine(healthy)
    assert trouble(found, code).severity == "error"
    assert found.is_bad


def test_a_damaged_database_is_told_of_as_long_as_it_lies_there(healthy: House) -> None:
    (healthy.home / "state.db.damaged-1").write_text("x")
    assert "Delete it" in trouble(examine(healthy), "set-aside").message


def test_a_locked_database_is_named_and_not_waited_for_long(healthy: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noctule.store.database_look._WAIT_SECONDS", 0.01)
    healthy.process().start()
    with closing(sqlite3.connect(healthy.home / "state.db", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        assert "fuser" in trouble(examine(healthy), "database-busy").message


def test_a_search_database_that_grew_large_may_be_deleted(healthy: House) -> None:
    state = next((healthy.home / "projects").iterdir()) / "state"
    state.mkdir(exist_ok=True)
    with (state / "search.db").open("wb") as file:
        file.truncate(2_000_000_000)  # a hole: it takes no room
    assert "may be deleted" in trouble(examine(healthy), "search-large").message


def test_a_memory_folder_that_is_a_link_or_cannot_be_read_is_named(healthy: House, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(healthy.process().memory)
    assert "Name that folder" in trouble(examine(healthy, NOCTULE_MEMORY_DIR=str(link)), "folder-link").message
    index = healthy.process().memory / "MEMORY.md"
    index.unlink()
    index.symlink_to("tide.md")
    assert trouble(examine(healthy), "folder-unreadable").severity == "error"


def test_a_memory_folder_that_is_a_file_is_named(healthy: House, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    assert trouble(examine(healthy, NOCTULE_MEMORY_DIR=str(file)), "location").severity == "error"


def test_a_clock_that_is_behind_is_seen_by_files_from_the_future(healthy: House) -> None:
    later = (healthy.clock.now() + timedelta(days=30)).timestamp()
    os.utime(healthy.process().memory / "tide.md", (later, later))
    assert "Set the clock" in trouble(examine(healthy), "clock-behind").message


def test_a_dream_whose_program_was_killed_is_named(healthy: House) -> None:
    process = healthy.process()
    state = process.opened.folder.memories.state
    lock = DreamLock(process.memory, state)
    assert lock.take("abcdef12", "manual", healthy.clock.now()) is None
    note = (state / DREAM_NOTE).read_bytes()
    assert "dream-unfinished" not in {one.code for one in examine(healthy).troubles}
    lock.release(healthy.clock.now(), keeps_stamp=True)
    (state / DREAM_NOTE).write_bytes(note)
    assert "killed in the midst" in trouble(examine(healthy), "dream-unfinished").message


def test_what_waits_for_a_word_is_named_with_the_command(healthy: House) -> None:
    state = healthy.process().opened.folder.memories.state
    at = healthy.clock.now()
    fields: dict[str, Any] = {
        "workspace": healthy.project.as_uri(),
        "target": "project",
        "text": "x",
        "type": "project",
    }
    fields |= {"id": new_id(), "at": at, "by": "person", "verdict": "overlap", "reason": "It overlaps."}
    Proposals(state).put(Proposal(**fields))
    assert "noctule held" in trouble(examine(healthy), "held").message
    HeldDreams(state).put(HeldDream(id="abcdef12", at=at, trigger="manual", status="completed", reasons=("Much.",)))
    assert "noctule dreams diff abcdef12" in trouble(examine(healthy), "dream-held").message


def test_a_damaged_history_and_a_stray_file_of_the_profile_are_named(healthy: House) -> None:
    state = healthy.process().opened.folder.memories.state
    (state / "history.git.damaged-1").mkdir()
    assert "set aside" in trouble(examine(healthy), "history-problem").message
    profile = healthy.home / "profile"
    profile.mkdir(mode=0o700)
    (profile / "ideas.md").write_text("x")
    assert "ideas.md" in trouble(examine(healthy), "profile-problem").message


def test_another_program_that_consolidates_is_named(healthy: House) -> None:
    lock = healthy.process().memory / ".consolidate-lock"
    lock.write_text(str(os.getppid()))
    now = healthy.clock.now().timestamp()
    os.utime(lock, (now, now))
    assert "No dream begins" in trouble(examine(healthy), "dream-locked").message


def test_a_session_that_was_paused_and_forgotten_is_named(healthy: House) -> None:
    process = healthy.process()
    process.start("long")
    process.noctule.projects.state.sessions.pause("long")
    assert [one.code for one in examine(healthy).troubles] == []
    healthy.clock.pass_time(3 * DAY)
    assert "The session long has been paused for 3 days" in trouble(examine(healthy), "paused").message


def test_a_folder_outside_any_repository_is_told_what_that_means(house: House) -> None:
    assert trouble(examine(house), "no-repository").severity == "hint"


def hook(program: str) -> str:
    entry = {"hooks": [{"type": "command", "command": f"{program} hook SessionStart"}]}
    return json.dumps({"hooks": {"SessionStart": [entry]}})


def claude(folder: Path, text: str) -> None:
    (folder / ".claude").mkdir(exist_ok=True)
    (folder / ".claude" / "settings.json").write_text(text)


def test_hooks_that_are_broken_partial_doubled_or_unreadable_are_named(healthy: House) -> None:
    claude(healthy.user_home, hook("/gone/noctule"))
    assert "noctule hooks install claude-code" in trouble(examine(healthy), "hooks-gone").message
    claude(healthy.user_home, hook("/bin/sh"))
    # a program that is no Noctule is none of ours
    assert [one.code for one in examine(healthy).troubles] == []
    program = healthy.user_home / "noctule"
    program.write_text("#!/bin/sh\n")
    claude(healthy.user_home, hook(str(program)))
    assert "renews them" in trouble(examine(healthy), "hooks-outdated").message
    # what Claude Code leaves where it was started
    (healthy.user_home / ".claude.json").write_text("{}")
    assert "a folder of its own" in trouble(examine(healthy), "own-memory").message
    claude(healthy.project, hook(str(program)))
    assert "told twice" in trouble(examine(healthy), "hooks-twice").message
    claude(healthy.user_home, '{"hooks": ')
    assert "cannot be read" in trouble(examine(healthy), "hooks-unreadable").message


def test_hooks_of_another_noctule_than_this_are_named(healthy: House) -> None:
    from noctule.service.agent_hooks import AgentHooks

    for name in ("one", "other"):
        (healthy.user_home / name).mkdir()
        (healthy.user_home / name / "noctule").write_text("#!/bin/sh\n")
    programs = [healthy.user_home / name / "noctule" for name in ("one", "other")]
    hooks = AgentHooks(healthy.environ, healthy.user_home, healthy.project, str(programs[0]))
    hooks.apply(hooks.install("claude-code", "user"))
    machine = replace(a_machine(), which=lambda name: programs[1], program=programs[1])
    assert "another Noctule" in trouble(examine(healthy, machine), "hooks-outdated").message
    machine = replace(machine, which=lambda name: programs[0], program=programs[0])
    assert "hooks-outdated" not in {one.code for one in examine(healthy, machine).troubles}


MCP = [
    (".cursor/mcp.json", '{"mcpServers": {"noctule": {"command": "noctule", "args": ["mcp"]}}}'),
    (".claude.json", '{"projects": {"/x": {"mcpServers": {"m": {"command": "noctule", "args": ["mcp"]}}}}}'),
    (".codex/config.toml", '[mcp_servers.noctule]\ncommand = "noctule"\nargs = ["mcp"]\n'),
    (".config/Code/User/mcp.json", '{"servers": {"n": {"command": "python3", "args": ["-m", "noctule", "mcp"]}}}'),
]


@pytest.mark.parametrize(("path", "text"), MCP, ids=[path for path, _ in MCP])
def test_an_mcp_client_that_cannot_run_us_is_named(healthy: House, path: str, text: str) -> None:
    file = healthy.user_home / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    assert trouble(examine(healthy, replace(a_machine(), which=lambda name: None)), "mcp-gone").severity == "error"
    there = replace(a_machine(), which=lambda name: Path("/bin/sh"))
    assert [one.code for one in examine(healthy, there).troubles] == []
    without = replace(there, has_module=lambda name: name != "mcp")
    assert "extra `mcp`" in trouble(examine(healthy, without), "mcp-missing").message


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


def names_model(house: House, server: ModelServer, name: str, **provider: str) -> None:
    providers = server.settings | ({"mine": provider} if provider else {})
    house.settings(json.dumps({"memory": {"recall": {"model": name}, "models": {"providers": providers}}}))


def test_a_model_on_this_machine_is_asked_whether_it_is_there(healthy: House, server: ModelServer) -> None:
    environ: dict[str, Any] = {**server.environ}
    names_model(healthy, server, "fake-openai/m")
    assert examine(healthy, **environ).troubles == ()
    names_model(healthy, server, "fake-openai/other")
    assert "no model called other" in trouble(examine(healthy, **environ), "model-refused").message
    names_model(healthy, server, "fake-openai/m")
    wrong: dict[str, Any] = dict.fromkeys(environ, "wrong")
    assert "refuses the key" in trouble(examine(healthy, **wrong), "model-refused").message
    names_model(healthy, server, "mine/m", baseUrl="http://127.0.0.1:9/v1")
    assert "nobody answers" in trouble(examine(healthy), "model-unreachable").message
    assert server.requests == []


def test_a_server_elsewhere_is_asked_only_when_the_person_says_so(
    healthy: House, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noctule.models.probe.is_loopback", lambda url: False)
    names_model(healthy, server, "mine/m", baseUrl="http://127.0.0.1:9/v1")
    assert examine(healthy).troubles == ()
    assert trouble(examine(healthy, online=True), "model-unreachable").severity == "warning"


def test_the_innermost_mount_tells_the_kind_of_a_disk() -> None:
    lines = ["/dev/sda / ext4 rw 0 0", "srv:/home /home nfs4 rw 0 0", "tmpfs /home/me\\040too tmpfs rw 0 0"]
    kinds = {path: mounted_kind(lines, path) for path in ("/etc", "/home/x", "/home/me too/y", "/homes")}
    assert kinds == {"/etc": "ext4", "/home/x": "nfs4", "/home/me too/y": "tmpfs", "/homes": "ext4"}


def test_the_real_machine_can_be_asked(tmp_path: Path) -> None:
    machine = this_machine({"PATH": "/bin"})
    assert machine.which("sh") == Path("/bin/sh")
    assert machine.which("no-such-program") is None
    assert machine.free_bytes(tmp_path / "not" / "there") > 0
    assert machine.may_write(tmp_path / "not" / "there")
    assert machine.watch_trouble(tmp_path) is None
    assert machine.has_module("json")
