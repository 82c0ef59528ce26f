"""Puts the service behind the wire: it is built after `initialize` is answered, and every call waits for it."""

from collections.abc import Callable, Mapping
from typing import Any

from noctule.lsp.client import Client
from noctule.lsp.progress import Report


class ServiceBackend:
    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    async def start(self, client: Client, tell: Callable[[str, Any], None]) -> None: ...

    async def request(self, method: str, params: Any) -> Any: ...

    async def tell(self, method: str, params: Any) -> None: ...

    async def command(self, name: str, argument: Any, report: Report) -> dict[str, Any]:
        return {}

    async def change_roots(self, added: tuple[str, ...], removed: tuple[str, ...]) -> None: ...

    def take_back(self, method: str, params: Any) -> None: ...

    async def close(self) -> None: ...
