"""Dreams as they go over the wire."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from noctule.lsp import results_dreams as results
from noctule.service import events

if TYPE_CHECKING:
    from noctule.service.dream.rows import DreamRow
    from noctule.service.history import FileDiff


def dream_row(row: "DreamRow") -> results.DreamRow:
    line = row.line
    return results.DreamRow(
        dream_id=line.dream_id,
        at=line.at,
        trigger=line.trigger,
        status=line.status,
        held=line.held,
        headline=row.headline,
        reason=line.reason,
        gate=line.gate,
        model=line.model,
        duration_ms=line.duration_ms,
        steps=line.steps,
        cost_usd=line.cost_usd,
        tokens=line.tokens,
        created=_touched(row.created, [one.hash for one in line.created]),
        edited=_touched(row.edited, [one.hash for one in line.edited]),
        removed=_touched(row.removed, [one.hash for one in line.removed]),
        conflicts=list(line.conflicts),
        summary=line.summary,
    )


def dream_file(one: "FileDiff") -> results.DreamFile:
    return results.DreamFile(memory_uri=one.memory_uri, action=one.action, before=one.before, after=one.after)


def dream_status(one: events.DreamStatus) -> results.DreamStatus:
    return results.DreamStatus(
        workspace_uri=one.workspace_uri,
        dream_id=one.dream_id,
        state=one.state,
        trigger=one.trigger,
        step=one.step,
        max_steps=one.max_steps,
        cost_usd=one.cost_usd,
        message=one.message,
    )


def dream_outcome(one: events.DreamOutcome) -> results.DreamOutcome:
    return results.DreamOutcome(
        workspace_uri=one.workspace_uri,
        dream_id=one.dream_id,
        status=one.status,
        held=one.held,
        headline=one.headline,
        summary=one.summary,
        created=list(one.created),
        edited=list(one.edited),
        removed=list(one.removed),
        conflicts=list(one.conflicts),
        steps=one.steps,
        tokens=one.tokens,
        cost_usd=one.cost_usd,
        reason=one.reason,
    )


def _touched(uris: Sequence[str], hashes: Sequence[str | None]) -> list[results.TouchedFile]:
    return [results.TouchedFile(memory_uri=uri, hash=one) for uri, one in zip(uris, hashes, strict=True)]
