"""The files of a workspace that a memory names: found in its text, and told apart from what only looks like one."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from noctule.checks.workspace import Workspace
from noctule.dataclass import dataclass
from noctule.regex import regex

# A path with at least one slash, or a bare file name, each with an ending; `:12` may follow, or `#L12`.
_PATH: Final = regex(
    r"(?<![\w./\\~$%@:<{*+!-])"
    r"(?P<path>(?:\./)?(?:[\w@.+-]{1,100}/){0,15}[\w@+-][\w@.+-]{0,100}\.(?P<ending>[A-Za-z]\w{0,9}))"
    r"(?::(?P<line>\d{1,7})(?::\d{1,5})?|\#L(?P<anchor>\d{1,7}))?"
    r"(?![\w/\\*<{(>}])"
)

# What a bare name (without a slash) must end in to be a file: `main.py` is one, `example.com` is not.
_CODE: Final = (
    "bash bat c cc cfg clj cmake conf cpp cs css csv dart env erl ex exs fish gd go gradle graphql h hpp hs html ini "
    "ipynb java jl js json jsonc jsx kt kts less lock lua m md mdx mjs mk ml nix php pl proto ps1 py pyi r rb rego rs "
    "rst sass scala scss sh sol sql svelte svg swift tf toml ts tsx txt vue xml yaml yml zig zsh"
)
_CODE_ENDINGS: Final = frozenset(_CODE.split())

# A bare name in running prose may be a product's (`Node.js`): only one in such signs, or with a line, is a file.
_QUOTES: Final = frozenset("`'\"“”«»")

# What stands in such a folder is made, on one machine and not on another: that it is missing says nothing.
_MADE_NAMES: Final = "dist build out target coverage logs log tmp temp node_modules __pycache__ venv generated obj"
_MADE: Final = frozenset(_MADE_NAMES.split())
# Such files lie in the person's home as well.
_ANYWHERE: Final = frozenset({"AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "MEMORY.md", "SKILL.md"})
_FENCE: Final = regex(r" {0,3}(`{3,}|~{3,})")

# Worlds of their own, where a path of this workspace cannot be.
_FOREIGN_FIRST: Final = regex(
    r"^(?:www\.|(?:[\w-]{1,63}\.){1,8}(?:com|org|net|io|dev|app|edu|gov|test|local)$)", re.IGNORECASE
)

_MOST_REFERENCES: Final = 50
_MOST_LOOKED_AT: Final = 2_000
_MOST_TEXT: Final = 65_536


@dataclass(frozen=True, slots=True)
class Reference:
    """A file that a text names: its path as written, its line if one is given, and where it stands (code points).

    In a code block it may be an example, or what a command makes.
    """

    path: str
    line: int | None
    start: int
    end: int
    is_in_code: bool = False

    def __str__(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"


def references(text: str) -> list[Reference]:
    """The workspace files that a text names, in order, each once; addresses, globs and home paths are none.

    Absolute paths are left out: they name one machine, and say nothing of the workspace on another.
    """
    found: dict[tuple[str, int | None], Reference] = {}
    for reference in mentions(text):
        found.setdefault((reference.path, reference.line), reference)
    return list(found.values())


def mentions(text: str) -> list[Reference]:
    """As `references`, each time that a file is named."""
    return list(_mentions(text))


def names_files(text: str) -> bool:
    """Whether a text names any file that a workspace could have."""
    return next(_mentions(text), None) is not None


def _mentions(text: str) -> Iterator[Reference]:
    matches = islice(_PATH.finditer(text[:_MOST_TEXT]), _MOST_LOOKED_AT)
    code = _code_blocks(text[:_MOST_TEXT])
    found = (reference for match in matches if (reference := _reference(match, code)) is not None)
    return islice(found, _MOST_REFERENCES)


def is_gone(reference: Reference, workspace: Workspace) -> bool:
    """Whether the workspace has no such file, or not so many lines in it."""
    if not workspace.has(reference.path):
        return is_missing(reference, workspace)
    if reference.line is None:
        return False
    lines = workspace.lines_of(reference.path)
    return lines is None or reference.line > lines


def is_missing(reference: Reference, workspace: Workspace) -> bool:
    """Whether a file that the workspace does not have is missed: it was one, as far as can be told, and nobody made it.

    An ending that no code has (`feature/login.v2`) makes a file only of what lies in a folder that is there. A path in
    a code block is missed where the workspace has the file in one other place.
    """
    *folders, name = reference.path.split("/")
    if not _MADE.isdisjoint(folders) or reference.path in _ANYWHERE:
        return False
    if folders and "." in folders[0] and not workspace.has(folders[0]):
        return False  # an address without its scheme: `wiki.example.de/a.html`
    if folders and name.rpartition(".")[2].lower() not in _CODE_ENDINGS and not workspace.has(folders[0]):
        return False
    return not reference.is_in_code or len(workspace.named(name)) == 1


def _code_blocks(text: str) -> list[tuple[int, int]]:
    """From where to where each lies; one that nothing closes goes on to the end."""
    if "```" not in text and "~~~" not in text:
        return []
    found, fence, start, at = [], "", 0, 0
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark is not None and not fence:
            fence, start = mark[1], at
        elif mark is not None and mark[1].startswith(fence):
            found.append((start, at))
            fence = ""
        at += len(line) + 1
    return [*found, (start, len(text))] if fence else found


def _reference(match: re.Match[str], code: list[tuple[int, int]]) -> Reference | None:
    path = match["path"].removeprefix("./")
    first, *rest = path.split("/")
    if ".." in path.split("/") or _FOREIGN_FIRST.match(first):
        return None
    number = match["line"] or match["anchor"]
    if not rest and not (match["ending"].lower() in _CODE_ENDINGS and (number or _is_quoted(match))):
        return None
    if not any(letter.isalpha() for letter in path.rpartition(".")[0]):
        return None
    is_in_code = any(start <= match.start() < end for start, end in code)
    return Reference(path, int(number) if number else None, match.start(), match.end(), is_in_code)


def _is_quoted(match: re.Match[str]) -> bool:
    text, start, end = match.string, match.start(), match.end()
    return text[start - 1 : start] in _QUOTES and text[end : end + 1] in _QUOTES
