"""What search over past conversations costs: feeding its database, and asking it, each beside a baseline in the run.

    conversations.py [--noisy MEGABYTES] [--talk MEGABYTES] [--turns COUNT] [--queries COUNT]

Files are Claude Code's in form, their words made up, the same in every run. `noisy` are files of which one byte in a
hundred is talk, the rest what tools gave back; `talk` are files of nothing else. A feed is compared with a plain loop
over the lines of the same files, a query with SQLite's own full-text search (porter stems, any of the words, its bm25)
over the same messages. Ends with 1 where a bar is missed.
"""

import argparse
import json
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.recall_cost import Words
from benchmarks.row import Row
from noctule.transcripts.claude_code import ClaudeCode
from noctule.transcripts.message import Places
from noctule.transcripts.search.feed import Fed, feed
from noctule.transcripts.search.pace import Pace
from noctule.transcripts.search.query import Asked, find_messages
from noctule.transcripts.search.store import FILE_NAME, SearchStore

LEAST_NOISY = 20.0
LEAST_TALK = 2.0
MOST_QUERY_MS = 50.0
MOST_APPENDED_MS = 1000.0

# Ripgrep where it is here, else grep; a few of the questions show what it takes.
GREP = shutil.which("rg") or "grep"
GREPPED = 20

TURN_CHARS = 320
TURNS_A_SESSION = 400
NOISE_BYTES = 32_000
BEGAN = datetime(2026, 3, 1, 9, tzinfo=UTC)


