"""Speaks the JSON-lines interface of a recall benchmark over the ranker that the server uses.

One request a line on stdin, one answer a line on stdout:
    {"op": "index", "docs": [{"id", "name", "description", "type", "body", "date"}]}   -> {"ok": true}
    {"op": "query", "q": "...", "k": 10}    -> {"hits": [["id", score], ...]}          the ranking
    {"op": "recall", "q": "..."}            -> {"hits": [...]}                         what a turn would be shown
"""

import argparse
import json
import sys
from datetime import UTC, datetime
from typing import Any

from noctule.recall.rank import Document, Ranker, Scored

DATE_FORMATS = ("%Y-%m-%d", "%I:%M %p on %d %B, %Y")


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    ranker = Ranker()
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "index":
            ranker = ranker_of(request["docs"])
            answer: dict[str, Any] = {"ok": True}
        elif request["op"] == "query":
            answer = {"hits": pairs(ranker.rank(request["q"], limit=request["k"]))}
        else:
            answer = {"hits": pairs(ranker.pick(request["q"]).chosen)}
        print(json.dumps(answer), flush=True)


def ranker_of(docs: list[dict[str, str]]) -> Ranker:
    ranker = Ranker()
    for doc in docs:
        fields = {name: doc[name] for name in ("name", "description", "type", "body")}
        ranker.update(Document(path=doc["id"], modified=seconds(doc["date"]), **fields))
    return ranker


def seconds(date: str) -> float:
    """`date` in seconds since 1970; 0 if it is empty or of a form that the sets do not use."""
    for form in DATE_FORMATS:
        try:
            return datetime.strptime(date, form).replace(tzinfo=UTC).timestamp()
        except ValueError:
            continue
    return 0.0


def pairs(scored: list[Scored]) -> list[tuple[str, float]]:
    return [(each.path, each.score) for each in scored]


if __name__ == "__main__":
    main()
