"""`noctule serve`: the server, on stdio or on a loopback port."""

import argparse
from pathlib import Path
from typing import Any

from noctule.cli.output import Output


def add_commands(commands: Any) -> None:
    command = commands.add_parser(
        "serve",
        help="run the server for an editor, on stdio",
        description="Run the server: JSON-RPC, framed as the Language Server Protocol does, on stdio or with --tcp.",
    )
    command.add_argument(
        "--tcp", type=_port, metavar="PORT", help="listen on a loopback port for one client; 0 picks one"
    )
    command.add_argument("--token-file", type=Path, metavar="FILE", help="write the client's token here, not on stderr")
    command.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), default="warning", help="how much the log says"
    )
    command.add_argument("--log-file", type=Path, metavar="FILE", help="log here instead of stderr")
    command.set_defaults(run=_serve)


def _serve(options: argparse.Namespace, _: Output) -> int:
    import os

    from noctule.lsp.main import ServeOptions, serve

    return serve(
        ServeOptions(
            tcp_port=options.tcp,
            token_file=options.token_file,
            log_level=options.log_level,
            log_file=options.log_file,
        ),
        os.environ,
    )


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65_535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return port
