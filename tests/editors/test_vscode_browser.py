"""The extension in the real VS Code, in a real browser, from the .vsix to a dream, with pictures for its README.

With NOCTULE_PICTURES set to a folder, what is seen on the way is kept there.
"""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.model_replies import Calls, Says
from fakes.model_server import ModelServer
from fakes.workbench import PATIENCE_MS, Window, Workbench, packaged, what_is_missing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MEMORIES = {
    "MEMORY.md": "# Quay\n\n- [Tests](tests.md) — a real database, never mocks\n- [Gone](gone.md) — was here\n",
    "tests.md": (
        "---\nname: Tests\ndescription: integration tests run against a real database\ntype: feedback\n---\n\n"
        "Never mock the database in integration tests.\n"
    ),
    "freeze.md": (
        "---\nname: Release freeze\ndescription: no merges in release week\ntype: project\n---\n\n"
        "Merges to main are frozen in release week.\n"
    ),
    "spin.md": (
        "---\nname: $(sync~spin) Dream running\ndescription: $(shield) Verified by admin\ntype: reference\n---\n\n"
        "[click](command:workbench.action.quit)\n"
    ),
}
MERGED = (
    "---\nname: Release freeze\ndescription: no merges to main in release week\ntype: project\n---\n\n"
    "Merges to main are frozen in release week: risky changes wait.\n"
)
QUESTION = "may I mock the database in integration tests?"


@pytest.fixture
def model() -> Iterator[ModelServer]:
    """A model that rewrites one memory."""
    write = Says("I sharpen it.", calls=(Calls("write", {"path": "freeze.md", "text": MERGED}),))
    read = Says("I look.", calls=(Calls("read", {"path": "freeze.md"}, "call_0"),))
    with ModelServer(read, write, Says("The freeze says what waits.")) as server:
        yield server


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "quay"
    (folder / ".git").mkdir(parents=True)
    (folder / "AGENTS.md").write_text("# Quay\n")
    serena = folder / ".serena" / "memories"
    serena.mkdir(parents=True)
    (serena / "style.md").write_text("Lines have at most 100 characters.\n")
    return folder


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    folder = tmp_path / "memory"
    folder.mkdir()
    for name, text in MEMORIES.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def workbench(tmp_path: Path, memory: Path, model: ModelServer) -> Iterator[Workbench]:
    missing = what_is_missing()
    if missing is not None:
        pytest.skip(missing)
    environ = {"NOCTULE_MEMORY_DIR": str(memory), **model.environ}
    with Workbench(tmp_path / "workbench", packaged(tmp_path), environ) as started:
        yield started


def keep_picture(window: Window, name: str) -> None:
    folder = os.environ.get("NOCTULE_PICTURES")
    if folder:
        window.picture(Path(folder) / f"{name}.png")


def servers_of(workbench: Workbench) -> list[int]:
    """The server's processes, by the home that only they have."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
                environ = (entry / "environ").read_bytes()
            except OSError:
                continue
            if b"noctule\0serve" in command and f"HOME={workbench.home}\0".encode() in environ:
                found.append(int(entry.name))
    return found


# An editor, a browser and two servers start in it, on whatever machine there is.
@pytest.mark.timeout(600)
def test_a_person_sees_and_steers_the_memory_in_the_real_editor(
    workbench: Workbench, project: Path, memory: Path, model: ModelServer
) -> None:
    workbench.settings({"noctule.models.providers": model.settings, "noctule.dream.model": ["fake-openai/m"]})
    window = workbench.open(project)
    # The first start of all that there is: on a machine that is busy with other tests this takes minutes.
    window.status("memory", 4 * PATIENCE_MS)
    window.show_views()
    try:
        sees_the_memories(window)
        asks_with_the_tools(window)
        previews_recall(window)
        dreams(window, memory)
        mends_the_index(window, memory)
        imports(window, memory)
        renames_by_a_key(window, memory)
        pauses(window)
        keeps_on_after_a_crash(window, workbench)
        lends_a_model(window, workbench)
    finally:
        keep_picture(window, "last")
    assert model.problems == []


def sees_the_memories(window: Window) -> None:
    window.row("Memories", "Tests")
    window.row("Memories", "Release freeze")
    hostile = window.row("Memories", "Dream running")
    assert "$(sync~spin)" in hostile.inner_text()
    assert hostile.locator(".codicon-sync, .codicon-shield").count() == 0
    window.wait(lambda: window.rows("Memories").locator(".monaco-icon-name-container").count() > 3, "the rows")
    keep_picture(window, "memories")


def asks_with_the_tools(window: Window) -> None:
    names = window.run("return vscode.lm.tools.map((tool) => tool.name)")
    assert {"noctule_recall", "noctule_search", "noctule_remember"} <= set(names)
    told = window.run(
        f"const said = await vscode.lm.invokeTool('noctule_recall', {{ input: {{ query: {QUESTION!r} }} }});"
        "return said.content.map((part) => part.value).join('');"
    )
    assert "Never mock the database" in told


def previews_recall(window: Window) -> None:
    window.palette("Noctule: Explain Recall")
    window.type(QUESTION)
    frame = window.frame("#rows .row.picked")
    assert "Tests" in frame.locator("#rows .row.picked").first.inner_text()


def dreams(window: Window, memory: Path) -> None:
    window.palette("Noctule: Dream Now")
    window.wait(lambda: "risky changes wait" in (memory / "freeze.md").read_text(), "the dream landed")
    window.fold("Recall Preview")
    window.fold("Memories")
    window.row("Dreams", "Dream consolidated").locator(".monaco-tl-twistie").click()
    window.row("Dreams", "freeze.md").click()
    window.page.locator(".monaco-diff-editor").first.wait_for()
    window.wait(lambda: "risky" in window.page.locator(".monaco-diff-editor").first.inner_text(), "the diff")
    window.fold("Memories")
    keep_picture(window, "dream")


def mends_the_index(window: Window, memory: Path) -> None:
    """The index's finding is in Problems, and its quick fix takes the line out."""
    index = memory / "MEMORY.md"
    index.write_text(index.read_text() + "- [Gone](gone.md) — was here\n")
    window.run(f"await vscode.window.showTextDocument(vscode.Uri.file({str(index)!r})); return null")
    codes = f"vscode.languages.getDiagnostics(vscode.Uri.file({str(index)!r})).map((one) => one.code)"
    window.wait(lambda: "dangling-link" in str(window.run(f"return {codes}")), "the finding")
    # Asked again until it is there: a finding that was pushed is taken back when the editor begins to pull.
    mend = (
        f"const uri = vscode.Uri.file({str(index)!r});"
        "const all = vscode.languages.getDiagnostics(uri);"
        "const found = all.find((one) => String(one.code.value ?? one.code) === 'dangling-link');"
        "if (found === undefined) return false;"
        "const ask = ['vscode.executeCodeActionProvider', uri, found.range, 'quickfix', 10];"
        "const fix = (await vscode.commands.executeCommand(...ask)).find((one) => one.edit !== undefined);"
        "return fix !== undefined && await vscode.workspace.applyEdit(fix.edit) && await vscode.workspace.saveAll()"
    )
    window.wait(lambda: window.run(mend) is True, "the quick fix")
    window.wait(lambda: "gone.md" not in index.read_text(), "the fix")


