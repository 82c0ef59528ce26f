"""Claims about dreams as a person meets them: begun, skipped with a reason, held, applied, discarded, undone, told."""

import asyncio
import json
from pathlib import Path

import pytest

from fakes.agents import Waits, Writes
from fakes.dreamers import Dreamer
from fakes.house import House, Process, memory_text
from noctule.errors import DiskFull, NotFound
from noctule.service.dream.dreams import Dreams
from noctule.service.dream.values import Wish
from noctule.service.events import DreamStatus, Nudge
from noctule.store.held_dreams import HeldDreams

WITH_MODEL = '{"memory": {"dream": {"enabled": true, "model": "editor"}}}'
NAMES = ("gravel", "violins", "orchids", "tariffs", "beehives", "glaciers", "turnips", "sonnets")
MERGE: dict[str, str | None] = {
    "gravel.md": None,
    "violins.md": None,
    "merged.md": memory_text("Merged", "gravel and violins", "Of gravel and of violins there is much to say."),
}
REPLACES = {"merged.md": ["gravel.md", "violins.md"]}
ALL_GONE: dict[str, str | None] = {f"{name}.md": None for name in NAMES}


@pytest.fixture
def filled(house: House, server: Process) -> Process:
    house.settings(WITH_MODEL)
    server.start()
    for name in NAMES:
        server.save(f"{name}.md", memory_text(name.title(), f"about {name}", f"Of {name} there is much to say."))
    index = "".join(f"- [{name.title()}]({name}.md) — about {name}\n" for name in NAMES)
    server.save("MEMORY.md", index)
    server.follow()
    return server


def files(server: Process) -> set[str]:
    return {path.name for path in server.memory.iterdir() if path.suffix == ".md"}


def log(server: Process) -> list[str]:
    return [row.line.status for row in server.noctule.dreams.log()]


def dreams(server: Process) -> Dreams:
    return server.noctule.dreams


async def test_a_command_dreams_and_the_outcome_tells_all(filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(MERGE, replaces=REPLACES))
    begin, outcome = await dreamer.dream()
    assert begin.is_begun
    assert outcome is not None
    assert outcome.headline == "Dream consolidated 3 memories · $0.12 · 48.2k tok"
    (told,) = dreamer.outcomes()
    assert (told.status, told.held, told.steps, told.tokens, told.cost_usd) == ("completed", False, 3, 48_200, 0.12)
    assert [Path(uri).name for uri in told.created] == ["merged.md"]
    assert {Path(uri).name for uri in told.removed} == {"gravel.md", "violins.md"}
    assert "removed merged.md by dream" not in filled.told()
    assert log(filled) == ["completed"]


async def test_what_a_dream_wrote_is_told_as_the_dreams(filled: Process) -> None:
    await Dreamer(filled, Writes(MERGE, replaces=REPLACES)).dream()
    told = filled.told()
    assert "saved merged.md by dream" in told
    assert "removed gravel.md by dream" in told


async def test_steps_are_told_as_the_status_bar_shows_them(filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(MERGE))
    begin, _ = await dreamer.dream()
    told = [event for event in filled.taken(DreamStatus) if event.dream_id == begin.dream_id]
    assert [one.state for one in told] == ["running", "running", "running", "running", "idle"]
    assert told[3].message == "dreaming... (step 3/30)"
    assert (told[3].step, told[3].max_steps, told[3].cost_usd) == (3, 30, 0.12)


async def test_a_dream_without_a_model_is_a_tidy_and_says_so(house: House, filled: Process) -> None:
    house.settings("{}")
    filled.save("MEMORY.md", "")
    begin, outcome = await Dreamer(filled).dream()
    assert "no model is named" in begin.message
    assert outcome is not None
    assert outcome.headline == "Dream set the index in order"


async def test_a_tidy_asks_no_model_whatever_is_named(filled: Process) -> None:
    filled.save("MEMORY.md", "")
    dreamer = Dreamer(filled, Writes(ALL_GONE))
    _, outcome = await dreamer.dream(trigger="tidy")
    assert outcome is not None
    assert outcome.headline == "Tidy set the index in order"
    assert len(files(filled)) == len(NAMES) + 1


