"""Nothing lies about: what is declared is read, what is defined is used by more than its tests."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import attrs

from noctule.lsp import params, params_commands, params_dreams
from noctule.settings.declaration import declared

PACKAGE = Path(__file__).parents[1] / "server" / "noctule"

# pygls calls these by their names.
CALLED_BY_PYGLS = re.compile(r"lsp_\w+|report_server_error")
# These are the tables of the documents, which the tests hold against the code.
HELD_BY_TESTS = {"FINDING_CODES", "TROUBLE_CODES"}
# What a client may say and nothing hangs on yet; PROTOCOL.md tells so.
TOLD_IN_VAIN = {"DidWriteParams.tool", "DidEndTurnParams.usage"}


@dataclass(frozen=True, slots=True)
class Read:
    """A file of the package: on which lines it reads each name, and what it defines, from which line to which."""

    path: Path
    lines: dict[str, list[int]]
    defined: list[tuple[str, int, int]]

    def reads_itself(self, name: str, first: int, last: int) -> int:
        return sum(first <= line <= last for line in self.lines.get(name, ()))


@cache
def files() -> list[Read]:
    return [_read(path) for path in sorted(PACKAGE.rglob("*.py"))]


@cache
def used(*, outside: str = "", below: str = "") -> Counter[str]:
    """How often each name is read in the package, or outside one of its folders, or below one."""
    found: Counter[str] = Counter()
    for file in files():
        folders = file.path.relative_to(PACKAGE).parts[:-1]
        if outside not in folders and (not below or below in folders):
            found.update({name: len(lines) for name, lines in file.lines.items()})
    return found


def _read(path: Path) -> Read:
    lines: defaultdict[str, list[int]] = defaultdict(list)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    defined = [(name, node.lineno, node.lineno) for node in tree.body for name in _targets(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            defined.append((node.name, node.lineno, node.end_lineno or node.lineno))
        elif isinstance(node, ast.Name | ast.Attribute | ast.Constant):
            for name in _names(node):
                lines[name].append(node.lineno)
    return Read(path, dict(lines), defined)


def _targets(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _names(node: ast.Name | ast.Attribute | ast.Constant) -> list[str]:
    """The names that are read here; short texts count, since tables name things by them."""
    if isinstance(node, ast.Name):
        return [node.id] if isinstance(node.ctx, ast.Load) else []
    if isinstance(node, ast.Attribute):
        return [node.attr]
    return re.findall(r"\w+", node.value) if isinstance(node.value, str) and len(node.value) < 80 else []


def unused() -> Iterator[str]:
    for file in files():
        for name, first, last in file.defined:
            if used()[name] <= file.reads_itself(name, first, last):
                yield f"{file.path.relative_to(PACKAGE)}:{first} {name}"


def test_what_is_defined_is_used_by_more_than_its_tests() -> None:
    known = re.compile(rf"__\w+|{CALLED_BY_PYGLS.pattern}|{'|'.join(HELD_BY_TESTS)}")
    assert [one for one in unused() if not known.fullmatch(one.partition(" ")[2])] == []


def test_each_setting_is_read() -> None:
    attributes = {name: re.sub(r"(?=[A-Z])", "_", name.rpartition(".")[2]).lower() for name in declared()}
    read = used(outside="settings")
    assert [name for name, attribute in attributes.items() if not read[attribute]] == []


def test_each_field_that_a_client_may_send_is_read() -> None:
    read = used(below="handlers")
    fields = {
        f"{kind.__name__}.{field.name}": field.name
        for module in (params, params_commands, params_dreams)
        for kind in vars(module).values()
        if isinstance(kind, type) and attrs.has(kind)
        for field in attrs.fields(kind)
    }
    assert {whole for whole, name in fields.items() if not read[name]} == TOLD_IN_VAIN
