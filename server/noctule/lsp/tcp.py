"""`--tcp`: one client on the loopback, which proves by a token that the person who started the server sent it."""

import asyncio
import hmac
import os
import secrets
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol.types import InitializeParams

from noctule.lsp.backend import Backend
from noctule.lsp.host import Conversation
from noctule.lsp.pipes import socket_pipe

_ADDRESS = "127.0.0.1"
# Whoever has not shown the token by then makes room for the next.
_PROVE_S = 10.0


class Door:
    """Listens on a loopback port and lets in the first client that has the token."""

    def __init__(self, port: int, token_file: Path | None) -> None:
        """Open the port (0 = any free one). Raises OSError for a port or file that is not to be had."""
        self._token = secrets.token_urlsafe(32)
        self._token_file = token_file
        self._socket = socket.create_server((_ADDRESS, port), backlog=1)
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]
        if token_file is not None:
            _write_private(token_file, self._token)

    def announce(self) -> None:
        """Say on stderr where the server listens, and the token unless it lies in a file."""
        lines = [f"noctule: listening on {_ADDRESS}:{self.port}"]
        if self._token_file is None:
            lines.append(f"noctule: token {self._token}")
        sys.stderr.write("\n".join(lines) + "\n")
        sys.stderr.flush()

    async def let_in(self, make_backend: Callable[[], Backend]) -> tuple[Conversation, asyncio.Task[None]]:
        """The conversation of the first client that shows the token, running; everybody else is sent away."""
        loop = asyncio.get_running_loop()
        while True:
            connection, _ = await loop.sock_accept(self._socket)
            conversation = Conversation(socket_pipe(connection), make_backend(), is_allowed=self._has_token)
            run = loop.create_task(conversation.run())
            if await _is_proven(conversation, run):
                self._socket.close()
                return conversation, run
            conversation.end("no token")
            await run
            await conversation.close()

    def close(self) -> None:
        """Close the port, and remove the token file: it opens nothing any more."""
        self._socket.close()
        if self._token_file is not None:
            self._token_file.unlink(missing_ok=True)

    def _has_token(self, params: InitializeParams) -> bool:
        options: Any = params.initialization_options
        given = options.get("token") if isinstance(options, dict) else None
        return isinstance(given, str) and hmac.compare_digest(given.encode(errors="replace"), self._token.encode())


async def _is_proven(conversation: Conversation, run: asyncio.Task[None]) -> bool:
    greeted = asyncio.ensure_future(conversation.protocol.greeted.wait())
    await asyncio.wait({greeted, run}, timeout=_PROVE_S, return_when=asyncio.FIRST_COMPLETED)
    greeted.cancel()
    return conversation.is_initialized


def _write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(fd, "w", encoding="utf-8") as file:
        file.write(text + "\n")
