"""One command: reads its words, runs it, tells what goes wrong in a sentence and an exit code."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from noctule import __version__
from noctule.cli.output import Output
from noctule.cli.words import Parser, WrongUsage
from noctule.errors import NoctuleError

# The shell's own: 128 + SIGINT, and the usual code for wrong usage.
INTERRUPTED = 130
USAGE = 2

# The groups of commands, one file each, and the words they bring: a command loads its own group only.
GROUPS = {
    "reading": ("status", "list", "show", "path"),
    "writing": ("add", "edit", "remove", "pin"),
    "batch": ("batch",),
    "proposing": ("remember", "held", "accept", "discard"),
    "promoting": ("promote",),
    "recalling": ("recall", "search"),
    "checking": ("doctor",),
    "importing": ("import",),
    "adopting": ("adopt",),
    "dreaming": ("dream", "tidy"),
    "dreams": ("dreams",),
    "history": ("history", "undo", "forget"),
    "transcripts": ("transcripts",),
    "switches": ("enable", "disable", "trust"),
    "tour": ("tour",),
    "serving": ("serve",),
    "hooks": ("hook", "hooks"),
    "mcp": ("mcp",),
    "completion": ("completion",),
}

Run = Callable[[argparse.Namespace, Output], int]


def run_command(words: Sequence[str]) -> int:
    """Gives 0, 1 for an error that was told, 2 for wrong usage, 130 for Ctrl-C."""
    try:
        options = parser(words[0] if words else None).parse_args(words)
    except WrongUsage as wrong:
        wrong.tell(is_json="--json" in words)
        return USAGE
    run: Run | None = getattr(options, "run", None)
    if run is None:
        parser().print_help()
        return USAGE
    output = Output(is_json=getattr(options, "json", False))
    try:
        code = run(options, output)
        # Here, where a reader that has gone is no surprise; at exit Python would complain.
        sys.stdout.flush()
        return code
    except NoctuleError as error:
        output.error(error.kind, str(error))
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_output()
        return 1
    except OSError as error:
        _let_go_of_output()
        where = f"{error.filename}: " if error.filename else ""
        output.note(f"noctule: {where}{error.strerror or error}.")
        return 1


def _let_go_of_output() -> None:
    """Nobody takes our output: Python would complain again when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser(word: str | None = None) -> argparse.ArgumentParser:
    """The whole command line, as `--help`, completion and the docs' test read it; for one command's word, its part."""
    top = Parser(
        prog="noctule",
        description="A memory server for the coding agents that live in editors.",
        epilog="`noctule COMMAND --help` tells about one command. Begin with `noctule tour`.",
    )
    top.add_argument("--version", action="version", version=f"noctule {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for group, brought in GROUPS.items():
        if word in brought or not any(word in others for others in GROUPS.values()):
            import_module(f"noctule.cli.{group}").add_commands(commands)
    return top
