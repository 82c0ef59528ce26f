"""What the documents name exists, and what exists is named: settings, commands, variables, prompts, methods, errors."""

import argparse
import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from fakes.markdown import anchors, bare, blocks, links, section, spans, tables, without_blocks
from fakes.protocol_doc import document
from noctule import errors
from noctule.checks.finding import FINDING_CODES
from noctule.cli.command import parser
from noctule.dream.gates import GateName
from noctule.lsp import faults
from noctule.lsp.methods import COMMANDS, LIMITS, METHODS, SERVER_ASKS, SERVER_TELLS, TELLS
from noctule.models.lent import LentBlocked, LentCancelled, NoConsent, NoLentModel
from noctule.models.providers import BUILT_IN, read_providers
from noctule.prompts import names as prompt_names
from noctule.service.doctor.trouble import TROUBLE_CODES
from noctule.service.dream.beginning import UNTOLD
from noctule.service.extras import MCP_REQUIREMENT
from noctule.settings import environment, layer_of_file, resolve
from noctule.settings.declaration import Declared, declared
from noctule.transcripts.message import Role
from noctule.transcripts.own_turns import role_of

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROTOCOL = document()
DOCUMENTS = ("README.md", "server/PROTOCOL.md", "server/DEPENDENCIES.md")
SOURCES = sorted((ROOT / "server" / "noctule").rglob("*.py"))

# argparse's own, which no table repeats.
OWN_FLAGS = {"--help", "--version"}
# Those of the editors, where the first chapter starts one.
EDITORS_FLAGS = {"--cmd", "--install-extension"}
# Variables of others that we read.
FOREIGN_VARIABLES = {"VISUAL", "EDITOR", "CLAUDE_CONFIG_DIR"}


def commands() -> dict[str, argparse.ArgumentParser]:
    """Every sub-command with its own parser."""
    (group,) = within(parser())
    return dict(group.choices)


def within(command: argparse.ArgumentParser) -> "list[argparse._SubParsersAction[argparse.ArgumentParser]]":
    """The group of commands that a command has, if it has one."""
    return [one for one in command._actions if isinstance(one, argparse._SubParsersAction)]


