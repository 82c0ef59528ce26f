"""The house's rules: who may import whom, which library lives where, what stands at the top."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "server" / "noctule"

# Each room's floor. A room imports only from lower floors; of its neighbours it knows nothing.
FLOORS = {
    "dataclass": 0,
    "errors": 0,
    "hashing": 0,
    "regex": 0,
    "settings": 1,
    "prompts": 1,
    "memories": 2,
    "safety": 2,
    "checks": 3,
    "store": 3,
    "models": 3,
    "search": 3,
    "transcripts": 4,
    "imports": 4,
    "recall": 4,
    "capture": 4,
    "dream": 5,
    "service": 6,
    "lsp": 7,
    "cli": 7,
    "agents": 7,
}

# What everyone may use, each of which may use the others.
COMMON = {"dataclass", "errors", "hashing", "prompts", "regex", "settings"}

# Rooms on one floor, or by rule, that may not be imported even though they lie below.
FORBIDDEN = {("dream", "recall"), ("dream", "capture"), ("dream", "imports")}

# A face names another only inside a function: the command that starts it.
FACES = {"lsp", "cli", "agents"}

# A library, and the rooms (or files) that may import it.
LIBRARIES = {
    # Ours does the same, and costs a start next to nothing.
    "dataclasses": {"dataclass"},
    "pygls": {"lsp"},
    "lsprotocol": {"lsp"},
    "attr": {"lsp"},
    "attrs": {"lsp"},
    "cattrs": {"lsp"},
    "httpx": {"models"},
    "watchfiles": {"store"},
    "dulwich": {"store"},
    "filelock": {"store"},
    "sqlite3": {"store", "transcripts"},
    "mcp": {"agents/mcp"},
    "mcp_types": {"agents/mcp"},
    "genai_prices": {"models/price"},
    "yaml": {"memories"},
    "snowballstemmer": {"search"},
    "rich": {"cli"},
    "re2": {"safety/shell/patterns/pattern"},
    # Below the faces no program is started, and nothing is sent but to the models that a person names.
    "subprocess": {"cli"},
    "socket": {"lsp"},
    "ssl": {"models"},
    "http": set(),
    "ftplib": set(),
    "smtplib": set(),
    "random": {"models/transport"},
    # Names of temp files and ids, tokens.
    "secrets": {"store", "safety/confine", "service", "lsp", "agents"},
    "asyncio": {
        "store",
        "models",
        "recall",
        "capture",
        "transcripts",
        "imports",
        "dream",
        "service",
        "lsp",
        "cli",
        "agents",
    },
}
IMPORTED_LATE = {
    "mcp",
    "mcp_types",
    "genai_prices",
    "httpx",
    "watchfiles",
    "dulwich",
    "yaml",
    "snowballstemmer",
    "rich",
    "re2",
}

# The wall clock and the environment are read in these rooms only, and passed down.
CLOCK_ROOMS = {"service", "cli", "lsp", "agents"}
CLOCK_CALLS = {"time.time", "time.time_ns", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}
ENVIRONMENT = {"os.environ", "os.getenv", "os.getcwd", "Path.cwd", "Path.home", "os.path.expanduser"}
# By these names no file below may take them either.
BY_NAME = {("time", name) for name in ("time", "time_ns")} | {("os", name) for name in ("environ", "getenv", "getcwd")}

# Deadlines and pauses are counted in these files below the edge, and in no other.
DEADLINES = {
    "dream/agent",
    "dream/dream",
    "models/choose",
    "models/lent",
    "models/transport",
    "recall/select",
    "recall/shelf",
    "safety/shell/limits",
    "store/database",
    "store/lock",
    "store/queueing",
    "store/root_commit",
    "transcripts/search/pace",
}

MOST_LINES = 300
MOST_OF_A_FUNCTION = 40

TOP_LEVEL = {"pyproject.toml", "README.md", "LICENSE", "server", "editors", "tests", "prompts"}


@dataclass(frozen=True)
class Import:
    """One import: the module that makes it, what it names, and whether it stands inside a function."""

    source: Path
    name: str
    line: int
    is_late: bool
    what: str = ""

    @property
    def room(self) -> str:
        return self.source.relative_to(PACKAGE).with_suffix("").parts[0]

    def __str__(self) -> str:
        return f"{self.source.relative_to(ROOT)}:{self.line} imports {self.name}"


@cache
def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def tree_of(source: Path) -> ast.Module:
    return ast.parse(source.read_text(encoding="utf-8"))


def imports_of(source: Path) -> Iterator[Import]:
    tree = tree_of(source)
    late = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or _is_for_types(node)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(source, alias.name, node.lineno, id(node) in late)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: imports are absolute"
            module = node.module or ""
            for alias in node.names:
                name = f"{module}.{alias.name}" if module == "noctule" else module
                yield Import(source, name, node.lineno, id(node) in late, alias.name)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


ALL_IMPORTS = [one for source in modules() for one in imports_of(source)]


def ours() -> list[tuple[Import, str]]:
    """Imports of our own rooms, with the room that is named."""
    return [(one, one.name.split(".")[1]) for one in ALL_IMPORTS if one.name.startswith("noctule.")]


def test_every_room_has_a_floor() -> None:
    rooms = {path.relative_to(PACKAGE).with_suffix("").parts[0] for path in modules()}
    assert rooms - {"__init__", "__main__"} <= set(FLOORS)


def test_a_room_imports_only_rooms_below_it() -> None:
    breaches = [
        str(one)
        for one, room in ours()
        if one.room in FLOORS
        and room in FLOORS
        and room != one.room
        and not {one.room, room} <= COMMON
        and FLOORS[room] >= FLOORS[one.room]
        and not (room in FACES and one.room in FACES and one.is_late)
    ]
    assert breaches == []


def test_dreams_know_nothing_of_recall_capture_and_imports() -> None:
    assert [str(one) for one, room in ours() if (one.room, room) in FORBIDDEN] == []


def test_what_everyone_uses_imports_nothing_else_of_ours() -> None:
    assert [str(one) for one, room in ours() if one.room in COMMON and room not in COMMON] == []


@pytest.mark.parametrize("library", sorted(LIBRARIES))
def test_a_library_lives_in_its_room(library: str) -> None:
    homes = LIBRARIES[library]
    breaches = []
    for one in ALL_IMPORTS:
        if one.name.partition(".")[0] != library:
            continue
        place = one.source.relative_to(PACKAGE).with_suffix("").as_posix()
        if one.room not in homes and place not in homes:
            breaches.append(str(one))
    assert breaches == []


def test_heavy_libraries_are_imported_where_they_are_used() -> None:
    assert [str(one) for one in ALL_IMPORTS if one.name.partition(".")[0] in IMPORTED_LATE and not one.is_late] == []


def test_clock_and_environment_are_read_at_the_edge() -> None:
    assert [
        f"{source}:{line} reads {name}" for source, line, name in below() if name in CLOCK_CALLS | ENVIRONMENT
    ] == []
    assert [str(one) for one in named_below() if (one.name, one.what) in BY_NAME] == []


def test_deadlines_are_counted_in_the_files_that_have_some() -> None:
    counting = {str(source) for source, _, name in below() if name in ("time.monotonic", "time.sleep")}
    assert counting == DEADLINES
    assert [str(one) for one in named_below() if one.name == "time"] == []


def below() -> Iterator[tuple[Path, int, str]]:
    """What is spelled with a point below the edge: the file in the package, the line, the words."""
    for source in modules():
        place = source.relative_to(PACKAGE).with_suffix("")
        if place.parts[0] in CLOCK_ROOMS or place.parts[0].startswith("__"):
            continue
        for node in ast.walk(tree_of(source)):
            if isinstance(node, ast.Attribute):
                yield place, node.lineno, ast.unparse(node)


def named_below() -> list[Import]:
    """What is imported by its own name below the edge."""
    return [one for one in ALL_IMPORTS if one.what and one.room not in CLOCK_ROOMS]


def test_only_the_command_face_prints() -> None:
    breaches = []
    for source in modules():
        if source.relative_to(PACKAGE).parts[0] == "cli":
            continue
        breaches += [
            f"{source.relative_to(ROOT)}:{node.lineno}"
            for node in ast.walk(tree_of(source))
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "print"
        ]
    assert breaches == []


def test_a_file_holds_one_idea_and_a_function_fits_a_glance() -> None:
    lines = {str(source.relative_to(ROOT)): source.read_text(encoding="utf-8").count("\n") for source in modules()}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}
    assert [
        f"{source.relative_to(ROOT)}:{node.lineno} {node.name}"
        for source in modules()
        for node in ast.walk(tree_of(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (node.end_lineno or 0) - node.lineno >= MOST_OF_A_FUNCTION
    ] == []


def test_every_module_says_what_it_owns() -> None:
    assert [str(source) for source in modules() if not ast.get_docstring(tree_of(source))] == []


def test_nothing_else_stands_at_the_top() -> None:
    listed = subprocess.run(
        ["git", "ls-tree", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("this checkout has no history to list")
    assert {name for name in listed.stdout.split() if not name.startswith(".")} <= TOP_LEVEL
