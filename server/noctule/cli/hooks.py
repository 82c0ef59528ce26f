"""`noctule hook`: what agents run."""

import argparse
import os
from typing import Any

from noctule.cli.output import Output


def add_commands(commands: Any) -> None:
    hook = commands.add_parser(
        "hook",
        help="serve one event of an agent's hooks",
        description="Serve one event of an agent's hooks: its JSON object on stdin, what the agent is to know on "
        "stdout. Agents run this; it always ends with 0, and what goes wrong is a line in logs/hook.log.",
    )
    hook.add_argument("event", metavar="EVENT", help="SessionStart, UserPromptSubmit, PostToolUse, Stop and so on")
    hook.set_defaults(run=_hook)


def _hook(options: argparse.Namespace, _: Output) -> int:
    from noctule.agents.hook import hook

    return hook(options.event, os.environ)
