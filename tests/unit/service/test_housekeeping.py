"""What nobody asks for any more goes, once a day, whichever process is there."""

from fakes.house import DAY, House, Process
from noctule.service.turn_logging import Utterance


def test_a_day_is_cleared_up_after_once_by_all_processes_together(house: House, server: Process) -> None:
    server.start()
    other = house.process()
    assert server.noctule.housekeeping.look("s1")
    assert not other.noctule.housekeeping.look("s1")
    house.clock.pass_time(DAY)
    assert other.noctule.housekeeping.look("s1")
    assert not server.noctule.housekeeping.look("s1")


def test_old_sessions_old_turns_and_half_written_files_go(house: House, server: Process) -> None:
    server.start("old")
    server.noctule.turn_logging.add("old", [Utterance("user", "Which pier?")])
    home = server.noctule.projects.places.home
    half = home.root / ".noctule-0123456789abcdef.tmp"
    half.write_text("half")
    house.clock.pass_time(91 * DAY)
    for number in range(50):
        server.start(f"new-{number}", kind="side")
    assert server.noctule.housekeeping.look("new-0")
    assert server.noctule.projects.state.sessions.find("old") is None
    assert list(home.turn_log(server.opened.project.key).iterdir()) == []
    assert not half.exists()


def test_a_session_that_was_forgotten_starts_as_a_new_one(house: House, server: Process) -> None:
    first = server.start("old")
    house.clock.pass_time(91 * DAY)
    for number in range(50):
        server.start(f"new-{number}", kind="side")
    server.noctule.housekeeping.look("new-0")
    again = server.start("old")
    assert first.snapshot is not None
    assert again.snapshot is not None
    assert again.snapshot.taken_at > first.snapshot.taken_at
