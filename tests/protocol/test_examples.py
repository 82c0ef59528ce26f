"""Claims about PROTOCOL.md's examples: played in order against the real server, each comes out as it is shown."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from fakes.example_player import play
from fakes.likeness import differences
from fakes.protocol_doc import Message, document, examples
from noctule.lsp.methods import COMMANDS, METHODS, SERVER_ASKS, SERVER_TELLS, TELLS

STEPS = examples(document())
MESSAGES = [step for step in STEPS if isinstance(step, Message)]
HEARD = [message for message in MESSAGES if message.sender == "server"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Mapping[int, list[str]], int]:
    return play(STEPS, tmp_path_factory.mktemp("examples"))


@pytest.mark.parametrize("message", HEARD, ids=[f"{one.label}, line {one.line}" for one in HEARD])
def test_the_server_answers_as_the_example_shows(played: tuple[Mapping[int, list[str]], int], message: Message) -> None:
    assert played[0][message.line] == []


def test_the_conversation_ends_cleanly(played: tuple[Mapping[int, list[str]], int]) -> None:
    assert played[1] == 0


def test_every_method_notification_and_command_has_an_example() -> None:
    shown = {message.value.get("method") for message in MESSAGES}
    run = {
        message.value["params"]["command"]
        for message in MESSAGES
        if message.value.get("method") == "workspace/executeCommand"
    }
    assert {*METHODS, *TELLS, *SERVER_TELLS, *SERVER_ASKS} - shown == set()
    assert set(COMMANDS) == run


def test_every_request_of_an_example_has_its_answer_in_it() -> None:
    for asker, answerer in (("client", "server"), ("server", "client")):
        asked = [m.value["id"] for m in MESSAGES if m.sender == asker and "method" in m.value and "id" in m.value]
        answered = [m.value["id"] for m in MESSAGES if m.sender == answerer and "method" not in m.value]
        assert len(asked) == len(set(asked))
        assert sorted(asked, key=str) == sorted(answered, key=str)


LIKENESS = [
    ({"a": 1}, {"a": 1}, []),
    ({"a": 1}, {"a": 2}, [".a is 2, shown as 1"]),
    ({"a": 1}, {"a": True}, [".a is True, shown as 1"]),
    ({"a": 1}, {"a": 1.0}, [".a is 1.0, shown as 1"]),
    ({"a": 1.5}, {"a": 3}, []),
    ({"a": 1.5}, {"a": None}, [".a is None, shown as 1.5"]),
    ({"a": None}, {"a": "x"}, [".a is 'x', shown as None"]),
    ({"a": 1}, {}, [".a is shown and not there"]),
    ({}, {"a": 1}, [".a is there and not shown: 1"]),
    ({"…": 0.0}, {"a": 1.0, "b": 2.0}, []),
    ({"…": 0.0}, {"a": "x"}, [".a is 'x', shown as 0.0"]),
    ([1, 2], [1], [" has 1 items: [1]"]),
    ("begins …, ends", "begins (with\nlines), ends", []),
    ("begins …", "ends", [" is 'ends', shown as 'begins …'"]),
    ("2026-03-05T09:30:00.250Z", "2027-01-01T00:00:00.000Z", []),
    ("2026-03-05T09:30:00.250Z", "soon", [" is 'soon', shown as '2026-03-05T09:30:00.250Z'"]),
    ("0.1.0", "12.0.3", []),
    ("0.1.0", "", [" is '', shown as '0.1.0'"]),
]


@pytest.mark.parametrize(("shown", "actual", "found"), LIKENESS)
def test_an_example_says_which_values_may_differ(shown: object, actual: object, found: list[str]) -> None:
    assert differences(shown, actual) == found


def test_no_example_names_a_folder_of_this_machine() -> None:
    assert str(Path(__file__).parents[2]) not in document()
