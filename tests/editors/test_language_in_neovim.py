"""A person edits memories in a real Neovim: what the server finds, offers and renames reaches the buffer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fakes.neovim import Neovim

Start = Callable[..., Neovim]

# A request about the cursor's place, as the built-in commands make it, and its first answer.
ASK = """
local method, line, character = ...
local params = { textDocument = vim.lsp.util.make_text_document_params(0),
  position = { line = line, character = character }, context = { triggerKind = 1 } }
local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
for _, answer in pairs(answers or {}) do if answer.result then return answer.result end end
return vim.NIL
"""


@pytest.fixture
def nvim(neovim: Start, memory: Path) -> Neovim:
    """Neovim with a memory open, which the server knows."""
    started = neovim()
    started.run(f"edit {memory}/tests.md")
    started.run("Noctule status")
    started.wait("#vim.lsp.get_clients({ bufnr = 0, method = 'textDocument/hover' }) > 0", "the features")
    return started


def test_findings_show_as_diagnostics_while_one_types(nvim: Neovim) -> None:
    nvim.lua("vim.api.nvim_buf_set_lines(0, 3, 4, false, { 'type: odd' })")
    nvim.wait("#vim.diagnostic.get(0) > 0", "diagnostics")
    assert nvim.lua("return vim.diagnostic.get(0)[1].code") == "type-unknown"
    assert nvim.lua("return #vim.diagnostic.get(0)") == 1
    nvim.lua("vim.api.nvim_buf_set_lines(0, 3, 4, false, { 'type: feedback' })")
    nvim.wait("#vim.diagnostic.get(0) == 0", "no diagnostics")


def test_hover_shows_the_memory_behind_a_link(nvim: Neovim, memory: Path) -> None:
    nvim.run(f"edit {memory}/MEMORY.md")
    nvim.wait("#vim.lsp.get_clients({ bufnr = 0, method = 'textDocument/hover' }) > 0")
    nvim.run("call cursor(3, 6)")
    nvim.lua("vim.lsp.buf.hover()")
    nvim.wait("#vim.api.nvim_list_wins() > 1", "a window")
    shown = nvim.lua(
        "for _, window in ipairs(vim.api.nvim_list_wins()) do"
        " if vim.api.nvim_win_get_config(window).relative ~= '' then"
        " return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false) end end"
    )
    assert any("integration tests run against a real database" in line for line in shown)


def test_memories_are_completed(nvim: Neovim) -> None:
    nvim.lua("vim.api.nvim_buf_set_lines(0, 6, 7, false, { 'See [[fre' })")
    found = nvim.lua(ASK, "textDocument/completion", 6, 9)
    assert [(one["label"], one["textEdit"]["newText"]) for one in found["items"]] == [("Freeze", "freeze]]")]


def test_a_rename_moves_the_file_and_its_index_line(nvim: Neovim, memory: Path) -> None:
    nvim.run("call cursor(2, 8)")
    nvim.lua("vim.lsp.buf.rename('Real database')")
    nvim.wait(f"vim.uv.fs_stat('{memory}/real-database.md') ~= nil", "the new file")
    nvim.wait("vim.api.nvim_buf_get_lines(0, 1, 2, false)[1] == 'name: Real database'")
    nvim.run("wall")
    assert not (memory / "tests.md").exists()
    assert "- [Real database](real-database.md) — a real database" in (memory / "MEMORY.md").read_text()


def test_a_quick_fix_drops_a_line_that_leads_nowhere(nvim: Neovim, memory: Path) -> None:
    nvim.run(f"edit {memory}/MEMORY.md")
    nvim.wait("#vim.diagnostic.get(0) > 0", "diagnostics")
    nvim.run("call cursor(4, 1)")
    nvim.lua("answers = { 'Remove the line' }; vim.lsp.buf.code_action()")
    nvim.wait("vim.api.nvim_buf_line_count(0) == 3", "the fix")
