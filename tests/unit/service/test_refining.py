"""A model refines recall inside the turn's time; whatever it does, the local answer is there."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fakes.model_replies import UNAUTHORIZED, Hangs, Says, Step
from fakes.model_server import ModelServer
from noctule.service.events import Event, Nudge
from noctule.service.noctule import Noctule
from noctule.service.recall.refining import Refining
from noctule.service.recall.turn import Turn
from noctule.service.recall_values import RecallAnswer
from noctule.service.sessions import Start
from noctule.store.calls import Calls

MEMORIES = {
    "harbour-port.md": "The harbour simulator listens on port 9413.",
    "tide-tables.md": "Tide tables are cached for six hours in the lagoon service.",
    "crane-tests.md": "Crane tests run against the real winch, never a stub.",
}
QUERY = "which port does the harbour simulator listen on?"
LOCAL = ["harbour-port.md"]


class Bench:
    """A project with three memories, a session, and a service whose recall asks the fake server."""

    def __init__(
        self,
        root: Path,
        server: ModelServer,
        model: Any = "fake-anthropic/m",
        environ: Any = None,
        recall: Mapping[str, Any] | None = None,
    ) -> None:
        self.server = server
        self.events: list[Event] = []
        home = {"HOME": str(root), "NOCTULE_HOME": str(root / "home")}
        self.noctule = Noctule({**home, **(server.environ if environ is None else environ)})
        self.noctule.events.subscribe(self.events.append)
        project = root / "quay"
        project.mkdir()
        self.noctule.workspaces.set_roots([project.as_uri()])
        section = {"recall": {"model": model, **(recall or {})}, "models": {"providers": server.settings}}
        self.noctule.configuration.set_client(section)
        self.noctule.sessions.start(Start(session_id="s"))
        self.folder = self.noctule.projects.open(None).folder
        for name, text in MEMORIES.items():
            (self.folder.path / name).write_text(text)
        self.refining = Refining(self.noctule.turns, self.noctule.projects, self.noctule.events)

    async def recall(self, query: str = QUERY, **more: Any) -> RecallAnswer:
        timeout = more.pop("timeout_ms", None)
        answer, _ = await self.refining.recall(Turn(session_id="s", query=query, **more), timeout)
        return answer

    def shown(self, answer: RecallAnswer) -> list[str]:
        return [one.memory_uri.rpartition("/")[2] for one in answer.memories]


async def asked(server: ModelServer) -> None:
    """Waits until the model was asked."""
    async with asyncio.timeout(10):
        while not server.requests:
            await asyncio.sleep(0.005)


def choosing(*names: str) -> Says:
    quoted = ", ".join(f'"{name}"' for name in names)
    return Says(f'{{"selected_memories": [{quoted}]}}')


async def test_what_the_model_chooses_is_given(tmp_path: Path) -> None:
    with ModelServer(choosing("crane-tests.md", "tide-tables.md")) as server:
        bench = Bench(tmp_path, server)
        answer = await bench.recall()
        assert bench.shown(answer) == ["crane-tests.md", "tide-tables.md"]
        assert answer.selector == "model"
        assert server.problems == []
        assert "listens on port" not in server.requests[0].body["system"] + str(server.requests[0].body.get("tools"))


@pytest.mark.parametrize(
    "step", [UNAUTHORIZED, Says("I would rather not."), Says("")], ids=["refused", "prose", "empty"]
)
async def test_a_model_that_fails_leaves_the_local_answer(tmp_path: Path, step: Step) -> None:
    with ModelServer(step) as server:
        bench = Bench(tmp_path, server)
        answer = await bench.recall()
        assert bench.shown(answer) == LOCAL
        assert (answer.selector, "selectorFailed" in answer.notes) == ("local", True)


async def test_a_model_that_hangs_is_waited_for_as_long_as_the_setting_says(tmp_path: Path) -> None:
    with ModelServer(Hangs()) as server:
        bench = Bench(tmp_path, server, recall={"timeoutMs": 1000})
        answer = await bench.recall()
        # One that was waited for without end would be cut off later, and have nothing to show.
        assert bench.shown(answer) == LOCAL
        assert (answer.selector, "selectorTimedOut" in answer.notes) == ("local", True)


async def test_a_client_in_a_hurry_shortens_what_the_setting_allows(tmp_path: Path) -> None:
    with ModelServer(Hangs()) as server:
        bench = Bench(tmp_path, server, recall={"timeoutMs": 60_000})
        async with asyncio.timeout(30):
            answer = await bench.recall(timeout_ms=500)
        assert {"selectorTimedOut", "timedOut"} & set(answer.notes)


async def test_a_model_that_lies_gets_nothing_read(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("outside")
    with ModelServer(choosing("../secret.md", "/etc/hosts", "MEMORY.md", "nope.md", "CRANE-TESTS.md")) as server:
        bench = Bench(tmp_path, server)
        answer = await bench.recall()
        assert answer.text is None or "outside" not in answer.text
        assert set(bench.shown(answer)) <= set(MEMORIES)


async def test_a_turn_that_hangs_does_not_hold_up_others(tmp_path: Path) -> None:
    with ModelServer(Hangs()) as server:
        bench = Bench(tmp_path, server)
        waiting = asyncio.create_task(bench.recall(timeout_ms=60_000))
        await asked(server)
        status = await asyncio.to_thread(bench.noctule.reporting.status)
        assert status.files is not None
        assert not waiting.done()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting


async def test_a_named_model_without_a_key_is_said_once_and_the_local_answer_stands(tmp_path: Path) -> None:
    with ModelServer() as server:
        bench = Bench(tmp_path, server, environ={})
        first = await bench.recall()
        await bench.recall("what are the tide tables cached for?")
        assert bench.shown(first) == LOCAL
        assert "selectorUnusable" in first.notes
        nudges = [event for event in bench.events if isinstance(event, Nudge)]
        assert [nudge.reason for nudge in nudges] == ["modelUnusable"]
        assert server.requests == []


async def test_the_next_model_of_a_list_is_tried(tmp_path: Path) -> None:
    with ModelServer(choosing("tide-tables.md")) as server:
        bench = Bench(tmp_path, server, model=["nobody/x", "fake-openai/m"])
        assert bench.shown(await bench.recall()) == ["tide-tables.md"]


async def test_what_was_shown_is_not_offered_again(tmp_path: Path) -> None:
    with ModelServer(choosing("crane-tests.md")) as server:
        bench = Bench(tmp_path, server)
        await bench.recall()
        await bench.recall(already_in_context=(f"{bench.folder.path}/tide-tables.md",))
        offered = server.requests[1].text
        assert "harbour-port.md" in offered
        assert "crane-tests.md" not in offered
        assert "tide-tables.md" not in offered


@pytest.mark.parametrize("query", ["continue", "ok", ""])
async def test_a_query_of_one_word_never_reaches_the_model(tmp_path: Path, query: str) -> None:
    with ModelServer() as server:
        await Bench(tmp_path, server).recall(query)
        assert server.requests == []


async def test_no_call_is_made_when_the_budget_is_spent(tmp_path: Path) -> None:
    with ModelServer() as server:
        bench = Bench(tmp_path, server)
        section = {"recall": {"model": "fake-anthropic/m", "sessionBytes": 256, "memoryBytes": 256}}
        bench.noctule.configuration.set_client({**section, "models": {"providers": server.settings}})
        (bench.folder.path / "harbour-port.md").write_text("harbour simulator port listen " * 20)
        server_requests = len(server.requests)
        first = await bench.recall(timeout_ms=2000)
        assert first.budget.used_bytes > 56
        before = len(server.requests)
        await bench.recall("what are the tide tables cached for?")
        assert len(server.requests) == before >= server_requests


async def test_a_cancelled_turn_enters_nothing(tmp_path: Path) -> None:
    with ModelServer(Hangs()) as server:
        bench = Bench(tmp_path, server)
        task = asyncio.create_task(bench.recall(timeout_ms=20_000))
        await asked(server)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert bench.noctule.sessions.ledger("s") == ()


async def test_what_recall_asked_is_counted_and_kept_where_that_is_on(tmp_path: Path) -> None:
    with ModelServer(choosing("crane-tests.md")) as server:
        bench = Bench(tmp_path, server)
        section = {"recall": {"model": "fake-anthropic/m"}}
        models = {"providers": server.settings, "keepConversation": True}
        bench.noctule.configuration.set_client({**section, "models": models})
        await bench.recall()
        calls = Calls(bench.folder.memories.state)
        assert [(one.task, one.input_tokens) for one in calls.spent()] == [("recall", 100)]
        (kept,) = (bench.folder.memories.state / "conversations").iterdir()
        assert QUERY in kept.read_text()
