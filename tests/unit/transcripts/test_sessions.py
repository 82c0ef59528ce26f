"""A project's sessions: the union over all sources, newest first, each conversation once."""

import os
from datetime import UTC, datetime
from pathlib import Path

from fakes.transcripts import FERRY, RECORDED, written
from noctule.settings.declaration import TRANSCRIPT_SOURCES
from noctule.transcripts.ends import Key, ends_of, key_of
from noctule.transcripts.message import Places
from noctule.transcripts.own_turns import LoggedSession, OwnTurns, file_name, head_line, message_line
from noctule.transcripts.readers import READERS, reader_of
from noctule.transcripts.sessions import sessions_of

AT = datetime(2026, 3, 8, 12, tzinfo=UTC)
CLAUDE = "7d1c4a20-5b1e-4c0e-9a53-0c9d5b2f1a11"


def everywhere(own_turns: Path | None = None) -> Places:
    return Places([FERRY], Path("/nowhere"), {}, own_turns=own_turns, others=[RECORDED])


def log(folder: Path, session_id: str, transcript: Path | None = None) -> Path:
    session = LoggedSession(session_id, "main", str(FERRY), AT, None if transcript is None else str(transcript))
    lines = (head_line(session), message_line("user", "Never rebase main.", AT))
    return written(folder / file_name(session_id), (line.rstrip(b"\n") for line in lines))


def test_every_source_that_can_be_switched_on_has_its_reader() -> None:
    assert tuple(READERS) == TRANSCRIPT_SOURCES


def test_sessions_are_the_union_over_the_sources_switched_on() -> None:
    found = sessions_of(everywhere(), ("claude-code", "codex"))
    assert {ref.source for ref in found} == {"claude-code", "codex"}
    assert sessions_of(everywhere(), ()) == []
    (one,) = sessions_of(everywhere(), ("codex",), owns=lambda cwd: cwd == str(FERRY))[:1]
    assert reader_of(one) is READERS["codex"]


def test_the_session_written_to_last_comes_first_and_older_ones_are_left_out(tmp_path: Path) -> None:
    for hour, name in ((3, "b"), (1, "c"), (2, "a")):
        path = log(tmp_path, name)
        at = AT.replace(hour=hour).timestamp()
        os.utime(path, (at, at))
    assert [ref.id for ref in sessions_of(everywhere(tmp_path), ("noctule",))] == ["b", "a", "c"]
    recent = sessions_of(everywhere(tmp_path), ("noctule",), since=AT.replace(hour=2))
    assert [ref.id for ref in recent] == ["b", "a"]


def test_a_folder_inside_that_is_another_project_is_left_out() -> None:
    ids = {ref.cwd for ref in sessions_of(everywhere(), ("claude-code",), owns=lambda cwd: not cwd.endswith("/docs"))}
    assert ids == {str(FERRY)}


def test_a_session_that_its_agent_keeps_is_not_read_again_from_our_log(tmp_path: Path) -> None:
    native = next(ref.path for ref in sessions_of(everywhere(), ("claude-code",)) if ref.id == CLAUDE)
    log(tmp_path, CLAUDE)
    log(tmp_path, "an id of the client's own", native)
    log(tmp_path, "kept nowhere else")
    found = sessions_of(everywhere(tmp_path), ("claude-code", "noctule"))
    assert [ref.id for ref in found if ref.source == "noctule"] == ["kept nowhere else"]
    alone = sessions_of(everywhere(tmp_path), ("noctule",))
    assert {ref.id for ref in alone} == {CLAUDE, "an id of the client's own", "kept nowhere else"}


def test_what_a_fork_copied_is_read_once() -> None:
    seen: set[Key] = set()
    texts = []
    for ref in sessions_of(everywhere(), ("claude-code",)):
        read = ends_of(reader_of(ref), ref, 1_000_000, 1_000_000, seen).first
        seen.update(key_of(ref.source, message) for message in read)
        texts += [message.text for message in read]
    assert texts.count("Which database do the tests use?") == 1
    assert texts.count("A question on the fork.") == 1


def test_our_own_log_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    log(tmp_path, "../odd id\ud83d")
    written(tmp_path / "other.jsonl", [{"type": "message", "role": "user", "text": "no head"}])
    (ref,) = OwnTurns().sessions(everywhere(tmp_path))
    assert (ref.kind, ref.cwd, ref.started) == ("main", str(FERRY), AT)
    (message,) = OwnTurns().messages(ref)
    assert (message.role, message.text, message.at) == ("user", "Never rebase main.", AT)
    assert list(OwnTurns().latest(ref)) == [message]
