"""The Neovim plugin in a real Neovim, with the real server."""

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fakes.neovim import PLUGIN, Neovim
from noctule.lsp.methods import COMMANDS, METHODS, SERVER_ASKS, SERVER_TELLS, TELLS

Start = Callable[..., Neovim]

HELP = (PLUGIN / "doc" / "noctule.txt").read_text()

# Words that only ask or open something: without a server they still say so, or need none.
NEEDS_NO_SERVER = {"help", "log"}
ANSWERS = {"new": "A name", "remember": "words", "search": "words", "explain": "words", "adopt": "/nowhere"}


def subcommands(nvim: Neovim) -> list[str]:
    return sorted(nvim.lua("return vim.tbl_keys(require('noctule.commands').all())"))


# It speaks the protocol of languages, and knows nothing of memory.
OLD_SERVER = """
import json, re, sys
stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
while head := stdin.readline():
    size = int(re.search(rb"[0-9]+", head)[0])
    stdin.readline()
    asked = json.loads(stdin.read(size))
    if "id" in asked and "method" in asked:
        body = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": {"capabilities": {}}}).encode()
        stdout.write(b"Content-Length: %d\\r\\n\\r\\n%s" % (len(body), body))
        stdout.flush()
"""


def test_nothing_runs_before_it_is_needed(neovim: Start) -> None:
    nvim = neovim(before="vim.cmd.edit('app.py')")
    assert nvim.lua("return #vim.lsp.get_clients()") == 0
    assert nvim.lua("return require('noctule').statusline()") == ""


def test_the_status_is_told_and_stands_in_the_statusline(neovim: Start) -> None:
    nvim = neovim()
    nvim.run("Noctule status")
    nvim.wait("#told > 0")
    nvim.run("set laststatus=2 statusline=%{%v:lua.require'noctule'.statusline()%}")
    assert any(row.startswith("memory") for row in nvim.screen()[-3:])


def test_every_name_of_the_wire_is_one_of_the_servers(neovim: Start) -> None:
    nvim = neovim()
    spoken = nvim.lua(
        "local m = require('noctule.methods');"
        "return vim.list_extend(vim.list_extend(vim.tbl_values(m.asks), vim.tbl_values(m.tells)),"
        " vim.list_extend(vim.tbl_values(m.told), { m.lent }))"
    )
    assert set(spoken) <= {*METHODS, *TELLS, *SERVER_TELLS, *SERVER_ASKS}


def test_every_command_of_the_server_that_is_sent_is_one_of_the_servers() -> None:
    sources = "".join(path.read_text() for path in (PLUGIN / "lua").rglob("*.lua"))
    sent = set(re.findall(r'shared\.run\(root, "(\w+)"', sources)) | set(re.findall(r'act\("(\w+)"\)', sources))
    assert {f"noctule.server.{name}" for name in sent} <= set(COMMANDS)


def test_every_subcommand_is_in_the_help_and_the_help_names_no_other(neovim: Start) -> None:
    section = HELP.partition("*:Noctule*")[2].partition("====")[0]
    assert set(re.findall(r"^:Noctule (\w+)", section, re.MULTILINE)) == set(subcommands(neovim()))


def test_every_subcommand_has_its_tag_in_the_help(neovim: Start) -> None:
    assert set(re.findall(r"\*:Noctule-(\w+)\*", HELP)) == set(subcommands(neovim()))


