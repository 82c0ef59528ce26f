"""A shell in a project of its own."""

from pathlib import Path

import pytest

from fakes.shell import Shell


@pytest.fixture
def shell(own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    project = tmp_path / "ferry"
    project.mkdir()
    monkeypatch.chdir(project)
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    return Shell(project, own_home, monkeypatch, capsys)
