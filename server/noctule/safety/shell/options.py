"""Reads a command's words by its row of the table: flags, options with values, operands; all else is refused."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from noctule.dataclass import dataclass, field
from noctule.safety.shell.refused import CommandRefused
from noctule.safety.shell.words import Word

# Which values an option takes: a count (`20`, `2K`), one with a sign (`-1`, `+2`), one character, or any text.
Value = Literal["count", "signed", "char", "text"]

_COUNT = re.compile(r"(\d{1,10})([kKmM]?)")
_SIGNED = re.compile(r"([+-]?)(\d{1,10})([kKmM]?)")
_PLUS = re.compile(r"\+[0-9]{1,10}")
_UNITS = {"": 1, "k": 1024, "K": 1024, "m": 1024 * 1024, "M": 1024 * 1024}
LARGEST_COUNT = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Row:
    """What one command takes. `flags` and `values` name each option by its short letter; `long` maps long names to
    letters (or to a name of their own that stands in `flags` or `values`).

    `number` is the option that `-20` stands for, `plus` the one that `+20` does as the first word. `takes_any` makes
    unknown options operands, as `echo` does; `required` are flags that a command is never without.
    """

    flags: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)
    long: Mapping[str, str] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    number: str | None = None
    plus: str | None = None
    takes_any: bool = False
    required: str = ""
    hints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Given:
    """A command's options and operands as they were written. An option given twice has two values."""

    name: str
    flags: frozenset[str]
    values: Mapping[str, tuple[str, ...]]
    operands: tuple[Word, ...]

    def has(self, flag: str) -> bool:
        return flag in self.flags

    def text(self, option: str) -> str | None:
        """The last value of an option, or None."""
        return self.values[option][-1] if option in self.values else None

    def count(self, option: str) -> int | None:
        """The last value of a counting option."""
        value = self.text(option)
        return None if value is None else _amount(value)


def read_options(name: str, row: Row, words: list[Word]) -> Given:
    """The options of a command. Raises CommandRefused for one that is not in its row."""
    return _Options(name, row).read(words)


def signed(value: str) -> tuple[str, int]:
    """The sign (`+`, `-` or none) and the amount of a signed count."""
    sign = value[:1] if value[:1] in "+-" else ""
    return sign, _amount(value.lstrip("+-"))


class _Options:
    def __init__(self, name: str, row: Row) -> None:
        self._name = name
        self._row = row
        self._flags: set[str] = set()
        self._values: dict[str, list[str]] = {}
        self._operands: list[Word] = []

    def read(self, words: list[Word]) -> Given:
        rest = iter(words)
        if self._row.plus and words and _PLUS.fullmatch(words[0].text):
            self._put(self._row.plus, next(rest).text, words[0].text)
        for word in rest:
            if word.text == "--" and not self._row.takes_any:
                self._operands += rest
            elif not _is_option(word):
                self._operands.append(word)
            elif word.text.startswith("--"):
                self._long(word, rest)
            elif self._row.takes_any and set(word.text[1:]) - set(self._row.flags):
                self._operands.append(word)
            else:
                self._short(word.text[1:], rest)
            if self._row.takes_any and self._operands:
                self._operands += rest
        values = {option: tuple(given) for option, given in self._values.items()}
        return Given(self._name, frozenset(self._flags), values, tuple(self._operands))

    def _short(self, letters: str, rest: Iterator[Word]) -> None:
        if self._row.number and letters.isascii() and letters.isdigit():
            self._put(self._row.number, letters, f"-{letters}")
            return
        while letters:
            letter, letters = letters[0], letters[1:]
            if letter in self._row.values:
                value = letters or self._following(f"-{letter}", rest)
                self._put(letter, value, f"-{letter}")
                return
            if letter not in self._row.flags:
                raise self._unknown(f"-{letter}")
            self._flags.add(letter)

    def _long(self, word: Word, rest: Iterator[Word]) -> None:
        long, equals, value = word.text[2:].partition("=")
        option = self._row.long.get(long)
        if self._row.takes_any:
            self._operands.append(word)
        elif option is None:
            raise self._unknown(f"--{long}")
        elif option in self._row.values:
            needs_value = not equals and option not in self._row.optional
            given = self._following(f"--{long}", rest) if needs_value else value
            self._put(option, given, f"--{long}")
        elif equals:
            raise CommandRefused(f"{self._name}: `--{long}` takes no value.")
        else:
            self._flags.add(option)

    def _following(self, shown: str, rest: Iterator[Word]) -> str:
        word = next(rest, None)
        if word is None:
            raise CommandRefused(f"{self._name}: `{shown}` needs a value after it.")
        return word.text

    def _put(self, option: str, value: str, shown: str) -> None:
        kind = self._row.values[option]
        if not (value == "" and option in self._row.optional):
            _check_value(kind, value, f"{self._name}: `{shown}`")
        self._values.setdefault(option, []).append(value)

    def _unknown(self, shown: str) -> CommandRefused:
        hint = self._row.hints.get(shown.lstrip("-"))
        if hint:
            return CommandRefused(f"{self._name}: `{shown}` is not available. {hint}")
        known = [f"-{letter}" for letter in (*self._row.flags, *self._row.values) if len(letter) == 1]
        known += [f"--{long}" for long in self._row.long]
        takes = f"It takes {' '.join(known)}." if known else "It takes no options."
        return CommandRefused(f"{self._name}: there is no option `{_shown(shown)}`. {takes}")


def _is_option(word: Word) -> bool:
    """A pattern of names is never an option; `--include=*.md` is one, since its `*` belongs to the value."""
    if not word.text.startswith("-") or word.text == "-":
        return False
    return word.glob is None or (word.text.startswith("--") and "=" in re.split(r"[*?\[]", word.text, maxsplit=1)[0])


def _check_value(kind: Value, value: str, shown: str) -> None:
    if kind == "text":
        return
    if kind == "char":
        if len(value) != 1:
            raise CommandRefused(f"{shown} takes one character.")
        return
    if not _is_number(kind, value):
        raise CommandRefused(f"{shown} takes a number, such as 20; the largest unit is M.")
    if _amount(value.lstrip("+-")) > LARGEST_COUNT:
        raise CommandRefused(f"{shown} takes a number up to {LARGEST_COUNT:,}.")


def _is_number(kind: Value, value: str) -> bool:
    return value.isascii() and (_COUNT if kind == "count" else _SIGNED).fullmatch(value) is not None


def _amount(value: str) -> int:
    found = _COUNT.fullmatch(value)
    return int(found[1]) * _UNITS[found[2]] if found else 0


def _shown(option: str) -> str:
    return option if len(option) <= 40 else option[:40] + "…"
