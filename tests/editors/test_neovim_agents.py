"""Chats of CodeCompanion as sessions, on a stub of its contract."""

from collections.abc import Callable
from pathlib import Path

from fakes.neovim import Neovim

Start = Callable[..., Neovim]

STUB = Path(__file__).parents[1] / "fixtures" / "codecompanion"
BEFORE = f"vim.opt.rtp:prepend('{STUB}')"


def chat_of(nvim: Neovim, adapter: str = "{ type = 'http', name = 'any' }") -> None:
    """A chat whose session is started."""
    nvim.lua("require('codecompanion._extensions.noctule').setup({})")
    nvim.lua(f"_G.chat = require('codecompanion').new_chat({adapter})")
    nvim.lua(
        "_G.session = require('codecompanion._extensions.noctule').exports.session(chat.bufnr);"
        "_G.row = function(id) local found; local c = require('noctule.client');"
        " c.request(require('noctule.roots').of(), 'memory/sessions', {},"
        " function(_, r) found = r and r.sessions or {} end);"
        " vim.wait(5000, function() return found ~= nil end, 10);"
        " return vim.iter(found or {}):find(function(one) return one.sessionId == id end) end"
    )
    nvim.wait("row(session) ~= nil", "the session was not started")


def tagged(nvim: Neovim, tag: str) -> list[str]:
    code = (
        "return vim.iter(chat.messages):filter(function(m) return m._meta and m._meta.tag == ... end)"
        ":map(function(m) return m.role .. ': ' .. m.content end):totable()"
    )
    return list(nvim.lua(f"local tag = ...; {code.replace('...', 'tag')}", tag))


def test_a_chat_has_the_index_in_its_system_prompt(neovim: Start) -> None:
    nvim = neovim(before=BEFORE)
    chat_of(nvim)
    nvim.wait("#chat.messages > 0")
    (index,) = tagged(nvim, "noctule_index")
    assert index.startswith("system: ")
    assert "[Tests](tests.md)" in index


def test_an_agent_behind_acp_is_given_the_index_with_its_first_message(neovim: Start) -> None:
    nvim = neovim(before=BEFORE)
    chat_of(nvim, "{ type = 'acp', name = 'any' }")
    assert tagged(nvim, "noctule_index") == []
    nvim.lua("chat:turn('good morning')")
    (index,) = tagged(nvim, "noctule_index")
    assert index.startswith("user: ")


def test_a_turn_is_given_memories_once_and_the_next_turn_not_the_same(neovim: Start) -> None:
    nvim = neovim(options="{ recall = { timeout_ms = 5000 } }", before=BEFORE)
    chat_of(nvim)
    nvim.lua("chat:turn('how do the integration tests reach the database?', true)")
    (given,) = tagged(nvim, "noctule_recall")
    assert "Never mock the database" in given
    nvim.lua("chat:turn('once more: the integration tests and the database')")
    assert len(tagged(nvim, "noctule_recall")) == 1


def test_a_turn_goes_on_without_memories_when_the_server_is_slow(neovim: Start) -> None:
    nvim = neovim(options="{ recall = { timeout_ms = 1 } }", before=BEFORE)
    chat_of(nvim)
    nvim.lua("chat:turn('how do the integration tests reach the database?')")
    assert nvim.lua("return chat.messages[#chat.messages].content") == "Understood."


def test_what_a_chats_tool_wrote_is_the_chats(neovim: Start, memory: Path) -> None:
    nvim = neovim(
        before=BEFORE + "; vim.api.nvim_create_autocmd('User', { pattern = 'NoctuleWritten',"
        " callback = function(e) table.insert(heard, e.data.changes[1].by) end })"
    )
    chat_of(nvim)
    # As the tool does it: no time lies between its write and its report.
    write = "vim.fn.writefile({ 'Written by the tool.' }, ...); chat:dispatch('on_tool_output')"
    nvim.lua(write, str(memory / "tide.md"))
    nvim.wait("#heard > 0")
    assert nvim.lua("return heard") == ["agent"]


def test_a_closed_chat_has_ended(neovim: Start) -> None:
    nvim = neovim(before=BEFORE)
    chat_of(nvim)
    nvim.lua("chat:close()")
    nvim.wait("type(row(session).endedAt) == 'string'")


