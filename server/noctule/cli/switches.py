"""`noctule enable`, `disable` and `trust`: what a person decides for a project."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output

if TYPE_CHECKING:
    from noctule.service.noctule import Noctule
    from noctule.service.project import OpenProject


def add_commands(commands: Any) -> None:
    enable = new_command(commands, "enable", "switch memory on for this project")
    enable.set_defaults(run=_enable)
    disable = new_command(commands, "disable", "switch memory off for this project; nothing is removed")
    disable.set_defaults(run=_disable)
    trust = new_command(
        commands,
        "trust",
        "trust a folder: its own .noctule/settings.json may then switch off or tighten",
    )
    trust.add_argument(
        "folder", nargs="?", type=Path, metavar="DIR", help="the folder to trust (default: the project's)"
    )
    trust.add_argument("--remove", action="store_true", help="trust it no longer")
    trust.set_defaults(run=_trust)


def _enable(options: argparse.Namespace, output: Output) -> int:
    return _switch(options, output, lambda noctule: noctule.switches.enable())


def _disable(options: argparse.Namespace, output: Output) -> int:
    return _switch(options, output, lambda noctule: noctule.switches.disable())


def _switch(options: argparse.Namespace, output: Output, change: "Callable[[Noctule], OpenProject]") -> int:
    with house(options) as noctule:
        opened = change(noctule)
    word = "on" if opened.is_enabled else "off"
    if output.is_json:
        output.value({"enabled": opened.is_enabled, "project": opened.project.root})
    else:
        output.line(f"Memory is {word} for {opened.project.name}.")
    return 0


def _trust(options: argparse.Namespace, output: Output) -> int:
    if options.folder is not None:
        options.project = options.folder
    with house(options) as noctule:
        switches = noctule.switches
        opened = switches.distrust() if options.remove else switches.trust()
    if output.is_json:
        output.value({"trusted": not options.remove, "folder": opened.root.path})
    else:
        output.line(f"{opened.root.path} is {'no longer trusted' if options.remove else 'trusted'}.")
    return 0