class Agent:
    """Writes sessions as Claude Code does, into a home of its own."""

    def __init__(self, base: Path) -> None:
        self.home = base / "home"
        self.project = base / "ferry"
        name = "".join(letter if letter.isalnum() else "-" for letter in str(self.project.resolve()))
        self.folder = self.home / ".claude" / "projects" / name
        self.project.mkdir(parents=True)
        self.folder.mkdir(parents=True)
        self.words = Words.made_up()
        self._chance = random.Random(17)
        self._lines = 0

    @property
    def places(self) -> Places:
        return Places([self.project.resolve()], self.home, {})

    def talk(self, sessions: int, noise: int = 0) -> list[Path]:
        """New files of `TURNS_A_SESSION` messages each, with `noise` bytes of tool results behind every one."""
        return [self._session(number, noise) for number in range(sessions)]

    def said(self, role: str, text: str) -> str:
        self._lines += 1
        content: Any = text if role == "user" else [{"type": "text", "text": text}]
        return self._line(role, {"role": role, "content": content})

    def turn(self) -> str:
        length = max(40, int(self._chance.gauss(TURN_CHARS, TURN_CHARS / 2)))
        return self.words.text(self._chance, length)

    def _session(self, number: int, noise: int) -> Path:
        path = self.folder / f"{self._chance.getrandbits(128):032x}.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for turn in range(TURNS_A_SESSION):
                file.write(self.said("user" if turn % 2 == 0 else "assistant", self.turn()))
                if noise:
                    file.write(self._noise(noise))
        return path

    def _noise(self, size: int) -> str:
        self._lines += 1
        line = "drwxr-xr-x 2 ana ana 4096 " + "x" * 70 + "\n"
        return self._line("attachment", {"content": line * (size // len(line))})

    def _line(self, kind: str, message: dict[str, Any]) -> str:
        at = (BEGAN + timedelta(minutes=self._lines)).isoformat().replace("+00:00", "Z")
        head = {"parentUuid": None, "sessionId": "s", "cwd": str(self.project.resolve()), "version": "2.1.0"}
        return json.dumps({**head, "type": kind, "message": message, "uuid": f"u{self._lines}", "timestamp": at}) + "\n"


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds, and what `act` returned."""
    start = time.perf_counter()
    result = act()
    return time.perf_counter() - start, result


def worked(act: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of this process's own work, on which others' work on the machine tells less, and what `act` returned."""
    start = time.process_time()
    result = act()
    return time.process_time() - start, result


def fed(store: SearchStore, places: Places) -> Fed:
    reader = ClaudeCode()
    return feed(store, [reader], list(reader.sessions(places)), Pace(), is_all=True, wait_seconds=0)


def read_lines(folder: Path) -> int:
    """The baseline of a feed: every line of every file, taken apart by nobody."""
    count = 0
    for path in folder.glob("*.jsonl"):
        with path.open("rb") as file:
            count += sum(1 for _ in file)
    return count


def feeding(base: Path, megabytes: int, noise: int) -> tuple[float, float]:
    """Megabytes a second of a feed, and how many times longer it takes than reading the lines."""
    agent = Agent(base)
    a_session = TURNS_A_SESSION * (TURN_CHARS + noise + 400)
    agent.talk(max(1, int(megabytes * 1e6 / a_session)), noise)
    size = sum(path.stat().st_size for path in agent.folder.glob("*.jsonl"))
    plain, _ = worked(lambda: read_lines(agent.folder))
    with closing(SearchStore(base / FILE_NAME)) as store:
        seconds, told = worked(lambda: fed(store, agent.places))
    counted = size if noise else told.talk
    return counted / 1e6 / seconds, seconds / plain


def questions(store: SearchStore, words: Words, count: int) -> Iterator[str]:
    """Turns of 2 to 14 words: some from one message, some of any."""
    chance = random.Random(23)
    with store.reading() as connection:
        ids = [row[0] for row in connection.execute("SELECT id FROM message")]
        for _ in range(count):
            (text,) = connection.execute("SELECT text FROM message WHERE id = ?", (chance.choice(ids),)).fetchone()
            said = text.split()
            asked = chance.sample(said, min(len(said), chance.randint(1, 6)))
            yield " ".join(asked + words.text(chance, chance.choice((10, 40, 60))).split())


def asking(base: Path, turns: int, count: int) -> dict[str, float]:
    agent = Agent(base)
    agent.talk(turns // TURNS_A_SESSION)
    with closing(SearchStore(base / FILE_NAME)) as store:
        fed(store, agent.places)
        asked = list(questions(store, agent.words, count))
        ours = [least(partial(find, store, one)) for one in asked]
        plain = plain_search(store, asked)
        grepped = [timed(partial(grep, agent.folder, one))[0] * 1000 for one in asked[:GREPPED]]
        appended = appending(agent, store)
        size = store.path.stat().st_size / 1e6
    return {
        "p50": median(ours), "p95": p95(ours), "plain_p95": p95(plain), "grep_p95": p95(grepped),
        "appended": appended, "megabytes": size,
    }  # fmt: skip


def find(store: SearchStore, query: str) -> Any:
    with store.reading() as connection:
        return find_messages(connection, Asked(query))


def plain_search(store: SearchStore, asked: list[str]) -> list[float]:
    connection = sqlite3.connect(":memory:")
    connection.execute("create virtual table talk using fts5(text, tokenize='porter unicode61')")
    with store.reading() as kept:
        connection.executemany("insert into talk values (?)", kept.execute("SELECT text FROM message"))

    def search(query: str) -> Any:
        any_word = " OR ".join(f'"{word}"' for word in dict.fromkeys(query.replace('"', "").split()))
        return connection.execute(
            "select rowid from talk where talk match ? order by rank limit 5", (any_word,)
        ).fetchall()

    times = [least(partial(search, one)) for one in asked[:50]]
    connection.close()
    return times


def grep(folder: Path, query: str) -> None:
    """The lines that hold any of the words: what is left is to be read by eye."""
    words = dict.fromkeys(word for word in query.split() if word.isalnum())
    each = [part for word in words for part in ("-e", word)] or ["-e", query]
    options = ["-i", "-F", *(["-r"] if GREP.endswith("grep") else [])]
    subprocess.run([GREP, *options, *each, str(folder)], stdout=subprocess.DEVNULL, check=False)


def appending(agent: Agent, store: SearchStore) -> float:
    """Milliseconds from a turn's line on disk until it is found."""
    path = next(iter(sorted(agent.folder.glob("*.jsonl"))))
    with path.open("a", encoding="utf-8") as file:
        file.write(agent.said("user", "the xylophone stands beside the quince"))
    start = time.perf_counter()
    fed(store, agent.places)
    assert find(store, "xylophone quince").found
    return (time.perf_counter() - start) * 1000


def least(act: Callable[[], Any]) -> float:
    """Milliseconds of the processor, the least of two runs."""
    return min(worked(act)[0] for _ in range(2)) * 1000


def median(times: list[float]) -> float:
    return statistics.median(times)


def p95(times: list[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]


def rows(quick: bool) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as place:
        rate, beside = feeding(Path(place) / "noisy", 20 if quick else 200, NOISE_BYTES)
        beside_lines = f"{beside:.1f} × as long as reading their lines"
        yield Row("past conversations are read in", rate, "MB/s", LEAST_NOISY, beside_lines, is_least=True)
        rate, beside = feeding(Path(place) / "talk", 1 if quick else 10, 0)
        beside_lines = f"{beside:.1f} × as long as reading their lines"
        yield Row("pure talk is read in", rate, "MB/s", LEAST_TALK, beside_lines, is_least=True)
        turns = 2_000 if quick else 100_000
        told = asking(Path(place) / "asked", turns, 20 if quick else 200)
    tool = "ripgrep" if GREP.endswith("rg") else "grep"
    beside_others = f"{told['plain_p95']:.1f} ms of SQLite's FTS5, {told['grep_p95']:.1f} ms of {tool}"
    yield Row(f"search over {turns:,} past messages, p95", told["p95"], "ms", MOST_QUERY_MS, beside_others)
    yield Row("what was said is found, after it is on disk", told["appended"], "ms", MOST_APPENDED_MS, "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--noisy", type=int, default=200, help="megabytes of noisy files")
    parser.add_argument("--talk", type=int, default=10, help="megabytes of files of talk")
    parser.add_argument("--turns", type=int, default=100_000, help="messages that are searched")
    parser.add_argument("--queries", type=int, default=200)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        noisy, beside_noisy = feeding(Path(place) / "noisy", args.noisy, NOISE_BYTES)
        print(f"noisy files: {noisy:.1f} MB/s, {beside_noisy:.1f} times as long as reading their lines", flush=True)
        talk, beside_talk = feeding(Path(place) / "talk", args.talk, 0)
        print(f"talk: {talk:.2f} MB/s, {beside_talk:.1f} times as long as reading the lines", flush=True)
        told = asking(Path(place) / "asked", args.turns, args.queries)
    print(
        f"{args.turns:,} turns: query p50 {told['p50']:.1f} ms, p95 {told['p95']:.1f} ms; plain full-text search"
        f" p95 {told['plain_p95']:.1f} ms ({told['p95'] / told['plain_p95']:.2f} of it)\n"
        f"an appended turn is found after {told['appended']:.0f} ms; the database has {told['megabytes']:.0f} MB"
    )
    is_met = noisy >= LEAST_NOISY and talk >= LEAST_TALK and told["p95"] <= MOST_QUERY_MS
    return 0 if is_met and told["appended"] <= MOST_APPENDED_MS else 1


if __name__ == "__main__":
    sys.exit(main())
