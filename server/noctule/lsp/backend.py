"""What stands behind the wire: the protocol knows it only by this."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from noctule.dataclass import dataclass
from noctule.lsp.client import Client
from noctule.lsp.progress import Report


@dataclass(frozen=True, slots=True)
class Revocable:
    """A result with what to call, in a thread, if the client cancels the request although it was answered."""

    result: Any
    take_back: Callable[[], None]


class Line(Protocol):
    """The way to the client."""

    def tell(self, method: str, params: Any) -> None:
        """Send a notification, from any thread; of our own ones, only those that the client declared go out."""
        ...

    async def ask(self, method: str, params: Any, deadline_s: float) -> Any:
        """The client's answer as JSON. Raises AskFailed."""
        ...

    def reporting(self, title: str) -> AbstractAsyncContextManager[Report]:
        """A progress of the server's own, where the client shows any; its cancel cancels the task that holds it."""
        ...


class Backend(Protocol):
    """Answers typed calls. Every method may raise a NoctuleError, which becomes an answer; anything else is a bug."""

    async def start(self, client: Client, line: Line) -> None:
        """The client is known, and is being answered; `line` reaches it from now on."""
        ...

    async def request(self, method: str, params: Any) -> Any:
        """The result of one method of METHODS, for its typed params; Revocable where a late cancel undoes it."""
        ...

    async def tell(self, method: str, params: Any) -> None:
        """Take in one notification of TELLS."""
        ...

    async def command(self, name: str, argument: Any, report: Report) -> dict[str, Any]:
        """Run one command of COMMANDS; the answer holds `message`, and what else the command gives."""
        ...

    async def language(self, method: str, params: Any) -> Any:
        """Serve one message of the language features (`language/table.py`), asked or told."""
        ...

    async def change_roots(self, added: tuple[str, ...], removed: tuple[str, ...]) -> None:
        """The client opened and closed folders."""
        ...

    async def change_settings(self, settings: Any) -> None:
        """The editor's settings changed; `settings` is what it sent along, if anything."""
        ...

    async def shut_down(self) -> None:
        """The client said `shutdown`: end what runs on by itself, in an orderly way and in short time."""
        ...

    async def close(self) -> None:
        """The server leaves: let go of everything, quickly."""
        ...
