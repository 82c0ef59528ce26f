"""A screen attached to a running Neovim: what a person sees, with its colours."""

import socket
import time
from pathlib import Path
from typing import Any

import msgpack

PATIENCE_S = 20.0
Cell = tuple[str, int]


class Grid:
    """Attaches as a user interface of `columns` by `rows`; `close` must be called."""

    def __init__(self, address: Path, columns: int = 100, rows: int = 30) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(address))
        self._unpacker = msgpack.Unpacker(raw=False, unicode_errors="surrogateescape", strict_map_key=False)
        self._cells: list[list[Cell]] = []
        self._colours: dict[int, dict[str, Any]] = {}
        self._is_whole = False
        options = {"rgb": True, "ext_linegrid": True}
        self._socket.sendall(msgpack.packb([0, 1, "nvim_ui_attach", [columns, rows, options]]))

    def rows(self) -> list[str]:
        """The lines as they were drawn last."""
        return ["".join(text for text, _ in row) for row in self._cells]

    def colour(self, row: int, column: int) -> int | None:
        """The foreground of a cell, None for the default."""
        found: int | None = self._colours.get(self._cells[row][column][1], {}).get("foreground")
        return found

    def wait_for(self, part: str) -> int:
        """The first row that holds `part`, once one does."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            for number, row in enumerate(self.rows()):
                if self._is_whole and part in row:
                    return number
            self._take(deadline, part)

    def _take(self, deadline: float, part: str) -> None:
        left = deadline - time.monotonic()
        assert left > 0, f"{part!r} is not on the screen: {self.rows()}"
        self._socket.settimeout(left)
        try:
            self._unpacker.feed(self._socket.recv(65_536))
        except TimeoutError:
            return
        for message in self._unpacker:
            if message[0] == 2 and message[1] == "redraw":
                for name, *calls in message[2]:
                    for call in calls:
                        self._draw(name, call)

    def _draw(self, name: str, call: list[Any]) -> None:
        self._is_whole = name == "flush"
        if name == "grid_resize":
            self._cells = [[(" ", 0)] * call[1] for _ in range(call[2])]
        elif name == "grid_clear":
            self._cells = [[(" ", 0)] * len(row) for row in self._cells]
        elif name == "hl_attr_define":
            self._colours[call[0]] = call[1]
        elif name == "grid_line":
            self._write(call[1], call[2], call[3])
        elif name == "grid_scroll":
            self._scroll(*call[1:6])

    def _write(self, row: int, column: int, cells: list[list[Any]]) -> None:
        colour = 0
        for text, *more in cells:
            colour = more[0] if more else colour
            for _ in range(more[1] if len(more) > 1 else 1):
                self._cells[row][column] = (text, colour)
                column += 1

    def _scroll(self, top: int, bottom: int, left: int, right: int, by: int) -> None:
        numbers = range(top, bottom - by) if by > 0 else range(bottom - 1, top - by - 1, -1)
        for number in numbers:
            self._cells[number][left:right] = self._cells[number + by][left:right]

    def close(self) -> None:
        self._socket.close()
