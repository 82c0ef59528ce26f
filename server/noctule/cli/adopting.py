"""`noctule adopt`: the memory of a project that was moved, for its new place."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output

if TYPE_CHECKING:
    from noctule.service.adopting import Offer


def add_commands(commands: Any) -> None:
    command = new_command(
        commands,
        "adopt",
        "take over the memory that this project had in another place",
        "Take over the memory that this project had before it was moved. Without OLD_ROOT, what fits by the git remote "
        "and the first commit is shown, and taken over when you agree. It moves with its history, or, where this "
        "project has memories already, is brought in beside them.",
    )
    command.add_argument("root", nargs="?", metavar="OLD_ROOT", help="where the project was")
    command.set_defaults(run=_adopt)


def _adopt(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        named = _named(options.root)
        if named is None:
            offers = noctule.adopting.offers()
            if output.is_json:
                output.value({"offers": offers})
                return 0
            named = _chosen(offers, output)
            if named is None:
                return 0
        answer = noctule.adopting.adopt(named)
    if output.is_json:
        output.value(answer)
        return 0
    for item in answer.items:
        output.line(f"{item.action:<12}{item.source_uri.rpartition('/')[2]}  {item.reason}")
    output.line(answer.message)
    return 0


def _named(root: str | None) -> str | None:
    return None if root is None else str(Path(root).expanduser().absolute())


def _chosen(offers: "tuple[Offer, ...]", output: Output) -> str | None:
    """The one offer that the person agrees to; else what they can say."""
    if not offers:
        output.line(
            "No memory was left by this repository in another place. `noctule adopt OLD_ROOT` takes one that you name."
        )
        return None
    for offer in offers:
        output.line(f"{offer.from_root}  ({offer.memories:,} memories)")
    if len(offers) > 1 or not sys.stdin.isatty():
        output.note("Nothing was adopted: name the old root to adopt its memory.")
        return None
    sys.stderr.write("Adopt it? [y/N] ")
    sys.stderr.flush()
    return offers[0].from_root if sys.stdin.readline().strip().lower() in ("y", "yes") else None
