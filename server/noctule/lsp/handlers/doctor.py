"""The handler of `doctor`: what is wrong with a project's memory, and what was mended of it."""

from typing import Any

from noctule.lsp import params_commands
from noctule.lsp.desk import Desk
from noctule.service.doctor.machine import this_machine
from noctule.service.doctoring import Examination, Mending


async def doctor(desk: Desk, argument: params_commands.DoctorParams) -> dict[str, Any]:
    doctoring, workspace_uri = desk.noctule.doctoring, argument.workspace_uri
    mending = await doctoring.mend(await desk.dreaming(), workspace_uri) if argument.fix else None
    machine = this_machine(desk.noctule.projects.places.environ)
    found = await doctoring.examine(machine, workspace_uri)
    return {
        "message": " ".join(filter(None, (mending.message if mending is not None else "", said(found)))),
        "findings": dict(found.counts),
        "orphans": found.of("orphan-memory"),
        "dangling": found.of("dangling-link"),
        "problems": [one.message for one in found.pressing],
        "troubles": [{"code": one.code, "severity": one.severity, "message": one.message} for one in found.troubles],
        **_mended(mending),
    }


def said(found: Examination) -> str:
    """The worst trouble, or how many findings there are, as a sentence."""
    if found.pressing and found.pressing[0].severity == "error":
        return found.pressing[0].message
    if found.status is not None and not found.status.enabled:
        return f"{found.status.message} Its memories were not checked."
    if not found.findings:
        return found.pressing[0].message if found.pressing else "Nothing is wrong."
    counts = ", ".join(f"{count:,} of severity {severity}" for severity, count in found.counts.items())
    return f"There are findings: {counts}."


def _mended(mending: Mending | None) -> dict[str, Any]:
    if mending is None:
        return {"dreamId": None, "held": False}
    return {"dreamId": mending.dream_id, "held": mending.held}
