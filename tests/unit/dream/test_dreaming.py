"""Claims about a whole dream: how it ends, what the folder holds then, and what the log and the lock say."""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import replace

import pytest

from fakes.agents import NamedModel, Waits, Writes
from fakes.dreaming import Folder
from fakes.house import memory_text
from noctule.dream.dream import dream
from noctule.dream.lock import LOCK_NAME, DreamLock
from noctule.dream.log import DreamLog, Line, Touched
from noctule.dream.order import Mind, Order, Site
from noctule.dream.outcome import Outcome, headline
from noctule.dream.stopping import is_stop_wished, wish_stop
from noctule.dream.task import RunAgent
from noctule.memories.index import without
from noctule.store.folder import nobody_known
from noctule.store.held_dreams import HeldDreams

NAMES = ("gravel", "violins", "orchids", "tariffs", "beehives", "glaciers", "turnips", "sonnets")
MERGE: dict[str, str | None] = {
    "gravel.md": None,
    "violins.md": None,
    "merged.md": memory_text("Merged", "gravel and violins", "Of gravel and of violins there is much to say."),
}
REPLACES = {"merged.md": ["gravel.md", "violins.md"]}
ALL_GONE: dict[str, str | None] = {f"{name}.md": None for name in NAMES}


@pytest.fixture(autouse=True)
def eight(ferry: Folder) -> None:
    for name in NAMES:
        ferry.memory(name, f"Of {name} there is much to say.", days_old=20)
    ferry.index(*NAMES)


def site(ferry: Folder, *, held: tuple[str, ...] = (), unsaved: tuple[str, ...] = ()) -> Site:
    return Site(
        folder=ferry.memories,
        now=lambda: ferry.now,
        held=lambda: held,
        shown_index=lambda text: without(text, held),
        unsaved=lambda: unsaved,
        author_of_unexplained=nobody_known,
    )


def order(agent: RunAgent | None, digest: str = "") -> Order:
    mind = None if agent is None else Mind(agent, NamedModel(), lambda: digest)
    return Order(id="0123abcd", trigger="command", mind=mind)


async def run(ferry: Folder, agent: RunAgent | None, on: Site | None = None, **more: bool) -> Outcome:
    ordered = replace(order(agent), **more)  # type: ignore[arg-type]
    return await dream(ordered, on or site(ferry), lambda _: None, asyncio.Event())


def log(ferry: Folder) -> list[Line]:
    return DreamLog(ferry.path).lines()


def stamp(ferry: Folder, days_old: float = 3) -> int:
    file = ferry.path / LOCK_NAME
    file.write_bytes(b"")
    then = int((ferry.now.timestamp() - days_old * 86_400) * 1e9)
    os.utime(file, ns=(then, then))
    return then


def is_stamp_given_back(ferry: Folder, then: int) -> bool:
    return (ferry.path / LOCK_NAME).stat().st_mtime_ns == then


async def test_a_dream_lands_and_says_so(ferry: Folder) -> None:
    then = stamp(ferry)
    outcome = await run(ferry, Writes(MERGE, replaces=REPLACES))
    assert outcome.headline == "Dream consolidated 3 memories · $0.12 · 48.2k tok"
    assert set(ferry.contents()) == {*(f"{name}.md" for name in NAMES[2:]), "merged.md", "MEMORY.md"}
    assert "- [Merged](merged.md) — gravel and violins" in ferry.text("MEMORY.md")
    assert "gravel.md" not in ferry.text("MEMORY.md")
    (line,) = log(ferry)
    assert (line.status, line.steps, line.cost_usd, line.tokens) == ("completed", 3, 0.12, 48_200)
    assert [one.path for one in line.removed] == ["gravel.md", "violins.md"]
    assert line.summary.startswith("Created 1, removed 2. The index was updated. Merged what belongs together.")
    assert not is_stamp_given_back(ferry, then)
    assert not (ferry.state / "stage" / "0123abcd").exists()


async def test_nothing_but_memories_index_lock_and_log_lies_in_the_folder(ferry: Folder) -> None:
    await run(ferry, Writes(MERGE, replaces=REPLACES))
    others = {path.name for path in ferry.path.iterdir()} - set(ferry.contents())
    assert others == {LOCK_NAME, "dreams.jsonl"}