def parts(command: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """A command and those within it."""
    return [command, *(inner for group in within(command) for inner in group.choices.values())]


def flags(command: argparse.ArgumentParser) -> set[str]:
    options = (flag for part in parts(command) for one in part._actions for flag in one.option_strings)
    return {flag for flag in options if flag.startswith("--")} - OWN_FLAGS


def flags_in(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


def default_words(one: Declared) -> str:
    """A default as README's table says it."""
    value = one.default
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value:g}" if abs(value) < 10_000 else f"{value:,}"
    if isinstance(value, tuple):
        return "all" if value and value == one.rule.choices else ", ".join(f"`{item}`" for item in value) or "none"
    return (f"`{value}`" if value else "none") if isinstance(value, str) else "built in"


def test_readme_names_every_setting_with_its_default_and_meaning() -> None:
    told = {bare(name): (default, meaning) for name, default, meaning in tables(README)["name"]}
    assert told == {name: (default_words(one), one.rule.doc) for name, one in declared().items()}


def test_every_dotted_name_in_readme_is_a_setting() -> None:
    dotted = {span for span in spans(README) if re.fullmatch(r"[a-z]+\.[a-z]+[A-Za-z]*", span)}
    files = {span for span in dotted if span.endswith((".md", ".json", ".py"))}
    assert dotted - files - set(declared()) == set()


def test_readme_names_every_command_and_no_other() -> None:
    rows = " ".join(row[0] for row in tables(README)["command"])
    assert set(re.findall(r"`noctule ([a-z]+)", rows)) == set(commands())
    for text in (README, PROTOCOL):
        assert set(re.findall(r"\bnoctule ([a-z]+)", _code_of(text))) - set(commands()) == set()


@pytest.mark.parametrize("row", tables(README)["command"], ids=lambda row: str(row[0]))
def test_each_flag_stands_with_the_command_that_takes_it(row: list[str]) -> None:
    named = [commands()[name] for name in re.findall(r"`noctule ([a-z]+)", row[0])]
    taken = {flag for command in named for flag in flags(command)}
    assert flags_in(" ".join(row)) <= taken


@pytest.mark.parametrize("name", commands())
def test_each_flag_of_a_command_is_in_readme_and_has_its_help(name: str) -> None:
    command = commands()[name]
    row = next(row for row in tables(README)["command"] if f"`noctule {name}" in row[0])
    common = section(README, "Commands").prose.partition("|")[0]
    assert flags(command) - flags_in(" ".join(row)) - flags_in(common) == set()
    for part in parts(command):
        assert part.description
        assert [one.dest for one in part._actions if not one.help] == []


@pytest.mark.parametrize("name", commands())
def test_each_command_within_a_command_is_in_readme(name: str) -> None:
    row = next(row for row in tables(README)["command"] if f"`noctule {name}" in row[0])
    inner = {word for group in within(commands()[name]) for word in group.choices}
    assert inner <= {span.partition(" ")[0] for span in re.findall(r"`([^`]+)`", row[1])}


def test_each_flag_in_the_documents_exists() -> None:
    known = {flag for command in commands().values() for flag in flags(command)} | OWN_FLAGS | EDITORS_FLAGS
    for text in (README, PROTOCOL):
        assert flags_in(_code_of(text)) - known == set()


def test_readme_has_the_two_commands_that_count() -> None:
    first, second = [block.text.strip() for block in blocks(README) if block.language == "sh"][:2]
    assert "noctule tour" in first
    called = {re.split(r" (?:2>&1 )?\| ", line)[0] for line in (ROOT / ".ci" / "run").read_text().splitlines()}
    assert second in called
    assert "\n" not in first + second


def test_readme_names_every_variable_of_ours() -> None:
    ours = {value for name, value in vars(environment).items() if name.isupper() and isinstance(value, str)}
    assert {bare(row[0]) for row in tables(README)["variable"]} == ours
    read = {name for path in SOURCES for name in re.findall(r'"(NOCTULE_[A-Z_]+)"', path.read_text(encoding="utf-8"))}
    assert read == ours


def test_the_other_variables_in_readme_are_read() -> None:
    named = {span.lstrip("$") for span in spans(README) if re.fullmatch(r"\$?[A-Z]+(_[A-Z]+)*", span)}
    keys = {provider.key_variable for provider in BUILT_IN.values() if provider.key_variable}
    ours = {bare(row[0]) for row in tables(README)["variable"]}
    assert keys <= named
    assert named - ours - keys - FOREIGN_VARIABLES == set()


def test_every_prompt_is_loaded_and_every_loaded_one_is_there() -> None:
    wanted = [pattern for path in SOURCES for pattern in _loaded(path)]
    for pattern in wanted:
        assert any(re.fullmatch(pattern, name) for name in prompt_names()), pattern
    for name in prompt_names():
        assert any(re.fullmatch(pattern, name) for pattern in wanted), name


def _loaded(path: Path) -> Iterator[str]:
    """The names that a source file loads prompts by; a part that is only known later matches anything."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "load" and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield re.escape(name.value)
            if isinstance(name, ast.JoinedStr):
                yield "".join(
                    re.escape(str(one.value)) if isinstance(one, ast.Constant) else ".+" for one in name.values
                )


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name: str) -> None:
    path = ROOT / name
    for target in links(path.read_text(encoding="utf-8")):
        file, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        led_to = (path.parent / file).resolve() if file else path
        assert led_to.exists(), target
        assert not anchor or anchor in anchors(led_to.read_text(encoding="utf-8")), target


def test_the_protocol_names_every_method_and_command_and_no_other() -> None:
    known = {*METHODS, *TELLS, *SERVER_TELLS, *SERVER_ASKS, *COMMANDS}
    headed = set(re.findall(r"^### `((?:memory/|noctule\.)\S+)`$", PROTOCOL, re.MULTILINE))
    assert headed == known
    named = set(re.findall(r"\b(?:memory/[a-z][A-Za-z]+|noctule\.server\.[a-z][A-Za-z]+)(?![\w/.-])", PROTOCOL))
    assert named - known == set()


def test_readme_names_no_other_method() -> None:
    named = set(re.findall(r"\bmemory/[a-z][A-Za-z]+(?![\w/.-])", README))
    assert named - {*METHODS, *TELLS, *SERVER_TELLS, *SERVER_ASKS} == set()


def own_errors() -> list[type[errors.NoctuleError]]:
    """The errors that can reach a client: those with a code of their own."""
    found = [one for _, one in inspect.getmembers(errors, inspect.isclass) if issubclass(one, errors.NoctuleError)]
    return [one for one in found if "code" in vars(one) and one is not errors.NoctuleError]


def test_every_error_has_a_code_and_a_kind_of_its_own() -> None:
    codes, kinds = [one.code for one in own_errors()], [one.kind for one in own_errors()]
    assert len(set(codes)) == len(codes)
    assert len(set(kinds)) == len(kinds)
    assert all(1001 <= code <= 1499 for code in codes)
    drawn = re.findall(r"── (\w+)\b.*?\b(1\d\d\d)\b", errors.__doc__ or "")
    assert {(name, int(code)) for name, code in drawn} == {(one.__name__, one.code) for one in own_errors()}


def test_the_protocol_lists_every_error() -> None:
    rows = tables(section(PROTOCOL, "The table of errors").body)["code"]
    ours = {(int(code), bare(kind)) for code, kind, _ in rows if not code.startswith("-")}
    assert ours == {(one.code, one.kind) for one in own_errors()}
    others = {int(code) for code, *_ in rows if code.startswith("-")}
    assert others == {value for name, value in vars(faults).items() if name.isupper() and isinstance(value, int)}


def test_each_kind_that_a_method_names_is_an_error() -> None:
    kinds = {one.kind for one in own_errors()}
    for heading in (*METHODS, *COMMANDS):
        body = section(PROTOCOL, heading).prose
        said = set(spans(" ".join(re.findall(r"\*\*Errors:\*\*(.*)", body))))
        fields = {bare(row[0]) for row in tables(body).get("field", [])}
        assert said - fields <= kinds, heading


def test_the_kinds_of_a_lent_model_are_named() -> None:
    said = set(spans(section(PROTOCOL, "memory/completeChat").body))
    assert {one.kind for one in (NoConsent, LentBlocked, NoLentModel, LentCancelled)} <= said


def test_the_contents_of_the_protocol_are_its_sections_in_their_order() -> None:
    listed = re.findall(r"^\d+\. \[(.+?)\]", PROTOCOL, re.MULTILINE)
    assert listed == re.findall(r"^## (.+)$", without_blocks(PROTOCOL), re.MULTILINE)


def test_the_protocol_names_every_purpose_for_which_a_lent_model_is_asked() -> None:
    row = next(row for row in tables(section(PROTOCOL, "memory/completeChat").body)["field"] if "purpose" in row[0])
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert set(spans(row[2])) == set(re.findall(r'\b(?:purpose=|PURPOSE = )"(\w+)"', text))


def test_the_protocol_names_every_role_that_a_turn_is_told_in() -> None:
    row = next(row for row in tables(section(PROTOCOL, "TurnMessage").body)["field"] if "role" in row[0])
    assert set(spans(row[2])) == {role for role in get_args(Role) if role_of(role)}


def test_the_protocol_names_every_gate_that_the_log_of_dreams_can_hold() -> None:
    row = next(row for row in tables(section(PROTOCOL, "DreamRow").body)["field"] if "gate" in row[0])
    assert set(spans(row[2])) == set(get_args(GateName)) - UNTOLD | {"dryRun"}


def test_readme_names_every_benchmark() -> None:
    listed = re.findall(r"`(\w+\.py)`", README[README.index("`tests/benchmarks/` holds") :])
    assert sorted(listed) == sorted(path.name for path in (ROOT / "tests" / "benchmarks").glob("*.py"))


def test_the_protocol_states_the_limits_that_the_server_answers() -> None:
    rows = tables(section(PROTOCOL, "Limits").body)["name"]
    assert {bare(name): int(value) for name, value, _ in rows} == LIMITS


def test_the_protocol_lists_every_finding() -> None:
    rows = {bare(code): meaning for code, meaning in tables(section(PROTOCOL, "Findings").body)["code"]}
    made = {code for path in SOURCES for code in _codes_of_findings(path)}
    assert set(rows) == set(FINDING_CODES) | made
    assert {code: rows[code] for code in FINDING_CODES} == FINDING_CODES


def test_the_requirement_that_mcp_tells_is_that_of_the_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["optional-dependencies"]["mcp"] == [MCP_REQUIREMENT]


def test_each_settings_file_in_readme_is_taken_as_it_stands() -> None:
    texts = [block.text for block in blocks(README) if block.language == "json" and '"memory"' in block.text]
    assert len(texts) >= 2
    for text in texts:
        resolved = resolve([layer_of_file("user", text.encode(), "settings.json")])
        assert resolved.problems == ()
        assert read_providers(resolved.settings.models.providers).problems == ()


def test_readme_lists_every_trouble_that_the_doctor_knows() -> None:
    body = section(README, "When something is wrong").body
    assert {bare(code): meaning for code, meaning in tables(body)["code"]} == TROUBLE_CODES
    named = {
        span for _, why, _ in tables(body)["what you see"] for span in spans(why) if re.fullmatch(r"[a-z-]+", span)
    }
    assert len(named) >= 12
    assert named - set(TROUBLE_CODES) == {"noctule"}


def _codes_of_findings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding" and len(node.args) > 1:
            code = node.args[1]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield code.value


def _code_of(text: str) -> str:
    """What the text shows as code to type: its spans and its shell blocks, a line each."""
    typed = [block.text for block in blocks(text) if block.language == "sh"]
    shown = [block.text for block in blocks(text) if block.language == "console"]
    return "\n".join([*spans(text), *typed, *(line for one in shown for line in one.splitlines() if line[:2] == "$ ")])


def test_each_variable_of_the_full_strength_run_is_read_by_the_suite() -> None:
    (command,) = re.findall(r"```sh\n(NOCTULE_FUZZ_FRAMES=.*?)```", README, re.DOTALL)
    named = re.findall(r"\b([A-Z_]+)=", command)
    suite = "".join(file.read_text() for file in (ROOT / "tests" / "adversarial").glob("test_*.py"))
    assert named
    assert [name for name in named if f'environ.get("{name}"' not in suite] == []
