"""`noctule doctor`: what is wrong with the memories and the settings, and mending what loses nothing."""

import argparse
import asyncio
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output
from noctule.safety.sanitize import one_line
from noctule.service.uris import path_of

_COLOURS = {"error": "red", "warning": "yellow", "information": "blue", "hint": "dim"}

if TYPE_CHECKING:
    from noctule.service.doctoring import Examination, Mending
    from noctule.service.noctule import Noctule
    from noctule.service.rows import FindingAt


def add_commands(commands: Any) -> None:
    doctor = new_command(
        commands,
        "doctor",
        "check the memories and the settings",
        "Check the memories, the index and the settings. Ends with 1 where there is an error.",
    )
    doctor.add_argument(
        "--fix", action="store_true", help="mend first what can be mended without a word lost, as one change"
    )
    doctor.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        mending = asyncio.run(_mended(noctule)) if options.fix else None
        found = noctule.doctoring.examine()
        offer = None if output.is_json else _hooks_offer(noctule)
    is_bad = found.is_bad or (mending is not None and not mending.is_done)
    if output.is_json:
        value = {"status": found.status, "findings": found.findings, "counts": found.counts}
        output.value(value | ({"mending": mending} if mending is not None else {}))
    else:
        _print(found, mending, output)
    if offer is not None:
        output.note(offer)
    return int(is_bad)


def _hooks_offer(noctule: "Noctule") -> str | None:
    from noctule.service.hooks_offer import hooks_offer

    return hooks_offer(noctule.projects)


async def _mended(noctule: "Noctule") -> "Mending":
    from noctule.service.dream.values import Means
    from noctule.service.jobs import Jobs

    noctule.dreams.recover(noctule.projects.open(None).require_enabled())
    return await noctule.doctoring.mend(noctule.dreaming(Means(run_task=Jobs().run_task)))


def _print(found: "Examination", mending: "Mending | None", output: Output) -> None:
    status, findings = found.status, found.findings
    if not status.enabled:
        output.line(f"{status.message} Its memories were not checked.")
        return
    folder = path_of(status.folder_uri)
    if mending is not None:
        output.line(one_line(mending.message))
    output.line(f"checked {folder}")
    for problem in status.problems:
        output.styled(f"settings or folder: {one_line(problem)}", "yellow")
    for finding in findings:
        output.styled(_line(finding, str(folder)), _COLOURS[finding.severity])
    if findings:
        output.line(", ".join(f"{count:,} {severity}" for severity, count in found.counts.items()))
    elif not status.problems:
        output.styled("Nothing is wrong.", "green")


def _line(finding: "FindingAt", folder: str) -> str:
    path = str(path_of(finding.memory_uri)).removeprefix(folder).lstrip("/\\")
    place = f"{one_line(path)}:{finding.start[0] + 1}:{finding.start[1] + 1}"
    return f"{place}: {finding.severity}: {one_line(finding.message)} [{finding.code}]"
