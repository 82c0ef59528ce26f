"""The command `noctule`. A hook, for which an agent waits on each turn, loads nothing that only other commands need."""

import gc
import io
import os
import sys
from collections.abc import Sequence

_GC_THRESHOLD = 50_000


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command. Gives 0, 1 for an error that was told, 2 for wrong usage, 130 for Ctrl-C."""
    _open_missing_streams()
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] == ["hook"] and len(words) == 2 and not words[1].startswith("-"):
        from noctule.agents.hook import hook

        if argv is not None:
            return hook(words[1], os.environ)
        # This process ends before its garbage matters; and once all is written and closed, Python's own tidying up
        # would take as long as the ranking.
        gc.disable()
        os._exit(hook(words[1], os.environ))
    # So does a command, but for one that reads thousands of files; the server sets its own rule.
    gc.set_threshold(_GC_THRESHOLD)
    from noctule.cli.command import run_command

    return run_command(words)


def _open_missing_streams() -> None:
    """A shell may close what a program reads and writes; Python then has nothing there."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO()))
