"""Takes the README's pictures in the real editor, of a made-up project.

.venv/bin/python editors/vscode/scripts/pictures.py

It wants what the tests marked `browser` want (`.ci/run` installs it), and writes into `editors/vscode/media`.
"""

import os
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

EXTENSION = Path(__file__).parents[1]
sys.path.insert(0, str(EXTENSION.parents[1] / "tests"))

from fakes.model_replies import Calls, Says  # noqa: E402
from fakes.model_server import ModelServer  # noqa: E402
from fakes.workbench import Window, Workbench, packaged  # noqa: E402

MEDIA = EXTENSION / "media"
SIZE = {"width": 1120, "height": 520}


def memory(name: str, description: str, kind: str, text: str) -> str:
    return f"---\nname: {name}\ndescription: {description}\ntype: {kind}\n---\n\n{text}\n"


FREEZE = memory(
    "Release freeze",
    "no merges to main in release week",
    "project",
    "Merges to main are frozen from Thursday until the ferry release is out.\n\n"
    "**Why:** the harbour office tests the release by hand.\n"
    "**How to apply:** put risky changes off, see [the calendar](calendar.md).",
)
SHARPER = memory(
    "Release freeze",
    "no merges to main from 2026-11-26 until the ferry release is out",
    "project",
    "Merges to main are frozen from 2026-11-26 until the ferry release is out.\n\n"
    "**Why:** the harbour office tests the release by hand.\n"
    "**How to apply:** put risky changes off until Ana says that it is out.",
)
MEMORIES = {
    "MEMORY.md": "# Ferry\n\n"
    "- [Integration tests](integration-tests.md) — a real database, never mocks\n"
    "- [Release freeze](release-freeze.md) — no merges to main in release week\n"
    "- [Commit style](commit-style.md) — short titles from the user's side\n"
    "- [Package manager](package-manager.md) — pnpm, never npm\n"
    "- [Ana](ana.md) — backend engineer, new to the front end\n"
    "- [Tide tables](tide-tables.md) — where they come from\n",
    "integration-tests.md": memory(
        "Integration tests",
        "integration tests run against a real database, never mocks",
        "feedback",
        "Integration tests run against the real Postgres of `make test-db`. Never mock the database.",
    ),
    "release-freeze.md": FREEZE,
    "commit-style.md": memory(
        "Commit style", "titles say what changes for the user", "feedback", "Titles say what changes for the user."
    ),
    "package-manager.md": memory("Package manager", "pnpm, never npm", "project", "Use pnpm, never npm."),
    "ana.md": memory(
        "Ana", "backend engineer, new to the front end", "user", "Explain the front end from the backend."
    ),
    "tide-tables.md": memory(
        "Tide tables", "the harbour office publishes them on Mondays", "reference", "The harbour office, on Mondays."
    ),
}
QUESTION = "may I mock the database in the integration tests?"
LOOK = {
    "breadcrumbs.enabled": False,
    "workbench.colorTheme": "Default Dark Modern",
    "editor.fontSize": 14,
    "editor.wordWrap": "on",
    "editor.lightbulb.enabled": "off",
    "diffEditor.renderSideBySide": True,
    "diffEditor.hideUnchangedRegions.enabled": False,
    "workbench.activityBar.location": "default",
    "window.menuBarVisibility": "hidden",
}


def main() -> None:
    read = Says("I look.", calls=(Calls("read", {"path": "release-freeze.md"}, "call_0"),))
    write = Says("I sharpen it.", calls=(Calls("write", {"path": "release-freeze.md", "text": SHARPER}),))
    with tempfile.TemporaryDirectory() as name, ModelServer(read, write, Says("The freeze has its date.")) as model:
        base = Path(name)
        project, folder = base / "ferry", base / "memory"
        (project / ".git").mkdir(parents=True)
        (project / "AGENTS.md").write_text("# Ferry\n")
        folder.mkdir()
        for days, (file, text) in enumerate(MEMORIES.items()):
            (folder / file).write_text(text)
            then = time.time() - days * 3 * 86_400
            os.utime(folder / file, (then, then))
        environ = {"NOCTULE_MEMORY_DIR": str(folder), **model.environ}
        with Workbench(base / "workbench", packaged(base), environ) as workbench:
            take(workbench, project, {"noctule.models.providers": model.settings})


def take(workbench: Workbench, project: Path, settings: Mapping[str, object]) -> None:
    more = {"noctule.dream.model": ["fake-openai/m"], "noctule.dream.review": "always"}
    workbench.settings({**LOOK, **settings, **more})
    window = workbench.open(project)
    window.page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    window.status("memory")
    window.show_views()
    memories(window)
    preview(window)
    dream(window)


def memories(window: Window) -> None:
    recalled(window)
    window.fold("Dreams")
    window.row("Memories", "Release freeze").click()
    window.wait(lambda: window.page.locator(".mtk5, .mtk6, .mtk7").count() > 1, "colours")
    window.wait(lambda: window.page.locator(".squiggly-warning, .squiggly-info").count() > 1, "findings")
    put_cursor(window, 6, 36)
    window.palette("Show or Focus Hover")
    window.page.locator(".monaco-hover", has_text="Thursday").first.wait_for()
    keep(window, "memories")
    window.page.keyboard.press("Escape")


def recalled(window: Window) -> None:
    """A few turns of an agent, so that the memories have been recalled."""
    for number in range(3):
        window.run(
            "const noctule = await vscode.extensions.getExtension('noctule.noctule').activate();"
            f"const session = await noctule.startSession({{ id: 's-{number}', model: 'quay-1' }});"
            f"await session.recall({QUESTION!r}); session.end(); return null"
        )
    window.row("Memories", "3×")


def put_cursor(window: Window, line: int, character: int) -> None:
    window.run(
        f"const at = new vscode.Position({line}, {character});"
        "vscode.window.activeTextEditor.selection = new vscode.Selection(at, at);"
        "await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'); return null"
    )


def preview(window: Window) -> None:
    window.fold("Memories")
    window.palette("Noctule: Explain Recall")
    window.type(QUESTION)
    window.frame("#rows .row.picked")
    keep(window, "recall", width=350)
    window.fold("Recall Preview")


def dream(window: Window) -> None:
    window.palette("Noctule: Dream Now")
    window.answer("waits for your word", "Show Changes")
    window.wait(lambda: window.page.locator(".monaco-diff-editor").count() > 0, "the diff")
    window.status("held for review")
    window.fold("Dreams")
    open_row(window)
    window.palette("Notifications: Clear All Notifications")
    open_row(window)
    keep(window, "dream")


def open_row(window: Window) -> None:
    """Opens the dream's row; pressed again until it is open, since the view may be drawn anew in between."""

    def is_open() -> bool:
        if window.rows("Dreams").filter(has_text="release-freeze.md").count() == 0:
            window.row("Dreams", "Dream").locator(".monaco-tl-twistie").click()
            window.page.wait_for_timeout(500)
        return window.rows("Dreams").filter(has_text="release-freeze.md").count() > 0

    window.wait(is_open, "the dream's files")


def keep(window: Window, name: str, width: int = SIZE["width"]) -> None:
    window.page.mouse.move(SIZE["width"] / 2, SIZE["height"] - 60)
    window.page.wait_for_timeout(1000)
    clip = {"x": 0, "y": 0, "width": width, "height": SIZE["height"]}
    window.page.screenshot(path=MEDIA / f"{name}.png", clip=clip)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
