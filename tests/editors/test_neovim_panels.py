"""Panels of a real Neovim: they follow what happens, show diffs and sessions, and let a person decide."""

from collections.abc import Callable
from pathlib import Path

from fakes.neovim import Neovim

Start = Callable[..., Neovim]

TIDE = "---\nname: Aaa tide\ndescription: tide tables\ntype: feedback\n---\nFrom the harbour office.\n"


def started(nvim: Neovim, session: str = "s-1") -> None:
    nvim.lua("local id = ...; require('noctule').start_session({ id = id }, function() heard = { id } end)", session)
    nvim.wait(f"heard[1] == '{session}'")


def added(nvim: Neovim, text: str, name: str) -> None:
    started(nvim)
    nvim.lua(
        "local text, name = ...; heard = {}; require('noctule').add('s-1', { text = text, name = name },"
        " function(err, answer) heard = { err and err.message or answer.verdict } end)",
        text,
        name,
    )
    nvim.wait("heard[1] == 'written'")


def shown_sides(nvim: Neovim) -> list[str]:
    """The texts of the windows of this tab."""
    return list(
        nvim.lua(
            "return vim.tbl_map(function(w)"
            " return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, -1, false), '\\n') end,"
            " vim.api.nvim_tabpage_list_wins(0))"
        )
    )


def test_an_open_panel_shows_what_was_written_since_and_keeps_its_place(neovim: Start, memory: Path) -> None:
    nvim = neovim()
    nvim.run("Noctule list")
    nvim.wait("vim.fn.search('Freeze') > 0")
    (memory / "aaa.md").write_text(TIDE)
    nvim.wait("vim.fn.search('Aaa tide', 'nw') > 0", "the panel does not follow")
    assert "Freeze" in nvim.lua("return vim.api.nvim_get_current_line()")


def test_a_memorys_details_open_and_close(neovim: Start) -> None:
    nvim = neovim()
    nvim.run("Noctule list")
    nvim.wait("vim.fn.search('Freeze') > 0")
    before = nvim.lines()
    nvim.press("<Tab>")
    assert any("freeze.md" in line and "bytes" in line for line in nvim.lines())
    nvim.press("<Tab>")
    assert nvim.lines() == before


def test_a_panel_tells_its_keys_and_closes_even_as_the_last_window(neovim: Start) -> None:
    nvim = neovim()
    nvim.run("Noctule list")
    nvim.wait("vim.fn.search('Freeze') > 0")
    nvim.run("only")
    nvim.press("g?")
    assert any(line.startswith("p ") and "pin" in line for line in nvim.lines())
    nvim.press("q")
    nvim.press("q")
    assert nvim.lua("return vim.bo.filetype") == ""


def test_a_memory_opened_from_a_floating_panel_takes_a_window_of_its_own(neovim: Start, memory: Path) -> None:
    nvim = neovim(options="{ panel = { style = 'float' } }")
    nvim.run("Noctule list")
    nvim.wait("vim.fn.search('Freeze') > 0")
    assert nvim.lua("return vim.api.nvim_win_get_config(0).relative") == "editor"
    nvim.press("<CR>")
    assert nvim.lua("return vim.api.nvim_buf_get_name(0)") == str(memory / "freeze.md")
    assert nvim.lua("return #vim.api.nvim_list_wins()") == 1


def test_a_change_is_shown_with_its_diff_and_taken_back(neovim: Start, memory: Path) -> None:
    nvim = neovim()
    added(nvim, "Deploys go out on Tuesdays.", "Deploys")
    nvim.run("Noctule history")
    nvim.wait("vim.fn.search('saved *deploys.md') > 0")
    nvim.press("d")
    nvim.wait("#vim.api.nvim_list_tabpages() == 2 and #vim.api.nvim_tabpage_list_wins(0) == 2")
    assert any("Deploys go out on Tuesdays." in side for side in shown_sides(nvim))
    nvim.press("q")
    nvim.wait("#vim.api.nvim_list_tabpages() == 1")
    nvim.press("u")
    nvim.wait(f"vim.uv.fs_stat('{memory / 'deploys.md'}') == nil")


def test_what_an_agent_was_shown_can_be_looked_at(neovim: Start) -> None:
    nvim = neovim()
    started(nvim)
    nvim.lua(
        "heard = {}; require('noctule').recall('s-1', 'how do integration tests reach the database?',"
        " { timeout_ms = 10000 }, function(_, text) heard = { text } end)"
    )
    nvim.wait("#heard > 0")
    nvim.run("Noctule sessions")
    nvim.wait("vim.fn.search('s-1') > 0")
    nvim.press("<CR>")
    nvim.wait("vim.fn.search('tests.md') > 0", "the ledger is not shown")


def test_what_is_held_is_counted_and_accepted_as_the_person_words_it(neovim: Start, memory: Path) -> None:
    nvim = neovim()
    nvim.run("Noctule remember Deploys go out on Tuesdays.")
    nvim.wait_told("Proposed as")  # it is asked before whether to write it, and counted before that
    nvim.wait("require('noctule').statusline() == 'memory: 1 held'", "the count is not told")
    nvim.lua("answers = { 'Deploys', 'edit it first' }")
    nvim.run("Noctule accept")
    nvim.wait("vim.bo.buftype == 'acwrite'", "no text to edit")
    nvim.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'Deploys go out on Thursdays.' })")
    nvim.run("write")
    nvim.wait("require('noctule').statusline() == 'memory'", "it is still held")
    (written,) = (path for path in memory.glob("deploys*.md"))
    assert written.read_text().endswith("\n\nDeploys go out on Thursdays.\n")


def test_a_question_of_the_server_is_plain_text_and_its_answer_counts(neovim: Start, memory: Path) -> None:
    nvim = neovim()
    nvim.lua("answers = { 'Save' }")
    nvim.run("Noctule remember Deploys \u202ego out on Tuesdays.")
    nvim.wait("#asked > 0")
    assert nvim.asked()[0]["items"] == ["Save", "Discard"]
    assert "\u202e" not in nvim.asked()[0]["prompt"]
    nvim.wait(f"#vim.fn.glob('{memory}/deploys*.md') > 0", "it was not saved")


def test_a_picker_that_previews_is_given_the_memory(neovim: Start) -> None:
    nvim = neovim(
        before="vim.ui.select = function(items, options)"
        " local shown = options.preview_item(items[1]);"
        " heard = vim.api.nvim_buf_get_lines(shown.buf, 0, -1, false) end"
    )
    nvim.run("Noctule open")
    nvim.wait("#heard > 0")
    assert nvim.lua("return heard[1]") == "---"


def test_what_would_be_imported_is_shown_first_and_comes_when_the_person_agrees(
    neovim: Start, memory: Path, project: Path
) -> None:
    style = project / ".serena" / "memories" / "style.md"
    style.parent.mkdir(parents=True)
    style.write_text("Lines have at most 100 characters.\n")
    # What stands in the windows while the person is asked.
    look = (
        "vim.ui.select = function(items, options, done)"
        " for _, w in ipairs(vim.api.nvim_list_wins()) do"
        " vim.list_extend(heard, vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, -1, false)) end;"
        " done(items[1]) end"
    )
    nvim = neovim(before=look)
    nvim.run("Noctule import")
    nvim.wait(f"#vim.fn.glob('{memory}/*style*.md') > 0", "nothing was imported")
    assert any("created" in line and "style.md" in line for line in nvim.lua("return heard"))
    assert nvim.lua("return #vim.api.nvim_list_wins()") == 1
