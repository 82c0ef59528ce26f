"""The built VS Code extension in a small editor of our own, with the real server: `node --test`, a file at a time."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from noctule import __version__

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
OLDEST_NODE = 20
LARGEST_VSIX = 1_000_000


@pytest.fixture(scope="session")
def node() -> str:
    """The path of a Node that is new enough, in whose reach the extension's packages are."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("Node is not here")
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    if int(told.lstrip("v").partition(".")[0]) < OLDEST_NODE:
        pytest.skip(f"Node {told.strip()} is older than {OLDEST_NODE}")
    if not (EXTENSION / "node_modules" / "esbuild").exists():
        pytest.skip("the extension's packages are not here: run npm ci in editors/vscode")
    return found


@pytest.fixture(scope="session")
def bundle(node: str) -> Path:
    run([node, "scripts/build.mjs", "--tests"])
    return EXTENSION / "dist" / "extension.js"


def run(command: list[str], environ: Mapping[str, str] = os.environ) -> str:
    ended = subprocess.run(
        command, cwd=EXTENSION, env=dict(environ), capture_output=True, text=True, timeout=110, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.parametrize("file", sorted((EXTENSION / "test").glob("*.test.mjs")), ids=lambda file: file.stem)
def test_the_extension_in_a_small_editor(file: Path, node: str, bundle: Path, own_home: Path) -> None:
    # Who runs them by hand has agents, about whose hooks the extension would ask in between.
    (own_home / ".claude").mkdir()
    server = [sys.executable, "-P", "-m", "noctule", "serve"]
    environ = {
        **os.environ,
        "NOCTULE_TEST_SERVER": json.dumps(server),
        "NOCTULE_TEST_PYTHON": sys.executable,
        "NODE_NO_WARNINGS": "1",
    }
    # Named, since Node's own choice depends on its version and on what it takes for a terminal.
    told = run([node, "--test", "--test-reporter=tap", "--test-force-exit", str(file)], environ)
    passed = re.search(r"^# pass (\d+)$", told, re.MULTILINE)
    assert passed is not None, told
    assert int(passed[1]) > 0
    assert bundle.exists()


def test_the_sources_have_no_type_error(node: str) -> None:
    run([node, "node_modules/typescript/bin/tsc", "--noEmit"])


def test_the_package_is_small_and_holds_only_what_it_must(bundle: Path, node: str, tmp_path: Path) -> None:
    out = tmp_path / "noctule.vsix"
    vsce = [node, "node_modules/@vscode/vsce/vsce", "package", "--no-dependencies", "--allow-missing-repository"]
    run([*vsce, "--out", str(out)], {**os.environ, "PYTHON": sys.executable})
    assert out.stat().st_size < LARGEST_VSIX
    with zipfile.ZipFile(out) as packed:
        names = {name.removeprefix("extension/").lower() for name in packed.namelist()}
        assert json.loads(packed.read("extension/package.json"))["version"] == __version__
        notices = packed.read("extension/ThirdPartyNotices.txt").decode()
        carried = [name for name in names if name.endswith(".whl")]
        assert carried == [f"server/noctule-{__version__}-py3-none-any.whl"]
        packed.extract(f"extension/{carried[0]}", tmp_path)
    assert {"dist/extension.js", "media/icon.png", "license.txt", "changelog.md", "readme.md"} <= names
    assert not [name for name in names if name.startswith(("src/", "test/", "node_modules/")) or "parts" in name]
    assert bundle.exists()
    holds_the_server(tmp_path / "extension" / carried[0])
    for name, licence in bundled(EXTENSION).items():
        assert re.search(rf"^{re.escape(name)} \d+\.", notices, re.MULTILINE), f"{name} is bundled without its notice"
        assert licence in notices, f"{name} is bundled without its licence"


def holds_the_server(wheel: Path) -> None:
    """pip takes the wheel, with its extra, and puts in the server as it is here."""
    into = wheel.parent / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(into)]
    run([*pip, f"{wheel}[mcp]"])
    sources = EXTENSION.parents[1] / "server" / "noctule"
    for source in sources.rglob("*.py"):
        assert (into / "noctule" / source.relative_to(sources)).read_bytes() == source.read_bytes(), source


def test_an_extension_that_cannot_carry_the_server_is_not_packaged(tmp_path: Path) -> None:
    poor = tmp_path / "python"
    poor.write_text("#!/bin/sh\nexit 1\n")
    poor.chmod(0o755)
    ran = subprocess.run(
        [sys.executable, "scripts/wheel.py"],
        cwd=EXTENSION,
        env={**os.environ, "PYTHON": str(poor)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.splitlines() == [
        "The server's wheel, which the extension carries, could not be built. "
        f"Neither build with hatchling nor pip is in {poor}: install one of them."
    ]
    assert "npm run wheel" in json.loads((EXTENSION / "package.json").read_text())["scripts"]["vscode:prepublish"]


def bundled(extension: Path) -> dict[str, str]:
    """The packages of which something is in the bundle, each with the text of its licence."""
    inputs = json.loads((extension / "dist" / "meta.json").read_text())["outputs"]["dist/extension.js"]["inputs"]
    folders = {match[0] for name in inputs if (match := re.match(r".*node_modules/(?:@[^/]+/)?[^/]+", name))}
    assert folders
    found = {}
    for folder in folders:
        (licence, *_) = sorted((extension / folder).glob("[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*"))
        name = json.loads((extension / folder / "package.json").read_text())["name"]
        found[name] = licence.read_text().replace("\r\n", "\n").strip()
    return found
