"""A project's past conversations, as they are listed and shown."""

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fakes.house import House, Process
from fakes.transcripts import written
from noctule.errors import Ambiguous, Disabled, NotFound, SettingsError
from noctule.store.project import read_record, write_record

SECRET = "gh" + "p_" + "Ab1Cd2Ef3" * 4


def line(text: str, cwd: Path, kind: str = "user", **more: Any) -> dict[str, Any]:
    message = {"role": kind, "content": text}
    return {"type": kind, "message": message, "uuid": text, "cwd": str(cwd), "sessionId": "s", **more}


def talked(house: House, session_id: str, cwd: Path, *texts: str) -> Path:
    """A conversation that Claude Code kept: whoever speaks first is the person."""
    folder = house.user_home / ".claude" / "projects" / "".join(c if c.isalnum() else "-" for c in str(cwd))
    kinds = ("user", "assistant")
    return written(folder / f"{session_id}.jsonl", (line(text, cwd, kinds[at % 2]) for at, text in enumerate(texts)))


def ids(server: Process) -> set[str]:
    return {row.session_id for row in server.noctule.transcripts.all()}


def test_a_conversation_is_listed_with_its_beginning_and_shown_without_secrets(house: House, server: Process) -> None:
    path = talked(house, "s1", house.project, f"Is {SECRET} the\ntoken?", f"{SECRET}, or not.")
    (row,) = server.noctule.transcripts.all()
    assert (row.session_id, row.source, row.kind, row.cwd) == ("s1", "claude-code", "main", str(house.project))
    assert row.title.startswith("Is [redacted:")
    assert row.title.endswith("] the token?")
    assert row.bytes == path.stat().st_size
    shown = server.noctule.transcripts.show("s1")
    assert shown.session == row
    said = list(shown.messages)
    assert [one.role for one in said] == ["user", "assistant"]
    assert SECRET not in "".join(one.text for one in said)


def test_sub_folders_and_worktrees_are_the_project_and_a_repository_within_is_not(
    house: House, server: Process
) -> None:
    def git(*words: str, cwd: Path = house.project) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=cwd, check=True)

    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "begin")
    worktree = house.project.parent / "ferry-next"
    git("worktree", "add", "-q", str(worktree))
    inner = house.project / "vendor" / "boat"
    docs = house.project / "docs"
    for folder in (inner, docs):
        folder.mkdir(parents=True)
    git("init", "-q", cwd=inner)
    for name, cwd in (
        ("root", house.project),
        ("docs", docs),
        ("worktree", worktree),
        ("gone", house.project / "was" / "here"),
        ("inner", inner),
        ("elsewhere", house.project.parent / "ferry-other"),
    ):
        talked(house, name, cwd, "hello")
    assert ids(server) == {"root", "docs", "worktree", "gone"}
    assert ids(house.process(inner)) == {"inner"}
    assert ids(house.process(worktree)) == {"root", "docs", "worktree", "gone"}


def test_where_each_folder_stands_alone_so_do_its_conversations(house: House, server: Process) -> None:
    docs = house.project / "docs"
    docs.mkdir()
    talked(house, "root", house.project, "hello")
    talked(house, "docs", docs, "hello")
    house.settings('{"memory": {"project": {"scope": "folder"}}}')
    assert ids(server) == {"root"}
    assert ids(house.process(docs)) == {"docs"}


def test_conversations_of_a_former_root_are_found(house: House, server: Process) -> None:
    server.start()
    key = server.opened.project.key
    record = read_record(server.noctule.projects.places.home, key)
    assert record is not None
    write_record(server.noctule.projects.places.home, key, replace(record, former_roots=("/gone/ferry",)))
    talked(house, "before", Path("/gone/ferry/docs"), "hello")
    assert ids(server) == {"before"}


def test_sources_and_folders_are_settings(house: House, server: Process) -> None:
    talked(house, "s1", house.project, "hello")
    other = house.user_home / "exports"
    written(other / "deep" / "s2.jsonl", [line("hello", house.project)])
    house.settings('{"memory": {"transcripts": {"paths": ["~/exports"]}}}')
    assert ids(server) == {"s1", "s2"}
    house.settings('{"memory": {"transcripts": {"sources": ["codex"], "paths": ["~/exports"]}}}')
    assert ids(server) == set()
    house.settings('{"memory": {"transcripts": {"paths": ["$NOT_SET/exports"]}}}')
    with pytest.raises(SettingsError, match=r"transcripts\.paths names the variable NOT_SET"):
        ids(server)


def test_a_beginning_of_an_id_is_enough_where_only_one_has_it(house: House, server: Process) -> None:
    for name in ("abc1", "abc2", "abc", "xyz"):
        talked(house, name, house.project, name)
    show = server.noctule.transcripts.show
    assert show("x").session.session_id == "xyz"
    assert show("abc").session.session_id == "abc"
    with pytest.raises(Ambiguous, match=r"abc1 .claude-code."):
        show("ab")
    for unknown in ("nothing", ""):
        with pytest.raises(NotFound, match="noctule transcripts list"):
            show(unknown)


def test_where_memory_is_off_nothing_is_read(house: House) -> None:
    talked(house, "s1", house.project, "hello")
    off = house.process(NOCTULE_DISABLE="1")
    with pytest.raises(Disabled):
        off.noctule.transcripts.all()
    with pytest.raises(Disabled):
        off.noctule.transcripts.show("s1")