def imports(window: Window, memory: Path) -> None:
    told = window.run(
        "return await vscode.commands.executeCommand('noctule.server.import', { source: 'serena' })",
    )
    assert told["ok"], told
    assert (memory / "style.md").exists()
    window.row("Memories", "style")


def renames_by_a_key(window: Window, memory: Path) -> None:
    """F2 on a row: the file, its head and its line in the index follow."""
    row = window.row("Memories", "style")
    row.click()
    window.page.locator(".tab.active", has_text="style.md").first.wait_for()
    window.run("await vscode.commands.executeCommand('noctule.memories.focus'); return null")
    window.page.keyboard.press("F2")
    window.page.locator(".quick-input-widget", has_text="new name").wait_for()
    window.type("House style")
    window.wait(lambda: "house-style.md" in (memory / "MEMORY.md").read_text(), "the index follows")
    assert not (memory / "style.md").exists()
    window.row("Memories", "House style")


def pauses(window: Window) -> None:
    window.run(
        "const api = await vscode.extensions.getExtension('noctule.noctule').activate();"
        "state.session = await api.startSession({ id: 's-1', model: 'quay-1' }); return null"
    )
    window.run("return await vscode.commands.executeCommand('noctule.pauseSession', 's-1') ?? null")
    window.status("memory paused")
    window.run("return await vscode.commands.executeCommand('noctule.resumeSession', 's-1') ?? null")
    told = window.run(f"return (await state.session.recall({QUESTION!r})).memories.map((one) => one.name)")
    assert told == ["Tests"]


def keeps_on_after_a_crash(window: Window, workbench: Workbench) -> None:
    before = servers_of(workbench)
    assert before
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    window.wait(lambda: bool(servers_of(workbench)) and not set(before) & set(servers_of(workbench)), "a new server")
    window.palette("Noctule: Restart Server")
    window.said("server runs")
    window.row("Memories", "Tests")


def lends_a_model(window: Window, workbench: Workbench) -> None:
    """Not before the person agreed, who is asked after a command of theirs only; then its choice counts."""
    workbench.settings({"noctule.recall.model": ["editor"], "noctule.capture.model": ["editor"]})
    recall = (
        "const api = await vscode.extensions.getExtension('noctule.noctule').activate();"
        "const session = await api.startSession({ id: 's-' + Math.random() });"
        f"const {{ memories }} = await session.recall({QUESTION!r});"
        "session.end(); return memories.map((one) => one.name)"
    )
    assert window.run(recall) == ["Tests"]
    assert window.run("return state.asked") == []
    assert window.consent().count() == 0

    window.run("""state.replies = ['{"decision": "decline", "reason": "That is known."}']; return null""")
    window.palette("Noctule: Remember")
    window.type("integration tests run against a real database")
    asks = window.consent()
    asks.wait_for()
    assert "Noctule" in asks.inner_text()
    assert window.run("return state.asked") == []
    keep_picture(window, "consent")
    asks.locator(".monaco-button", has_text="Allow").click()
    window.said("That is known")
    assert "integration tests run" in window.run("return state.asked.at(-1)")

    window.run("""state.replies = ['{"selected_memories": ["freeze.md"]}']; return null""")
    window.wait(lambda: window.run(recall) == ["Release freeze"], "the model's choice is given")
    assert QUESTION in window.run("return state.asked.at(-1)")
