"""What stands behind the wire: the protocol knows it only by this."""

from collections.abc import Callable
from typing import Any, Protocol

from noctule.lsp.client import Client
from noctule.lsp.progress import Report


class Backend(Protocol):
    """Answers typed calls. Every method may raise a NoctuleError, which becomes an answer; anything else is a bug."""

    async def start(self, client: Client, tell: Callable[[str, Any], None]) -> None:
        """The client is known, and has been answered. `tell(method, params)` sends a notification, from any thread."""
        ...

    async def request(self, method: str, params: Any) -> Any:
        """The result of one method of METHODS, for its typed params."""
        ...

    async def tell(self, method: str, params: Any) -> None:
        """Take in one notification of TELLS."""
        ...

    async def command(self, name: str, argument: Any, report: Report) -> dict[str, Any]:
        """Run one command of COMMANDS; the answer holds `message`, and what else the command gives."""
        ...

    async def change_roots(self, added: tuple[str, ...], removed: tuple[str, ...]) -> None:
        """The client opened and closed folders."""
        ...

    def take_back(self, method: str, params: Any) -> None:
        """The client cancelled a request that had already been answered. Must not wait."""
        ...

    async def close(self) -> None:
        """The server leaves: let go of everything, quickly."""
        ...