async def test_a_dream_that_removes_three_is_recoverable_and_named(ferry: Folder) -> None:
    outcome = await run(ferry, Writes({"gravel.md": None, "violins.md": None, "orchids.md": None}))
    assert outcome.line.held
    assert "gravel.md, orchids.md, violins.md" in outcome.line.reason
    assert outcome.headline.startswith("Dream waits for your word: It removes or empties 3 of 8 memories")
    assert {f"{name}.md" for name in NAMES} <= set(ferry.contents())
    assert HeldDreams(ferry.state).find("0123abcd").changes.paths("removed") == (
        "gravel.md",
        "orchids.md",
        "violins.md",
    )


async def test_a_dream_with_nothing_to_do_is_completed(ferry: Folder) -> None:
    outcome = await run(ferry, Writes({}))
    assert outcome.headline == "Dream found nothing to change · $0.12 · 48.2k tok"
    assert [one.status for one in log(ferry)] == ["completed"]


@pytest.mark.parametrize(
    "agent",
    [
        Writes({}, end="failed", reason="The provider said no (429).", failure="modelBusy"),
        Writes({}, end="failed", reason="The key is not accepted.", failure="modelRefused"),
    ],
)
async def test_a_named_model_that_fails_is_a_failed_dream_and_never_a_tidy(ferry: Folder, agent: Writes) -> None:
    ferry.index("gravel")  # a tidy would add lines
    then, before = stamp(ferry), ferry.contents()
    outcome = await run(ferry, agent)
    assert outcome.line.status == "failed"
    assert outcome.headline.startswith("Dream failed: The ")
    assert ferry.contents() == before
    assert is_stamp_given_back(ferry, then)
    assert (ferry.path / LOCK_NAME).read_bytes() == b""


@pytest.mark.parametrize(
    ("end", "status", "begins"),
    [
        ("capped", "aborted", "Dream stopped early: It took all its steps; what it did waits for your word"),
        ("cancelled", "aborted", "Dream stopped early: It took all its steps"),
        ("failed", "failed", "Dream failed: It took all its steps; what it did waits for your word"),
    ],
)
async def test_what_was_stopped_after_its_first_change_waits(ferry: Folder, end: str, status: str, begins: str) -> None:
    then, before = stamp(ferry), ferry.contents()
    agent = Writes(MERGE, replaces=REPLACES, end=end, reason="It took all its steps.")  # type: ignore[arg-type]
    outcome = await run(ferry, agent)
    assert (outcome.line.status, outcome.line.held) == (status, True)
    assert outcome.headline.startswith(begins)
    assert ferry.contents() == before
    assert is_stamp_given_back(ferry, then) == (status == "failed")
    assert HeldDreams(ferry.state).find("0123abcd").changes.paths("created") == ("merged.md",)


async def test_a_half_finished_merge_loses_nothing(ferry: Folder) -> None:
    before = ferry.contents()
    agent = Writes({"gravel.md": None, "violins.md": None}, end="failed", reason="The connection dropped.")
    assert (await run(ferry, agent)).line.held
    assert ferry.contents() == before


async def test_what_was_stopped_with_a_new_error_in_it_is_dropped(ferry: Folder) -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    agent = Writes(
        {"leak.md": memory_text("Leak", "a token", f"The token is {token}.")}, end="capped", reason="Enough."
    )
    outcome = await run(ferry, agent)
    assert not outcome.line.held
    assert "What it did was dropped" in outcome.line.reason
    assert HeldDreams(ferry.state).all() == ()


async def test_a_completed_dream_that_brings_a_new_error_waits(ferry: Folder) -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    outcome = await run(ferry, Writes({"leak.md": memory_text("Leak", "a token", f"The token is {token}.")}))
    assert (outcome.line.held, outcome.line.reason) == (True, "It brings a new error: secret in leak.md.")
    assert token not in (ferry.path / "dreams.jsonl").read_text()


async def test_a_person_who_reviews_everything_is_asked_each_time(ferry: Folder) -> None:
    before = ferry.contents()
    outcome = await run(ferry, Writes(MERGE, replaces=REPLACES), always_review=True)
    assert (outcome.line.status, outcome.line.held) == ("completed", True)
    assert ferry.contents() == before


async def test_a_dry_run_tells_what_it_would_do_and_lands_nowhere(ferry: Folder) -> None:
    then, before = stamp(ferry), ferry.contents()
    outcome = await run(ferry, Writes(MERGE, replaces=REPLACES), is_dry=True)
    assert outcome.changes.paths("removed") == ("gravel.md", "violins.md")
    assert outcome.headline.startswith("Dream consolidated 3 memories")
    assert ferry.contents() == before
    assert is_stamp_given_back(ferry, then)
    assert HeldDreams(ferry.state).all() == ()


