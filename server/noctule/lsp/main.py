"""`noctule serve`: from the command line's options to the exit code."""

import asyncio
import gc
import sys
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctule.dataclass import dataclass
from noctule.lsp.pipes import take_stdio

if TYPE_CHECKING:
    from noctule.lsp.backend import Backend

_GC_THRESHOLD = 10_000
_LAST_S = 0.1


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """`tcp_port` None means stdio, 0 any free port. `log_level` is debug, info, warning or error."""

    tcp_port: int | None = None
    token_file: Path | None = None
    log_level: str = "warning"
    log_file: Path | None = None


def serve(
    options: ServeOptions, environ: Mapping[str, str], make_backend: "Callable[[], Backend] | None" = None
) -> int:
    """Serve one client and give the exit code: 0 after `shutdown`, 2 when the client could not be understood, else 1.

    `make_backend` is what tests put behind the wire instead of the service.
    """
    if options.tcp_port is None and sys.stdin is not None and sys.stdin.isatty():
        sys.stderr.write("noctule: waiting for an editor to speak on stdin (Ctrl-D ends it)\n")
    pipe = take_stdio() if options.tcp_port is None else None
    # The protocol's types are thousands of objects that all stay: looking them over less often shortens the start.
    gc.set_threshold(_GC_THRESHOLD)
    from noctule.lsp.logs import set_up_log
    from noctule.lsp.run import run_stdio, run_tcp
    from noctule.lsp.server import ServiceBackend

    set_up_log(options.log_level, options.log_file)
    make: Callable[[], Backend] = make_backend or (lambda: ServiceBackend(environ))
    if pipe is not None:
        return _run(run_stdio(pipe, make))
    return _run(run_tcp(options.tcp_port or 0, options.token_file, make))


def _run(main: Coroutine[Any, Any, int]) -> int:
    """Run `main` on a loop of our own: asyncio.run would wait without end for a thread that hangs."""
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(main)
    finally:
        _cancel_rest(loop)
        loop.close()


def _cancel_rest(loop: asyncio.AbstractEventLoop) -> None:
    rest = asyncio.all_tasks(loop)
    for task in rest:
        task.cancel()
    if rest:
        loop.run_until_complete(asyncio.wait(rest, timeout=_LAST_S))
