"""A pinned memory comes first in what a session is shown, whatever the cap; and a long index is told of once."""

import os
from pathlib import Path

import pytest

from fakes.house import House, Process, memory_text
from noctule.errors import NotFound, Refused
from noctule.service.events import Nudge
from noctule.service.history import Place
from noctule.service.sessions import Start


@pytest.fixture
def server(house: House) -> Process:
    server = house.process()
    server.save("MEMORY.md", "".join(f"- [M{n}](m{n}.md)\n" for n in range(230)) + "- [Keel](keel.md) — oak\n")
    server.save("keel.md", memory_text("Keel", "of oak", "The keel is of oak."))
    return server


def snapshot(server: Process, session_id: str) -> str:
    taken = server.noctule.sessions.start(Start(session_id=session_id)).snapshot
    assert taken is not None
    return taken.text


def uri(server: Process, path: str) -> str:
    return (server.memory / path).as_uri()


def test_a_pinned_memory_is_shown_past_the_cap_and_nothing_else_of_it_changes(server: Process) -> None:
    file = server.memory / "keel.md"
    os.utime(file, (1_700_000_000, 1_700_000_000))
    before, index = file.read_text(), (server.memory / "MEMORY.md").read_text()
    assert "](keel.md)" not in snapshot(server, "before").partition("> WARNING")[0]
    assert server.noctule.pinning.pin(uri(server, "keel.md"), pinned=True).verdict == "written"
    assert "](keel.md)" in snapshot(server, "after").partition("> WARNING")[0]
    assert file.stat().st_mtime == 1_700_000_000
    assert (server.memory / "MEMORY.md").read_text() == index
    assert server.noctule.reading.list()[-1].pinned or any(row.pinned for row in server.noctule.reading.list())
    assert "\npinned: true\n" in (server.memory / "keel.md").read_text()
    assert server.noctule.pinning.pin(uri(server, "keel.md"), pinned=True).verdict == "duplicate"
    assert server.noctule.pinning.pin(uri(server, "keel.md"), pinned=False).verdict == "written"
    assert file.read_text() == before


def test_a_pinned_memory_that_the_index_lacks_is_shown_all_the_same(server: Process) -> None:
    server.save("rail.md", memory_text("Rail", "of brass", "x"))
    server.noctule.pinning.pin(uri(server, "rail.md"), pinned=True)
    text = snapshot(server, "s1")
    assert text.index("- [Rail](rail.md) — of brass") < text.index("- [M0](m0.md)")
    assert "rail.md" not in (server.memory / "MEMORY.md").read_text()


def test_a_pin_is_a_change_that_can_be_undone(server: Process) -> None:
    before = (server.memory / "keel.md").read_bytes()
    server.noctule.pinning.pin(uri(server, "keel.md"), pinned=True)
    newest = server.noctule.history.changes(Place(), limit=1)[0]
    server.noctule.history.undo(Place(), newest.change)
    assert (server.memory / "keel.md").read_bytes() == before


def test_a_pin_under_metadata_is_taken_back_too(server: Process) -> None:
    for head in ("metadata:\n  pinned: true\n", "metadata: {pinned: true}\n"):
        file = server.save("rail.md", f"---\nname: Rail\ndescription: brass\n{head}---\nx\n")
        server.noctule.pinning.pin(file.as_uri(), pinned=False)
        assert [row.pinned for row in server.noctule.reading.list() if row.path == "rail.md"] == [False]


def test_only_a_memory_that_is_there_can_be_pinned(server: Process, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="index cannot be pinned"):
        server.noctule.pinning.pin(uri(server, "MEMORY.md"), pinned=True)
    with pytest.raises(NotFound):
        server.noctule.pinning.pin(uri(server, "gone.md"), pinned=True)


def test_an_index_that_is_too_long_is_told_of_once_a_session(server: Process) -> None:
    for session_id in ("s1", "s1", "s2"):
        server.noctule.sessions.start(Start(session_id=session_id))
        server.noctule.index_nudge.look(session_id)
    server.noctule.sessions.start(Start(session_id="side", kind="side"))
    server.noctule.index_nudge.look("side")
    server.noctule.index_nudge.look("never started")
    told = server.taken(Nudge)
    assert [(one.reason, one.command) for one in told] == [("indexTooLong", "noctule.server.tidy")] * 2
    assert told[0].message == (
        "200 of the 231 lines of MEMORY.md are shown to agents, so 31 memories are left out. "
        "Tidy it, or open it and merge some."
    )


def test_an_index_that_fits_is_not_told_of(server: Process) -> None:
    server.save("MEMORY.md", "- [Keel](keel.md)\n")
    server.noctule.sessions.start(Start(session_id="s1"))
    server.noctule.index_nudge.look("s1")
    assert server.taken(Nudge) == []
