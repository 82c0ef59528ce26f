"""Speaks the JSON-lines interface of a recall benchmark over the ranker that the server uses.

One request a line on stdin, one answer a line on stdout:
    {"op": "index", "docs": [{"id", "name", "description", "type", "body", "date"}]}   -> {"ok": true}
    {"op": "query", "q": "...", "k": 10}    -> {"hits": [["id", score], ...]}          the ranking
    {"op": "recall", "q": "..."}            -> {"hits": [...]}                         what a turn would be shown
A `query` may carry "context", what the editor shows. With `--unit turn` the documents are the messages of a
conversation, in their order: they are fed into a search database, as past conversations are, and found by its search.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row, Skipped
from noctule.recall.rank import Document, Ranker, Scored
from noctule.transcripts.message import Message, Places, SessionRef
from noctule.transcripts.search.feed import feed
from noctule.transcripts.search.pace import Pace
from noctule.transcripts.search.query import Asked, find_messages
from noctule.transcripts.search.store import FILE_NAME, SearchStore, first_id

# The least share of the memories wanted that is among the first five, on each set.
LEAST_FOUND = {"agents": 0.74, "agentmem": 0.83, "locomo-fact": 0.69, "locomo-session": 0.84, "locomo-turn": 0.66}
# Of what a turn is given: the share of what it should be, of the turns left alone that should be, of what is right.
LEAST_GIVEN = {
    "agents": {"recall_r": 0.60, "quiet": 0.85, "recall_precision": 0.60},
    "agentmem": {"recall_r": 0.62, "quiet": 0.95, "recall_precision": 0.75},
}
GIVEN = {"recall_r": "of the memories wanted are given", "quiet": "of turns without any are left alone",
         "recall_precision": "of the memories given are wanted"}  # fmt: skip

DATE_FORMATS = ("%Y-%m-%d", "%I:%M %p on %d %B, %Y")
Hits = list[tuple[str, float]]


class Folder:
    """The documents of one `index` request."""

    def __init__(self, docs: list[dict[str, str]]) -> None:
        self._ranker = Ranker()
        for doc in docs:
            fields: dict[str, Any] = {name: doc[name] for name in ("name", "description", "type", "body")}
            self._ranker.update(Document(path=doc["id"], modified=seconds(doc["date"]), **fields))

    def query(self, text: str, context: str, limit: int) -> Hits:
        return hits(self._ranker.rank(text, context, limit))

    def recall(self, text: str, context: str) -> Hits:
        return hits(self._ranker.pick(text, context).chosen)


class Conversation:
    """The same documents as one past session: a reader of them, and the database that it was fed to."""

    source = "made-up"
    grows = False

    def __init__(self, docs: list[dict[str, str]], place: Path) -> None:
        self._docs = docs
        store = SearchStore(place / FILE_NAME)
        now = datetime.now(UTC)
        ref = SessionRef(self.source, "talk", place, "main", 1, 1, now, None)
        feed(store, [self], [ref], Pace(), is_all=True, wait_seconds=0)
        self._first = first_id(int(now.timestamp()))
        self._store = store

    def sessions(self, _places: Places) -> Iterator[SessionRef]:
        return iter(())

    def messages(self, _ref: SessionRef, _start: int = 0) -> Iterator[Message]:
        for doc in self._docs:
            when = seconds(doc["date"])
            yield Message("user", doc["body"], datetime.fromtimestamp(when, UTC) if when else None, doc["id"])

    def latest(self, ref: SessionRef) -> Iterator[Message]:
        return reversed(list(self.messages(ref)))

    def query(self, text: str, _context: str, limit: int) -> Hits:
        with self._store.reading() as connection:
            found = find_messages(connection, Asked(text, limit)).found
        return [(self._docs[one.id - self._first]["id"], one.score) for one in found]

    def recall(self, text: str, context: str) -> Hits:
        return self.query(text, context, 5)


def rows(quick: bool) -> Iterator[Row]:
    """Over labelled sets in the folder that NOCTULE_BENCH names, by the program there that knows the figures."""
    folder = os.environ.get("NOCTULE_BENCH", "")
    program = Path(folder) / "recall_quality.py"
    if not folder or not program.exists():
        raise Skipped("no labelled sets: name their folder with --bench")
    for name in ("agentmem",) if quick else LEAST_FOUND:
        unit = ["--unit", "turn"] if name == "locomo-turn" else []
        command = [
            sys.executable,
            str(program),
            "--data",
            folder,
            "--set",
            name,
            "--json",
            "--",
            sys.executable,
            __file__,
        ]
        ran = subprocess.run([*command, *unit], capture_output=True, text=True, check=True)
        told = json.loads(ran.stdout)
        yield Row(f"{name}: found among the first five", told["r5"], "", LEAST_FOUND[name], "", is_least=True)
        for figure, least in LEAST_GIVEN.get(name, {}).items():
            yield Row(f"{name}: {GIVEN[figure]}", told[figure], "", least, "", is_least=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--unit", choices=("memory", "turn"), default="memory", help="what a document is")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        answer_all(args.unit, Path(place))


def answer_all(unit: str, place: Path) -> None:
    folder: Folder | Conversation = Folder([])
    for line in sys.stdin:
        request = json.loads(line)
        context = request.get("context", "")
        answer: dict[str, Any]
        if request["op"] == "index":
            folder = Folder(request["docs"]) if unit == "memory" else Conversation(request["docs"], fresh(place))
            answer = {"ok": True}
        elif request["op"] == "query":
            answer = {"hits": folder.query(request["q"], context, request["k"])}
        else:
            answer = {"hits": folder.recall(request["q"], context)}
        print(json.dumps(answer), flush=True)


def fresh(place: Path) -> Path:
    """A new folder in `place`."""
    return Path(tempfile.mkdtemp(dir=place))


def seconds(date: str) -> float:
    """`date` in seconds since 1970; 0 if it is empty or of a form that the sets do not use."""
    for form in DATE_FORMATS:
        try:
            return datetime.strptime(date, form).replace(tzinfo=UTC).timestamp()
        except ValueError:
            continue
    return 0.0


def hits(scored: list[Scored]) -> Hits:
    return [(each.path, each.score) for each in scored]


if __name__ == "__main__":
    main()
