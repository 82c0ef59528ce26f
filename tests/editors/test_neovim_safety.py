"""What memories, models and names say is text in Neovim, and nothing that it obeys."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fakes.neovim import Neovim

Start = Callable[..., Neovim]

# What would be a link, a picture, a script or a sign in an editor that renders it.
RENDERED = [
    "[click](command:workbench.action.quit)",
    "![x](http://127.0.0.1/beacon)",
    "<script>alert(1)</script>",
    "$(sync~spin) Dream running",
    "`` ` ``",
    "a | b",
    "%{system('id')}%#Error#",
]


def test_what_would_be_rendered_elsewhere_is_shown_as_it_is_written(neovim: Start, memory: Path) -> None:
    for number, text in enumerate(RENDERED):
        quoted = text.replace("'", "''")
        (memory / f"r{number}.md").write_text(f"---\nname: R{number}\ndescription: '{quoted}'\ntype: user\n---\nx\n")
    nvim = neovim()
    nvim.run("Noctule list")
    nvim.wait("vim.fn.search('R6') > 0")
    shown = "\n".join(nvim.lines())
    assert [text for text in RENDERED if text not in shown] == []
    assert nvim.lua("return vim.wo.conceallevel") == 0


def test_a_memory_sets_no_option(neovim: Start, memory: Path, project: Path) -> None:
    line = "<!-- vim: set shiftwidth=3 : -->\n"
    (memory / "odd.md").write_text("---\nname: Odd\ndescription: odd\ntype: user\n---\n\nText.\n" + line)
    (project / "plain.md").write_text(line)
    nvim = neovim(before="vim.o.modeline = true")
    nvim.lua("vim.cmd.edit(...)", str(project / "plain.md"))
    assert nvim.lua("return vim.bo.shiftwidth") == 3, "modelines do not work here at all"
    nvim.lua("vim.cmd.edit(...)", str(memory / "odd.md"))
    assert nvim.lua("return vim.bo.shiftwidth") != 3
    nvim.run("bwipeout")
    nvim.lua("answers = { 'Odd' }")
    nvim.run("Noctule open")
    nvim.wait(f"vim.api.nvim_buf_get_name(0) == '{memory / 'odd.md'}'")
    assert nvim.lua("return vim.bo.shiftwidth") != 3


def test_a_name_is_no_command(neovim: Start, memory: Path) -> None:
    named = memory / "a|quit $(id) %#.md"
    named.write_text("---\nname: Named\ndescription: named oddly\ntype: user\n---\nx\n")
    nvim = neovim()
    nvim.lua("answers = { 'Named' }")
    nvim.run("Noctule open")
    nvim.wait("vim.api.nvim_buf_get_name(0):find('a|quit', 1, true) ~= nil")
    assert nvim.lua("return vim.api.nvim_buf_get_name(0)") == str(named)


def test_what_nobody_can_see_is_left_out(neovim: Start) -> None:
    nvim = neovim()
    hidden = "".join(map(chr, (0x200B, 0x200D, 0x202E, 0x2066, 0x00AD, 0x034F, 0x3164, 0xFE0F, 0xFEFF, 0xE0041, 0x85)))
    assert nvim.lua("return require('noctule.text').line(...)", f"a{hidden}b\x00\x07\x1b[0m") == "ab[0m"
    assert nvim.lua("return require('noctule.text').line(...)", "caf\u00e9 \U0001f980") == "caf\u00e9 \U0001f980"
    assert nvim.lua("return require('noctule.text').line(..., 4)", "harbour") == "har…"
    assert nvim.lua("return require('noctule.text').line(..., 4)", "h\u00e4fen\u00fc") == "h\u00e4f…"


@pytest.mark.parametrize("text", ["100 %", "%{system('id')}", "%#Error#%@x@", "\x1b[31mred\u202e\nline"])
def test_text_in_a_statusline_gives_no_order(neovim: Start, text: str) -> None:
    nvim = neovim()
    shown = nvim.lua(
        "return vim.api.nvim_eval_statusline(require('noctule.text').status(...), { use_winbar = false }).str", text
    )
    assert shown == text.replace("\x1b", "").replace("\u202e", "").replace("\n", " ")


def test_an_index_that_is_too_long_is_said_once_a_session_with_what_to_do(neovim: Start, memory: Path) -> None:
    lines = [f"- [M{number}](m{number}.md) — about {number}\n" for number in range(238)]
    (memory / "MEMORY.md").write_text("".join(lines))
    nvim = neovim(options="{ recall = { timeout_ms = 10000 } }")
    nvim.lua("require('noctule').start_session({ id = 's-1' }, function() heard = { 'started' } end)")
    nvim.wait_told("200 of the 238 lines")
    for number in range(2):
        nvim.lua(
            "heard = {}; require('noctule').recall('s-1', ..., nil, function() heard = { 'answered' } end)",
            f"what is known about {number}?",
        )
        nvim.wait("#heard > 0")
    (said,) = [text for text in nvim.told() if "200 of the 238 lines" in text]
    assert ":Noctule tidy" in said
    assert ":Noctule index" in said
