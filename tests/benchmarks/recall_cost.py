"""Measures what the ranker costs, time and memory, at several sizes of folder, beside SQLite FTS5 in the same run.

    recall_cost.py [--sizes 200,2000,10000] [--body 300,4096] [--queries 200] [--json]

The memories are made up, the same in every run: words drawn by Zipf's law from those that every project uses and from
invented ones, with identifiers and paths between them. Queries are turns of 3 to 40 words about one of the memories, a
third of them with a typing error. Times are the processor's, in milliseconds unless named otherwise, a query's the
least of three runs (other work on the machine only adds); memory is what opening the cache and asking makes a process
grow by.
"""

import argparse
import json
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row
from noctule.recall.rank import Document, Ranker
from noctule.search.everyday_words import CHAT_WORDS, COMMON_WORDS, TRADE_WORDS
from noctule.search.stopwords import STOP_WORDS

# Milliseconds of a query's p95, by the number of memories; of one that changed; and megabytes of 10,000.
MOST_QUERY_MS = {200: 2.0, 2_000: 4.0, 10_000: 8.0}
MOST_CHANGE_MS = 3.0
MOST_MEMORY_MB = 100.0
MOST_BUILD_S = 8.0
MOST_OPENING_MS = 300.0

# A scan of 10,000 memories takes its time.
SCANNED = 10

FUNCTION_SHARE = 0.4
IDENTIFIER_SHARE = 0.05
INVENTED_WORDS = 30_000
IDENTIFIERS = 10_000
DAY = 86_400.0
FIRST_DAY = 1_700_000_000.0


