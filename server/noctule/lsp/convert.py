"""From the service's values to the wire's results, by hand: the one place where the two meet."""

from collections.abc import Iterable
from datetime import UTC, datetime

from noctule.lsp import results, results_sessions
from noctule.safety.sanitize import memory_name, shown_description, shown_name
from noctule.service import history, recall_values, rows, values
from noctule.service.searching import SearchAnswer


def time_of(at: datetime) -> str:
    """RFC 3339 in UTC, such as `2026-03-01T09:30:00.250Z`."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def time_or_none(at: datetime | None) -> str | None:
    return None if at is None else time_of(at)


def finding(one: rows.FindingAt) -> results.Finding:
    (line, character), (end_line, end_character) = one.start, one.end
    return results.Finding(
        memory_uri=one.memory_uri,
        code=one.code,
        severity=one.severity,
        range=results.Range(
            start=results.Position(line=line, character=character),
            end=results.Position(line=end_line, character=end_character),
        ),
        message=one.message,
    )


def memory_row(row: rows.MemoryRow) -> results.MemoryRow:
    return results.MemoryRow(
        memory_uri=row.memory_uri,
        path=row.path,
        name=memory_name(row.name, row.path),
        description=shown_description(row.description),
        type=row.type,
        modified=time_or_none(row.modified),
        bytes=row.bytes,
        recalls=row.recalls,
        last_recalled=time_or_none(row.last_recalled),
        findings=[finding(one) for one in row.findings],
        held=row.held,
        pinned=row.pinned,
    )


def memory_text(text: rows.MemoryText) -> results.ReadResult:
    return results.ReadResult(memory_uri=text.memory_uri, text=text.text, memory=memory_row(text.memory))


def index_facts(facts: values.IndexFacts) -> results_sessions.IndexFacts:
    return results_sessions.IndexFacts(
        memory_uri=facts.memory_uri,
        exists=facts.exists,
        lines=facts.lines,
        chars=facts.chars,
        shown_lines=facts.shown_lines,
        truncated=facts.truncated,
        hidden=list(facts.hidden),
        error=facts.error,
    )


def session_answer(answer: values.SessionAnswer) -> results_sessions.SessionResult:
    snapshot = answer.snapshot
    return results_sessions.SessionResult(
        enabled=answer.enabled,
        paused=answer.paused,
        folder_uri=answer.folder_uri,
        snapshot=None
        if snapshot is None
        else results_sessions.Snapshot(
            text=snapshot.text,
            variant=snapshot.variant,
            taken_at=time_of(snapshot.taken_at),
            index=index_facts(snapshot.index),
        ),
    )


def budget(one: recall_values.Budget) -> results_sessions.Budget:
    return results_sessions.Budget(used_bytes=one.used_bytes, limit_bytes=one.limit_bytes)


def recall_answer(answer: recall_values.RecallAnswer) -> results_sessions.RecallResult:
    return results_sessions.RecallResult(
        text=answer.text,
        reminder=answer.reminder,
        memories=[
            results_sessions.RecalledMemory(
                memory_uri=one.memory_uri,
                name=shown_name(one.name),
                bytes=one.bytes,
                age_days=one.age_days,
                cut=one.cut,
                score=one.score,
            )
            for one in answer.memories
        ],
        selector=answer.selector,
        notes=list(answer.notes),
        budget=budget(answer.budget),
        elapsed_ms=answer.elapsed_ms,
    )


def explain_answer(answer: values.ExplainAnswer) -> results_sessions.ExplainResult:
    return results_sessions.ExplainResult(
        text=answer.text,
        candidates=[
            results_sessions.ExplainedCandidate(
                memory_uri=one.memory_uri,
                name=shown_name(one.name),
                score=one.score,
                parts=dict(one.parts),
                coverage=one.coverage,
                picked=one.picked,
                reason=one.reason,
                gone_files=list(one.gone_files),
            )
            for one in answer.candidates
        ],
        gate=results_sessions.Gate(open=answer.gate_open, reason=answer.gate_reason, features=dict(answer.features)),
        notes=list(answer.notes),
        budget=budget(answer.budget),
    )


def search_answer(answer: SearchAnswer) -> results.SearchResult:
    return results.SearchResult(
        notes=list(answer.notes),
        hits=[
            results.SearchHit(
                memory_uri=hit.memory_uri,
                session_ref=hit.session_ref,
                title=hit.title,
                text=hit.text,
                cut=hit.cut,
                score=hit.score,
                at=time_or_none(hit.at),
            )
            for hit in answer.hits
        ],
    )


def write_answer(answer: values.WriteAnswer) -> results.WriteResult:
    usage = answer.usage
    return results.WriteResult(
        verdict=answer.verdict,
        memory_uri=answer.memory_uri,
        held=answer.held,
        warnings=list(answer.warnings),
        usage=None if usage is None else results.Usage(chars=usage.chars, limit=usage.limit),
        related=related(answer.related),
    )


def batch_answer(answer: values.BatchAnswer) -> results.BatchResult:
    return results.BatchResult(verdict=answer.verdict, results=[write_answer(one) for one in answer.results])


def held_row(row: values.HeldRow) -> results.HeldRow:
    return results.HeldRow(
        held=row.held,
        kind=row.kind,
        at=time_of(row.at),
        by=row.by,
        session_id=row.session_id,
        verdict=row.verdict,
        reason=row.reason,
        target=row.target,
        name=None if row.name is None else shown_name(row.name),
        text=row.text,
        merged=row.merged,
        memory_uri=row.memory_uri,
        related=related(row.related),
        choices=list(row.choices),
    )


def related(found: Iterable[values.Related]) -> list[results.Related]:
    return [results.Related(memory_uri=one.memory_uri, relation=one.relation, text=one.text) for one in found]


def session_row(row: values.SessionRow) -> results_sessions.SessionRow:
    return results_sessions.SessionRow(
        session_id=row.session_id,
        workspace_uri=row.workspace_uri,
        kind=row.kind,
        model=row.model,
        paused=row.paused,
        started_at=time_of(row.started_at),
        ended_at=time_or_none(row.ended_at),
        last_seen=time_of(row.last_seen),
        bytes_shown=row.bytes_shown,
    )


def ledger_row(row: values.LedgerRow) -> results_sessions.LedgerRow:
    return results_sessions.LedgerRow(memory_uri=row.memory_uri, text=row.text, at=time_of(row.at), bytes=row.bytes)


def status(one: values.Status) -> results.StatusResult:
    return results.StatusResult(
        enabled=one.enabled,
        enabled_by=one.enabled_by,
        workspace_uri=one.workspace_uri,
        project_key=one.project_key,
        folder_uri=one.folder_uri,
        folder_exists=one.folder_exists,
        profile_uri=one.profile_uri,
        health=one.health,
        message=one.message,
        files=None if one.files is None else file_counts(one.files),
        index=None if one.index is None else index_facts(one.index),
        sessions=[session_row(row) for row in one.sessions],
        findings=dict(one.findings),
        problems=list(one.problems),
        last_dream=time_or_none(one.last_dream),
        next_gate=one.next_gate,
        auto_dreams=one.auto_dreams,
        held=one.held,
        watching=one.watching,
        version=one.version,
    )


def file_counts(counts: values.FileCounts) -> results.FileCounts:
    return results.FileCounts(
        files=counts.files,
        indexed=counts.indexed,
        unindexed=counts.unindexed,
        dangling=counts.dangling,
        unreadable=counts.unreadable,
    )


def change_row(row: history.ChangeRow) -> results.ChangeRow:
    return results.ChangeRow(
        change=row.change,
        at=time_of(row.at),
        by=row.by,
        session_id=row.session_id,
        reason=row.reason,
        files=[results.ChangedFile(memory_uri=one.memory_uri, action=one.action) for one in row.files],
    )
