"""`noctule transcripts`: the past conversations of this project, of every agent whose files Noctule reads."""

import argparse
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output
from noctule.cli.since import HELP, since
from noctule.safety.characters import show_hidden
from noctule.safety.sanitize import one_line
from noctule.service.json_form import rfc3339

if TYPE_CHECKING:
    from noctule.service.transcripts import Said, TranscriptRow


def add_commands(commands: Any) -> None:
    group = commands.add_parser(
        "transcripts",
        help="list past conversations, or show one",
        description="The past conversations of this project, of every agent whose files Noctule reads; no secret in "
        "them is shown.",
    )
    within = group.add_subparsers(
        title="commands", metavar="COMMAND", required=True, help="`noctule transcripts COMMAND --help` tells more"
    )
    for add in _WITHIN:
        add(within)


def _add_list(within: Any) -> None:
    listing = new_command(
        within,
        "list",
        "list the past conversations, the one that was written to last first",
        "List the past conversations, the one that was written to last first. Piped, the columns are parted by tabs.",
    )
    listing.add_argument("--since", type=since, metavar="WHEN", help=f"only those written to since: {HELP}")
    listing.set_defaults(run=_list)


def _add_show(within: Any) -> None:
    show = new_command(within, "show", "print what was said in one, without secrets")
    show.add_argument("session", metavar="SESSION", help="its id, or a beginning that only one has")
    show.set_defaults(run=_show)


def _add_digest(within: Any) -> None:
    digest = new_command(
        within,
        "digest",
        "print what a dream would read of them now",
        "Print what a dream would read of them now: of those touched since the last dream that are not running, the "
        "newest first, without secrets and cut to `dream.transcriptBudgetBytes`.",
    )
    digest.add_argument("--since", type=since, metavar="WHEN", help=f"of those touched since another time: {HELP}")
    digest.set_defaults(run=_digest)


# What the group holds: a function that adds one command each.
_WITHIN = (_add_list, _add_show, _add_digest)


def _list(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        rows = noctule.transcripts.all(since=options.since)
    if output.is_json:
        output.value({"sessions": rows})
        return 0
    if not rows:
        output.note("No past conversation of this project was found.")
        return 0
    output.table(("session", "agent", "kind", "written to", "began with"), [_cells(row) for row in rows])
    return 0


def _cells(row: "TranscriptRow") -> tuple[str, ...]:
    return one_line(row.session_id), row.source, row.kind, rfc3339(row.changed_at), row.title


def _show(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        shown = noctule.transcripts.show(options.session)
        if output.is_json:
            output.value({"session": shown.session, "messages": tuple(shown.messages)})
            return 0
        row = shown.session
        output.styled(f"{one_line(row.session_id)} ({row.source}, {row.kind})", "bold")
        for said in shown.messages:
            _print_message(said, output)
    return 0


def _print_message(said: "Said", output: Output) -> None:
    output.line()
    output.styled(f"{said.role}  {rfc3339(said.at)}" if said.at is not None else said.role, "bold")
    # In a pipe too: nobody needs another agent's bytes as they are, and a pager obeys them.
    output.text(f"{show_hidden(said.text)}\n")


def _digest(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        made = noctule.digesting.show(since=options.since)
    if output.is_json:
        output.value(made)
        return 0
    touched = "" if made.since is None else f" touched since {rfc3339(made.since)}"
    if not made.text:
        output.note(f"There is nothing to read: no session{touched} that is over.")
        return 0
    output.text(made.text)
    count = len(made.sessions)
    left = f"; {len(made.left_out)} more had no room" if made.left_out else ""
    output.note(
        f"{count} {'session' if count == 1 else 'sessions'}{touched}: "
        f"{made.bytes:,} of {made.budget_bytes:,} bytes{left}."
    )
    return 0
