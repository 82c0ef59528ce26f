"""What happened is told with who did it; one change can be taken back, and a text forgotten for good."""

import shutil

import pytest

from fakes.disk_search import places_of
from fakes.house import House, Process, memory_text
from noctule.capture.write import Addition
from noctule.errors import Disabled, NotFound, PathRefused, Refused
from noctule.service.capture.writing import Target, Writer
from noctule.service.history import ChangeRow, Place
from noctule.store.history import packing

HERE = Place()
PROFILE = Place("profile")
SECRET = "the harbour code is 4711"


def add(server: Process, text: str, name: str, session_id: str | None = None) -> str:
    answer = server.noctule.writing.add(Addition(text=text, name=name), Writer(session_id=session_id))
    assert answer.memory_uri is not None
    return answer.memory_uri


def told(rows: tuple[ChangeRow, ...]) -> list[str]:
    return [
        f"{row.by}: {row.reason} [{', '.join(one.memory_uri.rpartition('/')[2] for one in row.files)}]" for row in rows
    ]


def test_a_history_names_who_did_what(server: Process) -> None:
    server.start()
    add(server, "Use pnpm.", "Packages", "s1")
    server.save("by-hand.md", "a person's")
    rows = server.noctule.history.changes(HERE)
    assert told(rows) == ["outside: found on disk [by-hand.md]", "agent: packages.md added [MEMORY.md, packages.md]"]
    assert (rows[1].session_id, [one.action for one in rows[1].files]) == ("s1", ["indexUpdated", "saved"])
    assert told(server.noctule.history.changes(HERE, (server.memory / "by-hand.md").as_uri())) == told(rows)[:1]
    assert server.noctule.history.changes(HERE, limit=1) == rows[:1]
    assert server.noctule.history.show(HERE, rows[1].change) == rows[1]


def test_a_diff_gives_the_texts_before_and_after(server: Process) -> None:
    uri = add(server, "Use pnpm.", "Packages")
    server.save("packages.md", "another")
    (diff,) = server.noctule.history.diff(HERE, server.noctule.history.changes(HERE)[0].change)
    assert (diff.memory_uri, diff.action, diff.after) == (uri, "updated", "another")
    assert "Use pnpm." in (diff.before or "")


def test_an_undo_takes_back_the_last_agents_change_and_is_told(server: Process) -> None:
    server.follow()
    server.start()
    add(server, "Use pnpm.", "Packages", "s1")
    add(server, "A person's.", "Mine")
    server.told()
    answer = server.noctule.history.undo(HERE)
    assert [uri.rpartition("/")[2] for uri in answer.applied] == ["MEMORY.md", "packages.md"]
    assert (answer.conflicts, answer.message) == ((), "Undone: packages.md added (MEMORY.md, packages.md).")
    assert server.told() == ["removed packages.md by person", "indexUpdated MEMORY.md by person"]
    assert sorted(path.name for path in server.memory.iterdir()) == ["MEMORY.md", "mine.md"]
    with pytest.raises(NotFound):
        server.noctule.history.undo(HERE)
    assert answer.change is not None
    server.noctule.history.undo(HERE, answer.change)
    assert (server.memory / "packages.md").exists()


def test_an_undo_leaves_what_was_edited_since_and_says_so(server: Process) -> None:
    server.start()
    uri = add(server, "Use pnpm.", "Packages", "s1")
    server.save("packages.md", "edited by hand")
    answer = server.noctule.history.undo(HERE)
    assert answer.conflicts == (uri,)
    assert answer.message.endswith("Left as they are, because of later edits: packages.md.")
    assert (server.memory / "packages.md").read_text() == "edited by hand"


def test_the_profile_has_a_history_of_its_own(server: Process) -> None:
    server.start()
    writer = Writer(target="user", session_id="s1")
    for text in ("Likes tea.", "Likes ferries."):
        server.noctule.writing.add(Addition(text=text), writer)
    assert len(server.noctule.history.changes(PROFILE)) == 2
    assert server.noctule.history.changes(HERE) == ()
    server.noctule.history.undo(PROFILE)
    assert (server.house.home / "profile" / "USER.md").read_text().strip() == "Likes tea."


@pytest.mark.parametrize(("place", "target", "file"), [(HERE, "project", "hull.md"), (PROFILE, "user", "MEMORY.md")])
def test_what_others_did_is_committed_before_what_is_done_now(
    server: Process, place: Place, target: Target, file: str
) -> None:
    server.start()
    writer = Writer(target=target)
    server.noctule.writing.add(Addition(text="Likes tea.", name="Tea"), writer)
    folder = server.memory if place is HERE else server.house.home / "profile"
    (folder / file).write_text("Put there by hand.\n")
    server.noctule.writing.add(Addition(text="Likes ferries.", name="Ferries"), writer)
    newest, found, *_ = told(server.noctule.history.changes(place))
    assert newest.startswith("person: ")
    assert (found.startswith("outside: "), found.endswith(f"[{file}]")) == (True, True)