def test_the_help_opens_where_no_plugin_manager_made_its_tags(neovim: Start, tmp_path: Path) -> None:
    nvim = neovim()
    copy = tmp_path / "plugin"
    shutil.copytree(PLUGIN, copy, ignore=shutil.ignore_patterns("tags"))
    nvim.lua("vim.opt.runtimepath:remove(...)", str(PLUGIN))
    nvim.lua("vim.opt.runtimepath:prepend(...)", str(copy))
    nvim.run("Noctule help")
    assert nvim.lua("return vim.bo.filetype") == "help"
    assert (copy / "doc" / "tags").exists()
    nvim.run("help :Noctule-dream")
    assert "*:Noctule-dream*" in nvim.lua("return vim.api.nvim_get_current_line()")
    # Where nothing can be written beside it, the text is opened without its tags.
    nvim.run("helpclose")
    (copy / "doc" / "tags").unlink()
    nvim.lua("vim.cmd.helptags = function() error('read-only') end")
    nvim.run("Noctule help")
    assert nvim.lua("return { vim.bo.filetype, vim.bo.readonly }") == ["help", True]
    assert nvim.lines()[0].startswith("*noctule.txt*")


def test_every_option_is_in_the_help(neovim: Start) -> None:
    names = neovim().lua("return vim.tbl_keys(require('noctule.config').defaults)")
    section = HELP.partition("*noctule-options*")[2].partition("====")[0]
    assert not [name for name in names if not re.search(rf"^{name}\b", section, re.MULTILINE)]


def test_the_annotated_options_and_states_are_those_that_there_are(neovim: Start) -> None:
    declared = {
        name: set(re.findall(r"^---@field (\w+)", part, re.MULTILINE))
        for name, part in re.findall(
            r"^---@class \(exact\) noctule\.(\w+)\n((?:---.*\n)+)",
            (PLUGIN / "lua" / "noctule" / "types.lua").read_text(),
            re.MULTILINE,
        )
    }
    nvim = neovim()
    assert declared["Config"] == set(nvim.lua("return vim.tbl_keys(require('noctule.config').defaults)"))
    for name, option in {"Notify": "notify", "RecallConfig": "recall", "PanelConfig": "panel"}.items():
        assert declared[name] == set(nvim.lua("return vim.tbl_keys(require('noctule.config').defaults[...])", option))
    nvim.run("Noctule status")
    nvim.wait("#told > 0")
    assert set(nvim.lua("return vim.tbl_keys(require('noctule').state())")) <= declared["State"]


def test_every_function_for_agents_is_in_the_help(neovim: Start) -> None:
    names = neovim().lua("return vim.tbl_keys(require('noctule.agents.api'))")
    section = HELP.partition("*noctule-agents*")[2].partition("9. CODECOMPANION")[0]
    assert not [name for name in names if not re.search(rf"\b{name}\(", section) and name != "sessions"]


def test_the_help_has_its_tags(neovim: Start) -> None:
    nvim = neovim()
    nvim.run(f"helptags {PLUGIN / 'doc'}")
    try:
        nvim.run("help noctule-agents")
        assert "FOR AUTHORS OF AGENT PLUGINS" in nvim.lua("return vim.api.nvim_get_current_line()")
    finally:
        (PLUGIN / "doc" / "tags").unlink()


def test_every_subcommand_says_clearly_that_the_server_is_not_there(neovim: Start) -> None:
    nvim = neovim(cmd=["no-such-noctule"])
    for word in subcommands(nvim):
        if word in NEEDS_NO_SERVER:
            continue
        nvim.lua("told = {}; answers = { ... }", ANSWERS.get(word, ""))
        nvim.run(f"Noctule {word}")
        nvim.wait("#told > 0", f"`:Noctule {word}` says nothing")
        assert "no-such-noctule` is not there" in nvim.told()[0], word


def test_the_server_is_installed_from_a_clone_and_never_by_its_bare_name(neovim: Start, tmp_path: Path) -> None:
    nvim = neovim()
    how = "package.loaded['noctule.server'] = nil; return require('noctule.server').how_to_install()"
    assert nvim.lua(how) == f"`pipx install '{PLUGIN.parents[1]}'`"
    # Where a plugin manager puts it; a project around it is another's.
    alone = tmp_path / "pack" / "start" / "noctule"
    shutil.copytree(PLUGIN / "lua", alone / "lua")
    (tmp_path / "pack" / "pyproject.toml").write_text("")
    nvim.lua("vim.opt.runtimepath:prepend(...)", str(alone))
    assert nvim.lua(how) == "`pipx install /path/to/noctule`, with the path of a clone of the project"


