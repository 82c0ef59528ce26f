"""Several projects in one Neovim, source files beside memories, and servers that end."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fakes.neovim import Neovim

Start = Callable[..., Neovim]

# Answers `initialize`, and nothing after it.
MUTE = """
import json, sys
wire = sys.stdin.buffer
while line := wire.readline():
    length = int(line.split(b":")[1])
    wire.readline()
    message = json.loads(wire.read(length))
    if message.get("method") == "initialize":
        memory = {"protocolVersion": 1, "methods": []}
        result = {"capabilities": {"experimental": {"memory": memory}}}
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        sys.stdout.buffer.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
        sys.stdout.buffer.flush()
"""


@pytest.fixture
def mute_server(tmp_path: Path) -> list[str]:
    script = tmp_path / "mute.py"
    script.write_text(MUTE)
    return [sys.executable, str(script)]


def test_what_is_asked_when_the_server_ends_is_answered(neovim: Start, mute_server: list[str]) -> None:
    nvim = neovim(cmd=mute_server)
    nvim.run("Noctule status")
    nvim.wait("next(require('noctule.server').all()[vim.fn.getcwd()].open) ~= nil", "nothing was asked")
    server = Neovim.child_of(nvim.pid())
    assert server is not None
    os.kill(server, signal.SIGKILL)
    nvim.wait_told("Noctule is stopped")


def test_a_server_that_was_given_up_is_not_started_by_the_next_command(neovim: Start, broken_server: list[str]) -> None:
    nvim = neovim(cmd=broken_server, before="vim.defer_fn = function(f) vim.schedule(f) end")
    nvim.run("Noctule status")
    nvim.wait_told("keeps ending")
    nvim.lua("told = {}")
    nvim.run("Noctule list")
    nvim.wait_told("Noctule is stopped")
    nvim.wait_told(":Noctule restart")
    assert nvim.lua("return #vim.lsp.get_clients()") == 0


def test_projects_whose_names_differ_by_case_stay_two(
    neovim: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOCTULE_MEMORY_DIR")
    for name in ("App", "app"):
        (tmp_path / name / ".git").mkdir(parents=True)
    nvim = neovim()
    for name in ("App", "app"):
        nvim.lua(
            "local name, root = ...; heard = {}; local n = require('noctule');"
            "n.start_session({ id = name, root = root }, function(_, _, answer) n.add(name,"
            " { text = 'This is ' .. name .. '.', name = 'Which' }, function() heard = { answer.folderUri } end) end)",
            name,
            str(tmp_path / name),
        )
        nvim.wait("#heard > 0")
    roots = nvim.lua("return vim.tbl_keys(require('noctule.server').all())")
    assert sorted(roots) == sorted(str(tmp_path / name) for name in ("App", "app"))
    # A memory belongs to its own project, wherever Neovim is.
    for name in ("App", "app"):
        folder = nvim.lua("return require('noctule').state(...).folder", str(tmp_path / name))
        nvim.lua("vim.cmd.edit(vim.uri_to_fname(...) .. '/which.md')", folder)
        assert f"This is {name}." in nvim.lines()
        assert nvim.lua("return require('noctule.roots').of()") == str(tmp_path / name)
        nvim.run("Noctule info")
        nvim.wait("vim.fn.search('^folder') > 0")
        assert f"project   {tmp_path / name}" in nvim.lines()
        nvim.press("q")


def test_a_memory_of_a_project_is_attached_though_none_is_open(
    neovim: Start, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Noctule's own home, which lies in the person's: the home itself says whose memory it is."""
    monkeypatch.delenv("NOCTULE_MEMORY_DIR")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NOCTULE_HOME", str(tmp_path / ".noctule"))
    first = neovim()
    first.lua("require('noctule').start_session({ id = 's' }, function(_, _, answer) heard = { answer.folderUri } end)")
    first.wait("#heard > 0")
    folder = Path(first.lua("return vim.uri_to_fname(heard[1])"))
    first.close()
    (folder / "tide.md").write_text("---\nname: Tide\ndescription: tide\ntype: user\n---\nx\n")
    second = neovim()
    second.lua("vim.cmd.cd(...)", str(tmp_path))
    second.lua("vim.cmd.edit(...)", str(folder / "tide.md"))
    second.wait("#vim.lsp.get_clients({ bufnr = 0 }) == 1", "it was not attached")
    assert second.lua("return vim.lsp.get_clients({ bufnr = 0 })[1].root_dir") == str(project)


def test_a_source_file_tells_which_memories_mention_it_where_that_is_wanted(
    neovim: Start, memory: Path, project: Path
) -> None:
    text = "---\nname: Start\ndescription: how it starts\ntype: project\n---\n\nIt starts in `app.py`.\n"
    (memory / "start.md").write_text(text)
    nvim = neovim(options="{ attach_sources = true }")
    nvim.run("edit app.py")
    nvim.wait("#vim.lsp.get_clients({ bufnr = 0, method = 'textDocument/hover' }) > 0", "it was not attached")
    hover = (
        "local params = vim.lsp.util.make_position_params(0, 'utf-16');"
        "local found = vim.lsp.buf_request_sync(0, 'textDocument/hover', params, 20000);"
        "for _, one in pairs(found) do if one.result then return one.result.contents.value end end return ''"
    )
    assert "Start" in nvim.lua(hover)
    # Something moves the file and says so afterwards; a file manager asks language servers before.
    (project / "app.py").rename(project / "main.py")
    nvim.lua("require('noctule').did_rename(...)", str(project / "app.py"), str(project / "main.py"))
    nvim.wait(f"vim.fn.bufloaded('{memory / 'start.md'}') == 1", "no edit came")
    nvim.run("wall")
    assert "`main.py`" in (memory / "start.md").read_text()
    asked = nvim.lua(
        "local old, new = ...; local client = vim.lsp.get_clients()[1];"
        "assert(client:supports_method('workspace/willRenameFiles'));"
        "return client:request_sync('workspace/willRenameFiles', { files = {{ oldUri = vim.uri_from_fname(old),"
        " newUri = vim.uri_from_fname(new) }} }, 20000).result",
        str(project / "main.py"),
        str(project / "other.py"),
    )
    assert "other.py" in str(asked)


def test_what_is_known_of_a_server_is_there_for_a_statusline_of_ones_own(neovim: Start, tmp_path: Path) -> None:
    stub = tmp_path / "lualine" / "lua" / "lualine"
    stub.mkdir(parents=True)
    (stub / "component.lua").write_text(
        "local C = {}\nfunction C:extend() return setmetatable({}, { __index = self }) end\nreturn C\n"
    )
    nvim = neovim(before=f"vim.opt.rtp:prepend('{tmp_path / 'lualine'}')")
    assert nvim.lua("return require('noctule').state()") is None
    nvim.run("Noctule auto")
    nvim.wait("(require('noctule').state() or {}).auto_dreams == true", "that dreams begin by themselves is not told")
    assert nvim.lua("return require('lualine.components.noctule'):update_status()") == "memory"
    nvim.run("Noctule disable")
    nvim.wait("require('lualine.components.noctule'):update_status() == 'memory off'")
