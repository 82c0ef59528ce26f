"""The profile in sessions, status and checks: told apart, within its caps, and never quietly replaced."""

import pytest

from fakes.house import House, Process
from noctule.capture.write import Addition
from noctule.errors import StoreVanished
from noctule.service.capture.writing import Writer


def write(house: House, file: str, data: str | bytes) -> None:
    folder = house.home / "profile"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(data if isinstance(data, bytes) else data.encode())


def test_the_two_stores_are_told_apart_from_each_other_and_from_the_index(server: Process) -> None:
    write(server.house, "USER.md", "Sails\n")
    write(server.house, "MEMORY.md", "Small commits\n")
    server.save("MEMORY.md", "- [Lagoon](lagoon.md)\n")
    server.start()
    parts = server.prompt().split("\n## ")
    (user,) = [part for part in parts if part.startswith("Who the person is")]
    (notes,) = [part for part in parts if part.startswith("Notes that hold in every project")]
    (index,) = [part for part in parts if part.startswith("The index")]
    assert ("Sails" in user, "Small commits" in notes, "Lagoon" in index) == (True, True, True)
    assert ("Sails" in notes or "Small" in user or "Small" in index) is False


def test_the_profile_is_frozen_with_the_session(server: Process) -> None:
    write(server.house, "USER.md", "Sails\n")
    server.start()
    before = server.prompt()
    server.noctule.writing.add(Addition(text="Rows"), Writer(target="user"))
    write(server.house, "MEMORY.md", "Small commits\n")
    assert server.prompt() == before
    server.noctule.sessions.compact("s1")
    assert "Rows" in server.prompt()


def test_an_outside_edit_over_the_cap_is_left_out_and_said(house: House) -> None:
    house.settings('{"memory": {"profile": {"userChars": 20}}}')
    write(house, "USER.md", "Sails at dawn\n§\nRows at noon\n§\nSwims\n")
    server = house.process()
    server.start()
    assert "Sails at dawn" in server.prompt()
    assert "Rows" not in server.prompt()
    assert "the rest is left out" in server.prompt()
    (finding,) = [one for one in server.noctule.reading.check() if one.code.startswith("profile")]
    assert (finding.code, finding.memory_uri) == ("profile-over-cap", (house.home / "profile/USER.md").as_uri())
    assert "2 of 3 items" in finding.message
    assert server.noctule.reading.check(finding.memory_uri) == (finding,)


UNTOUCHED = {"no UTF-8": b"caf\xe9\n", "too large": b"x" * 1_000_001}


@pytest.mark.parametrize("what", UNTOUCHED)
def test_what_is_no_profile_is_not_shown_and_said(server: Process, what: str) -> None:
    write(server.house, "USER.md", UNTOUCHED[what])
    server.start()
    assert "This store cannot be read: USER.md" in server.prompt()
    assert ("caf" in server.prompt() or "xxx" in server.prompt()) is False
    (finding,) = [one for one in server.noctule.reading.check() if one.memory_uri.endswith("profile/USER.md")]
    assert (finding.code, finding.severity) == ("unreadable", "error")
    assert (server.house.home / "profile" / "USER.md").read_bytes() == UNTOUCHED[what]


def test_a_store_that_vanished_is_said_everywhere_and_not_replaced(server: Process) -> None:
    user = Writer(target="user")
    server.noctule.writing.add(Addition(text="Sails"), user)
    (server.house.home / "profile" / "USER.md").unlink()
    server.start()
    assert "USER.md was in" in server.prompt()
    status = server.noctule.reporting.status()
    assert status.health == "warning"
    assert any("is gone" in problem for problem in status.problems)
    for server_now in (server, server.house.process()):
        with pytest.raises(StoreVanished):
            server_now.noctule.writing.add(Addition(text="Rows"), user)
    anew = Writer(target="user", is_new_store=True)
    assert server.noctule.writing.add(Addition(text="Rows"), anew).verdict == "written"
    assert server.noctule.reporting.status().problems == ()


def test_unexpected_files_are_named_three_at_most_and_never_read(server: Process) -> None:
    write(server.house, "USER.md", "Sails\n")
    for name in ("USER (conflicted copy).md", "USER.sync-conflict-20260301.md", "extra.md", "notes.txt"):
        write(server.house, name, "Secret words\n")
    write(server.house, ".stfolder", "")
    server.start()
    assert "Secret words" not in server.prompt()
    (problem,) = server.noctule.reporting.status().problems
    assert "USER (conflicted copy).md, USER.sync-conflict-20260301.md, extra.md and 1 more" in problem
    assert "Only USER.md and MEMORY.md are." in problem


def test_a_profile_in_a_synced_folder_is_served_like_any_other(house: House) -> None:
    house.settings('{"memory": {"profile": {"directory": "~/synced/me"}}}')
    synced = house.user_home / "synced" / "me"
    synced.mkdir(parents=True)
    (synced / "USER.md").write_text("Sails\n")
    (synced / "USER (1).md").write_text("Rows\n")
    server = house.process()
    server.start()
    assert "Sails" in server.prompt()
    assert "Rows" not in server.prompt()
    assert "USER (1).md" in server.noctule.reporting.status().problems[0]