def test_an_unknown_subcommand_says_how_to_find_one(neovim: Start) -> None:
    nvim = neovim()
    nvim.run("Noctule drema")
    nvim.wait_told("There is no `:Noctule drema`")


def test_completion_offers_the_subcommands_that_begin_so(neovim: Start) -> None:
    nvim = neovim()
    complete = "return vim.fn.getcompletion(..., 'cmdline')"
    for typed in ("Noctule dre", "tab Noctule dre", "silent! Noctule! dre"):
        assert nvim.lua(complete, typed) == ["dream", "dreams"], typed
    assert nvim.lua(complete, "tab Noctule import ser") == ["serena"]


def test_a_wrong_option_is_named_and_the_rest_stands(neovim: Start) -> None:
    nvim = neovim(
        options="{ colour = 'red', interactive = 'yes', log_level = 4, recall = { timeout_ms = 'x' },"
        " notify = { writen = true } }"
    )
    nvim.wait("#told > 3")
    assert any("`notify.writen`" in text for text in nvim.told())
    assert any("`recall.timeout_ms` is a number, not a string" in text for text in nvim.told())
    assert nvim.lua("return require('noctule.config').get().recall.timeout_ms") == 400
    assert any("no option `colour`" in text for text in nvim.told())
    assert nvim.lua("return require('noctule.config').get().interactive") is True
    assert nvim.lua("return require('noctule.config').get().log_level") == 4


def test_options_in_a_variable_count_without_setup_and_a_wrong_one_is_named(neovim: Start) -> None:
    nvim = neovim()
    nvim.lua("package.loaded['noctule.config'] = nil; vim.g.noctule = { recall = { timeout_ms = 250 }, notfy = {} }")
    assert nvim.lua("return require('noctule.config').get().recall.timeout_ms") == 250
    assert nvim.lua("return require('noctule.config').get().panel.style") == "split"
    nvim.wait_told("There is no option `notfy`.")


def test_a_server_that_is_too_old_is_a_state_and_one_message(neovim: Start, tmp_path: Path) -> None:
    script = tmp_path / "old.py"
    script.write_text(OLD_SERVER)
    nvim = neovim(cmd=[sys.executable, str(script)])
    nvim.run("Noctule status")
    nvim.wait("require('noctule').statusline() == 'memory: update the server'")
    nvim.wait_told("The server is too old for this plugin: update it.")
    assert nvim.lua("return require('noctule').state().phase") == "old"


def test_a_server_that_keeps_ending_is_left_alone_after_one_message(neovim: Start, broken_server: list[str]) -> None:
    nvim = neovim(cmd=broken_server, before="vim.defer_fn = function(f) vim.schedule(f) end")
    nvim.run("Noctule status")
    nvim.wait_told("keeps ending")
    assert sum("keeps ending" in text for text in nvim.told()) == 1
    assert nvim.lua("return require('noctule').statusline()") == "memory stopped"


def test_a_stopped_server_starts_anew_by_the_restart_command(neovim: Start, broken_server: list[str]) -> None:
    nvim = neovim(cmd=broken_server, before="_G.later = vim.defer_fn; vim.defer_fn = function(f) vim.schedule(f) end")
    nvim.run("Noctule status")
    nvim.wait_told("keeps ending")
    nvim.lua("vim.defer_fn = later; told = {}; require('noctule.config').get().cmd = ...", Neovim.server_command())
    nvim.run("Noctule restart")
    nvim.wait_told("runs again")


def test_the_memories_panel_shows_them_by_type_and_opens_one(neovim: Start, memory: Path) -> None:
    nvim = neovim()
    nvim.run("Noctule list")
    nvim.wait("vim.api.nvim_buf_line_count(0) > 3")
    lines = nvim.lines()
    assert lines[0] == "feedback (1)"
    assert any("Tests" in line and "real database" in line for line in lines)
    assert any(row.startswith("feedback (1)") for row in nvim.screen())
    nvim.lua("vim.fn.search('Tests')")
    nvim.press("<CR>")
    nvim.wait(f"vim.api.nvim_buf_get_name(0) == '{memory / 'tests.md'}'")


