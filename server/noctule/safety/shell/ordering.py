"""sort, uniq and comm."""

import re
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from noctule.dataclass import dataclass, replace
from noctule.safety.shell.call import Call, joined, lines_of

_KEY = re.compile(r"(\d{1,5})(?:\.(\d{1,5}))?([bdfghnrV]*)(?:,(\d{1,5})(?:\.(\d{1,5}))?([bdfghnrV]*))?")
_NUMBER = re.compile(r"\s*(-?\d*(?:\.\d+)?)")
_HUMAN = re.compile(r"\s*(-?\d*(?:\.\d+)?)([kKMGT]?)")
# Each part may be empty, so that no place of a line is looked at twice.
_FIELD = re.compile(r"[ \t]*[^ \t]*")
_RUNS = re.compile(r"\d+|\D+")
_MOST_KEYS = 8
_POWERS = {"": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4}


@dataclass(frozen=True, slots=True)
class _Key:
    """A part of the line by which it is sorted, and how; fields and characters count from 1."""

    flags: frozenset[str]
    field: int = 0
    character: int = 1
    last_field: int | None = None
    last_character: int | None = None


def sort(call: Call) -> str:
    given = call.given
    whole = frozenset(given.flags & set("bdfghnrV"))
    if len(given.values.get("k", ())) > _MOST_KEYS:
        raise call.refuse(f"at most {_MOST_KEYS} keys.")
    keys = [_read_key(call, text, whole) for text in given.values.get("k", ())] or [_Key(whole)]
    lines = [line for _, text in call.texts() for line in lines_of(text)]
    ordered = list(lines)
    if not given.has("s") and not given.has("u"):
        ordered.sort(reverse="r" in whole)
    for key in reversed(keys):
        ordered.sort(key=_sorting(key, given.text("t")), reverse="r" in key.flags)
        call.limits.check()
    if given.flags & set("cC"):
        return "" if ordered == lines else "The lines are not in order.\n"
    if given.has("u"):
        values = [_sorting(replace(key, flags=key.flags - {"r"}), given.text("t")) for key in keys]
        ordered = [next(same) for _, same in groupby(ordered, lambda line: [value(line) for value in values])]
    return joined(ordered)


def uniq(call: Call) -> str:
    given = call.given
    if len(given.operands) > 1:
        raise call.refuse("it reads one file; a second would be written to. Use a pipe: `cat a.md b.md | uniq`.")
    lines = [line for _, text in call.texts() for line in lines_of(text)]
    shown = []
    for _, same in groupby(lines, lambda line: _compared(call, line)):
        group = list(same)
        if (given.has("d") and len(group) < 2) or (given.has("u") and len(group) > 1):
            continue
        shown.append(f"{len(group):7} {group[0]}" if given.has("c") else group[0])
    return joined(shown)


def comm(call: Call) -> str:
    given = call.given
    if len(given.operands) != 2:
        raise call.refuse("it takes two sorted files.")
    texts = call.texts()
    if len(texts) != 2:
        return ""
    first, second = (lines_of(text) for _, text in texts)
    columns = [column for column in "123" if not given.has(column)]
    shown = []
    for column, line in _merged(first, second):
        call.limits.tick()
        if column in columns:
            shown.append("\t" * columns.index(column) + line)
    return joined(shown)


def _merged(first: list[str], second: list[str]) -> Iterable[tuple[str, str]]:
    left = right = 0
    while left < len(first) or right < len(second):
        if right == len(second) or (left < len(first) and first[left] < second[right]):
            yield "1", first[left]
            left += 1
        elif left == len(first) or second[right] < first[left]:
            yield "2", second[right]
            right += 1
        else:
            yield "3", first[left]
            left, right = left + 1, right + 1


def _compared(call: Call, line: str) -> str:
    given = call.given
    skipped = given.count("f") or 0
    if skipped:
        line = "".join(_fields(line)[skipped:])
    line = line[given.count("s") or 0 :]
    line = line if given.count("w") is None else line[: given.count("w")]
    return line.lower() if given.has("i") else line


def _read_key(call: Call, text: str, whole: frozenset[str]) -> _Key:
    found = _KEY.fullmatch(text)
    if found is None or not text.isascii() or int(found[1]) < 1 or (found[4] and int(found[4]) < 1):
        raise call.refuse("a key counts fields from 1, such as `-k 2,2` or `-k 3nr`.")
    own = frozenset((found[3] or "") + (found[6] or ""))
    last_field = int(found[4]) if found[4] else None
    last_character = int(found[5]) if found[5] and int(found[5]) else None
    return _Key(own or whole, int(found[1]), max(int(found[2] or 1), 1), last_field, last_character)


def _sorting(key: _Key, separator: str | None) -> Callable[[str], Any]:
    """What a line is compared by."""
    flags = key.flags

    def value(line: str) -> Any:
        part = _part(line, key, separator)
        if "b" in flags:
            part = part.lstrip()
        if flags & {"n", "g"}:
            return _number(_NUMBER, part)
        if "h" in flags:
            return _number(_HUMAN, part)
        if "d" in flags:
            part = "".join(character for character in part if character.isalnum() or character.isspace())
        if "f" in flags:
            part = part.upper()
        if "V" in flags:
            return [_version_part(run) for run in _RUNS.findall(part)]
        return part

    return value


def _version_part(run: str) -> tuple[bool, int, str]:
    """A run of digits or of others, as it is compared; no number of a version is longer than 400 digits."""
    is_number = run.isascii() and run.isdigit()
    return is_number, int(run[:400]) if is_number else 0, run


def _number(pattern: re.Pattern[str], part: str) -> float:
    found = pattern.match(part)
    if found is None or not found[1].strip("-.") or not found[1].isascii():
        return 0.0
    unit = found[2] if pattern is _HUMAN else ""
    return float(found[1][:300]) * 1024.0 ** _POWERS[unit]


def _fields(line: str) -> list[str]:
    """Runs without blanks, each with the blanks before it."""
    return [field for field in _FIELD.findall(line) if field]


def _part(line: str, key: _Key, separator: str | None) -> str:
    if key.field == 0:
        return line
    fields = line.split(separator) if separator else _fields(line)
    if key.field > len(fields):
        return ""
    between = separator or ""
    if key.last_field is None:
        return between.join(fields[key.field - 1 :])[key.character - 1 :]
    chosen = fields[key.field - 1 : key.last_field]
    if key.last_character is not None and chosen:
        chosen[-1] = chosen[-1][: key.last_character]
    return between.join(chosen)[key.character - 1 :]
