"""cut and tr."""

import re
import string
from typing import TypeVar

from noctule.safety.shell.call import Call, joined, lines_of

_PART = re.compile(r"(\d{1,7})?(-)?(\d{1,7})?")
_CLASSES = {
    "alpha": string.ascii_uppercase + string.ascii_lowercase,
    "upper": string.ascii_uppercase,
    "lower": string.ascii_lowercase,
    "digit": string.digits,
    "alnum": string.digits + string.ascii_uppercase + string.ascii_lowercase,
    "space": "\t\n\v\f\r ",
    "blank": "\t ",
    "punct": string.punctuation,
}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "\\": "\\"}
_MOST_IN_SET = 70_000
_MOST_SPANS = 256
_LONGEST_BETWEEN = 16

_Span = tuple[int, int | None]
Part = TypeVar("Part")


def cut(call: Call) -> str:
    given = call.given
    chosen = [option for option in "bcf" if option in given.values]
    if len(chosen) != 1:
        raise call.refuse("give one of `-f`, `-c` and `-b`, such as `cut -d: -f2 topic.md`.")
    unit = chosen[0]
    if unit != "f" and (given.has("s") or "d" in given.values):
        raise call.refuse("`-d` and `-s` go with `-f`.")
    spans = _spans(call, given.text(unit) or "")
    delimiter = given.text("d") or "\t"
    between = (
        given.text("output-delimiter") if "output-delimiter" in given.values else (delimiter if unit == "f" else "")
    )
    if len(between or "") > _LONGEST_BETWEEN:
        raise call.refuse(f"`--output-delimiter` has at most {_LONGEST_BETWEEN} characters.")
    shown = []
    for line in lines_of("".join(text for _, text in call.texts())):
        call.limits.tick()
        if unit == "f" and delimiter not in line:
            if not given.has("s"):
                shown.append(line)
            continue
        shown.append(_cut_line(line, unit, delimiter, between or "", spans, is_turned=given.has("complement")))
    return joined(shown)


def tr(call: Call) -> str:
    given = call.given
    sets = [_set(call, word.text) for word in given.operands]
    wants_one = given.has("d") != given.has("s")
    if not sets or len(sets) > 2 or (len(sets) == 1 and not wants_one):
        raise call.refuse("it takes two sets, such as `tr a-z A-Z`, or one with `-d` or `-s`; it reads a pipe only.")
    if given.has("d") and len(sets) == 2 and not given.has("s"):
        raise call.refuse("`-d` takes one set.")
    text = "".join(text for _, text in call.texts(()))
    is_turned = given.flags & set("cC")
    first = set(sets[0])
    if given.has("d"):
        text = "".join(character for character in text if (character in first) == bool(is_turned))
        return _squeezed(text, set(sets[1])) if len(sets) == 2 else text
    if len(sets) == 1:
        return _squeezed(text, first, is_turned=bool(is_turned))
    if not sets[1]:
        raise call.refuse("the second set is empty; use `-d` to delete.")
    text = _translated(call, text, sets[0], sets[1])
    return _squeezed(text, set(sets[1])) if given.has("s") else text


def _translated(call: Call, text: str, old: str, new: str) -> str:
    if call.given.flags & set("cC"):
        known = set(old)
        return "".join(character if character in known else new[-1] for character in text)
    if call.given.has("t"):
        old = old[: len(new)]
    table: dict[int, str] = {}
    for number, character in enumerate(old):
        table[ord(character)] = new[min(number, len(new) - 1)]
    return text.translate(table)


def _squeezed(text: str, of: set[str], *, is_turned: bool = False) -> str:
    kept: list[str] = []
    before = ""
    for character in text:
        if character == before and (character in of) != is_turned:
            continue
        kept.append(character)
        before = character
    return "".join(kept)


def _set(call: Call, text: str) -> str:
    """The characters of a set: escapes, `[:classes:]` and ranges written out."""
    members: list[tuple[str, bool]] = []
    at = 0
    while at < len(text):
        if text.startswith("[:", at) and ":]" in text[at:]:
            name = text[at + 2 :].partition(":]")[0]
            if name not in _CLASSES:
                raise call.refuse(f"there is no class `{name[:20]}`; there are {', '.join(_CLASSES)}.")
            members += [(character, True) for character in _CLASSES[name]]
            at += len(name) + 4
        elif text[at] == "\\" and at + 1 < len(text):
            members.append((_ESCAPES.get(text[at + 1], text[at + 1]), True))
            at += 2
        else:
            members.append((text[at], False))
            at += 1
    return _ranged(call, members)


def _ranged(call: Call, members: list[tuple[str, bool]]) -> str:
    pieces: list[str] = []
    at = 0
    while at < len(members):
        low = members[at][0]
        if at + 2 < len(members) and members[at + 1] == ("-", False):
            high = members[at + 2][0]
            if low > high or ord(high) - ord(low) > _MOST_IN_SET:
                raise call.refuse("a range runs from the lower character to the higher one, such as `a-z`.")
            pieces.append("".join(chr(code) for code in range(ord(low), ord(high) + 1)))
            at += 3
        else:
            pieces.append(low)
            at += 1
        if sum(map(len, pieces)) > _MOST_IN_SET:
            raise call.refuse("the set has too many characters.")
    return "".join(pieces)


def _spans(call: Call, text: str) -> list[_Span]:
    spans: list[_Span] = []
    for part in text.split(","):
        found = _PART.fullmatch(part)
        low, dash, high = found.groups() if found else (None, None, None)
        if not part.isascii() or not (low or high) or (not dash and high):
            raise call.refuse("a list is numbers and ranges from 1 on, such as `1,3-5` or `2-`.")
        first = int(low or 1)
        last = int(high) if high else (None if dash else first)
        if first < 1 or (last is not None and last < first):
            raise call.refuse("a list counts from 1, and a range from the lower number to the higher.")
        spans.append((first, last))
    if len(spans) > _MOST_SPANS:
        raise call.refuse(f"a list has at most {_MOST_SPANS} parts.")
    return _joined_spans(sorted(spans, key=lambda span: span[0]))


def _joined_spans(spans: list[_Span]) -> list[_Span]:
    """Spans in order, those that touch or overlap made one."""
    joined_spans: list[_Span] = []
    for low, high in spans:
        before = joined_spans[-1] if joined_spans else None
        if before is None or (before[1] is not None and low > before[1] + 1):
            joined_spans.append((low, high))
        elif before[1] is not None:
            joined_spans[-1] = (before[0], None if high is None else max(high, before[1]))
    return joined_spans


def _cut_line(line: str, unit: str, delimiter: str, between: str, spans: list[_Span], *, is_turned: bool) -> str:
    if unit == "f":
        parts = line.split(delimiter)
        return between.join(part for part in _chosen(parts, spans, is_turned=is_turned))
    if unit == "b":
        return bytes(_chosen(list(line.encode()), spans, is_turned=is_turned)).decode("utf-8", "ignore")
    return between.join(_chosen(list(line), spans, is_turned=is_turned))


def _chosen(parts: list[Part], spans: list[_Span], *, is_turned: bool) -> list[Part]:
    chosen: list[Part] = []
    at = 0
    for low, high in spans:
        if low > len(parts):
            break
        end = len(parts) if high is None else high
        chosen += parts[at : low - 1] if is_turned else parts[low - 1 : end]
        at = end
    return [*chosen, *parts[at:]] if is_turned else chosen