@pytest.mark.parametrize(
    "refused", ["noctule.service.dream.sites.note_end", "noctule.service.following.Following.gather"]
)
async def test_a_dream_whose_end_cannot_be_noted_has_ended_all_the_same(
    filled: Process, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    dreamer = Dreamer(filled, Writes(MERGE, replaces=REPLACES))
    with monkeypatch.context() as closed:
        closed.setattr(refused, _full)
        _, outcome = await dreamer.dream()
    assert outcome is not None
    assert [one.status for one in dreamer.outcomes()] == ["completed"]
    begin, _ = await dreamer.dream(trigger="tidy")
    assert begin.is_begun


def _full(*_words: object) -> None:
    raise DiskFull("The disk is full: state.db was not written.")


async def test_running_already_is_an_answer(filled: Process) -> None:
    waiting = Waits()
    dreamer = Dreamer(filled, waiting)
    first = await dreamer.dreaming.begin(_wish())
    await waiting.has_begun.wait()
    second = await dreamer.dreaming.begin(_wish())
    assert (second.is_begun, second.dream_id, second.message) == (False, first.dream_id, "A dream is already running.")
    assert dreamer.dreaming.running(filled.opened.workspace_uri)
    assert dreamer.dreaming.cancel(first.dream_id) == first.dream_id
    outcome = await dreamer.dreaming.wait(first.dream_id)
    assert outcome is not None
    assert outcome.line.status == "aborted"


async def test_another_window_is_told_that_a_dream_is_running(house: House, filled: Process) -> None:
    waiting = Waits()
    dreamer, other = Dreamer(filled, waiting), Dreamer(house.process())
    first = await dreamer.dreaming.begin(_wish())
    await waiting.has_begun.wait()
    begin, _ = await other.dream()
    assert (begin.is_begun, begin.gate, begin.message) == (False, "lock", "A dream is already running.")
    (told,) = other.outcomes()
    assert (told.status, told.reason) == ("skipped", "A dream is already running.")
    dreamer.dreaming.cancel()
    await dreamer.dreaming.wait(first.dream_id)


async def test_what_keeps_a_command_from_dreaming_is_told_each_in_its_words(house: House, filled: Process) -> None:
    dreamer = Dreamer(filled)
    filled.noctule.sessions.pause("s1")
    begin, _ = await dreamer.dream(session_id="s1")
    assert (begin.gate, begin.message) == ("paused", "Memory is paused for this session.")
    filled.noctule.switches.disable()
    begin, _ = await dreamer.dream()
    assert (begin.gate, begin.message) == ("disabled", "Memory is switched off here.")
    assert [one.reason for one in dreamer.outcomes()] == [
        "Memory is paused for this session.",
        "Memory is switched off here.",
    ]
    filled.noctule.switches.enable()
    assert log(filled) == ["skipped"]


async def test_a_named_model_that_cannot_be_used_is_a_failed_dream(house: House, filled: Process) -> None:
    house.settings('{"memory": {"dream": {"model": "nowhere/some-model"}}}')
    filled.save("MEMORY.md", "")
    _, outcome = await Dreamer(filled).dream()
    assert outcome is not None
    assert outcome.line.status == "failed"
    assert "No provider is called nowhere" in outcome.line.reason
    assert (filled.memory / "MEMORY.md").read_text() == ""
    assert log(filled) == ["failed"]


def model_at(address: str, more: str = "") -> str:
    own = f'{{"kind": "openai", "baseUrl": "{address}"{more}}}'
    dream = '"dream": {"model": "own/any", "maxCostUsd": 2.5, "maxMinutes": 1}'
    return f'{{"memory": {{"models": {{"providers": {{"own": {own}}}}}, {dream}}}}}'


PRICED = ', "prices": {"any": {"input": 1, "output": 2}}'
FREE = ', "prices": {"any": {"input": 0, "output": 0}}'
COSTS = (
    "The dream began. It may cost up to $2.50 (dream.maxCostUsd);"
    " where its price is not known, it stops at 2,000,000 tokens (dream.maxTokens)."
)
COSTS_NOTHING = "The dream began. No cost of its model is known; it stops at 2,000,000 tokens (dream.maxTokens)."


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        pytest.param(model_at("https://models.invalid/v1"), COSTS, id="elsewhere"),
        pytest.param(model_at("http://127.0.0.1:9", PRICED), COSTS, id="on this machine, at a price"),
        pytest.param(model_at("http://127.0.0.1:9"), COSTS_NOTHING, id="on this machine"),
        pytest.param(model_at("https://models.invalid/v1", FREE), COSTS_NOTHING, id="elsewhere, for nothing"),
    ],
)
async def test_the_first_dream_on_a_model_says_once_what_it_may_cost(
    house: House, filled: Process, settings: str, told: str
) -> None:
    house.settings(settings)
    dreamer = Dreamer(filled)
    messages = []
    for _ in range(2):
        begin, _ = await dreamer.dream()
        messages.append(begin.message)
    assert messages == [told, "The dream began."]


