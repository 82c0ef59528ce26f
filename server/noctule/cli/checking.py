"""`noctule doctor`: what is wrong with the memories and the settings, and mending what loses nothing."""

import argparse
import asyncio
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output, encoding
from noctule.safety.sanitize import one_line
from noctule.service.uris import path_of

_VERSION_SECONDS = 10

_COLOURS = {"error": "red", "warning": "yellow", "information": "blue", "hint": "dim"}

if TYPE_CHECKING:
    from noctule.service.doctoring import Examination, Mending
    from noctule.service.noctule import Noctule
    from noctule.service.rows import FindingAt


def add_commands(commands: Any) -> None:
    doctor = new_command(
        commands,
        "doctor",
        "check the memories, the settings and the set-up",
        "Check the memories, the index, the settings and whatever else Noctule rests on. Asks nobody but the model "
        "servers of this machine. Ends with 1 where there is an error.",
    )
    doctor.add_argument(
        "--online", action="store_true", help="ask the servers of named models elsewhere too; no text is sent"
    )
    doctor.add_argument(
        "--fix", action="store_true", help="mend first what can be mended without a word lost, as one change"
    )
    doctor.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace, output: Output) -> int:
    from noctule.service.doctor.machine import this_machine
    from noctule.service.programs import this_program

    with house(options) as noctule:
        mending = asyncio.run(_mended(noctule)) if options.fix else None
        machine = this_machine(
            noctule.projects.places.environ, encoding=encoding(), program=this_program(), version_of=_version_of
        )
        found = asyncio.run(noctule.doctoring.examine(machine, online=options.online))
        offer = None if output.is_json else _hooks_offer(noctule)
    is_bad = found.is_bad or (mending is not None and not mending.is_done)
    if output.is_json:
        value = {"status": found.status, "troubles": found.troubles, "findings": found.findings, "counts": found.counts}
        output.value(value | ({"mending": mending} if mending is not None else {}))
    else:
        _print(found, mending, output)
    if offer is not None:
        output.note(offer)
    return int(is_bad)


def _version_of(program: Path) -> str | None:
    """What `PROGRAM --version` says, if it says so within a few seconds."""
    try:
        ended = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=_VERSION_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    name, _, version = ended.stdout.strip().partition(" ")
    return version if name == "noctule" and version else None


def _hooks_offer(noctule: "Noctule") -> str | None:
    from noctule.service.hooks_offer import hooks_offer

    return hooks_offer(noctule.projects)


async def _mended(noctule: "Noctule") -> "Mending":
    from noctule.service.dream.values import Means
    from noctule.service.jobs import Jobs

    noctule.dreams.recover(noctule.projects.open(None).require_enabled())
    return await noctule.doctoring.mend(noctule.dreaming(Means(run_task=Jobs().run_task)))


def _print(found: "Examination", mending: "Mending | None", output: Output) -> None:
    if mending is not None:
        output.line(one_line(mending.message))
    status = found.status
    folder = str(path_of(status.folder_uri)) if status is not None else ""
    if status is not None and status.enabled:
        output.line(f"checked {folder}")
    for trouble in found.troubles:
        said = f"{trouble.severity}: {one_line(trouble.message)} [{trouble.code}]"
        output.styled(said, _COLOURS[trouble.severity])
    for finding in found.findings:
        output.styled(_line(finding, folder), _COLOURS[finding.severity])
    if found.findings:
        output.line(", ".join(f"{count:,} {severity}" for severity, count in found.counts.items()))
    if status is not None and not status.enabled:
        output.line("The memories were not checked, since memory is off.")
    elif found.is_fine:
        output.styled("Nothing is wrong.", "green")


def _line(finding: "FindingAt", folder: str) -> str:
    path = str(path_of(finding.memory_uri)).removeprefix(folder).lstrip("/\\")
    place = f"{one_line(path)}:{finding.start[0] + 1}:{finding.start[1] + 1}"
    return f"{place}: {finding.severity}: {one_line(finding.message)} [{finding.code}]"
