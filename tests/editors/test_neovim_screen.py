"""What a person sees of Noctule in Neovim: the panel, its colours and the statusline, on an attached screen."""

from collections.abc import Callable
from pathlib import Path

from fakes.grid import Grid
from fakes.neovim import Neovim

Start = Callable[..., Neovim]


def test_a_dream_stands_in_the_panel_in_its_colour_and_in_the_statusline(neovim: Start, memory: Path) -> None:
    nvim = neovim(options="{ interactive = false, settings = { dream = { review = 'always' } } }")
    screen = Grid(nvim.address)
    try:
        nvim.run("set laststatus=3 statusline=%{%v:lua.require'noctule'.statusline()%} termguicolors")
        nvim.run("highlight NoctuleHeld guifg=#112233")
        nvim.run("Noctule dream")
        bar = screen.wait_for("memory: a dream is held")
        nvim.run("Noctule dreams")
        row = screen.wait_for("held       20")
        line = screen.rows()[row]
        assert screen.colour(row, 0) == 0x112233
        assert screen.colour(row, line.index("20")) != 0x112233
        nvim.press("<Tab>")
        assert screen.wait_for("    Added 1 memory to the index.") > row
        assert bar > row
        nvim.press("x")
        assert screen.wait_for("discarded  20") == row
        assert not any(shown.startswith("held ") for shown in screen.rows())
    finally:
        screen.close()


def test_a_floating_panel_stands_over_the_text(neovim: Start) -> None:
    nvim = neovim(options="{ panel = { style = 'float' } }")
    screen = Grid(nvim.address)
    try:
        nvim.run("Noctule list")
        row = screen.wait_for("feedback (1)")
        assert "│feedback (1)" in screen.rows()[row]
        assert "Noctule" in screen.rows()[row - 1]
    finally:
        screen.close()
