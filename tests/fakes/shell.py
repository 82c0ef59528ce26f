"""A shell that stands in a project: commands run in this process, or as programs of their own."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from noctule.cli.main import main


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Shell:
    """The person's shell: in a project's folder, with their environment."""

    def __init__(
        self, project: Path, home: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.project = project
        self.home = home
        self._patch = patch
        self._capsys = capsys

    def run(self, *words: str, stdin: str | bytes = "") -> Ran:
        """Runs `noctule` here, in this process."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        self._capsys.readouterr()
        try:
            code = main(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)

    def good(self, *words: str, stdin: str | bytes = "") -> Ran:
        """As `run`, for a command that has to end well."""
        ran = self.run(*words, stdin=stdin)
        assert ran.code == 0, ran
        return ran

    def set(self, name: str, value: str) -> None:
        self._patch.setenv(name, value)

    def stand_in(self, folder: Path) -> None:
        self._patch.chdir(folder)

    def editor(self, script: str) -> None:
        """Makes the person's editor a script that gets the file as `$1`."""
        file = self.home / "editor.sh"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        self.set("EDITOR", str(file))

    @cached_property
    def memory(self) -> Path:
        """The project's memory folder, as it is when this is first asked."""
        return Path(self.good("path").out.rstrip("\n"))

    def save(self, path: str, text: str) -> Path:
        """Writes a file into the memory folder behind our back."""
        file = self.memory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")
        return file

    def program(self, words: Sequence[str], **more: Any) -> "subprocess.Popen[bytes]":
        """Starts `noctule` as a program of its own."""
        environ = {**os.environ, **more.pop("environ", {})}
        command = [sys.executable, "-W", "error", "-m", "noctule", *words]
        return subprocess.Popen(command, cwd=self.project, env=environ, **more)
