"""A long time with two editors on one folder: nothing is lost, shown twice, listed twice or shown before its time.

`SOAK_RUNS=200 SOAK_STEPS=200 python -m pytest tests/adversarial/test_soak.py -s` does more, each time other things, and
prints how much it did. Without them it does the same few things each time.
"""

import os
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from fakes.house import memory_text
from fakes.soak import Soak
from fakes.soak_sessions import SoakedSessions

RUNS = int(os.environ.get("SOAK_RUNS", "3"))
STEPS = int(os.environ.get("SOAK_STEPS", "30"))
IS_LONG = "SOAK_RUNS" in os.environ or "SOAK_STEPS" in os.environ

HOUR = 3_600.0
# What is held here does not turn on how long a disk takes to sync.
MEMORY_DISK = "/dev/shm"
WINDOWS = st.integers(0, 1)
SESSIONS = st.sampled_from(("first", "second", "third"))
WRITERS = st.none() | SESSIONS
NUMBERS = st.integers(0, 10_000)

# What was done in all runs together.
done: Counter[str] = Counter()


def some_memory(machine: "TwoEditors") -> bool:
    return bool(machine.soak.model.memories)


def some_plain(machine: "TwoEditors") -> bool:
    return len(machine.soak.model.plain) > 1


class TwoEditors(RuleBasedStateMachine):
    """What may happen, in any order. Each act checks itself against the model."""

    def __init__(self) -> None:
        super().__init__()
        self._place = tempfile.TemporaryDirectory(dir=MEMORY_DISK if os.access(MEMORY_DISK, os.W_OK) else None)
        self.soak = Soak(Path(self._place.name).resolve())
        self.sessions = SoakedSessions(self.soak.model)

    @initialize()
    def both_begin(self) -> None:
        for session in ("first", "second", "third"):
            self.sessions.start(self.soak.windows[0], session)
        self.soak.begin()
        for _ in range(3):
            self.soak.add(self.soak.windows[0], "first", None)
        self.sessions.recall(self.soak.windows[1], "first", self._memory(0))
        assert self.sessions.recalls

    def _memory(self, number: int) -> str:
        return self.soak.model.memories[number % len(self.soak.model.memories)]

    def _plain(self, number: int) -> str:
        return self.soak.model.plain[number % len(self.soak.model.plain)]

    @rule(window=WINDOWS, session=WRITERS, number=NUMBERS, links=st.booleans())
    def a_memory_is_added(self, window: int, session: str | None, number: int, links: bool) -> None:
        target = self._memory(number) if links and self.soak.model.memories else None
        self.soak.add(self.soak.windows[window], session, target)

    @precondition(some_memory)
    @rule(window=WINDOWS, session=WRITERS, number=NUMBERS)
    def a_memory_is_replaced(self, window: int, session: str | None, number: int) -> None:
        self.soak.replace(self.soak.windows[window], session, self._memory(number))

    @precondition(some_memory)
    @rule(window=WINDOWS, session=WRITERS, number=NUMBERS)
    def a_memory_is_removed(self, window: int, session: str | None, number: int) -> None:
        self.soak.remove(self.soak.windows[window], session, self._memory(number))

    @rule(texts=st.integers(1, 3))
    def both_windows_write_at_once(self, texts: int) -> None:
        self.soak.write_in_both(texts)

    @rule(window=WINDOWS, number=st.none() | NUMBERS)
    def a_person_saves_a_memory(self, window: int, number: int | None) -> None:
        is_new = number is None or not self.soak.model.memories
        self.soak.save_by_hand(self.soak.windows[window], None if is_new else self._memory(number or 0))

    @precondition(some_memory)
    @rule(window=WINDOWS, number=NUMBERS)
    def a_person_deletes_a_memory(self, window: int, number: int) -> None:
        self.soak.delete_by_hand(self.soak.windows[window], self._memory(number))

    @rule(window=WINDOWS)
    def a_person_writes_into_the_index(self, window: int) -> None:
        self.soak.write_prose(self.soak.windows[window])

    @rule(window=WINDOWS, session=SESSIONS)
    def an_agent_saves_a_memory(self, window: int, session: str) -> None:
        self.soak.save_by_agent(self.soak.windows[window], session)

    @precondition(some_memory)
    @rule(window=WINDOWS, number=NUMBERS)
    def a_memory_is_renamed(self, window: int, number: int) -> None:
        self.soak.rename(self.soak.windows[window], self._memory(number))

    @rule(window=WINDOWS)
    def memories_are_imported(self, window: int) -> None:
        self.soak.bring_in(self.soak.windows[window])

    @precondition(lambda machine: machine.soak.model.held)
    @rule(window=WINDOWS, number=NUMBERS)
    def a_held_memory_is_accepted(self, window: int, number: int) -> None:
        held = sorted(self.soak.model.held)
        self.soak.accept(self.soak.windows[window], held[number % len(held)])

    @rule(window=WINDOWS)
    def it_is_tidied(self, window: int) -> None:
        self.soak.tidy(self.soak.windows[window])

    @precondition(some_plain)
    @rule(window=WINDOWS, number=NUMBERS, is_edited=st.booleans(), removes=st.booleans())
    def a_model_dreams(self, window: int, number: int, is_edited: bool, removes: bool) -> None:
        """It merges two memories, or removes one; a person may edit one of them meanwhile."""
        one, other = self._plain(number), self._plain(number + 1)
        bodies = " ".join(self.soak.model.files[path].decode().split("---")[-1].strip() for path in (one, other))
        merged = f"merged-{number}-{len(self.soak.model.ever)}.md"
        text = memory_text(merged, f"about {one} and {other}", bodies)
        changed: dict[str, str | None] = {one: None} if removes else {one: None, other: None, merged: text}
        replaces = {} if removes else {merged: [one, other]}
        self.soak.dream(self.soak.windows[window], changed, replaces, one if is_edited else None)

    @rule(window=WINDOWS, applies=st.booleans())
    def a_person_decides_on_a_dream(self, window: int, applies: bool) -> None:
        self.soak.decide(self.soak.windows[window], applies=applies)

    @precondition(lambda machine: machine.soak.model.landed)
    @rule(window=WINDOWS, number=st.integers(1, 5))
    def a_change_is_undone(self, window: int, number: int) -> None:
        landed = self.soak.model.landed
        self.soak.undo(self.soak.windows[window], landed[-min(number, len(landed))])

    @rule(window=WINDOWS, session=SESSIONS)
    def a_session_is_started_again(self, window: int, session: str) -> None:
        self.sessions.start(self.soak.windows[window], session)

    @precondition(some_memory)
    @rule(window=WINDOWS, session=SESSIONS, number=NUMBERS)
    def a_turn_recalls(self, window: int, session: str, number: int) -> None:
        self.sessions.recall(self.soak.windows[window], session, self._memory(number))

    @precondition(some_memory)
    @rule(window=WINDOWS, session=SESSIONS, number=NUMBERS, writes=st.booleans())
    def a_whole_turn(self, window: int, session: str, number: int, writes: bool) -> None:
        """What is recalled, perhaps what the agent writes, and its end, each told by either window."""
        self.sessions.recall(self.soak.windows[window], session, self._memory(number))
        if writes:
            self.soak.save_by_agent(self.soak.windows[1 - window], session)
        self.sessions.end_turn(self.soak.windows[window], session)

    @rule(window=WINDOWS, session=SESSIONS, what=st.sampled_from(("compact", "pause", "resume", "end_turn", "end")))
    def a_session_goes_on(self, window: int, session: str, what: str) -> None:
        act: Callable[..., None] = getattr(self.sessions, what)
        act(self.soak.windows[window], session)

    @rule(hours=st.sampled_from((1, 24, 24 * 40)))
    def time_passes(self, hours: int) -> None:
        self.soak.house.clock.pass_time(hours * HOUR)

    @rule(window=WINDOWS)
    def an_editor_restarts(self, window: int) -> None:
        self.soak.restart(window)

    @invariant()
    def all_is_as_promised(self) -> None:
        for window in self.soak.windows:
            self.soak.model.check(window)
        self.sessions.check(self.soak.windows[0])

    def teardown(self) -> None:
        try:
            self.soak.model.check_all(self.soak.windows[0], self.soak.house.home)
            done.update(texts=sum(map(len, self.soak.model.ever.values())), recalls=self.sessions.recalls, runs=1)
        finally:
            self.soak.close()
            self._place.cleanup()


def test_nothing_is_lost_shown_twice_or_listed_twice_whatever_happens() -> None:
    done.clear()
    phases = [Phase.explicit, Phase.reuse, Phase.generate, Phase.target] + ([Phase.shrink] if IS_LONG else [])
    run_state_machine_as_test(
        TwoEditors,
        settings=settings(
            max_examples=RUNS,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=not IS_LONG,
            database=None,
            phases=phases,
            suppress_health_check=list(HealthCheck),
            print_blob=True,
        ),
    )
    print(f"{done['runs']} runs: {done['texts']} texts accounted for, {done['recalls']} memories recalled")
    assert done["recalls"] >= RUNS
    assert done["texts"] > 3 * RUNS
