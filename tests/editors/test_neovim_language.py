"""A memory in a buffer of a real Neovim: it is a language there, through the plugin alone."""

from collections.abc import Callable
from pathlib import Path

from fakes.neovim import Neovim

Start = Callable[..., Neovim]


def opened(neovim: Start, file: Path) -> Neovim:
    nvim = neovim()
    nvim.lua("vim.cmd.edit(...)", str(file))
    nvim.wait("#vim.lsp.get_clients({ bufnr = 0, name = 'noctule' }) == 1", "no client was attached")
    # The server tells Neovim what it does for a project's files once it knows where they lie.
    nvim.wait("vim.lsp.get_clients({ bufnr = 0 })[1]:supports_method('textDocument/rename', 0)", "nothing is offered")
    return nvim


def test_opening_the_index_shows_the_line_that_leads_nowhere(neovim: Start, memory: Path) -> None:
    nvim = opened(neovim, memory / "MEMORY.md")
    nvim.wait("#vim.diagnostic.get(0) > 0", "no diagnostics")
    codes = nvim.lua("return vim.tbl_map(function(one) return one.code end, vim.diagnostic.get(0))")
    assert "dangling-link" in codes


def test_a_quick_fix_drops_the_line(neovim: Start, memory: Path) -> None:
    nvim = opened(neovim, memory / "MEMORY.md")
    nvim.wait("#vim.diagnostic.get(0) > 0")
    nvim.lua("vim.fn.search('gone.md')")
    nvim.lua(
        "vim.lsp.buf.code_action({ apply = true, filter = function(one) return one.kind == 'quickfix'"
        " and one.title:lower():find('drop') ~= nil or one.title:lower():find('remove') ~= nil end })"
    )
    nvim.wait("vim.fn.search('gone.md', 'nw') == 0", "the line is still there")


def test_hovering_an_index_line_shows_the_memory(neovim: Start, memory: Path) -> None:
    nvim = opened(neovim, memory / "MEMORY.md")
    nvim.lua("vim.fn.search('tests.md')")
    nvim.lua("vim.lsp.buf.hover()")
    nvim.wait("#vim.api.nvim_list_wins() == 2", "no hover")
    shown = nvim.lua(
        "local w = vim.iter(vim.api.nvim_list_wins()):find(function(w)"
        " return vim.api.nvim_win_get_config(w).relative ~= '' end);"
        "return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, -1, false), '\\n')"
    )
    assert "integration tests run against a real database" in shown


def test_renaming_a_memory_takes_its_index_line_along(neovim: Start, memory: Path) -> None:
    nvim = opened(neovim, memory / "MEMORY.md")
    nvim.lua("vim.fn.search('tests.md')")
    nvim.lua("vim.lsp.buf.rename('database-tests')")
    nvim.wait("vim.fn.search('database-tests.md', 'nw') > 0", "the index line did not follow")
    nvim.run("wall")
    nvim.wait(f"vim.uv.fs_stat('{memory / 'database-tests.md'}') ~= nil")


def test_a_plain_markdown_file_starts_no_server(neovim: Start, project: Path) -> None:
    (project / "README.md").write_text("# Quay\n")
    nvim = neovim()
    nvim.run("edit README.md")
    assert nvim.lua("return #vim.lsp.get_clients()") == 0


def test_checkhealth_tells_what_the_doctor_knows(neovim: Start) -> None:
    nvim = neovim()
    nvim.run("checkhealth noctule")
    shown = "\n".join(nvim.lines())
    assert "no errors" in shown or "WARNING" in shown.partition("the doctor")[2]
    assert "No module" not in shown
    assert "usage:" not in shown
    assert "ERROR" not in shown.partition("the doctor")[0]
