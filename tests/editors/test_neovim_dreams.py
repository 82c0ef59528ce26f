"""Dreams in Neovim: begun, told, shown in the panel, compared, taken back."""

from collections.abc import Callable
from pathlib import Path

from fakes.neovim import Neovim

Start = Callable[..., Neovim]


def dreamt(nvim: Neovim) -> None:
    """A tidy dream: the index loses the line that leads nowhere, and gains the one that was missing."""
    nvim.lua(
        "vim.api.nvim_create_autocmd('User', { pattern = 'NoctuleDreamOutcome',"
        " callback = function(event) table.insert(heard, event.data.status) end })"
    )
    nvim.run("Noctule dream")
    nvim.wait("vim.list_contains(heard, 'completed')", "no outcome")


def test_a_dream_is_told_when_it_begins_and_when_it_ends(neovim: Start, memory: Path) -> None:
    nvim = neovim()
    dreamt(nvim)
    nvim.wait_told("The dream began")
    nvim.wait_told("Dream ")
    index = (memory / "MEMORY.md").read_text()
    assert "gone.md" not in index
    assert "freeze.md" in index


def test_the_panel_shows_a_dream_its_files_and_its_diff(neovim: Start) -> None:
    nvim = neovim()
    dreamt(nvim)
    nvim.run("Noctule dreams")
    nvim.wait("vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find('completed') ~= nil")
    nvim.press("<CR>")
    nvim.wait("vim.fn.search('MEMORY.md') > 0")
    assert any("edited" in line and "MEMORY.md" in line for line in nvim.lines())
    nvim.press("d")
    nvim.wait("#vim.api.nvim_list_tabpages() == 2 and #vim.api.nvim_tabpage_list_wins(0) == 2")
    shown = nvim.lua(
        "return vim.tbl_map(function(w)"
        " return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, -1, false), '\\n') end,"
        " vim.api.nvim_tabpage_list_wins(0))"
    )
    before, after = sorted(shown, key=lambda text: "gone.md" not in text)
    assert "gone.md" in before
    assert "gone.md" not in after
    assert nvim.lua("return vim.wo.diff") is True


def test_a_dream_is_undone_from_the_panel(neovim: Start, memory: Path) -> None:
    before = (memory / "MEMORY.md").read_bytes()
    nvim = neovim()
    dreamt(nvim)
    assert (memory / "MEMORY.md").read_bytes() != before
    nvim.run("Noctule dreams")
    nvim.wait("vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find('completed') ~= nil")
    nvim.press("u")
    nvim.wait("vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find('undone') ~= nil", "the log has no line of it")
    assert (memory / "MEMORY.md").read_bytes() == before


def test_a_held_dream_is_offered_and_lands_when_it_is_applied(neovim: Start, memory: Path) -> None:
    nvim = neovim(options="{ settings = { dream = { review = 'always' } } }")
    nvim.lua("answers = { 'apply' }")
    nvim.run("Noctule dream")
    nvim.wait("#asked > 0", "it was not offered")
    assert nvim.asked()[0]["items"] == ["look at it", "apply", "discard", "later"]
    nvim.wait("table.concat(vim.fn.readfile(vim.env.NOCTULE_MEMORY_DIR .. '/MEMORY.md')):find('freeze') ~= nil")


def test_a_held_dream_shows_in_the_statusline_and_can_be_discarded(neovim: Start, memory: Path) -> None:
    before = (memory / "MEMORY.md").read_bytes()
    nvim = neovim(options="{ interactive = false, settings = { dream = { review = 'always' } } }")
    nvim.run("Noctule dream")
    nvim.wait("require('noctule').statusline() == 'memory: a dream is held'")
    nvim.run("Noctule discard")
    nvim.wait("require('noctule').statusline() == 'memory'", "it is still held")
    assert (memory / "MEMORY.md").read_bytes() == before


def test_a_held_dream_has_its_files_in_the_panel_and_waits_no_more_once_it_is_applied(neovim: Start) -> None:
    nvim = neovim(options="{ interactive = false, settings = { dream = { review = 'always' } } }")
    nvim.run("Noctule tidy")
    nvim.wait("require('noctule').statusline() == 'memory: a dream is held'")
    nvim.run("Noctule dreams")
    nvim.wait("vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find('^held ') ~= nil", "the row")
    nvim.press("<Tab>")
    nvim.wait("vim.fn.search('^    edited    MEMORY.md$', 'nw') > 0", "its files")
    nvim.lua("vim.fn.search('MEMORY.md$', 'w')")
    nvim.press("d")
    nvim.wait("vim.wo.diff", "no diff")
    nvim.press("q")
    nvim.press("a")
    nvim.wait("vim.fn.search('^applied ', 'nw') > 0", "it is not applied")
    assert nvim.lua("return vim.fn.search('^was held ', 'nw')") > 0
    assert nvim.lua("return vim.fn.search('^held ', 'nw')") == 0


def test_the_editor_goes_on_and_leaves_while_a_lent_model_dreams(neovim: Start, memory: Path) -> None:
    for number in range(4):
        (memory / f"m{number}.md").write_text(f"---\nname: M{number}\ndescription: about {number}\n---\nText.\n")
    nvim = neovim(
        options="{ settings = { dream = { model = 'editor' } } }",
        before="require('noctule').lend_model(function(request) table.insert(heard, request.purpose) end)",
    )
    nvim.run("Noctule dream")
    nvim.wait("heard[1] == 'dream'")
    nvim.wait("require('noctule').statusline():find('dreaming', 1, true) ~= nil")
    server = Neovim.child_of(nvim.pid())
    assert server is not None
    nvim.close()
    Neovim.wait_until_gone(server)
    assert '"aborted"' in (memory / "dreams.jsonl").read_text()