async def test_a_held_dream_is_listed_counted_shown_and_applied(house: House, filled: Process) -> None:
    before = files(filled)
    begin, outcome = await Dreamer(filled, Writes(ALL_GONE)).dream()
    assert outcome is not None
    assert outcome.line.held
    assert files(filled) == before
    again = house.process()
    (row,) = dreams(again).held()
    assert (row.held, row.kind, row.choices) == (begin.dream_id, "dream", ("apply", "discard"))
    assert "removes or empties 8 of 8 memories" in row.reason
    assert again.noctule.reporting.status().held == 1
    shown = {Path(one.memory_uri).name: one for one in dreams(again).diff(begin.dream_id)}
    assert shown["gravel.md"].action == "removed"
    assert (shown["gravel.md"].before or "").endswith("Of gravel there is much to say.\n")
    answer = dreams(again).apply(begin.dream_id)
    assert answer.change is not None
    assert files(filled) == {"MEMORY.md"}
    assert dreams(again).held() == ()
    assert log(filled) == ["applied", "completed"]


async def test_only_some_of_a_held_dream_is_applied_and_the_rest_waits(house: House, filled: Process) -> None:
    house.settings('{"memory": {"dream": {"model": "editor", "review": "always"}}}')
    begin, _ = await Dreamer(filled, Writes({**MERGE, "orchids.md": "Other.\n"}, replaces=REPLACES)).dream()
    answer = dreams(filled).apply(begin.dream_id, only=[(filled.memory / "gravel.md").as_uri()])
    assert answer.held
    assert {Path(uri).name for uri in answer.applied} == {"gravel.md", "merged.md", "MEMORY.md"}
    assert {"violins.md", "merged.md", "orchids.md"} <= files(filled)
    assert "gravel.md" not in files(filled)
    rest = dreams(filled).apply(begin.dream_id[:5])
    assert not rest.held
    assert "violins.md" not in files(filled)
    assert (filled.memory / "orchids.md").read_text() == "Other.\n"


async def test_a_discarded_dream_is_gone_and_logged(filled: Process) -> None:
    before = files(filled)
    begin, _ = await Dreamer(filled, Writes(ALL_GONE)).dream()
    assert dreams(filled).discard(begin.dream_id) == begin.dream_id
    assert files(filled) == before
    assert log(filled) == ["discarded", "completed"]
    with pytest.raises(NotFound):
        dreams(filled).apply(begin.dream_id)


async def test_once_a_person_decided_the_state_says_that_nothing_waits_any_more(house: House, filled: Process) -> None:
    house.settings('{"memory": {"dream": {"model": "editor", "review": "always"}}}')
    begin, _ = await Dreamer(filled, Writes({**MERGE, "orchids.md": "Other.\n"}, replaces=REPLACES)).dream()
    filled.taken(DreamStatus)
    dreams(filled).apply(begin.dream_id, only=["orchids.md"])
    assert [one.state for one in filled.taken(DreamStatus)] == ["held"]
    dreams(filled).discard(begin.dream_id)
    assert [one.state for one in filled.taken(DreamStatus)] == ["idle"]


async def test_a_dream_that_is_discarded_while_it_still_ends_is_told_as_waiting_no_more(filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(ALL_GONE))
    begin = await dreamer.dreaming.begin(Wish())
    async with asyncio.timeout(20):
        while not dreams(filled).is_held(begin.dream_id):
            await asyncio.sleep(0)
    await asyncio.to_thread(dreams(filled).discard, begin.dream_id)
    await dreamer.dreaming.wait(begin.dream_id)
    assert filled.taken(DreamStatus)[-1].state == "idle"


async def test_a_dream_is_undone_by_its_id(house: House, filled: Process) -> None:
    before = {name: (filled.memory / name).read_bytes() for name in files(filled)}
    begin, _ = await Dreamer(filled, Writes(MERGE, replaces=REPLACES)).dream()
    answer = dreams(filled).undo(begin.dream_id)
    assert answer.conflicts == ()
    assert {name: (filled.memory / name).read_bytes() for name in files(filled)} == before
    assert log(filled) == ["undone", "completed"]
    assert "merged.md" in {Path(one.memory_uri).name for one in dreams(filled).diff(begin.dream_id)}


