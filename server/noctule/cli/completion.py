"""`noctule completion SHELL`: prints the script that teaches a shell our words."""

import argparse
from typing import Any

from noctule.cli.output import Output

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


def add_commands(commands: Any) -> None:
    command = commands.add_parser(
        "completion",
        help="print a shell's completion script",
        description='Print a completion script. For bash: eval "$(noctule completion bash)".',
    )
    command.add_argument("shell", choices=SHELLS, help="the shell to complete in")
    command.set_defaults(run=_print_script)


def _print_script(options: argparse.Namespace, output: Output) -> int:
    import shtab

    from noctule.cli.command import parser

    output.line(shtab.complete(parser(), shell=options.shell))
    return 0