def test_a_panel_obeys_nothing_that_a_memory_says(neovim: Start, memory: Path) -> None:
    (memory / "odd.md").write_text('---\nname: "a\\e[31mb\\u202Ec"\ndescription: "x\\ny %{system(\'id\')}"\n---\nodd\n')
    nvim = neovim()
    nvim.run("Noctule list")
    nvim.wait("vim.api.nvim_buf_line_count(0) > 4")
    shown = "\n".join(nvim.lines())
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", shown)


def test_the_index_and_a_memory_open_in_a_buffer(neovim: Start, memory: Path) -> None:
    nvim = neovim()
    nvim.run("Noctule index")
    nvim.wait(f"vim.api.nvim_buf_get_name(0) == '{memory / 'MEMORY.md'}'")
    nvim.lua("answers = { 'Freeze' }")
    nvim.run("Noctule open")
    nvim.wait(f"vim.api.nvim_buf_get_name(0) == '{memory / 'freeze.md'}'")


def test_a_new_memory_begins_with_its_head(neovim: Start, memory: Path) -> None:
    nvim = neovim()
    nvim.run("Noctule new Staging's SSH port")
    nvim.wait(f"vim.api.nvim_buf_get_name(0) == '{memory / 'staging-s-ssh-port.md'}'")
    assert nvim.lines()[:4] == ["---", "name: Staging's SSH port", "description: ", "type: project"]


def test_what_was_written_behind_its_back_is_told_and_heard(neovim: Start, memory: Path) -> None:
    nvim = neovim(
        before="vim.api.nvim_create_autocmd('User', { pattern = 'NoctuleWritten',"
        " callback = function(e) table.insert(heard, e.data.changes[1].label) end })"
    )
    nvim.run("Noctule status")
    nvim.wait("#told > 0")
    (memory / "tide.md").write_text("Written behind its back.\n")
    nvim.wait_told("memory saved: tide.md")
    assert nvim.lua("return heard") == ["memory saved: tide.md"]


def test_undo_takes_back_what_an_agent_wrote(neovim: Start, memory: Path) -> None:
    nvim = neovim()
    nvim.lua("require('noctule').start_session({ id = 's-1' }, function() heard = { 'started' } end)")
    nvim.wait("heard[1] == 'started'")
    nvim.lua(
        "require('noctule').add('s-1', { text = 'Deploys go out on Tuesdays.', name = 'Deploys' },"
        " function(err, answer) heard = { err and err.message or answer.verdict } end)"
    )
    nvim.wait("heard[1] == 'written'")
    assert (memory / "deploys.md").exists()
    nvim.run("Noctule undo")
    nvim.wait(f"vim.uv.fs_stat('{memory / 'deploys.md'}') == nil")


def test_explaining_a_turn_shows_every_candidate_and_why(neovim: Start) -> None:
    nvim = neovim()
    nvim.run("Noctule explain how do integration tests reach the database")
    nvim.wait("vim.fn.search('picked') > 0")
    assert any(line.startswith("gate    open: ") for line in nvim.lines())
    assert any("Tests" in line for line in nvim.lines())


def test_an_agents_turn_is_given_memories_within_its_limit(neovim: Start) -> None:
    nvim = neovim()
    nvim.lua("require('noctule').start_session({ id = 's-1' }, function(err, text) heard = { text } end)")
    nvim.wait("#heard == 1")
    assert "[Tests](tests.md)" in nvim.lua("return heard[1]")
    nvim.lua(
        "require('noctule').recall('s-1', 'how do integration tests reach the database?', { timeout_ms = 10000 },"
        " function(err, text) heard = { err and err.message, text } end)"
    )
    nvim.wait("heard[2] ~= nil")
    assert "Never mock the database" in nvim.lua("return heard[2]")
    assert nvim.lua("return require('noctule').recall_sync('s-1', 'integration tests database')") is None


