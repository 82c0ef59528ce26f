"""Our own turn log: which turns are in it, and what of them."""

import json
import logging
import stat
from pathlib import Path
from typing import Any

import pytest

from fakes.house import House, Process
from noctule.service.turn_logging import Utterance
from noctule.transcripts.lines import LINE_CAP

SECRETS = ("gh" + "p_" + "Ab1Cd2Ef3" * 4, "AK" + "IA" + "ABCDEFGH23456789", "sk-" + "ant-api03-" + "x7Yq" * 24)
HOUR = 3600.0


def log_of(server: Process) -> list[Path]:
    folder = server.noctule.projects.places.home.turn_log(server.opened.project.key)
    return sorted(folder.iterdir()) if folder.is_dir() else []


def end_turn(server: Process, *said: tuple[str, str], session_id: str = "s1") -> None:
    server.noctule.turn_logging.add(session_id, [Utterance(role, text) for role, text in said])


def talk(server: Process, session_id: str = "s1") -> list[tuple[str, str]]:
    return [(one.role, one.text) for one in server.noctule.transcripts.show(session_id).messages]


def test_a_turn_of_an_agent_that_keeps_nothing_is_logged_and_read_back(house: House, server: Process) -> None:
    server.start()
    end_turn(server, ("user", "Which port?"), ("assistant", "2222."), ("tool", "Port 2222"))
    end_turn(server, ("system", "You are a coding agent."), ("user", "Thanks."), ("assistant", ""))
    expected = [("user", "Which port?"), ("assistant", "2222."), ("tool", "Port 2222"), ("user", "Thanks.")]
    assert talk(server) == expected
    (file,) = log_of(server)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    (row,) = house.process().noctule.transcripts.all()
    assert (row.session_id, row.source, row.kind, row.cwd) == ("s1", "noctule", "main", str(house.project))
    assert row.title == "Which port?"


@pytest.mark.parametrize(
    ("setting", "more", "is_logged"),
    [
        ("auto", {}, True),
        ("auto", {"kind": "subagent"}, True),
        ("auto", {"kind": "headless"}, True),
        ("auto", {"kind": "side"}, False),
        ("auto", {"transcript_uri": "file:///x/s1.jsonl"}, False),
        ("always", {"transcript_uri": "file:///x/s1.jsonl"}, True),
        ("always", {"kind": "side"}, False),
        ("never", {}, False),
    ],
)
def test_the_setting_and_the_client_say_whether_turns_are_logged(
    house: House, server: Process, setting: str, more: dict[str, Any], is_logged: bool
) -> None:
    house.settings(json.dumps({"memory": {"transcripts": {"log": setting}}}))
    server.start(**more)
    end_turn(server, ("user", "Which port?"))
    assert bool(log_of(server)) == is_logged


def test_nothing_is_logged_of_a_paused_session_nor_where_memory_is_off(house: House, server: Process) -> None:
    server.start()
    server.noctule.sessions.pause("s1")
    end_turn(server, ("user", "Which port?"))
    server.noctule.sessions.resume("s1")
    off = house.process(NOCTULE_DISABLE="1")
    off.noctule.turn_logging.add("s1", [Utterance("user", "Which port?")])
    end_turn(server, ("user", "never started"), session_id="unknown")
    assert log_of(server) == []


def test_no_secret_is_in_the_log(server: Process) -> None:
    server.start()
    for secret in SECRETS:
        end_turn(
            server,
            ("user", f"the key is {secret}, use it"),
            ("assistant", "x " * 49_980 + f"export TOKEN={secret}\n" + "y " * 100),
            ("tool", "line\n" * 395 + f"password: {secret}\nmore"),
        )
    (file,) = log_of(server)
    data = file.read_text()
    for secret in SECRETS:
        for start in range(4, len(secret) - 8):
            assert secret[start : start + 8] not in data
    assert data.count("the key is [redacted:") == len(SECRETS)


def test_a_key_that_lies_in_several_messages_is_not_in_the_log(server: Process) -> None:
    server.start()
    edge = "-----%s RSA PRIVATE" + " KEY-----"
    lines = ["Qm9hdCBhbmQgcXVheSBhbmQgY3JhbmUgYW5kIGJ1b3kg" + f"{number:04d}" for number in range(9)]
    end_turn(server, ("tool", f"{edge % 'BEGIN'}\n" + "\n".join(lines[:5])), ("tool", "\n".join(lines[5:])))
    (file,) = log_of(server)
    assert "Qm9hdCBh" not in file.read_text()


def test_what_was_recalled_is_no_part_of_the_log(server: Process) -> None:
    server.start()
    end_turn(server, ("user", "Which port?\n<system-reminder>\nMemory: /m/a.md:\n\n8080\n</system-reminder>"))
    assert talk(server) == [("user", "Which port?")]


def test_a_message_of_any_size_is_one_line_that_can_be_read_back(server: Process) -> None:
    server.start()
    end_turn(server, ("user", "wörter \U0001f600 " * 200_000), ("assistant", "\x00\ud83d" * 300_000), ("user", "end"))
    (file,) = log_of(server)
    assert max(map(len, file.read_bytes().split(b"\n"))) < LINE_CAP
    said = talk(server)
    assert said[0][1].endswith(" more characters]")
    assert said[-1] == ("user", "end")


def test_turns_are_kept_for_as_long_as_the_setting_says_in_every_project(house: House, server: Process) -> None:
    other = house.project.parent / "tram"
    other.mkdir()
    elsewhere = house.process(other)
    for process, name in ((server, "s1"), (elsewhere, "s2")):
        process.start(name)
        end_turn(process, ("user", "old"), session_id=name)
    server.noctule.turn_logging.clear("s1")
    assert len(log_of(server) + log_of(elsewhere)) == 2
    house.clock.pass_time(31 * 24 * HOUR)
    house.settings('{"memory": {"transcripts": {"log": "never", "keepDays": 40}}}')
    house.process().noctule.turn_logging.clear("s1")
    assert len(log_of(server) + log_of(elsewhere)) == 2
    house.settings('{"memory": {"transcripts": {"log": "never"}}}')
    server.noctule.turn_logging.clear("s1")
    assert log_of(server) + log_of(elsewhere) == []


def test_a_turn_of_any_number_of_messages_takes_a_bounded_share(server: Process) -> None:
    server.start()
    end_turn(server, *[("user", "The ferry leaves at nine, and never at ten. " * 400)] * 500)
    (file,) = log_of(server)
    assert file.stat().st_size < 1_500_000
    assert len(talk(server)) == 500


def test_a_turn_that_cannot_be_logged_fails_nobody_and_says_nothing(
    server: Process, caplog: pytest.LogCaptureFixture
) -> None:
    server.start()
    folder = server.noctule.projects.places.home.turn_log(server.opened.project.key)
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file in the folder's place")
    with caplog.at_level(logging.DEBUG):
        end_turn(server, ("user", "a word of the turn"))
    assert "a turn was not logged" in caplog.text
    assert "a word of the turn" not in caplog.text


def test_what_is_forgotten_is_gone_from_the_log(server: Process) -> None:
    server.start()
    end_turn(server, ("user", 'the "harbour master" is Ana'), ("assistant", "Noted."))
    server.noctule.forgetting.forget_text('the "harbour master" is Ana')
    (file,) = log_of(server)
    assert "harbour master" not in file.read_text()
    assert ("assistant", "Noted.") in talk(server)
