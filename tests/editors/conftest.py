"""Places and editors for the tests of the editor plugins."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes.neovim import Neovim, binary

MEMORIES = {
    "MEMORY.md": "# Quay\n\n- [Tests](tests.md) — a real database, never mocks\n- [Gone](gone.md) — was here\n",
    "tests.md": (
        "---\nname: Tests\ndescription: integration tests run against a real database\ntype: feedback\n---\n\n"
        "Never mock the database in integration tests.\n"
    ),
    "freeze.md": "---\nname: Freeze\ndescription: no merges in release week\ntype: project\n---\n\nNo merges.\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one source file."""
    folder = tmp_path / "quay"
    (folder / ".git").mkdir(parents=True)
    (folder / "app.py").write_text("print('quay')\n")
    return folder


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project's memory folder, with three files; one index line leads nowhere."""
    folder = tmp_path / "memory"
    folder.mkdir()
    for name, text in MEMORIES.items():
        (folder / name).write_text(text)
    monkeypatch.setenv("NOCTULE_MEMORY_DIR", str(folder))
    return folder


@pytest.fixture
def neovim(project: Path, memory: Path) -> Iterator[Callable[..., Neovim]]:
    """Starts Neovims that are closed at the end."""
    if binary() is None:
        pytest.skip("Neovim is not here: the dev extra brings it on Linux")
    started: list[Neovim] = []

    def start(**options: Any) -> Neovim:
        started.append(Neovim(project, **options))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.fixture
def broken_server(tmp_path: Path) -> list[str]:
    """A server that ends at once."""
    script = tmp_path / "broken.py"
    script.write_text("raise SystemExit(1)\n")
    return [sys.executable, str(script)]
