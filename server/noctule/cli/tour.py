"""`noctule tour`: the main job seen from outside: the real server, and a client that prints all it says and hears."""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from noctule.cli.house import new_command
from noctule.cli.output import Output
from noctule.errors import NotFound


def add_commands(commands: Any) -> None:
    tour = new_command(
        commands,
        "tour",
        "see it work: a session, its snapshot, recalls, writes and events",
        "Drive the real server over stdio and print each request, answer and event. Without options it makes a "
        "throw-away project with sample memories; with --memory it works on a copy of that folder. Nothing of yours "
        "is changed.",
    )
    tour.add_argument("--memory", type=Path, metavar="DIR", help="a memory folder to copy and use")
    tour.add_argument("--turn", metavar="TEXT", help="the turn to recall for (default: one that a memory answers)")
    tour.set_defaults(run=_tour)


def _tour(options: argparse.Namespace, output: Output) -> int:
    from noctule.cli.rpc import Client
    from noctule.cli.script import Script

    with tempfile.TemporaryDirectory(prefix="noctule-tour-") as folder:
        place = Path(folder).resolve()
        project = _project(options.project, place)
        memory = _memories(options.memory, place)
        script = Script(project, memory, output, options.turn)
        command = [sys.executable, "-P", "-m", "noctule", "serve"]
        with Client(command, _environ(place, memory), script.heard) as client:
            script.play(client)
    if output.is_json:
        output.value({"steps": script.steps})
    return 0


def _project(named: Path | None, place: Path) -> Path:
    if named is None:
        from noctule.cli import sample

        return sample.make_project(place)
    if not named.is_dir():
        raise NotFound(f"There is no folder {named}.")
    return named.resolve()


def _memories(named: Path | None, place: Path) -> Path:
    if named is None:
        from noctule.cli import sample

        return sample.make_memories(place)
    if not named.is_dir():
        raise NotFound(f"There is no folder {named}.")
    return Path(shutil.copytree(named, place / "memory", ignore=shutil.ignore_patterns(".*")))


def _environ(place: Path, memory: Path) -> dict[str, str]:
    """The server's own home for the tour, so that nothing of the person's is read or written."""
    ours = {"NOCTULE_HOME": str(place / "home"), "NOCTULE_MEMORY_DIR": str(memory), "NOCTULE_DISABLE": ""}
    return {**os.environ, **ours}