def test_a_chats_tools_search_and_remember(neovim: Start, memory: Path) -> None:
    nvim = neovim(before=BEFORE)
    chat_of(nvim)
    call = (
        "local tool = require('codecompanion.config').interactions.chat.tools[...].callback();"
        "tool.cmds[1]({ chat = chat }, ARGS,"
        " { output_cb = function(out) table.insert(heard, out.status .. ': ' .. out.data) end })"
    )
    nvim.lua(call.replace("ARGS", "{ query = 'database' }"), "memory_search")
    nvim.wait("#heard == 1")
    nvim.lua(call.replace("ARGS", "{ text = 'Deploys go out on Tuesdays.', name = 'Deploys' }"), "memory_add")
    nvim.wait("#heard == 2")
    found, added = nvim.lua("return heard")
    assert "Never mock the database" in found
    assert added == "success: verdict: written"
    assert (memory / "deploys.md").exists()


def test_a_chat_goes_on_without_a_server(neovim: Start) -> None:
    nvim = neovim(cmd=["no-such-noctule"], before=BEFORE)
    nvim.lua("require('codecompanion._extensions.noctule').setup({})")
    nvim.lua("_G.chat = require('codecompanion').new_chat({ type = 'http' }); chat:turn('hello')")
    assert nvim.lua("return chat.messages[#chat.messages].content") == "Understood."


def test_avante_has_the_snapshot_and_a_tool_to_search(neovim: Start) -> None:
    nvim = neovim(before=BEFORE)
    nvim.run("Noctule status")
    nvim.wait("#told > 0")
    nvim.lua("heard = { require('noctule.agents.avante').system_prompt() }")
    assert "[Tests](tests.md)" in nvim.lua("return heard[1]")
    nvim.lua(
        "heard = {}; require('noctule.agents.avante').custom_tools()[1].func({ query = 'database' }, nil,"
        " function(found, err) heard = { found or err } end)"
    )
    nvim.wait("#heard > 0")
    assert "Never mock the database" in nvim.lua("return heard[1]")


def test_codecompanions_model_is_lent_to_the_server(neovim: Start) -> None:
    nvim = neovim(
        options="{ settings = { capture = { model = 'editor/any' } } }",
        before=BEFORE + "; require('codecompanion._extensions.noctule').setup({ lend_model = 'ollama' })",
    )
    nvim.run("Noctule remember we deploy on Tuesdays")
    nvim.wait("#require('codecompanion.interactions.background').asked > 0", "the model was not asked")
    roles = nvim.lua(
        "return vim.tbl_map(function(m) return m.role end, require('codecompanion.interactions.background').asked[1])"
    )
    assert roles == ["system", "user"]
    assert nvim.lua("return require('codecompanion.interactions.background').named") == "ollama"
    nvim.wait("#told > 0", "nothing came of its answer")
    answer = nvim.lua(
        "local e; require('noctule.agents.lending').complete({ messages = {}, tools = { {} } },"
        " function(err) e = err end); return e.kind"
    )
    assert answer == "noModel"


def test_a_plugin_that_takes_a_function_is_given_snapshot_and_memories(neovim: Start) -> None:
    nvim = neovim(options="{ recall = { timeout_ms = 10000 } }")
    nvim.lua("_G.hook = require('noctule.agents.hook')")
    nvim.run("Noctule status")
    nvim.wait("#told > 0")
    assert "[Tests](tests.md)" in nvim.lua("return hook.snapshot('my-agent')")
    recalled = nvim.lua("return hook.recall('my-agent', 'how do integration tests reach the database?')")
    assert "Never mock the database" in recalled
    assert len(nvim.lua("return require('noctule').sessions()")) == 1


def test_what_is_looked_at_is_the_file_beside_the_chat(neovim: Start, project: Path) -> None:
    nvim = neovim()
    nvim.run("edit app.py")
    nvim.run("split")
    nvim.run("enew")
    nvim.run("setlocal buftype=nofile")
    assert nvim.lua("return require('noctule').context().activeUri") == (project / "app.py").as_uri()
