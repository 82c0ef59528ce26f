"""`noctule doctor`: what is wrong with the memories and the settings."""

import argparse
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output
from noctule.safety.sanitize import one_line
from noctule.service.uris import path_of

_COLOURS = {"error": "red", "warning": "yellow", "information": "blue", "hint": "dim"}

if TYPE_CHECKING:
    from noctule.service.rows import FindingAt


def add_commands(commands: Any) -> None:
    doctor = new_command(
        commands,
        "doctor",
        "check the memories and the settings",
        "Check the memories, the index and the settings. Ends with 1 where there is an error.",
    )
    doctor.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        status = noctule.reporting.status()
        findings = noctule.reading.check() if status.enabled and status.files is not None else ()
        folder = path_of(status.folder_uri)
    is_bad = status.health == "error" or any(finding.severity == "error" for finding in findings)
    if output.is_json:
        output.value({"status": status, "findings": findings})
        return int(is_bad)
    if not status.enabled:
        output.line(f"{status.message} Its memories were not checked.")
        return 0
    output.line(f"checked {folder}")
    for problem in status.problems:
        output.styled(f"settings or folder: {one_line(problem)}", "yellow")
    for finding in findings:
        output.styled(_line(finding, str(folder)), _COLOURS[finding.severity])
    if not findings and not status.problems:
        output.styled("Nothing is wrong.", "green")
    return int(is_bad)


def _line(finding: "FindingAt", folder: str) -> str:
    path = str(path_of(finding.memory_uri)).removeprefix(folder).lstrip("/\\")
    place = f"{one_line(path)}:{finding.start[0] + 1}:{finding.start[1] + 1}"
    return f"{place}: {finding.severity}: {one_line(finding.message)} [{finding.code}]"
