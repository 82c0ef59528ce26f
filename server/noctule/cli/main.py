"""The command `noctule`. A hook, for which an agent waits on each turn, loads nothing that only other commands need."""

import gc
import io
import os
import sys
from collections.abc import Sequence

_GC_THRESHOLD = 50_000


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command. Gives 0, 1 for an error that was told, 2 for wrong usage, 130 for Ctrl-C."""
    # A command ends before its garbage matters; the server sets its own rule.
    gc.set_threshold(_GC_THRESHOLD)
    _open_missing_streams()
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] == ["hook"] and len(words) == 2 and not words[1].startswith("-"):
        from noctule.agents.hook import hook

        code = hook(words[1], os.environ)
        if argv is None:
            # All is written and closed; Python's own tidying up would take as long as the ranking.
            os._exit(code)
        return code
    from noctule.cli.command import run_command

    return run_command(words)


def _open_missing_streams() -> None:
    """A shell may close what a program reads and writes; Python then has nothing there."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO()))