async def test_a_dream_that_changed_nothing_cannot_be_undone(filled: Process) -> None:
    begin, _ = await Dreamer(filled, Writes({})).dream()
    with pytest.raises(NotFound):
        dreams(filled).undo(begin.dream_id)
    with pytest.raises(NotFound):
        dreams(filled).undo("ffffffff")


async def test_a_new_dream_replaces_a_held_one_only_as_the_person_says(house: House, filled: Process) -> None:
    held, _ = await Dreamer(filled, Writes(ALL_GONE)).dream()
    alone, _ = await Dreamer(filled).dream()
    assert (alone.is_begun, alone.gate) == (False, "held")
    keeping = Dreamer(filled, answers=["Keep it"])
    begin, _ = await keeping.dream()
    assert not begin.is_begun
    assert held.dream_id in keeping.questions[0]
    agreeing = Dreamer(filled, answers=["Replace it"])
    begin, _ = await agreeing.dream()
    assert begin.is_begun
    assert dreams(filled).held() == ()
    assert "discarded" in log(filled)


async def test_a_dry_run_replaces_nothing_and_changes_nothing(filled: Process) -> None:
    await Dreamer(filled, Writes(ALL_GONE)).dream()
    before = files(filled)
    _, outcome = await Dreamer(filled, Writes(MERGE, replaces=REPLACES)).dream(is_dry=True)
    assert outcome is not None
    assert outcome.changes.paths("created") == ("merged.md",)
    assert files(filled) == before
    assert len(dreams(filled).held()) == 1


async def test_a_cancelled_dream_waits_with_what_it_did(filled: Process) -> None:
    waiting = Waits(MERGE)
    dreamer = Dreamer(filled, waiting)
    begin = await dreamer.dreaming.begin(_wish())
    await waiting.has_begun.wait()
    dreamer.dreaming.cancel(begin.dream_id)
    outcome = await dreamer.dreaming.wait(begin.dream_id)
    assert outcome is not None
    assert (outcome.line.status, outcome.line.held) == ("aborted", True)
    assert dreamer.dreaming.cancel(begin.dream_id) is None


async def test_closing_drops_what_runs_and_gives_the_lock_back(house: House, filled: Process) -> None:
    waiting = Waits(MERGE)
    dreamer = Dreamer(filled, waiting)
    await dreamer.dreaming.begin(_wish())
    await waiting.has_begun.wait()
    await dreamer.dreaming.close(1.5)
    assert log(filled) == ["aborted"]
    assert HeldDreams(filled.opened.folder.memories.state).all() == ()
    begin, _ = await Dreamer(house.process()).dream()
    assert begin.is_begun


# When idle


async def test_an_idle_project_dreams_after_a_turn(filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(MERGE, replaces=REPLACES))
    await _end_turn(dreamer)
    assert dreamer.states() == ["armed"]
    assert [seconds for seconds, _ in dreamer.sleep.sleepers] == [300.0]
    dreamer.sleep.wake()
    await dreamer.settle()
    assert "merged.md" in files(filled)
    (told,) = dreamer.outcomes()
    assert told.status == "completed"


async def test_activity_cancels_the_timer(filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(MERGE))
    await _end_turn(dreamer)
    filled.noctule.sessions.note_activity("s1")
    await dreamer.idling.is_active("s1")
    assert dreamer.states() == ["armed", "idle"]
    dreamer.sleep.wake()
    await dreamer.settle()
    assert log(filled) == []


async def test_activity_in_another_editor_cancels_it_too(house: House, filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(MERGE))
    await _end_turn(dreamer)
    house.clock.pass_time(60)
    other = house.process()
    other.start("s2")
    other.noctule.sessions.note_activity("s2")
    dreamer.sleep.wake()
    await dreamer.settle()
    assert log(filled) == []
    assert dreamer.states() == ["armed", "idle"]


async def test_a_new_turn_in_another_editor_cancels_it_too(house: House, filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(MERGE))
    await _end_turn(dreamer)
    other = house.process()
    other.start("s2")
    other.recall("what of gravel is known here?", "s2")
    dreamer.sleep.wake()
    await dreamer.settle()
    assert log(filled) == []


