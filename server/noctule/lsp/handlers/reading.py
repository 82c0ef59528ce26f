"""Handlers of what is only read: status, list, read, check, search, sessions, ledger."""

from collections import Counter
from datetime import UTC, datetime

from noctule.errors import Refused
from noctule.lsp import convert, params, results, results_sessions
from noctule.service.noctule import Noctule
from noctule.service.searching import Search


def status(noctule: Noctule, asked: params.WorkspaceParams) -> results.StatusResult:
    return convert.status(noctule.reporting.status(asked.workspace_uri))


def list_memories(noctule: Noctule, asked: params.ListParams) -> results.ListResult:
    rows = noctule.reading.list(asked.workspace_uri, type=asked.type, held=asked.held)
    return results.ListResult(memories=[convert.memory_row(row) for row in rows])


def read(noctule: Noctule, asked: params.ReadParams) -> results.ReadResult:
    return convert.memory_text(noctule.reading.read(asked.memory_uri, asked.workspace_uri))


def check(noctule: Noctule, asked: params.CheckParams) -> results.CheckResult:
    findings = noctule.reading.check(asked.memory_uri, asked.workspace_uri)
    codes = Counter(one.code for one in findings)
    return results.CheckResult(
        findings=[convert.finding(one) for one in findings],
        counts=dict(sorted(Counter(one.severity for one in findings).items())),
        orphans=codes["orphan-memory"],
        dangling=codes["dangling-link"],
    )


def search(noctule: Noctule, asked: params.SearchParams) -> results.SearchResult:
    wanted = Search(
        query=asked.query,
        session_id=asked.session_id,
        workspace_uri=asked.workspace_uri,
        scope=asked.scope,
        limit=asked.limit,
        source=asked.source,
        session=asked.session_ref,
        since=None if asked.since is None else _moment(asked.since),
    )
    return convert.search_answer(noctule.searching.run(wanted))


def sessions(noctule: Noctule, asked: params.WorkspaceParams) -> results_sessions.SessionsResult:
    rows = noctule.sessions.all(asked.workspace_uri)
    return results_sessions.SessionsResult(sessions=[convert.session_row(row) for row in rows])


def ledger(noctule: Noctule, asked: params.SessionParams) -> results_sessions.LedgerResult:
    return results_sessions.LedgerResult(
        memories=[convert.ledger_row(row) for row in noctule.sessions.ledger(asked.session_id)]
    )


def _moment(text: str) -> datetime:
    """A time as the protocol writes them; one without a zone is in UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused("`since` is no time: write it as 2026-03-01T09:30:00Z.") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
