"""Of several processes that dream at once exactly one does, and what is edited meanwhile is never lost.

`ROUNDS=500 python -m pytest tests/adversarial/test_dream_races.py` does it more often.
"""

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import pytest

from fakes import dream_racer
from fakes.agents import NamedModel, Writes
from fakes.dreaming import Folder, a_folder
from fakes.house import memory_text
from noctule.dream.dream import dream
from noctule.dream.lock import LOCK_NAME
from noctule.dream.order import Mind, Order, Site
from noctule.dream.outcome import Outcome
from noctule.dream.task import Progress
from noctule.memories.index_lines import parse_index
from noctule.store.changes import Author
from noctule.store.folder import nobody_known
from noctule.store.history.undo import undo

ROUNDS = int(os.environ.get("ROUNDS", "20"))
DREAMS = int(os.environ.get("DREAMS", "10"))
INTERLEAVINGS = 50
PROCESSES = 4
HOUR_NS = 3_600_000_000_000

NAMES = ("gravel", "violins", "orchids", "tariffs", "beehives", "glaciers", "turnips", "sonnets")


@pytest.fixture
def ferry(tmp_path: Path) -> Iterator[Folder]:
    with a_folder(tmp_path) as folder:
        for name in NAMES:
            folder.memory(name, f"Of {name} there is much to say.", days_old=20)
        folder.index(*NAMES)
        yield folder


