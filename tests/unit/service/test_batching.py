"""Batches through the service: read from what a client names, made at once, told in one event."""

import pytest

from fakes.house import Process
from noctule.capture.write import Addition
from noctule.errors import NotFound, PathRefused, Refused, UnknownSession
from noctule.service.capture.batching import Wanted, wanted_of
from noctule.service.capture.writing import Writer
from noctule.service.values import Usage

ME = Writer()


def test_a_batch_is_told_in_one_event_as_its_writer_s(server: Process) -> None:
    server.start()
    server.follow()
    answer = server.noctule.batching.run(
        [Wanted(op="add", text="The lagoon is deep.", name="Lagoon"), Wanted(op="add", text="Seals.", topic="Animals")],
        Writer(session_id="s1"),
    )
    assert [one.verdict for one in answer.results] == ["written", "written"]
    (event,) = server.written()
    assert [(one.action, one.by, one.session_id) for one in event.changes] == [
        ("saved", "agent", "s1"),
        ("saved", "agent", "s1"),
        ("indexUpdated", "agent", "s1"),
    ]


def test_each_operation_has_an_answer_like_a_single_write(server: Process) -> None:
    text = "Harbour radio listens on channel 12, and pilots answer on channel 9."
    first = server.noctule.writing.add(Addition(text=text, name="Radio"), ME)
    answer = server.noctule.batching.run(
        [
            Wanted(op="add", text="Pilots answer on channel 9, and harbour radio on 12."),
            Wanted(op="replace", memory_uri=first.memory_uri, old="channel 12", text="channel 13"),
            Wanted(op="add", text=text.replace("12", "13")),
        ],
        ME,
    )
    assert [one.verdict for one in answer.results] == ["written", "written", "duplicate"]
    assert [one.memory_uri for one in answer.results[0].related] == [first.memory_uri]
    assert answer.results[2].memory_uri == first.memory_uri
    again = server.noctule.batching.run(
        [Wanted(op="add", text="pilots answer on channel 9, AND harbour radio on 12.")], ME
    )
    assert again.verdict == "duplicate"


def test_the_profile_s_stores_are_written_together(server: Process) -> None:
    answer = server.noctule.batching.run(
        [
            Wanted(op="add", target="user", text="Sails"),
            Wanted(op="add", target="notes", text="Small commits"),
            Wanted(op="add", target="user", text="Rows"),
            Wanted(op="remove", target="user", item="Sails"),
        ],
        ME,
    )
    assert [one.usage for one in answer.results] == [Usage(4, 5500), Usage(13, 8800), Usage(4, 5500), Usage(4, 5500)]
    assert (server.house.home / "profile" / "USER.md").read_text() == "Rows\n"


REFUSED: list[tuple[str, list[Wanted], type[Exception], str]] = [
    ("nothing", [], Refused, "no operation"),
    ("both", [Wanted(op="add", text="x"), Wanted(op="add", target="user", text="y")], Refused, "not both"),
    ("no such operation", [Wanted(op="rename", text="x")], Refused, "Operation 1: There is no operation `rename`"),
    ("no such target", [Wanted(op="add", target="team", text="x")], Refused, "There is no target `team`"),
    ("no text", [Wanted(op="add")], Refused, "needs a `text`"),
    ("no memory", [Wanted(op="add", text="x"), Wanted(op="remove")], NotFound, "Operation 2: No memory is named"),
    ("outside", [Wanted(op="remove", memory_uri="file:///etc/passwd")], PathRefused, "Operation 1: "),
]


@pytest.mark.parametrize(("what", "wanted", "error", "says"), REFUSED, ids=[what for what, *_ in REFUSED])
def test_what_is_no_batch_is_refused(
    server: Process, what: str, wanted: list[Wanted], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        server.noctule.batching.run(wanted, ME)
    assert not server.memory.exists() or [*server.memory.iterdir()] == [], what


def test_an_unknown_session_writes_nothing(server: Process) -> None:
    with pytest.raises(UnknownSession):
        server.noctule.batching.run([Wanted(op="add", text="x")], Writer(session_id="nobody"))


def test_operations_are_read_from_json_as_they_stand_on_the_wire() -> None:
    operations = [{"op": "remove", "memoryUri": "file:///a.md", "entry": "One", "later": 1}, {"op": "add", "text": "x"}]
    for value in (operations, {"operations": operations}):
        assert wanted_of(value) == (
            Wanted(op="remove", memory_uri="file:///a.md", entry="One"),
            Wanted(op="add", text="x"),
        )


BAD_JSON: list[tuple[object, str]] = [
    ({}, "JSON list"),
    ("add", "JSON list"),
    ([1], "Operation 1: it is no object"),
    ([{"text": "x"}], "Operation 1: it is no object with an `op`"),
    ([{"op": "add", "text": "x"}, {"op": "add", "text": 5}], "Operation 2: `text` must be text"),
    ([{"op": "add", "force": "yes"}], "`force` must be true or false"),
    ([{"op": "remove", "memoryUri": []}], "`memoryUri` must be text"),
]


@pytest.mark.parametrize(("value", "says"), BAD_JSON)
def test_other_json_is_refused_with_the_field(value: object, says: str) -> None:
    with pytest.raises(Refused, match=says):
        wanted_of(value)
