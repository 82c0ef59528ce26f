"""Claims about requests of the server to the client, and the progress built on them."""

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from noctule.lsp.asks import AskFailed, Asks
from noctule.lsp.envelope import Response
from noctule.lsp.lending import lent_model
from noctule.lsp.progress import Progress, Report
from noctule.models.lent import AskRefused


class Editor:
    """A client that answers what it is told to, and keeps what it was sent."""

    def __init__(self, answer: dict[str, Any] | None = None) -> None:
        self.sent: list[dict[str, Any]] = []
        self.answer = answer
        self.asks = Asks(self.take)
        self.progress = Progress(lambda method, params: self.take({"method": method, "params": params}), self.asks)

    def take(self, message: dict[str, Any]) -> None:
        self.sent.append(message)
        if "id" in message and self.answer is not None:
            answer = Response(message["id"], self.answer.get("result"), self.answer.get("error"))
            asyncio.get_running_loop().call_soon(self.asks.settle, answer)

    def progresses(self) -> list[tuple[Any, dict[str, Any]]]:
        return [(one["params"]["token"], one["params"]["value"]) for one in self.sent if one["method"] == "$/progress"]


async def test_an_answer_is_given_to_who_asked() -> None:
    editor = Editor({"result": {"text": "hi"}})
    assert await editor.asks.ask("memory/completeChat", {"a": 1}, 5.0) == {"text": "hi"}
    assert editor.sent == [{"jsonrpc": "2.0", "id": "noctule-1", "method": "memory/completeChat", "params": {"a": 1}}]
    assert len(editor.asks) == 0


async def test_an_error_keeps_its_kind_and_not_its_text() -> None:
    editor = Editor({"error": {"code": 1401, "message": "said by the editor", "data": {"kind": "noConsent"}}})
    with pytest.raises(AskFailed, match="answered with an error") as caught:
        await editor.asks.ask("m", {}, 5.0)
    assert (caught.value.code, caught.value.kind) == (1401, "noConsent")


@pytest.mark.parametrize("error", [5, "text", {}, {"data": []}, {"data": {"kind": 5}, "code": "x"}])
async def test_an_error_of_any_shape_is_an_error(error: Any) -> None:
    with pytest.raises(AskFailed):
        await Editor({"error": error}).asks.ask("m", {}, 5.0)


async def test_a_deadline_withdraws_the_request_and_leaves_nothing() -> None:
    editor = Editor()
    with pytest.raises(AskFailed, match="in time"):
        await editor.asks.ask("m", {}, 0.01)
    assert editor.sent[-1] == {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "noctule-1"}}
    assert len(editor.asks) == 0
    assert editor.asks.settle(Response("noctule-1", None, None)) is False


async def test_an_answer_to_nothing_is_ignored() -> None:
    assert Editor().asks.settle(Response(5, None, None)) is False


async def test_progress_goes_by_the_token_of_the_request() -> None:
    editor = Editor()
    async with editor.progress.reporting("Import", "tok") as report:
        assert len(editor.progress) == 1
        report.step("one", 10)
        report.step("two", 200)
    assert editor.progresses() == [
        ("tok", {"kind": "begin", "title": "Import", "cancellable": True, "message": "one", "percentage": 10}),
        ("tok", {"kind": "report", "message": "two", "percentage": 100}),
        ("tok", {"kind": "end"}),
    ]
    assert len(editor.progress) == 0


async def test_without_token_or_capability_nothing_is_sent() -> None:
    editor = Editor()
    async with editor.progress.reporting("Import", is_created=True) as report:
        report.step("one")
    assert editor.sent == []


async def test_a_progress_is_created_where_the_client_shows_any() -> None:
    editor = Editor({"result": None})
    editor.progress.is_shown = True
    async with editor.progress.reporting("Dream", is_created=True) as report:
        report.step("one")
    assert editor.sent[0]["method"] == "window/workDoneProgress/create"
    assert [value["kind"] for _, value in editor.progresses()] == ["begin", "end"]


async def test_a_progress_that_the_client_refuses_is_not_shown() -> None:
    editor = Editor({"error": {"code": -32601}})
    editor.progress.is_shown = True
    async with editor.progress.reporting("Dream", is_created=True) as report:
        report.step("one")
    assert editor.progresses() == []


async def test_nothing_to_report_shows_nothing() -> None:
    editor = Editor()
    async with editor.progress.reporting("Import", "tok"):
        pass
    assert editor.sent == []


async def test_cancel_ends_the_task_and_the_progress() -> None:
    editor = Editor()
    begun = asyncio.Event()

    async def work() -> None:
        async with editor.progress.reporting("Import", 7) as report:
            report.step("one")
            begun.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(work())
    await begun.wait()
    assert editor.progress.cancel(7)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert editor.progresses()[-1] == (7, {"kind": "end"})
    assert not editor.progress.cancel(7)


class LineTo:
    """The way to an editor, as the backend has it."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor

    def tell(self, method: str, params: Any) -> None:
        self._editor.take({"method": method, "params": params})

    async def ask(self, method: str, params: Any, deadline_s: float) -> Any:
        return await self._editor.asks.ask(method, params, deadline_s)

    def reporting(self, title: str) -> AbstractAsyncContextManager[Report]:
        raise AssertionError(f"nobody is shown {title}")


async def test_the_lent_model_answers_refuses_or_times_out() -> None:
    editor = Editor({"result": {"text": "hi"}})
    assert await lent_model(LineTo(editor))({"maxTokens": 5}, 5.0) == {"text": "hi"}
    assert editor.sent[0]["method"] == "memory/completeChat"
    with pytest.raises(AskRefused) as caught:
        await lent_model(LineTo(Editor({"error": {"data": {"kind": "blocked"}}})))({}, 5.0)
    assert caught.value.kind == "blocked"
    with pytest.raises(TimeoutError):
        await lent_model(LineTo(Editor()))({}, 0.01)
