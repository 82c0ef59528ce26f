"""pi's conversations: the branch that lives, and what its sessions are called."""

from pathlib import Path
from typing import Any

import pytest

from fakes.transcripts import FERRY, RECORDED, by_id, check_both_ways, places, ref_to, talk, written
from noctule.transcripts.lines import LINE_CAP
from noctule.transcripts.pi import Pi

READER = Pi()
RECORDS = places(PI_CODING_AGENT_DIR=str(RECORDED / "pi"))
MAIN, FORK, SUBAGENT, SIDE = (f"019c1111-0000-7000-8000-00000000000{number}" for number in range(1, 5))

SHARED = [("user", "We always use uv here."), ("assistant", "Understood."), ("tool", "Resolved 12 packages")]


def test_only_the_branch_that_lives_is_read() -> None:
    ref = by_id(READER.sessions(RECORDS))[MAIN]
    assert talk(check_both_ways(READER, ref)) == [
        *SHARED,
        ("summary", "Went the wrong way."),
        ("user", "Read the chart."),
        ("tool", "[error] ENOENT: no such file"),
        ("tool", "$ ls charts\nharbour.svg"),
        ("summary", "uv is used; the chart was looked for."),
        ("assistant", "It is in charts/harbour.svg."),
    ]


def test_a_fork_copies_its_history_under_the_same_ids() -> None:
    found = by_id(READER.sessions(RECORDS))
    origin = {message.uid for message in READER.messages(found[MAIN])}
    fork = check_both_ways(READER, found[FORK])
    assert talk(fork) == [*SHARED, ("user", "On the fork.")]
    assert [message.text for message in fork if message.uid not in origin] == ["On the fork."]


def test_the_latest_name_of_a_session_tells_its_kind() -> None:
    found = by_id(READER.sessions(RECORDS))
    assert {name: ref.kind for name, ref in found.items()} == {
        MAIN: "main",
        FORK: "main",
        SUBAGENT: "subagent",
        SIDE: "side",
    }


def entry(own: str | None, parent: str | None, text: str, **more: Any) -> dict[str, Any]:
    ids = {} if own is None else {"id": own, "parentId": parent}
    return {"type": "message", **ids, "message": {"role": "user", "content": text}, **more}


HEAD = {"type": "session", "version": 3, "id": "s", "timestamp": "2026-03-06T10:00:00.000Z", "cwd": str(FERRY)}


@pytest.mark.parametrize(
    ("what", "entries", "said"),
    [
        ("entries of the first version, without ids", [entry(None, None, "a"), entry(None, None, "b")], ["a", "b"]),
        ("keys in another order", [{"id": "1", "parentId": None, **entry(None, None, "a")}], ["a"]),
        (
            "an entry over the limit in the branch",
            [entry("1", None, "a"), entry("2", "1", "x" * LINE_CAP), entry("3", "2", "c")],
            ["a", "c"],
        ),
        (
            "a branch whose beginning is damaged",
            [entry("1", None, "a"), b'{"type":"mess', entry("3", "2", "c"), entry("4", "3", "d")],
            ["a", "c", "d"],
        ),
        (
            "two branches",
            [entry("1", None, "a"), entry("2", "1", "b"), entry("3", "1", "c"), entry("4", "3", "d")],
            ["a", "c", "d"],
        ),
        ("a new beginning", [entry("1", None, "a"), entry("2", None, "b")], ["b"]),
    ],
)
def test_a_branch_is_followed_through_whatever_the_file_holds(
    tmp_path: Path, what: str, entries: list[dict[str, Any] | bytes], said: list[str]
) -> None:
    ref = ref_to(READER, written(tmp_path / "s.jsonl", [HEAD, *entries], tail=b'{"type":"message","id":"9","par'))
    messages = list(READER.messages(ref))
    assert [message.text for message in messages] == said, what
    assert list(READER.latest(ref)) == messages[::-1], what


def test_the_sessions_folder_is_where_the_environment_says(tmp_path: Path) -> None:
    rows = [HEAD, entry("1", None, "a")]
    written(tmp_path / "home" / ".pi" / "agent" / "sessions" / "--home-ana-ferry--" / "t_a.jsonl", rows)
    written(tmp_path / "flat" / "t_b.jsonl", rows)
    written(tmp_path / "home" / "own" / "sessions" / "--home-ana-ferry-docs--" / "t_c.jsonl", rows)
    written(tmp_path / "export" / "deep" / "t_d.jsonl", [b"noise", HEAD])
    home = tmp_path / "home"
    for found, name in (
        (places(home=home), "t_a"),
        (places(home=home, PI_CODING_AGENT_SESSION_DIR=str(tmp_path / "flat")), "t_b"),
        (places(home=home, PI_CODING_AGENT_DIR="~/own"), "t_c"),
        (places(home=tmp_path, others=[tmp_path / "flat", tmp_path / "export"]), "t_b"),
        (places(FERRY / "docs", home=home), None),
    ):
        assert [ref.path.stem for ref in READER.sessions(found)] == ([name] if name else [])