async def test_a_project_that_was_closed_meanwhile_does_not_dream(filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(MERGE))
    await _end_turn(dreamer)
    filled.noctule.workspaces.set_roots([])
    dreamer.sleep.wake()
    await dreamer.settle()
    assert dreamer.states() == ["armed", "idle"]


async def test_a_second_turn_begins_the_timer_anew(filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(MERGE))
    await _end_turn(dreamer)
    await _end_turn(dreamer)
    assert dreamer.states() == ["armed", "idle", "armed"]


async def test_activity_and_the_end_of_the_session_never_end_a_running_dream(filled: Process) -> None:
    waiting = Waits(MERGE)
    dreamer = Dreamer(filled, waiting)
    await _end_turn(dreamer)
    dreamer.sleep.wake()
    await waiting.has_begun.wait()
    filled.noctule.sessions.note_activity("s1")
    await dreamer.idling.is_active("s1")
    filled.noctule.sessions.end("s1")
    assert dreamer.dreaming.running(filled.opened.workspace_uri)
    await dreamer.dreaming.close(1.5)


@pytest.mark.parametrize("kind", ["subagent", "side", "headless"])
async def test_other_sessions_than_main_arm_no_timer(filled: Process, kind: str) -> None:
    dreamer = Dreamer(filled)
    filled.start("s9", kind=kind)  # type: ignore[arg-type]
    await _end_turn(dreamer, "s9")
    assert dreamer.states() == []


async def test_a_paused_session_arms_no_timer(filled: Process) -> None:
    dreamer = Dreamer(filled)
    filled.noctule.sessions.pause("s1")
    await _end_turn(dreamer)
    assert dreamer.states() == []


async def test_a_client_without_a_person_arms_no_timer(filled: Process) -> None:
    dreamer = Dreamer(filled, is_interactive=False)
    await _end_turn(dreamer)
    assert dreamer.states() == []


async def test_a_closed_gate_is_logged_once_in_its_time(house: House, filled: Process) -> None:
    dreamer = Dreamer(filled)
    dreamer.sessions.count = 4
    for _ in range(3):
        await _fire(dreamer)
        house.clock.pass_time(3600)
    assert log(filled) == ["skipped"]
    assert dreamer.outcomes() == []
    assert dreamer.sessions.asked == 3


async def test_sessions_are_counted_every_ten_minutes_at_most(house: House, filled: Process) -> None:
    dreamer = Dreamer(filled)
    dreamer.sessions.count = 4
    await _fire(dreamer)
    house.clock.pass_time(300)
    await _fire(dreamer)
    assert dreamer.sessions.asked == 1
    assert [row.line.gate for row in dreams(filled).log()] == ["scan", "minSessions"]


async def test_a_dream_waits_for_a_day_after_the_last(house: House, filled: Process) -> None:
    dreamer = Dreamer(filled)
    await _fire(dreamer)
    house.clock.pass_time(23 * 3600)
    await _fire(dreamer)
    assert log(filled) == ["skipped", "completed"]
    house.clock.pass_time(2 * 3600)
    await _fire(dreamer)
    assert log(filled) == ["completed", "skipped", "completed"]


async def test_a_failing_dream_backs_off_and_is_tried_again(house: House, filled: Process) -> None:
    failing = Writes({}, end="failed", reason="The provider said no.", failure="modelBusy")
    dreamer = Dreamer(filled, failing)
    await _fire(dreamer)
    assert log(filled) == ["failed"]
    house.clock.pass_time(50 * 60)
    await _fire(dreamer)
    assert log(filled) == ["skipped", "failed"]
    house.clock.pass_time(11 * 60)
    await _fire(dreamer)
    assert log(filled) == ["failed", "skipped", "failed"]
    house.clock.pass_time(61 * 60)
    await _fire(dreamer)
    assert log(filled).count("failed") == 2  # after the second it waits two hours
    house.clock.pass_time(60 * 60)
    await _fire(dreamer)
    assert log(filled).count("failed") == 3


async def test_a_held_dream_closes_the_gate_for_automatic_ones(house: House, filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(ALL_GONE))
    await dreamer.dream()
    house.clock.pass_time(25 * 3600)
    await _fire(dreamer)
    assert next(row.line.gate for row in dreams(filled).log()) == "held"


