"""Writes a conversation of many megabytes, takes all of it in for search, makes a digest of it, and says what it took.

Run as `python reads_much.py BASE MEGABYTES`; prints one JSON object. Most of it is what tools said, as in real ones.
"""

import json
import os
import sys
import time
from pathlib import Path

from fakes.house import House
from fakes.talking import SAID_AT, talk
from noctule.service.searching import Search

_MEGABYTE = 1_000_000
_NEEDLE = "The lagoon pump stands behind the third quay."


def grow(file: Path, megabytes: int) -> None:
    """Appends tool output, a megabyte a line, and a word of talk between; the needle in its midst."""
    output = "2026-05-04 a line of a log that says nothing new\\n" * 20_000
    with file.open("a", encoding="utf-8") as out:
        for number in range(megabytes):
            said = _NEEDLE if number == megabytes // 2 else f"Step {number} is done."
            result = [{"type": "tool_result", "tool_use_id": f"t{number}", "content": output[:_MEGABYTE]}]
            for role, content in (("user", result), ("assistant", [{"type": "text", "text": said}])):
                line = {"type": role, "uuid": f"{role}-{number}", "timestamp": SAID_AT.isoformat(), "sessionId": "s1"}
                out.write(json.dumps({**line, "message": {"role": role, "content": content}}) + "\n")


def main(base: str, megabytes: str) -> None:
    house = House(Path(base))
    talk(house.user_home, house.project, "s1", "Where is the lagoon pump?", "I shall look.")
    (file,) = house.user_home.rglob("s1.jsonl")
    grow(file, int(megabytes))
    os.utime(file, (SAID_AT.timestamp(), SAID_AT.timestamp()))  # it is over: a dream leaves out what still goes on
    process = house.process()
    before = _peak_mb()
    began = time.monotonic()
    hits = process.noctule.searching.run(Search("third quay", scope="transcripts"), catch_up_seconds=3600).hits
    found = time.monotonic() - began
    text = process.noctule.digesting.digest(process.opened, None).text
    told = {"megabytes": file.stat().st_size / 1e6, "hits": len(hits), "digest": len(text.encode())}
    told |= {"seconds": found, "all": time.monotonic() - began, "grown": _peak_mb() - before}
    print(json.dumps(told))
    house.close()


def _peak_mb() -> float:
    """The most memory that this process ever had."""
    (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) / 1e3


if __name__ == "__main__":
    main(*sys.argv[1:])
