"""Reads regular expressions as grep (basic, extended) and rg write them: the subset that linear time allows.

Understood: literals, `.`, `[...]` with ranges and `[:classes:]`, `^ $`, groups, `|`, `* + ?`, `{m,n}`, `\\w \\s \\d`
and `\\b` with their opposites, `\\< \\>`. Refused: what refers back, looks around or needs too many states.
Groups do not capture; the longest of the leftmost matches counts, so a lazy repeat is the same as a greedy one.
"""

import re
import sys
from typing import Literal

from noctule.safety.shell.patterns.tree import (
    EMPTY,
    AnyChar,
    Chars,
    Choice,
    Node,
    Place,
    Repeat,
    Sequence,
    Where,
    states,
)
from noctule.safety.shell.refused import CommandRefused

Dialect = Literal["basic", "extended", "rg"]

MOST_STATES = 4_000
MOST_REPEATS = 1_000
DEEPEST = 50

_CLASSES = ("alpha", "digit", "alnum", "upper", "lower", "space", "blank", "punct", "cntrl", "graph", "print", "xdigit")
_LETTERS = {"w": "word", "W": "!word", "s": "space", "S": "!space", "d": "digit", "D": "!digit"}
_PLACES: dict[str, Where] = {"b": "edge", "B": "inside", "<": "wordStart", ">": "wordEnd"}
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}
_CODE = re.compile(r"([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\}")
# In a basic expression these are plain, and have their meaning behind a backslash.
_TURNED = "+?(){}|"


def parse(pattern: str, dialect: Dialect) -> Node:
    """The tree of a pattern. Raises CommandRefused where it is no pattern or one that is not understood."""
    node = _Parser(pattern, dialect).whole()
    if states(node) > MOST_STATES:
        raise CommandRefused("That pattern needs too many states: use smaller repeats, or search for a part of it.")
    return node


