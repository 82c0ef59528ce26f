"""The real wire with a small backend behind it, whose `memory/search` does what its query says."""

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

from noctule.errors import NotFound
from noctule.lsp import results_events
from noctule.lsp.backend import Line, Revocable
from noctule.lsp.client import Client
from noctule.lsp.main import ServeOptions, serve
from noctule.lsp.progress import Report


class Backend:
    """Keeps what it was told; a test reads it back through `memory/search` with the query `told`."""

    def __init__(self) -> None:
        self._told: list[str] = []

    async def start(self, client: Client, line: Line) -> None:
        self._client = client
        self._tell = line.tell
        self._told.append("start")

    async def request(self, method: str, params: Any) -> Any:
        if method != "memory/search":
            return {"method": method}
        act = getattr(self, f"do_{params.query.partition(' ')[0]}", None)
        result = await act(params.query) if act is not None else {"query": params.query}
        return Revocable(result, lambda: self._told.append(f"took back {params.query}"))

    async def tell(self, method: str, params: Any) -> None:
        session = getattr(params, "session_id", "")
        if session == "slow":
            await asyncio.sleep(0.2)
        if session == "bug":
            raise ValueError("a bug")
        self._told.append(f"{method} {session}")

    async def command(self, name: str, argument: Any, report: Report) -> dict[str, Any]:
        session = getattr(argument, "session_id", None)
        if session == "unknown":
            raise NotFound("There is no such session.")
        if session == "sleep":
            report.step("working", 10)
            report.step("still working", 200)
            await asyncio.sleep(60)
        if session == "exit":
            sys.exit(7)
        report.step("working")
        return {"message": "done", "name": name}

    async def language(self, method: str, params: Any) -> Any:
        self._told.append(method)

    async def change_roots(self, added: tuple[str, ...], removed: tuple[str, ...]) -> None:
        self._told.append(f"roots +{list(added)} -{list(removed)}")

    async def change_settings(self, settings: Any) -> None:
        self._told.append(f"settings {settings}")

    async def shut_down(self) -> None:
        pass

    async def close(self) -> None:
        self._told.append("close")

    async def do_sleep(self, _: str) -> Any:
        await asyncio.sleep(60)

    async def do_stubborn(self, _: str) -> Any:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return {"query": "kept on"}

    async def do_hang(self, _: str) -> Any:
        await asyncio.to_thread(time.sleep, 60)

    async def do_wedge(self, _: str) -> Any:
        time.sleep(60)

    async def do_exit(self, _: str) -> Any:
        sys.exit(3)

    async def do_interrupt(self, _: str) -> Any:
        raise KeyboardInterrupt

    async def do_bug(self, query: str) -> Any:
        raise ValueError(query)

    async def do_missing(self, _: str) -> Any:
        raise NotFound("There is no memory of that name.")

    async def do_object(self, _: str) -> Any:
        return {"it": object()}

    async def do_nan(self, _: str) -> Any:
        return {"it": float("nan")}

    async def do_loop(self, _: str) -> Any:
        value: dict[str, Any] = {}
        value["it"] = value
        return value

    async def do_half(self, _: str) -> Any:
        return {"it": "half \ud83d of a character"}

    async def do_print(self, _: str) -> Any:
        print("printed by the server")
        sys.stdout.flush()
        await asyncio.to_thread(os.system, "echo printed by a child")
        return {"read": await asyncio.to_thread(sys.stdin.read)}

    async def do_large(self, query: str) -> Any:
        return {"it": "x" * int(query.split()[1])}

    async def do_event(self, _: str) -> Any:
        self._tell(
            "memory/nudge", results_events.Nudge(workspace_uri="file:///p", reason="r", message="m", command=None)
        )
        self._tell("memory/written", results_events.Written(workspace_uri=None, changes=[], warnings=[]))
        return {}

    async def do_client(self, _: str) -> Any:
        client = self._client
        return {
            "roots": list(client.root_uris),
            "trusted": client.trusted_uris,
            "notifications": sorted(client.notifications),
            "interactive": client.is_interactive,
        }

    async def do_told(self, _: str) -> Any:
        return {"told": list(self._told)}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tcp", type=int)
    parser.add_argument("--token-file", type=Path)
    parser.add_argument("--log-level", default="warning")
    parser.add_argument("--log-file", type=Path)
    options = parser.parse_args()
    return serve(
        ServeOptions(options.tcp, options.token_file, options.log_level, options.log_file), os.environ, Backend
    )


if __name__ == "__main__":
    sys.exit(main())
