"""`noctule mcp`: the memories for any MCP client."""

import argparse
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
    command.set_defaults(run=_serve)


def _serve(options: argparse.Namespace, _: Output) -> int:
    from noctule.agents.mcp import serve

    project = options.project.expanduser().absolute() if options.project is not None else None
    return serve(project, os.environ)
