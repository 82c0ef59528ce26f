"""Dreams that are killed, at any instant or at each step of their apply, and what the next start finds of them.

Run as `python dream_kills.py random|steps FOLDER COUNT`; prints one JSON object. Each dream takes the folder from one
number to the next: it makes every memory say it, merges two of them into a new one, and removes the merge before.
Children are forked, so that a kill costs no start of Python.
"""

import asyncio
import json
import os
import random
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from fakes.agents import NamedModel
from fakes.house import memory_text
from noctule.dream.dream import dream
from noctule.dream.lock import DreamLock
from noctule.dream.order import Mind, Order, Site
from noctule.dream.recovery import recover
from noctule.dream.task import AgentEnd, AgentTask, Progress
from noctule.memories.index_lines import parse_index
from noctule.memories.names import INDEX_NAME
from noctule.models.chat import ChatModel
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.held_dreams import HeldDreams, new_dream_id

FILES = 6
_REST = {".consolidate-lock", "dreams.jsonl"}


def site_at(base: Path) -> Site:
    folder = MemoryFolder(base / "memory", base / "state")
    return Site(folder, lambda: datetime.now(UTC), frozenset, lambda text: text, frozenset, nobody_known)


def text(name: str, number: int) -> str:
    return memory_text(name.title(), f"about {name}", f"{name} says number {number}.\n" * 40)


def begin(base: Path) -> None:
    """A folder at number 0."""
    site = site_at(base)
    site.folder.ensure()
    for name in [*(f"file-{one}" for one in range(FILES)), "merged-0"]:
        (site.folder.path / f"{name}.md").write_text(text(name, 0))
    lines = [f"- [{name}]({name}.md) — about it\n" for name in [*(f"file-{one}" for one in range(FILES)), "merged-0"]]
    (site.folder.path / INDEX_NAME).write_text("".join(lines))
    site.folder.sweep(nobody_known, site.now())
    site.folder.close()


async def next_number(
    task: AgentTask, model: ChatModel, tell: Callable[[Progress], None], stop: asyncio.Event
) -> AgentEnd:
    """The agent: writes, merges and removes in the stage, as a model would by its tools."""
    old = next(task.stage.glob("merged-*.md"))
    number = int(old.stem.partition("-")[2]) + 1
    for one in range(FILES):
        (task.stage / f"file-{one}.md").write_text(text(f"file-{one}", number))
        await asyncio.sleep(0)
    (task.stage / f"merged-{number}.md").write_text(text(f"merged-{number}", number))
    old.unlink()
    index = task.stage / INDEX_NAME
    index.write_text(index.read_text().replace(old.stem, f"merged-{number}"))
    return AgentEnd("completed", "", 3, summary="Next.", replaces={f"merged-{number}.md": (old.name,)})


def dream_once(base: Path) -> str:
    site = site_at(base)
    order = Order(id=new_dream_id(), trigger="command", mind=Mind(next_number, NamedModel(), str))
    outcome = asyncio.run(dream(order, site, lambda _: None, asyncio.Event()))
    site.folder.close()
    return outcome.line.status


def start_again(base: Path) -> float:
    """What a server does with a folder as it starts; gives the seconds of our own work.

    Beside other programs on the machine the clock on the wall would measure them.
    """
    began = time.process_time()
    site = site_at(base)
    recover(site, DreamLock(site.folder.path, site.folder.state))
    site.folder.sweep(nobody_known, site.now())
    took = time.process_time() - began
    site.folder.close()
    return took


def check(base: Path) -> int:
    """The number that the folder is at, after a start. Raises AssertionError where it is torn or anything is lost."""
    site = site_at(base)
    folder = site.folder
    paths = {file.path for file in folder.scan()} - {INDEX_NAME}
    numbers = {path: set(re.findall(r"number (\d+)", folder.read(path).decode())) for path in paths}
    (reached,) = set().union(*numbers.values())
    assert paths == {*(f"file-{one}.md" for one in range(FILES)), f"merged-{reached}.md"}, paths
    assert all(folder.read(path).decode() == text(path[:-3], int(reached)) for path in paths)
    index = parse_index(folder.read(INDEX_NAME).decode())
    assert {line.target for line in index.entries} == paths
    left = {entry.name for entry in folder.path.iterdir()} - paths - {INDEX_NAME}
    assert left <= _REST, left
    assert not list((folder.state / "stage").glob("*")), "a stage is left"
    assert HeldDreams(folder.state).ids() == ()
    assert DreamLock(folder.path, folder.state).holder(site.now()) is None
    assert folder.history.files()[f"merged-{reached}.md"] == folder.read(f"merged-{reached}.md")
    folder.close()
    return int(reached)


def kill_at_random(base: Path, kills: int) -> dict[str, object]:
    begin(base)
    began = time.monotonic()
    in_a_child(lambda: dream_once(base))
    one_takes = time.monotonic() - began
    slowest, before, landed = 0.0, check(base), 0
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            for _ in count():
                dream_once(base)
        time.sleep(random.random() * 2.5 * one_takes)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        slowest = max(slowest, start_again(base))
        reached = check(base)
        assert reached >= before, "an older set came back"
        landed += reached > before
        before = reached
    return {"kills": kills, "reached": before, "landed": landed, "slowest": slowest}


def in_a_child(work: Callable[[], object]) -> None:
    """So that nothing that a fork must not share is open here."""
    child = os.fork()
    if child == 0:
        work()
        os._exit(0)
    os.waitpid(child, 0)


def kill_at_steps(base: Path, stride: int) -> dict[str, object]:
    """Kills a dream before the first, second, ... change on disk from the begin of its apply on, each `stride`-th."""
    steps, old, new, slowest = 0, 0, 0, 0.0
    for step in count(0):
        place = base / str(step)
        if step % stride:
            continue
        begin(place)
        child = os.fork()
        if child == 0:
            die_at(step)
            os._exit(0 if dream_once(place) == "completed" else 3)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, 9), status
        slowest = max(slowest, start_again(place))
        reached = check(place)
        old, new, steps = old + (reached == 0), new + (reached == 1), steps + 1
        shutil.rmtree(place)
        if status == 0:
            assert reached == 1
            return {"steps": steps, "old": old, "new": new, "slowest": slowest}
    raise AssertionError("unreachable")


def die_at(step: int) -> None:
    """From the note that says that a dream applies on, the process ends before its `step`-th change on disk."""
    left = step
    is_applying = False

    def look(event: str, words: tuple[object, ...]) -> None:
        nonlocal left, is_applying
        if event not in ("os.rename", "os.remove", "os.mkdir"):
            return
        if event == "os.rename" and str(words[1]).endswith("/journal/plan.json"):
            is_applying = True
        if event == "os.rename" and str(words[1]).endswith("/dream.json") and is_note_with_line(str(words[0])):
            is_applying = True
        if is_applying:
            if left == 0:
                os._exit(9)
            left -= 1

    sys.addaudithook(look)


def is_note_with_line(temp: str) -> bool:
    return b'"line": {' in Path(temp).read_bytes()


def main(mode: str, base: str, number: str) -> None:
    run = kill_at_random if mode == "random" else kill_at_steps
    print(json.dumps(run(Path(base), int(number))))


if __name__ == "__main__":
    main(*sys.argv[1:])
