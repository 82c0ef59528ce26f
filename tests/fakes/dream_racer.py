"""A process that tries to dream whenever it is told, and says what came of it.

Run as `python dream_racer.py BASE`: for each line `go` on its stdin it begins a dream over BASE/memory and prints
`skipped`, or `dreaming` once its agent is at work; then a line `end` lets that dream end, and it prints how.
"""

import asyncio
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from fakes.agents import NamedModel
from noctule.dream.dream import dream
from noctule.dream.order import Mind, Order, Site
from noctule.dream.task import AgentEnd, AgentTask, Progress
from noctule.models.chat import ChatModel
from noctule.store.folder import MemoryFolder, nobody_known
from noctule.store.held_dreams import new_dream_id


async def wait_for_the_end(
    task: AgentTask, model: ChatModel, tell: Callable[[Progress], None], stop: asyncio.Event
) -> AgentEnd:
    print("dreaming", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    return AgentEnd("completed", "", 1)


def main(base: str) -> None:
    folder = MemoryFolder(Path(base) / "memory", Path(base) / "state")
    site = Site(folder, lambda: datetime.now(UTC), frozenset, lambda text: text, frozenset, nobody_known)
    print("ready", flush=True)
    while sys.stdin.readline() == "go\n":
        order = Order(id=new_dream_id(), trigger="command", mind=Mind(wait_for_the_end, NamedModel(), str))
        outcome = asyncio.run(dream(order, site, lambda _: None, asyncio.Event()))
        print(outcome.line.status, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
