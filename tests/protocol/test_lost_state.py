"""A session whose state is lost is known again by its transcript, over the wire."""

from pathlib import Path

import pytest

from fakes.place import Place, result
from fakes.transcripts import written

QUERY = "how do we deploy blue to green?"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_what_the_transcript_holds_is_not_recalled_again_after_the_state_is_lost(place: Place) -> None:
    transcript = place.project / "s.jsonl"
    start = {"sessionId": "s", "transcriptUri": transcript.as_uri()}
    with place.serving(place.project) as client:
        result(client, 1, "startSession", start)
        recalled = result(client, 2, "recall", {"sessionId": "s", "query": QUERY})
        before = result(client, 3, "ledger", {"sessionId": "s"})["memories"]
    assert [row["memoryUri"] for row in recalled["memories"]] == [place.uri("deploys.md")]
    written(transcript, [{"type": "user", "message": {"role": "user", "content": f"{QUERY}\n{recalled['text']}"}}])
    for file in (place.home / ".noctule").glob("state.db*"):
        file.unlink()
    with place.serving(place.project) as client:
        result(client, 1, "startSession", start)
        after = result(client, 2, "ledger", {"sessionId": "s"})["memories"]
        assert [{**row, "at": None} for row in after] == [{**row, "at": None} for row in before]
        assert result(client, 3, "recall", {"sessionId": "s", "query": QUERY})["text"] is None
        result(client, 4, "compactSession", {"sessionId": "s"})
        assert result(client, 5, "recall", {"sessionId": "s", "query": QUERY})["text"] == recalled["text"]