async def test_a_memory_changed_during_the_dream_keeps_that_change_and_the_outcome_says_so(ferry: Folder) -> None:
    def edit() -> None:
        ferry.write("gravel.md", "The agent's.\n")

    outcome = await run(ferry, Writes(MERGE, replaces=REPLACES, meanwhile=edit))
    assert ferry.text("gravel.md") == "The agent's.\n"
    assert "violins.md" not in ferry.contents()
    assert outcome.line.conflicts == ("gravel.md",)
    assert "gravel.md stays as it is: it was changed meanwhile" in outcome.line.reason


async def test_an_unsaved_buffer_is_left_alone(ferry: Folder) -> None:
    text = ferry.text("gravel.md")
    outcome = await run(ferry, Writes(MERGE, replaces=REPLACES), site(ferry, unsaved=("gravel.md",)))
    assert ferry.text("gravel.md") == text
    assert outcome.line.conflicts == ("gravel.md",)


async def test_held_memories_are_no_part_of_the_stage_and_stay(ferry: Folder) -> None:
    agent = Writes({})
    await run(ferry, agent, site(ferry, held=("violins.md",)))
    assert agent.task is not None
    assert agent.task.held == {"violins.md"}
    assert "violins.md" in ferry.contents()
    assert "- [Violins](violins.md) — about violins\n" in ferry.text("MEMORY.md")


async def test_the_digest_lies_beside_the_stage_and_is_gone_afterwards(ferry: Folder) -> None:
    seen: list[str] = []
    agent = Writes({}, meanwhile=lambda: seen.append(agent.task.digest.read_text()))  # type: ignore[union-attr]
    await dream(order(agent, "Sessions."), site(ferry), lambda _: None, asyncio.Event())
    assert seen == ["Sessions."]
    assert not (ferry.state / "stage" / "0123abcd").exists()


async def test_without_a_model_it_is_a_tidy_that_leaves_the_stamp(ferry: Folder) -> None:
    ferry.index("gravel")
    then = stamp(ferry)
    outcome = await run(ferry, None)
    assert outcome.headline == "Dream set the index in order"
    assert "- [Sonnets](sonnets.md) — about sonnets" in ferry.text("MEMORY.md")
    assert is_stamp_given_back(ferry, then)
    again = await run(ferry, None)
    assert again.headline == "Dream found nothing to change"


async def test_a_second_dream_is_told_that_one_is_running(ferry: Folder) -> None:
    waiting = Waits()
    stop = asyncio.Event()
    first = asyncio.ensure_future(dream(order(waiting), site(ferry), lambda _: None, stop))
    await waiting.has_begun.wait()
    second = await run(ferry, Writes({}))
    assert (second.line.status, second.line.gate) == ("skipped", "lock")
    assert second.line.reason == "A dream is already running."
    stop.set()
    assert (await first).line.status == "aborted"


async def test_a_cancelled_dream_holds_what_it_did(ferry: Folder) -> None:
    waiting, stop = Waits(MERGE), asyncio.Event()
    running = asyncio.ensure_future(dream(order(waiting), site(ferry), lambda _: None, stop))
    await waiting.has_begun.wait()
    stop.set()
    outcome = await running
    assert (outcome.line.status, outcome.line.held) == ("aborted", True)


async def test_a_dream_heeds_the_wish_of_another_process_that_it_stop(ferry: Folder) -> None:
    waiting, state = Waits(MERGE), ferry.memories.state
    wish_stop(state, "00000000")
    running = asyncio.ensure_future(dream(order(waiting), site(ferry), lambda _: None, asyncio.Event()))
    await waiting.has_begun.wait()
    dream_id = DreamLock(ferry.path, state).running()
    assert dream_id is not None
    wish_stop(state, dream_id)
    outcome = await running
    assert (outcome.line.status, outcome.line.held) == ("aborted", True)
    assert not is_stop_wished(state, dream_id)
    assert DreamLock(ferry.path, state).running() is None


