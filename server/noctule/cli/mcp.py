"""`noctule mcp`: the memories for any MCP client."""

import argparse
import json
import os
from pathlib import Path
from typing import Any

from noctule.cli.output import Output


def add_commands(commands: Any) -> None:
    command = commands.add_parser(
        "mcp",
        help="serve the memories to an MCP client, on stdio",
        description="Serve the memories of one project to an MCP client, on stdio: the one named, else the client's "
        "first root, else the folder it was started in. Needs the extra `mcp`.",
    )
    command.add_argument("--project", type=Path, metavar="DIR", help="the project's folder")
    command.add_argument(
        "--settings",
        type=_section,
        metavar="JSON",
        help="settings of the editor that starts it, as one JSON object: they go before those of your file",
    )
    command.set_defaults(run=_serve)


def _serve(options: argparse.Namespace, _: Output) -> int:
    from noctule.agents.mcp import serve

    project = options.project.expanduser().absolute() if options.project is not None else None
    return serve(project, os.environ, options.settings)


def _section(text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError('takes one JSON object, such as {"recall.enabled": false}')
    return value