@dataclass(frozen=True, slots=True)
class Words:
    """Where made-up text is drawn from."""

    function: list[str]
    content: list[str]
    weights: list[float]
    identifiers: list[str]

    @classmethod
    def made_up(cls) -> "Words":
        chance = random.Random(7)
        syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er", "il", "or")]
        invented = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(INVENTED_WORDS)]
        common = (CHAT_WORDS + TRADE_WORDS + COMMON_WORDS).split()
        chance.shuffle(common)
        content = common + invented
        weights = [1 / (rank + 20) for rank in range(len(content))]
        named = chance.choices(content, weights, k=2 * IDENTIFIERS)
        identifiers = [f"{one}_{other}.py" for one, other in zip(named[::2], named[1::2], strict=True)]
        return cls(STOP_WORDS["english"].split(), content, weights, identifiers)

    def text(self, chance: random.Random, length: int) -> str:
        """About `length` characters in sentences."""
        count = max(3, length // 6)
        words = chance.choices(self.content, self.weights, k=count)
        return " ".join(self._as_written(chance, word) for word in words)[:length]

    def _as_written(self, chance: random.Random, word: str) -> str:
        drawn = chance.random()
        if drawn < FUNCTION_SHARE:
            return chance.choice(self.function)
        if drawn < FUNCTION_SHARE + IDENTIFIER_SHARE:
            return chance.choice(self.identifiers)
        return word + ("." if drawn > 0.95 else "")


def documents(words: Words, count: int, body: int) -> list[Document]:
    chance = random.Random(11)
    return [
        Document(
            path=f"memory-{number}.md",
            name=words.text(chance, 24),
            description=words.text(chance, 70),
            type=chance.choice(("user", "feedback", "project", "reference")),
            headings=(words.text(chance, 20),),
            body=words.text(chance, max(40, int(chance.gauss(body, body / 4)))),
            modified=FIRST_DAY + number % 700 * DAY,
        )
        for number in range(count)
    ]


def edited(words: Words, memory: Document) -> Document:
    """The memory with its last third written anew."""
    kept = memory.body[: 2 * len(memory.body) // 3]
    return replace(memory, body=f"{kept} {words.text(random.Random(memory.path), len(memory.body) // 3)}")


def turns(words: Words, memories: list[Document], count: int) -> list[str]:
    chance = random.Random(13)
    return [turn(words, chance, chance.choice(memories)) for _ in range(count)]


def turn(words: Words, chance: random.Random, memory: Document) -> str:
    asked = chance.choices(memory.body.split(), k=chance.randint(2, 6))
    said = words.text(chance, chance.choice((10, 40, 60, 100, 200))).split()
    mixed = asked + said
    chance.shuffle(mixed)
    text = " ".join(mixed)
    place = chance.randrange(len(text))
    return text[:place] + text[place + 1 :] if chance.random() < 1 / 3 else text


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of the processor, and what `act` returned: all of it computes, and others' work tells less so."""
    start = time.process_time()
    result = act()
    return (time.process_time() - start) * 1000, result


def least(act: Callable[[], Any]) -> float:
    return min(timed(act)[0] for _ in range(3))


def spread(times: list[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    return statistics.median(times), sorted(times)[int(0.95 * len(times))]


def measure(words: Words, count: int, body: int, queries: int) -> dict[str, float]:
    memories = documents(words, count, body)
    asked = turns(words, memories, queries)
    build, ranker = timed(lambda: built(memories))
    to_bytes, cache = timed(ranker.to_bytes)
    opening, opened = timed(lambda: Ranker.from_bytes(cache))
    assert opened is not None
    first, _ = timed(lambda: opened.pick(asked[0]))
    times = [least(partial(opened.pick, turn)) for turn in asked]
    changed = [edited(words, memory) for memory in memories[:50]]
    changes = [timed(partial(opened.update, memory))[0] for memory in changed]
    after_change, _ = timed(lambda: opened.pick(asked[0]))
    p50, p95 = spread(times)
    return {
        "memories": count,
        "bodyBytes": body,
        "buildSeconds": build / 1000,
        "cacheMegabytes": len(cache) / 1e6,
        "toBytes": to_bytes,
        "openFromCache": opening,
        "firstQuery": first,
        "queryP50": p50,
        "queryP95": p95,
        "memoryMegabytes": memory_growth(cache, asked),
        "oneChangeP95": spread(changes)[1],
        "queryAfterChange": after_change,
        **fts5(memories, asked),
        "scanQueryP95": naive_scan(memories, asked[:SCANNED]),
    }


def built(memories: list[Document]) -> Ranker:
    ranker = Ranker()
    for memory in memories:
        ranker.update(memory)
    return ranker


def naive_scan(memories: list[Document], asked: list[str]) -> float:
    """The 95th percentile of what everybody would write first: each memory is looked through for each word."""

    def scan(query: str) -> list[str]:
        words = {word.lower() for word in query.split()}
        scores = {}
        for memory in memories:
            text = f"{memory.name} {memory.description} {memory.body}".lower()
            scores[memory.path] = sum(word in text for word in words)
        return sorted(scores, key=lambda path: -scores[path])[:5]

    return spread([timed(partial(scan, turn))[0] for turn in asked])[1]


def fts5(memories: list[Document], asked: list[str]) -> dict[str, float]:
    """The same by SQLite's full-text search: stems, any of the words."""
    connection = sqlite3.connect(":memory:")
    connection.execute("create virtual table memory using fts5(name, description, body, tokenize='porter unicode61')")
    rows = [(memory.name, memory.description, memory.body) for memory in memories]
    build, _ = timed(lambda: connection.executemany("insert into memory values (?, ?, ?)", rows))
    times = [least(partial(fts5_query, connection, turn)) for turn in asked]
    p50, p95 = spread(times)
    return {"fts5BuildSeconds": build / 1000, "fts5QueryP50": p50, "fts5QueryP95": p95}


def fts5_query(connection: sqlite3.Connection, turn: str) -> list[tuple[int]]:
    any_word = " OR ".join(f'"{word}"' for word in dict.fromkeys(turn.replace('"', "").split()))
    return connection.execute(
        "select rowid from memory where memory match ? order by rank limit 5", (any_word,)
    ).fetchall()


def memory_growth(cache: bytes, asked: list[str]) -> float:
    """Megabytes by which opening `cache` and asking it makes a process grow that has the ranker imported and used."""
    with tempfile.NamedTemporaryFile(suffix=".cache") as file:
        file.write(cache)
        file.flush()
        command = [sys.executable, __file__, "--opened", file.name]
        run = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    return float(run.stdout)


def growth_by_opening(path: Path, asked: list[str]) -> float:
    built([Document("warm.md", body="stem tables loaded")]).pick("loads the stem tables")
    before = resident_bytes()
    ranker = Ranker.from_bytes(path.read_bytes())
    assert ranker is not None
    for turn_ in asked:
        ranker.pick(turn_)
    return (resident_bytes() - before) / 1e6


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def rows(quick: bool) -> Iterator[Row]:
    words = Words.made_up()
    for body in (300,) if quick else (300, 4_096):
        for count in (100,) if quick else MOST_QUERY_MS:
            told = measure(words, count, body, 20 if quick else 200)
            what = f"recall, {count:,} memories of {body:,} bytes, p95"
            beside = f"{told['fts5QueryP95']:.1f} ms of SQLite's FTS5, {told['scanQueryP95']:.1f} ms of a plain scan"
            yield Row(what, told["queryP95"], "ms", MOST_QUERY_MS.get(count), beside)
            if count == max(MOST_QUERY_MS):
                yield Row("the ranker takes in a changed memory, p95", told["oneChangeP95"], "ms", MOST_CHANGE_MS, "")
                beside = f"{told['fts5BuildSeconds']:.1f} s of FTS5"
                yield Row("the ranker is built anew", told["buildSeconds"], "s", MOST_BUILD_S, beside)
                yield Row("the ranker is opened from its cache", told["openFromCache"], "ms", MOST_OPENING_MS, "")
                yield Row("memory of the ranker", told["memoryMegabytes"], "MB", MOST_MEMORY_MB, "")


def shown(figures: dict[str, float]) -> str:
    return "  ".join(f"{name} {value:.4g}" for name, value in figures.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="200,2000,10000", help="numbers of memories")
    parser.add_argument("--body", default="300,4096", help="mean lengths of a body in bytes")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--opened", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.opened:
        print(growth_by_opening(args.opened, json.load(sys.stdin)))
        return
    words = Words.made_up()
    for body in map(int, args.body.split(",")):
        for count in map(int, args.sizes.split(",")):
            figures = measure(words, count, body, args.queries)
            print(json.dumps(figures) if args.json else shown(figures), flush=True)


if __name__ == "__main__":
    main()
