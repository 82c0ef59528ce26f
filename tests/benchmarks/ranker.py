"""Speaks the JSON-lines interface of a recall benchmark over the ranker that the server uses.

One request a line on stdin, one answer a line on stdout:
    {"op": "index", "docs": [{"id", "name", "description", "type", "body", "date"}]}   -> {"ok": true}
    {"op": "query", "q": "...", "k": 10}    -> {"hits": [["id", score], ...]}          the ranking
    {"op": "recall", "q": "..."}            -> {"hits": [...]}                         what a turn would be shown
A `query` may carry "context", what the editor shows. Documents of type `turn` are the messages of a conversation, in
their order: neighbours lend each other score, as in the search of past conversations.
"""

import argparse
import json
import sys
from datetime import UTC, datetime
from typing import Any

from noctule.recall.rank import Document, Ranker, Scored
from noctule.search.neighbours import with_neighbours

DATE_FORMATS = ("%Y-%m-%d", "%I:%M %p on %d %B, %Y")
Hits = list[tuple[str, float]]


class Folder:
    """The documents of one `index` request."""

    def __init__(self, docs: list[dict[str, str]]) -> None:
        self._ranker = Ranker()
        self._messages = [doc["id"] for doc in docs if doc["type"] == "turn"]
        for doc in docs:
            fields = {name: doc[name] for name in ("name", "description", "type", "body")}
            self._ranker.update(Document(path=doc["id"], modified=seconds(doc["date"]), **fields))

    def query(self, text: str, context: str, limit: int) -> Hits:
        if not self._messages:
            return hits(self._ranker.rank(text, context, limit))
        scores = with_neighbours(dict(hits(self._ranker.rank(text, context))), self._messages)
        return sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[:limit]

    def recall(self, text: str, context: str) -> Hits:
        return hits(self._ranker.pick(text, context).chosen)


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    folder = Folder([])
    for line in sys.stdin:
        request = json.loads(line)
        context = request.get("context", "")
        answer: dict[str, Any]
        if request["op"] == "index":
            folder = Folder(request["docs"])
            answer = {"ok": True}
        elif request["op"] == "query":
            answer = {"hits": folder.query(request["q"], context, request["k"])}
        else:
            answer = {"hits": folder.recall(request["q"], context)}
        print(json.dumps(answer), flush=True)


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