class Racer:
    """One of the processes."""

    def __init__(self, base: Path) -> None:
        environ = {**os.environ, "PYTHONPATH": str(Path(dream_racer.__file__).parents[1])}
        command = [sys.executable, dream_racer.__file__, str(base)]
        self.process = subprocess.Popen(
            command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert self.heard() == "ready"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def say(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def heard(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


def stale(ferry: Folder, pid: str, hours_old: float) -> None:
    file = ferry.path / LOCK_NAME
    file.write_text(pid)
    then = int(ferry.now.timestamp() * 1e9 - hours_old * HOUR_NS)
    os.utime(file, ns=(then, then))


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("processes", "rounds"), [(PROCESSES, ROUNDS), (2 * PROCESSES, 1 + ROUNDS // 10)])
def test_exactly_one_of_several_processes_dreams_on_a_stale_lock(
    ferry: Folder, tmp_path: Path, processes: int, rounds: int
) -> None:
    with ExitStack() as stack:
        racers = [stack.enter_context(Racer(tmp_path)) for _ in range(processes)]
        for _ in range(rounds):
            stale(ferry, "1", 2)
            for racer in random.sample(racers, len(racers)):
                racer.say("go")
            heard = [racer.heard() for racer in racers]
            assert sorted(heard) == ["dreaming", *["skipped"] * (processes - 1)]
            winner = racers[heard.index("dreaming")]
            winner.say("end")
            assert winner.heard() == "completed"
            assert (ferry.path / LOCK_NAME).read_bytes() == b""


def test_a_foreign_live_lock_is_respected_by_all(ferry: Folder, tmp_path: Path) -> None:
    with ExitStack() as stack:
        racers = [stack.enter_context(Racer(tmp_path)) for _ in range(PROCESSES)]
        stale(ferry, f"{os.getpid()}\n1772357400250", 0.5)
        before = (ferry.path / LOCK_NAME).read_bytes()
        for racer in racers:
            racer.say("go")
        assert [racer.heard() for racer in racers] == ["skipped"] * PROCESSES
        assert (ferry.path / LOCK_NAME).read_bytes() == before


async def run(ferry: Folder, agent: Writes, meet: Callable[[], object] = lambda: None) -> Outcome:
    """A dream; `meet` is called wherever it looks at the world outside its stage."""

    def met(answer: frozenset[str]) -> frozenset[str]:
        meet()
        return answer

    def meet_again(_: Progress) -> None:
        meet()

    def shown(text: str) -> str:
        meet()
        return text

    site = Site(
        folder=ferry.memories,
        now=lambda: ferry.now,
        held=lambda: met(frozenset()),
        shown_index=shown,
        unsaved=lambda: met(frozenset()),
        author_of_unexplained=nobody_known,
    )
    order = Order(id="0123abcd", trigger="command", mind=Mind(agent, NamedModel(), lambda: str(met(frozenset()) or "")))
    return await dream(order, site, meet_again, asyncio.Event())


def any_dream(chance: random.Random) -> Writes:
    """Edits some, merges two, makes one, and rewrites the index: too little to be held."""
    names = chance.sample(NAMES, len(NAMES))
    changed: dict[str, str | None] = {
        f"{name}.md": memory_text(name.title(), f"about {name}", f"Of {name} all is known now, {chance.random()}.")
        for name in names[2 : 2 + chance.randrange(1, 5)]
    }
    first, second = f"{names[0]}.md", f"{names[1]}.md"
    body = f"Of {names[0]} there is much to say. Of {names[1]} there is much to say."
    changed |= {first: None, second: memory_text("Merged", "two in one", body, "project")}
    changed["made.md"] = memory_text("Made", "made by a dream", f"New: {chance.random()}.")
    lines = [f"- [{name.title()}]({name}.md) — dreamt of {name}\n" for name in chance.sample(names[1:], len(names) - 1)]
    changed["MEMORY.md"] = "# Dreamt\n\n" + "".join(lines) + "- [Made](made.md) — made\n"
    return Writes(changed, replaces={second: [first]})


@pytest.mark.timeout(600)
async def test_every_dream_is_undone_byte_for_byte(tmp_path: Path) -> None:
    for number in range(DREAMS):
        with a_folder(tmp_path / str(number)) as ferry:
            for name in NAMES:
                ferry.memory(name, f"Of {name} there is much to say.", days_old=20)
            ferry.index(*NAMES)
            before = ferry.contents()
            outcome = await run(ferry, any_dream(random.Random(number)))
            assert (outcome.line.status, outcome.line.held) == ("completed", False)
            assert ferry.contents() != before
            newest = next(iter(ferry.memories.history.changes()))
            undo(ferry.memories, newest, Author("person"), ferry.now)
            assert ferry.contents() == before


# Twice it looks before all is copied: what was written by then, the dream has seen.
_STAGED = 2


class Meeting:
    """An edit by somebody else at the n-th time that a dream meets the world."""

    def __init__(self, edit: Callable[[], object], at: int) -> None:
        self.was_done = False
        self._edit = edit
        self._left = at

    def __call__(self) -> None:
        if self._left == 0:
            self._edit()
            self.was_done = True
        self._left -= 1


def edits(ferry: Folder, chance: random.Random, mark: str) -> list[Callable[[], object]]:
    """What a person does in their editor, and an agent through us, to a memory, the index, or a new file."""
    name = f"{chance.choice(NAMES)}.md"
    body = memory_text("Edited", "by somebody else", mark)

    def index_line() -> None:
        file = ferry.path / "MEMORY.md"
        file.write_text(file.read_text() + f"- [{mark}]({name}) — {mark}\n")

    return [
        lambda: ferry.save(name, body),
        lambda: ferry.write(name, body),
        lambda: ferry.save("made.md", body),
        lambda: ferry.write("made.md", body),
        lambda: ferry.save(f"new-{mark}.md", body),
        index_line,
        lambda: ferry.write("MEMORY.md", (ferry.path / "MEMORY.md").read_text() + f"\n{mark}\n"),
    ]


@pytest.mark.parametrize("number", range(INTERLEAVINGS))
async def test_an_edit_during_a_dream_survives(ferry: Folder, number: int) -> None:
    chance = random.Random(number)
    mark = f"mark{number}"
    meeting = Meeting(edits(ferry, chance, mark)[number % 7], _STAGED + number % 8)
    outcome = await run(ferry, any_dream(chance), meeting)
    if not meeting.was_done:
        meeting._edit()
    assert outcome.line.status == "completed"
    assert any(mark in data.decode() for data in ferry.contents().values())
    for name in NAMES:
        assert any(name in data.decode() for data in ferry.contents().values()), "a merge lost its source"
    there = set(ferry.contents())
    index = parse_index(ferry.text("MEMORY.md"))
    lost = {line.target for line in index.entries if line.target not in there and mark not in line.raw}
    assert lost == set()
