"""`noctule recall` and `search`: what a turn would be given, and what matches a question, also of what was said."""

import argparse
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output
from noctule.cli.since import HELP, since
from noctule.cli.telling import Telling
from noctule.errors import LockBusy
from noctule.safety.sanitize import one_line
from noctule.service.uris import path_of
from noctule.settings.declaration import TRANSCRIPT_SOURCES as _SOURCES

if TYPE_CHECKING:
    from noctule.service.noctule import Noctule
    from noctule.service.searching import Scope, SearchAnswer
    from noctule.service.values import ExplainAnswer


def add_commands(commands: Any) -> None:
    recall = new_command(
        commands,
        "recall",
        "show what a turn would be given",
        "Show which memories a turn would be given. It leaves no trace: no session is shown anything.",
    )
    recall.add_argument("query", nargs="+", help="the words of the turn")
    recall.add_argument("--session", metavar="ID", help="as for this session: what it was shown is left out")
    recall.add_argument("--explain", action="store_true", help="every candidate with its score, and why")
    recall.add_argument("--limit", type=int, default=50, metavar="N", help="candidates to explain (default: 50)")
    recall.set_defaults(run=_recall)
    search = new_command(
        commands,
        "search",
        "search the memories, or past conversations",
        "Search the memories or, with --sessions, what was said in past conversations with any agent: each hit with "
        "the messages beside it, its date, and what matched marked. New conversations are read first.",
    )
    search.add_argument("query", nargs="+", help="what to look for")
    search.add_argument("--limit", type=int, default=5, metavar="N", help="hits to show (default: 5)")
    search.add_argument("--sessions", action="store_true", help="search past conversations instead")
    search.add_argument("--all", action="store_true", help="search both")
    search.add_argument("--source", metavar="AGENT", help=f"only conversations with one of: {', '.join(_SOURCES)}")
    search.add_argument("--session", metavar="ID", help="only this conversation; the beginning of its id is enough")
    search.add_argument("--since", type=since, metavar="WHEN", help=f"only what was said since: {HELP}")
    search.set_defaults(run=_search)


def _nothing(answer: "ExplainAnswer", *, is_empty: bool) -> str:
    """Why nothing is recalled, and what to do where there is nothing to recall."""
    if is_empty:
        return "Nothing is recalled: there are no memories here yet. `noctule add TEXT` makes one."
    return f"Nothing is recalled: {answer.gate_reason}." if not answer.gate_open else "Nothing is recalled."


def _recall(options: argparse.Namespace, output: Output) -> int:
    from noctule.service.recall.explaining import Question

    question = Question(query=" ".join(options.query), session_id=options.session, limit=max(1, options.limit))
    with house(options) as noctule:
        answer = noctule.explaining.explain(question)
        is_empty = answer.text is None and not noctule.reading.list(with_findings=False)
    if output.is_json:
        output.value(answer)
    elif options.explain:
        _explain(answer, output)
    elif answer.text is None:
        output.note(_nothing(answer, is_empty=is_empty))
    else:
        output.text(answer.text + "\n")
    return 0


def _explain(answer: "ExplainAnswer", output: Output) -> None:
    output.styled(f"gate {'open' if answer.gate_open else 'shut'}: {answer.gate_reason}", "bold")
    features = ", ".join(f"{name} {value:.3g}" for name, value in sorted(answer.features.items()))
    output.line(f"features: {features}")
    output.line(f"budget: {answer.budget.used_bytes:,} of {answer.budget.limit_bytes:,} bytes")
    rows = [
        (
            "picked" if one.picked else "withheld",
            f"{one.score:.3f}",
            one_line(path_of(one.memory_uri).name),
            f"{one.coverage:.0%}",
            ", ".join(f"{part} {share:.2f}" for part, share in sorted(one.parts.items())),
            one_line(one.reason),
        )
        for one in answer.candidates
    ]
    output.table(("", "score", "file", "covered", "parts", "why"), rows)


def _search(options: argparse.Namespace, output: Output) -> int:
    from noctule.service.searching import Search

    wanted = Search(
        query=" ".join(options.query),
        scope=_scope(options),
        limit=options.limit,
        source=options.source,
        session=options.session,
        since=options.since,
    )
    with house(options) as noctule:
        if wanted.scope != "memories":
            _read_new_conversations(noctule, output)
        answer = noctule.searching.run(wanted)
    if output.is_json:
        output.value(answer)
        return 0
    _show_hits(answer, output)
    return 0


def _scope(options: argparse.Namespace) -> "Scope":
    """What narrows conversations down asks for them."""
    if options.all:
        return "all"
    is_narrowed = options.source is not None or options.session is not None or options.since is not None
    return "transcripts" if options.sessions or is_narrowed else "memories"


def _read_new_conversations(noctule: "Noctule", output: Output) -> None:
    """All of them, however long it takes: a person sees how far it is, and may stop it and search what is read."""
    from noctule.transcripts.search.pace import Pace

    opened = noctule.projects.open(None).require_enabled()
    telling = Telling(output, "reading past conversations")
    try:
        noctule.conversations.feed(opened, Pace(on_progress=telling.tell))
    except LockBusy:
        output.note("Another program is reading the conversations: some may not be found yet.")
    finally:
        telling.end()


def _show_hits(answer: "SearchAnswer", output: Output) -> None:
    for hit in answer.hits:
        where = path_of(hit.memory_uri).name if hit.memory_uri else hit.session_ref
        output.styled(f"{one_line(hit.title)}  ({where})", "bold")
        output.text("".join(f"    {line}\n" for line in hit.text.splitlines()))
    if not answer.hits:
        output.note("Nothing matches.")