def test_a_history_is_no_use_where_memory_is_off(server: Process) -> None:
    add(server, "Use pnpm.", "Packages")
    server.noctule.switches.disable()
    for call in (
        lambda: server.noctule.history.changes(HERE),
        lambda: server.noctule.history.undo(HERE),
        lambda: server.noctule.forgetting.forget_text(SECRET),
    ):
        with pytest.raises(Disabled):
            call()


def test_asking_for_a_history_makes_nothing(server: Process) -> None:
    assert server.noctule.history.changes(HERE) == ()
    assert not server.house.home.exists()


def test_a_damaged_history_is_told_in_the_status_and_costs_no_write(server: Process) -> None:
    add(server, "Use pnpm.", "Packages")
    server.opened.folder.memories.history.close()
    shutil.rmtree(server.opened.folder.memories.history.repository.path / "objects")
    add(server, "Use make.", "Builds")
    (problem,) = server.noctule.reporting.status().problems
    assert problem.startswith("A damaged history was set aside as ")
    assert len(server.noctule.history.changes(HERE)) == 2


def test_histories_are_packed_when_it_is_due(server: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "PACK_EVERY", 3)
    for number in range(3):
        add(server, f"text number {number}", f"Memory {number}")
        assert server.noctule.history.pack_due() == (number == 1)


@pytest.fixture
def full(house: House) -> Process:
    """A server that has kept the secret wherever something is kept: in folder, profile, sessions, cache and log."""
    house.settings('{"memory": {"snapshot": {"inlineNewest": 2}}}')
    server = house.process()
    add(server, f"Tell nobody: {SECRET}.", "Harbour")
    server.save("other.md", memory_text("Other", "tides and harbour", f"Kept, {SECRET}, kept."))
    server.noctule.writing.add(Addition(text=f"Knows that {SECRET}."), Writer(target="notes"))
    server.start("s1")
    server.recall("what is the harbour code?", "s1")
    server.opened.folder.memories.pack_history()
    server.opened.folder.shelf.save()
    house.home.joinpath("logs").mkdir()
    house.home.joinpath("logs", "noctule.log").write_text(f"before\nfailed at {SECRET}\nafter\n")
    return server


def test_a_forgotten_text_is_nowhere_in_the_home(full: Process) -> None:
    home = full.house.home
    assert len(places_of(SECRET, home)) >= 6
    assert full.noctule.forgetting.forget_text(SECRET).still_named == ()
    full.noctule.close()
    assert places_of(SECRET, home) == []
    assert "Kept, , kept." in (full.memory / "other.md").read_text()
    assert (home / "logs" / "noctule.log").read_text().endswith("\nafter\n")
    again = full.house.process()
    assert SECRET not in again.prompt("s1")
    assert again.prompt("s1") != ""


def test_a_forgotten_memory_is_nowhere_in_the_home(full: Process) -> None:
    full.noctule.forgetting.forget_file((full.memory / "harbour.md").as_uri())
    full.noctule.close()
    assert places_of("Tell nobody", full.house.home) == []
    assert "harbour.md" not in (full.memory / "MEMORY.md").read_text()
    assert "Kept, the harbour" in (full.memory / "other.md").read_text()
    assert "harbour.md" not in full.house.process().prompt("s1")


def test_another_server_does_not_bring_it_back(full: Process) -> None:
    other = full.house.process()
    other.recall("what is the harbour code?", "s1")
    other.opened.folder.shelf.refresh()
    full.noctule.forgetting.forget_text(SECRET)
    full.noctule.close()
    other.noctule.close()
    assert places_of(SECRET, full.house.home) == []


def test_what_cannot_be_forgotten_is_said(full: Process) -> None:
    forgetting = full.noctule.forgetting
    for text in ("abc", "----", "   "):
        with pytest.raises(Refused):
            forgetting.forget_text(text)
    with pytest.raises(NotFound):
        forgetting.forget_text("never said by anyone")
    with pytest.raises(NotFound):
        forgetting.forget_file((full.memory / "never.md").as_uri())
    with pytest.raises(PathRefused):
        forgetting.forget_file((full.house.home / "settings.json").as_uri())


def test_a_name_that_holds_the_text_is_told(server: Process) -> None:
    server.save("project-walrus.md", "about project-walrus")
    (named,) = server.noctule.forgetting.forget_text("project-walrus").still_named
    assert named.endswith("/project-walrus.md")