def test_recall_ends_at_its_limit_when_the_server_says_nothing(neovim: Start, tmp_path: Path) -> None:
    silent = tmp_path / "silent.py"
    silent.write_text("import sys\nsys.stdin.buffer.read()\n")
    nvim = neovim(cmd=[sys.executable, str(silent)])
    nvim.lua("require('noctule').start_session({ id = 's-1' })")
    nvim.lua("require('noctule').recall('s-1', 'x', { timeout_ms = 50 }, function(err) heard = { err.kind } end)")
    nvim.wait("heard[1] == 'timeout'")


def test_a_lent_model_answers_the_server(neovim: Start) -> None:
    nvim = neovim(
        options="{ settings = { capture = { model = 'editor/any' } } }",
        before="require('noctule').lend_model(function(request, done)"
        " table.insert(heard, request.purpose); done({ kind = 'blocked', message = 'no' }) end)",
    )
    nvim.run("Noctule remember we deploy on Tuesdays")
    nvim.wait("#heard > 0")
    nvim.wait("#told > 0")


def test_the_server_ends_with_the_editor(neovim: Start) -> None:
    nvim = neovim()
    nvim.run("Noctule status")
    nvim.wait("#told > 0")
    server = Neovim.child_of(nvim.pid())
    assert server is not None
    nvim.close()
    Neovim.wait_until_gone(server)


@pytest.mark.parametrize("name", ["dreams", "held", "memories", "sessions", "server"])
def test_every_command_is_described(neovim: Start, name: str) -> None:
    described = neovim().lua(
        "return vim.iter(require('noctule.commands.' .. ...)):all(function(_, one) return one.desc:sub(-1) == '.' end)",
        name,
    )
    assert described is True


def said(nvim: Neovim, command: str, *answers: str) -> str:
    """What the person is told first of a subcommand."""
    nvim.lua("told, answers = {}, { ... }", *answers)
    nvim.run(f"Noctule {command}")
    nvim.wait("#told > 0", f"`:Noctule {command}` says nothing")
    return nvim.told()[0]


def test_the_commands_that_only_say_what_came_of_it_say_it(neovim: Start, memory: Path) -> None:
    nvim = neovim(options="{ notify = { written = false, dreams = false } }")
    nvim.lua("require('noctule').start_session({ id = 's-1' }, function() heard = { 'started' } end)")
    nvim.wait("heard[1] == 'started'")
    assert said(nvim, "pause") == "Memory is paused for this session."
    nvim.wait("require('noctule').statusline() == 'memory paused'")
    assert said(nvim, "resume") == "Memory goes on for this session."
    assert "pinned" in said(nvim, "pin", "Freeze").lower()
    assert "pinned:" in (memory / "freeze.md").read_text()
    assert said(nvim, "cancel").startswith("No such dream runs")
    assert "promote.file" in said(nvim, "promote")
    assert "/nowhere" in said(nvim, "adopt /nowhere")
    assert said(nvim, "apply") == said(nvim, "discard") == "No dream is held."
    assert "finding" in said(nvim, "doctor")
    assert said(nvim, "disable").startswith("Memory is off for quay.")
    assert "off" in said(nvim, "list")
    assert said(nvim, "enable") == "Memory is on for quay."
    nvim.lua("answers = { 'Tests' }")
    nvim.run("Noctule search real database")
    nvim.wait(f"vim.api.nvim_buf_get_name(0) == '{memory / 'tests.md'}'")
    nvim.run("Noctule log")
    assert nvim.lua("return vim.api.nvim_buf_get_name(0)").endswith("noctule.log")
    nvim.run("Noctule tidy")
    nvim.wait(
        "table.concat(vim.fn.readfile(vim.env.NOCTULE_MEMORY_DIR .. '/MEMORY.md')):find('gone.md') == nil", "no tidy"
    )