async def test_a_shutdown_drops_the_dream_logs_it_and_keeps_the_stamp(ferry: Folder) -> None:
    then, before = stamp(ferry), ferry.contents()
    waiting = Waits(MERGE)
    running = asyncio.ensure_future(dream(order(waiting), site(ferry), lambda _: None, asyncio.Event()))
    await waiting.has_begun.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    (line,) = log(ferry)
    assert (line.status, line.held, line.reason) == ("aborted", False, "The server was shut down.")
    assert ferry.contents() == before
    assert not is_stamp_given_back(ferry, then)
    assert (ferry.path / LOCK_NAME).read_bytes() == b""
    assert HeldDreams(ferry.state).all() == ()
    assert DreamLock(ferry.path, ferry.state).holder(ferry.now) is None


async def test_a_bug_of_ours_gives_the_lock_back_and_is_logged(ferry: Folder) -> None:
    def trip() -> None:
        raise RuntimeError("a bug")

    then, before = stamp(ferry), ferry.contents()
    with pytest.raises(RuntimeError):
        await run(ferry, Writes(MERGE, meanwhile=trip))
    assert [one.status for one in log(ferry)] == ["failed"]
    assert is_stamp_given_back(ferry, then)
    assert ferry.contents() == before
    assert (await run(ferry, Writes({}))).line.status == "completed"


async def test_a_foreign_program_that_takes_the_file_aborts_the_dream_before_its_commit(ferry: Folder) -> None:
    before = ferry.contents()

    def steal() -> None:
        (ferry.path / LOCK_NAME).write_text(str(os.getppid()))

    outcome = await run(ferry, Writes(MERGE, replaces=REPLACES, meanwhile=steal))
    assert outcome.line.status == "aborted"
    assert ferry.contents() == before
    assert (ferry.path / LOCK_NAME).read_text() == str(os.getppid())


async def test_a_dream_whose_folder_is_moved_away_says_so_and_changes_nothing(ferry: Folder) -> None:
    before = ferry.contents()
    elsewhere = ferry.path.with_name("elsewhere")

    def move() -> None:
        ferry.path.rename(elsewhere)

    outcome = await run(ferry, Writes(MERGE, replaces=REPLACES, meanwhile=move))
    assert outcome.line.status == "aborted"
    assert outcome.line.reason == "The memory folder was moved away or removed meanwhile; nothing was changed."
    assert {file.name: file.read_bytes() for file in elsewhere.glob("*.md")} == before
    assert not ferry.path.exists()


async def test_a_log_that_cannot_be_written_breaks_no_dream(ferry: Folder) -> None:
    (ferry.path / "dreams.jsonl").mkdir()
    assert (await run(ferry, Writes(MERGE, replaces=REPLACES))).line.status == "completed"
    assert "merged.md" in ferry.contents()


async def test_an_automatic_dream_on_a_model_that_asks_for_consent_is_skipped(ferry: Folder) -> None:
    agent = Writes({}, end="failed", reason="The editor lends its model only after you agree.", failure="noConsent")
    then = stamp(ferry)
    outcome = await run(ferry, agent)
    assert (outcome.line.status, outcome.line.gate) == ("skipped", "consent")
    assert is_stamp_given_back(ferry, then)
    assert log(ferry) == []


async def test_steps_are_told_as_they_begin(ferry: Folder) -> None:
    told: list[int] = []
    await dream(order(Writes(MERGE)), site(ferry), lambda one: told.append(one.step), asyncio.Event())
    assert told == [1, 2, 3]


LINE = Line(dream_id="0123abcd", at="2026-03-01T12:00:00+00:00", trigger="idle", status="completed")
INDEX, MEMORY = Touched("MEMORY.md", "0" * 64), Touched("gravel.md", "1" * 64)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "Dream found nothing to change"),
        ({"tokens": 900}, "Dream found nothing to change · 900 tok"),
        ({"tokens": 1_234_567, "cost_usd": 0.001}, "Dream found nothing to change · <$0.01 · 1.2M tok"),
        ({"cost_usd": 0.0}, "Dream found nothing to change · $0.00"),
        ({"status": "skipped", "reason": "A dream is already running."}, "Dream skipped: A dream is already running"),
        ({"trigger": "tidy"}, "Tidy found nothing to change"),
        ({"status": "applied", "edited": (INDEX,)}, "Dream applied to the index"),
        ({"status": "applied", "edited": (INDEX, MEMORY)}, "Dream applied to 1 memory"),
    ],
)
def test_a_headline_says_what_a_person_wants_to_know(more: Mapping[str, object], said: str) -> None:
    assert headline(replace(LINE, **more)) == said  # type: ignore[arg-type]
