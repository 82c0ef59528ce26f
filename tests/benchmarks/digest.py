"""What a digest costs of one session of 1 GB, 99 % of it noise, beside a plain loop over its lines in the same run.

Run as `python tests/benchmarks/digest.py [MEGABYTES] [ROUNDS]`. Two files: in one there is more talk than a session may
take of the budget, so that its ends are enough; in the other so little that all of the file has to be read. Each is
read in a process of its own, whose growth is measured; times are the best of all rounds. Ends with 1 where a bar is
missed.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row
from noctule.transcripts.claude_code import ClaudeCode
from noctule.transcripts.digest import digest
from noctule.transcripts.message import SessionRef

MOST_TIMES = 2.5
MOST_GROWTH_MB = 50
BUDGET = 96_000

MB = 1_000_000
_NOISE = ("attachment", "progress", "file-history-snapshot", "system", "queue-operation")


def noise(random_: random.Random) -> Iterator[bytes]:
    """Lines that say nothing: attachments, progress, snapshots of files; a few of them are megabytes long."""
    words = [f"word{number}" for number in range(500)]
    while True:
        size = random_.choice((300, 600, 2_000, 20_000, 200_000))
        if random_.random() < 0.001:
            size = 12_000_000
        text = (" ".join(random_.choices(words, k=60)) + " ") * (size // 400 + 1)
        kind = random_.choice(_NOISE)
        row = {"parentUuid": None, "cwd": "/home/dev/kiln", "sessionId": "s", "type": kind, "content": text}
        yield json.dumps(row).encode() + b"\n"


def talk(at: int) -> bytes:
    """A message, as Claude Code keeps one."""
    role = "assistant" if at % 2 else "user"
    message = {"role": role, "content": [{"type": "text", "text": f"message {at}: " + "what the kiln said. " * 20}]}
    row = {
        "parentUuid": f"u{at - 1}", "isSidechain": False, "cwd": "/home/dev/kiln", "sessionId": "s", "type": role,
        "message": message, "uuid": f"u{at}", "timestamp": "2026-11-30T12:00:00.000Z",
    }  # fmt: skip
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"


def make_session(path: Path, size: int, share: float) -> int:
    """A file of about that size, of which `share` is talk; gives the number of its messages."""
    made = noise(random.Random(7))
    written = said = count = 0
    with path.open("wb") as file:
        while written < size:
            line = talk(count) if said <= written * share else next(made)
            if b'"message":' in line:
                said += len(line)
                count += 1
            written += file.write(line)
        file.write(talk(count))
    return count + 1


def plain_loop(path: Path) -> int:
    """The loop that everybody would write first; gives how many lines it kept."""
    kept = []
    with path.open("rb") as file:
        for line in file:
            if b'"type":"user"' in line or b'"type":"assistant"' in line:
                kept.append(line)  # noqa: PERF401  as everybody would write it
    return len(kept)


def digest_of(path: Path) -> str:
    ref = SessionRef("claude-code", "s", path, "main", 1, path.stat().st_size, None, "/home/dev/kiln")
    return digest([ref], lambda _: ClaudeCode(), BUDGET).text


def measured(what: str, path: Path) -> tuple[float, float, str]:
    """Seconds, and megabytes that the process grew, of one reading in a process of its own; and what it gave."""
    ran = subprocess.run([sys.executable, __file__, f"--{what}", str(path)], check=True, capture_output=True, text=True)
    told = json.loads(ran.stdout)
    return told["seconds"], told["growth"], told["text"]


def child(what: str, path: Path) -> None:
    # What is loaded and compiled once belongs to the program, not to the session.
    small = path.with_suffix(".small")
    make_session(small, 100_000, 0.5)
    digest_of(small)
    before = peak_mb()
    began = time.perf_counter()
    text = digest_of(path) if what == "digest" else str(plain_loop(path))
    seconds = time.perf_counter() - began
    print(json.dumps({"seconds": seconds, "growth": peak_mb() - before, "text": text}))


def peak_mb() -> float:
    """The most memory that this process held so far. Not `ru_maxrss`: that begins with what its parent held."""
    return int(re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[0]) / 1024


class Figures(NamedTuple):
    """Of one file: seconds of the plain loop and of the digest, and megabytes by which the latter grew."""

    name: str
    plain_s: float
    digest_s: float
    growth_mb: float

    @property
    def times(self) -> float:
        return self.digest_s / self.plain_s


def compare(name: str, path: Path, messages: int, rounds: int) -> Figures:
    plain_loop(path)
    plain = [measured("plain", path) for _ in range(rounds)]
    ours = [measured("digest", path) for _ in range(rounds)]
    text = ours[0][2]
    assert "| message 0:" in text
    assert f"message {messages - 1}:" in text
    assert "word1" not in text
    assert len(text.encode()) <= BUDGET // 2 + 1_000
    return Figures(name, min(one[0] for one in plain), min(one[0] for one in ours), max(one[1] for one in ours))


def measure(megabytes: int, rounds: int) -> Iterator[Figures]:
    with tempfile.TemporaryDirectory() as base:
        path = Path(base) / "s.jsonl"
        for name, share in (("1 % talk", 0.01), ("so little that all is read", 30_000 / (megabytes * MB))):
            messages = make_session(path, megabytes * MB, share)
            yield compare(name, path, messages, rounds)


def rows(quick: bool) -> Iterator[Row]:
    megabytes = 10 if quick else 1_000
    for one in measure(megabytes, 1 if quick else 3):
        what = f"the digest of a session of {megabytes:,} MB, {one.name}"
        beside = f"{one.digest_s:.2f} s beside {one.plain_s:.2f} s of a plain loop over its lines"
        yield Row(what, one.times, "×", MOST_TIMES, beside)
        yield Row("memory that it takes", one.growth_mb, "MB", MOST_GROWTH_MB, "")


def main(megabytes: int, rounds: int) -> int:
    holds = True
    for one in measure(megabytes, rounds):
        print(
            f"{one.name:<28} plain loop {one.plain_s:6.2f} s; digest {one.digest_s:6.3f} s, {one.times:5.3f} times "
            f"that (at most {MOST_TIMES:g}), grew by {one.growth_mb:.1f} MB (at most {MOST_GROWTH_MB})"
        )
        holds = holds and one.times <= MOST_TIMES and one.growth_mb < MOST_GROWTH_MB
    return int(not holds)


if __name__ == "__main__":
    if sys.argv[1:2] in (["--plain"], ["--digest"]):
        child(sys.argv[1][2:], Path(sys.argv[2]))
        sys.exit(0)
    sys.exit(main(*(int(word) for word in [*sys.argv[1:], "1000", "3"][:2])))
