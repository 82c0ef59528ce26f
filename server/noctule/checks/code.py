"""The files of a workspace that a memory names: found in its text, and told apart from what only looks like one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from noctule.checks.workspace import Workspace

# A path with at least one slash, or a bare file name, each with an ending; `:12` may follow, or `#L12`.
_PATH: Final = re.compile(
    r"(?<![\w./\\~$%@:<{*+-])"
    r"(?P<path>(?:\./)?(?:[\w@.+-]{1,100}/){0,15}[\w@+-][\w@.+-]{0,100}\.(?P<ending>[A-Za-z]\w{0,9}))"
    r"(?::(?P<line>\d{1,7})(?::\d{1,5})?|\#L(?P<anchor>\d{1,7}))?"
    r"(?![\w/\\*<{(>}])"
)

# What a bare name (without a slash) must end in to be a file: `main.py` is one, `example.com` is not.
_CODE_ENDING: Final = re.compile(
    "bash|bat|c|cc|cfg|clj|cmake|conf|cpp|cs|css|csv|dart|env|erl|ex|exs|fish|gd|go|gradle|graphql|h|hpp|hs|html|ini|"
    "ipynb|java|jl|js|json|jsonc|jsx|kt|kts|less|lock|lua|m|md|mdx|mjs|mk|ml|nix|php|pl|proto|ps1|py|pyi|r|rb|rego|rs|"
    "rst|sass|scala|scss|sh|sol|sql|svelte|svg|swift|tf|toml|ts|tsx|txt|vue|xml|yaml|yml|zig|zsh",
    re.IGNORECASE,
)

# A bare name in running prose may be a product's (`Node.js`): only one in such signs, or with a line, is a file.
_QUOTES: Final = frozenset("`'\"“”«»")

# Worlds of their own, where a path of this workspace cannot be.
_FOREIGN_FIRST: Final = re.compile(
    r"^(?:www\.|(?:[\w-]{1,63}\.){1,8}(?:com|org|net|io|dev|app|edu|gov|test|local)$)", re.IGNORECASE
)

_MOST_REFERENCES: Final = 50
_MOST_LOOKED_AT: Final = 2_000
_MOST_TEXT: Final = 65_536


@dataclass(frozen=True, slots=True)
class Reference:
    """A file that a text names: its path as written, its line if one is given, and where it stands (code points)."""

    path: str
    line: int | None
    start: int
    end: int

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
    found = (reference for match in matches if (reference := _reference(match)) is not None)
    return islice(found, _MOST_REFERENCES)


def is_gone(reference: Reference, workspace: Workspace) -> bool:
    """Whether the workspace has no such file, or not so many lines in it."""
    if reference.line is None:
        return not workspace.has(reference.path)
    lines = workspace.lines_of(reference.path)
    return lines is None or reference.line > lines


def _reference(match: re.Match[str]) -> Reference | None:
    path = match["path"].removeprefix("./")
    first, *rest = path.split("/")
    if ".." in path.split("/") or _FOREIGN_FIRST.match(first):
        return None
    number = match["line"] or match["anchor"]
    if not rest and not (_CODE_ENDING.fullmatch(match["ending"]) and (number or _is_quoted(match))):
        return None
    if not any(letter.isalpha() for letter in path.rpartition(".")[0]):
        return None
    return Reference(path, int(number) if number else None, match.start(), match.end())


def _is_quoted(match: re.Match[str]) -> bool:
    text, start, end = match.string, match.start(), match.end()
    return text[start - 1 : start] in _QUOTES and text[end : end + 1] in _QUOTES