async def test_a_lent_model_without_consent_closes_the_gate_until_a_person_dreams(
    house: House, filled: Process
) -> None:
    refusing = Writes({}, end="failed", reason="The editor lends its model only after you agree.", failure="noConsent")
    dreamer = Dreamer(filled, refusing)
    await _fire(dreamer)
    house.clock.pass_time(11 * 60)
    await _fire(dreamer)
    assert [row.line.gate for row in dreams(filled).log()] == ["consent"]
    assert dreamer.sessions.asked == 2


async def test_without_a_model_the_gates_count_from_the_last_tidy(house: House, filled: Process) -> None:
    house.settings('{"memory": {"dream": {"enabled": true}}}')
    dreamer = Dreamer(filled)
    await _fire(dreamer)
    assert log(filled) == ["completed"]
    assert not (filled.memory / ".consolidate-lock").exists()
    house.clock.pass_time(3600)
    await _fire(dreamer)
    assert next(row.line.gate for row in dreams(filled).log()) == "minHours"


async def test_where_dreams_are_off_a_nudge_suggests_one_once_a_session(house: House, filled: Process) -> None:
    house.settings("{}")
    dreamer = Dreamer(filled)
    await _end_turn(dreamer)
    await _end_turn(dreamer)
    (nudge,) = filled.taken(Nudge)
    assert (nudge.reason, nudge.command) == ("dream", "noctule.server.dream")
    assert nudge.message.startswith("9 sessions have ended since")
    assert not (filled.memory / ".consolidate-lock").exists()
    assert not (filled.memory / "dreams.jsonl").exists()


async def test_there_is_no_nudge_for_a_few_sessions(house: House, filled: Process) -> None:
    house.settings("{}")
    dreamer = Dreamer(filled)
    dreamer.sessions.count = 4
    await _end_turn(dreamer)
    assert filled.taken(Nudge) == []


async def test_the_status_tells_the_last_dream_and_the_next_gate(house: House, filled: Process) -> None:
    status = filled.noctule.reporting.status()
    assert (status.last_dream, status.next_gate) == (None, None)
    await Dreamer(filled).dream()
    status = filled.noctule.reporting.status()
    assert status.last_dream is not None
    assert status.next_gate is not None
    assert status.next_gate.startswith("The last dream was less than a minute ago")
    house.settings("{}")
    assert filled.noctule.reporting.status().next_gate == "Automatic dreams are off: dream.enabled switches them on."


async def test_forgetting_a_text_drops_the_held_dream_that_holds_it(filled: Process) -> None:
    secret = "the harbour master's birthday"
    await Dreamer(filled, Writes({**ALL_GONE, "new.md": memory_text("New", "new", f"It is {secret}.")})).dream()
    assert len(dreams(filled).held()) == 1
    filled.noctule.forgetting.forget_text(secret)
    assert dreams(filled).held() == ()


async def test_a_snapshot_is_the_same_after_a_dream(filled: Process) -> None:
    before = filled.prompt()
    await Dreamer(filled, Writes(MERGE, replaces=REPLACES)).dream()
    assert filled.prompt() == before


async def test_no_transcript_or_working_file_lies_in_the_folder_after_a_dream(filled: Process) -> None:
    dreamer = Dreamer(filled, Writes(MERGE, replaces=REPLACES))
    dreamer.sessions.text = "What was said."
    await dreamer.dream()
    names = {path.name for path in filled.memory.iterdir()}
    assert names == {
        *(f"{name}.md" for name in NAMES[2:]),
        "merged.md",
        "MEMORY.md",
        "dreams.jsonl",
        ".consolidate-lock",
    }
    assert not list(filled.house.home.rglob("digest.md"))


async def test_the_log_holds_hashes_of_what_was_written(filled: Process) -> None:
    from noctule.store.files import content_hash

    await Dreamer(filled, Writes(MERGE, replaces=REPLACES)).dream()
    line = json.loads((filled.memory / "dreams.jsonl").read_text())
    assert line["created"] == [{"path": "merged.md", "hash": content_hash((filled.memory / "merged.md").read_bytes())}]


def _wish() -> Wish:

    return Wish()


async def _end_turn(dreamer: Dreamer, session_id: str = "s1") -> None:
    await asyncio.to_thread(dreamer.process.noctule.sessions.end_turn, session_id)
    await dreamer.idling.turn_ended(session_id)
    await dreamer.settle()


async def _fire(dreamer: Dreamer) -> None:
    """A turn ends, and the project stays idle."""
    await _end_turn(dreamer)
    dreamer.sleep.wake()
    await dreamer.settle()