class _Parser:
    def __init__(self, pattern: str, dialect: Dialect) -> None:
        self._pattern = pattern
        self._dialect = dialect
        self._at = 0
        self._depth = 0

    def whole(self) -> Node:
        node = self._choice()
        if self._at < len(self._pattern):
            raise CommandRefused("The pattern closes a group that is not open; write `\\)` for the character.")
        return node

    def _choice(self) -> Node:
        options = [self._sequence()]
        while self._takes("|"):
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while (token := self._peek()) not in ("", "|", ")"):
            if token in ("*", "+", "?", "{") and not parts and not (token == "*" and self._dialect == "basic"):
                raise CommandRefused(f"The pattern repeats nothing at `{token}`; write `\\{token}` for the character.")
            parts.append(self._repeated(self._atom(is_first=not parts)))
        return Sequence(tuple(parts)) if parts else EMPTY

    def _repeated(self, node: Node) -> Node:
        times = 0
        while True:
            if self._takes("*"):
                node = Repeat(node, 0, None)
            elif self._takes("+"):
                node = Repeat(node, 1, None)
            elif self._takes("?"):
                node = Repeat(node, 0, 1)
            elif self._peek() == "{" and (bounds := self._bounds()) is not None:
                node = Repeat(node, *bounds)
            else:
                return node
            times += 1
            if times > 4:
                raise CommandRefused("The pattern repeats a repeat too often: write one `*`.")
            if self._dialect != "basic":
                self._takes("?")

    def _bounds(self) -> tuple[int, int | None] | None:
        """`{m}`, `{m,}`, `{,n}` or `{m,n}` from here, or None where the brace is a plain character."""
        start = self._at + (2 if self._dialect == "basic" else 1)
        closing = "\\}" if self._dialect == "basic" else "}"
        end = self._pattern.find(closing, start)
        least, comma, most = self._pattern[start:end].partition(",") if end >= 0 else ("", "", "")
        if not all(not part or (part.isascii() and part.isdigit()) for part in (least, most)) or not (least or most):
            if self._dialect == "extended":
                return None
            raise CommandRefused("The pattern has an odd `{`; write `[{]` for the character.")
        low, high = int(least or 0), None if comma and not most else int(most or least)
        if max(low, high or 0) > MOST_REPEATS or (high is not None and high < low):
            raise CommandRefused(f"The pattern repeats a part more than {MOST_REPEATS} times, or less than nothing.")
        self._at = end + len(closing)
        return low, high

    def _atom(self, *, is_first: bool) -> Node:
        token = self._peek()
        self._at += len(token) if token in _TURNED and token else 0
        if self._dialect == "basic" and token in _TURNED and token:
            self._at += 1
        if token == "(":
            return self._group()
        if token in _TURNED and token:
            return _char(token)
        character = self._pattern[self._at]
        self._at += 1
        if character == "\\":
            return self._escape()
        if character == ".":
            return AnyChar()
        if character == "[":
            return self._bracket()
        if character == "^" and (self._dialect != "basic" or is_first):
            return Place("start")
        if character == "$" and (self._dialect != "basic" or self._peek() in ("", "|", ")")):
            return Place("end")
        return _char(character)

    def _group(self) -> Node:
        if self._dialect != "basic" and self._pattern.startswith("?", self._at):
            if not self._pattern.startswith("?:", self._at):
                raise CommandRefused("Groups have no options, names or look-around here; use `-i` to ignore case.")
            self._at += 2
        self._depth += 1
        if self._depth > DEEPEST:
            raise CommandRefused(f"The pattern has groups deeper than {DEEPEST} levels: write it more simply.")
        node = self._choice()
        self._depth -= 1
        if not self._takes(")"):
            raise CommandRefused("The pattern opens a group that is not closed; write `\\(` for the character.")
        return node

    def _escape(self) -> Node:
        character = self._pattern[self._at : self._at + 1]
        self._at += 1
        if character in _LETTERS and character:
            return Chars((), (_LETTERS[character],))
        if character in _PLACES and character:
            return Place(_PLACES[character])
        if self._dialect == "rg" and character in _CONTROLS and character:
            return _char(_CONTROLS[character])
        if self._dialect == "rg" and character == "x":
            return _char(self._code())
        if not character or character.isalnum():
            shown = f"\\{character}"
            raise CommandRefused(f"The pattern holds `{shown}`, which is not understood; there are no references back.")
        return _char(character)

    def _bracket(self) -> Node:
        negated = self._pattern.startswith("^", self._at)
        self._at += negated
        ranges: list[tuple[str, str]] = []
        named: list[str] = []
        is_first = True
        while is_first or not self._pattern.startswith("]", self._at):
            is_first = False
            name = self._class_name()
            if name is not None:
                named.append(name)
                continue
            low = high = self._member()
            if self._pattern.startswith("-", self._at) and self._pattern[self._at + 1 : self._at + 2] not in ("", "]"):
                self._at += 1
                high = self._member()
            if low > high:
                raise CommandRefused(f"The pattern has a range that runs backwards: `{low}-{high}`.")
            ranges.append((low, high))
        self._at += 1
        return Chars(tuple(ranges), tuple(named), negated)

    def _class_name(self) -> str | None:
        if self._pattern.startswith("[:", self._at):
            name = self._pattern[self._at + 2 :].partition(":]")[0]
            if name not in _CLASSES:
                raise CommandRefused("The pattern names a class of characters that is not known.")
            self._at += len(name) + 4
            return name
        if self._dialect == "rg" and self._pattern[self._at : self._at + 2].removeprefix("\\") in _LETTERS:
            following = self._pattern[self._at + 1]
            if self._pattern[self._at] == "\\":
                self._at += 2
                return _LETTERS[following]
        return None

    def _member(self) -> str:
        character = self._pattern[self._at : self._at + 1]
        if not character:
            raise CommandRefused("The pattern opens a `[` that is not closed; write `\\[` for the character.")
        self._at += 1
        if character == "\\" and self._dialect == "rg":
            escaped = self._pattern[self._at : self._at + 1]
            if escaped == "x":
                self._at += 1
                return self._code()
            if not escaped or (escaped.isalnum() and escaped not in _CONTROLS):
                raise CommandRefused("The pattern holds an escape in `[...]` that is not understood.")
            self._at += 1
            return _CONTROLS.get(escaped, escaped)
        return character

    def _code(self) -> str:
        """The character that two digits, or up to six in braces, name behind `\\x`."""
        found = _CODE.match(self._pattern, self._at)
        code = int(found[1] or found[2], 16) if found else -1
        if found is None or code > sys.maxunicode or 0xD800 <= code < 0xE000:
            raise CommandRefused("The pattern holds a `\\x` without a number; write `\\x41` or `\\x{2014}`.")
        self._at = found.end()
        return chr(code)

    def _peek(self) -> str:
        """The operator that stands here, in the one spelling of all dialects, else the character; "" at the end."""
        here = self._pattern[self._at : self._at + 2]
        if self._dialect == "basic":
            if here[:1] == "\\" and here[1:] in _TURNED and here[1:]:
                return here[1]
            return "plain" if here[:1] in _TURNED and here else here[:1]
        return here[:1]

    def _takes(self, token: str) -> bool:
        if self._peek() != token:
            return False
        self._at += 2 if self._dialect == "basic" and token in _TURNED else 1
        return True


def _char(character: str) -> Node:
    return Chars(((character, character),))
