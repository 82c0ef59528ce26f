"""What checking costs: a keystroke among many memories, and what the texts say, each beside its plain way.

Run as `python tests/benchmarks/checks.py [MEMORIES]`. A keystroke is beside checking the whole folder anew; the rules
on requests are beside trying every one on every sentence. All in one run; ends with 1 where a bar is missed.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.row import Row, times
from fakes.checked import check_folder
from noctule.checks.incremental import FolderChecks
from noctule.memories.memory import Memory, compose_memory, parse_memory
from noctule.safety.instruction_rules import RULES
from noctule.safety.instructions import instruction_like
from noctule.search.everyday_words import CHAT_WORDS, COMMON_WORDS, TRADE_WORDS

# A keystroke costs at most this share of checking all that is there.
MOST_SHARE = 0.02
# The rules cost at most this share of trying each on each sentence.
MOST_OF_PLAIN = 0.6
ROUNDS = 40


def memories(count: int) -> list[Memory]:
    chance = random.Random(5)
    words = (CHAT_WORDS + TRADE_WORDS + COMMON_WORDS).split()
    made = []
    for number in range(count):
        sentences = [" ".join(chance.choices(words, k=12)) + "." for _ in range(20)]
        body = " ".join(sentences) + f"\n\nSee [[Memory {(number * 7) % count}]] and `src/part{number}.py`.\n"
        text = compose_memory(f"Memory {number}", " ".join(chance.choices(words, k=6)), "project", body, None)
        made.append(parse_memory(f"m{number}.md", text))
    return made


def milliseconds(act: Callable[[int], object], rounds: int = ROUNDS) -> float:
    times = []
    for number in range(rounds):
        began = time.perf_counter()
        act(number)
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000


def keystrokes(found: list[Memory]) -> tuple[float, float, float]:
    """Milliseconds of checking all, of a keystroke in a memory, and of one in the index."""
    index = "".join(f"- [{one.name}]({one.path}) — {one.description}\n" for one in found[:200])
    files = {one.path: one for one in found}
    whole = milliseconds(lambda _: check_folder(files, index), 3)
    checks = FolderChecks()
    checks.put_index(index)
    checks.put_all(found)
    page = found[len(found) // 2]

    def in_a_memory(number: int) -> None:
        for path in checks.put(parse_memory(page.path, page.text + "word " * number)):
            checks.findings(path)

    def in_the_index(number: int) -> None:
        for path in checks.put_index(index + "w" * number):
            checks.findings(path)

    return whole, milliseconds(in_a_memory), milliseconds(in_the_index)


def rules(found: list[Memory]) -> tuple[float, float]:
    """Milliseconds a memory of trying each rule on each sentence, and of ours."""
    texts = [one.text for one in found[:200]]

    def plainly(number: int) -> None:
        for sentence in texts[number].lower().split("."):
            for rule in RULES:
                rule.pattern.search(sentence)

    plain = milliseconds(plainly, len(texts))
    ours = milliseconds(lambda number: instruction_like("x " + texts[number]), len(texts))
    return plain, ours


def rows(quick: bool) -> Iterator[Row]:
    found = memories(100 if quick else 1_000)
    whole, typed, listed = keystrokes(found)
    beside = f"checking all {len(found):,}"
    yield times("checks after a keystroke in a memory", typed, whole, MOST_SHARE, "ms", beside)
    yield times("checks after a keystroke in the index", listed, whole, MOST_SHARE, "ms", beside)
    plain, ours = rules(found)
    yield times("what a memory asks of agents", ours, plain, MOST_OF_PLAIN, "ms", "each rule on each sentence")


def main() -> int:
    found = memories(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
    whole, typed, listed = keystrokes(found)
    limit = MOST_SHARE * whole
    print(f"all of {len(found):,} memories     {whole:8.1f} ms")
    print(f"a keystroke in a memory  {typed:8.2f} ms   (at most {limit:.2f}: {MOST_SHARE:.0%} of that)")
    print(f"a keystroke in the index {listed:8.2f} ms   (likewise)")
    plain, ours = rules(found)
    rules_limit = MOST_OF_PLAIN * plain
    print(f"each rule on each sentence {plain:6.2f} ms a memory")
    print(f"ours, disguises off        {ours:6.2f} ms   (at most {rules_limit:.2f}: {MOST_OF_PLAIN:.0%} of that)")
    return int(max(typed, listed) > limit or ours > rules_limit)


if __name__ == "__main__":
    sys.exit(main())
