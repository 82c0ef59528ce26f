"""`noctule promote`: moves old items of the profile into the instruction file, once the person has seen the edit."""

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output
from noctule.safety.characters import show_hidden

if TYPE_CHECKING:
    from noctule.service.capture.promoting import PromoteAnswer


def add_commands(commands: Any) -> None:
    promote = new_command(
        commands,
        "promote",
        "move items of the profile that have proved themselves into your instruction file",
        "Show an edit of the file that promote.file names, which takes over items of the profile that are old enough. "
        "On a terminal you are asked before it is made; elsewhere it is made with --yes only.",
    )
    promote.add_argument("--item", action="append", default=[], metavar="TEXT", help="only this item, by a text in it")
    promote.add_argument("--yes", action="store_true", help="make the edit without asking")
    promote.set_defaults(run=_promote)


def _promote(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        promoting = noctule.capturing.promoting
        answer = asyncio.run(promoting.propose(options.item))
        if answer.promotion is None:
            return _tell(answer, output)
        if not output.is_json:
            output.text(show_hidden(answer.diff or ""))
        if options.yes or (sys.stdin.isatty() and not output.is_json and _agrees()):
            return _tell(promoting.apply(answer.promotion), output)
        if output.is_json:
            return _tell(answer, output)
        output.note("Nothing was written. `noctule promote --yes` makes the edit.")
        return 1


def _agrees() -> bool:
    print("Make this edit, and take the items out of the profile? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _tell(answer: "PromoteAnswer", output: Output) -> int:
    if output.is_json:
        output.value(answer)
    else:
        output.line(answer.message)
    return 0
