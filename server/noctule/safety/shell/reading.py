"""cat, head, tail, nl and wc."""

from collections.abc import Callable

from noctule.safety.shell.call import PIPE, Call, joined, lines_of
from noctule.safety.shell.options import signed

_TEN = "10"
_WIDEST = 16
# What `wc` gives each count of a pipe, whose size it cannot know.
_PIPED_WIDTH = 7


def cat(call: Call) -> str:
    given = call.given
    text = "".join(text for _, text in call.texts())
    is_ended = not text or text.endswith("\n")
    show_ends = given.flags & set("AEe")
    show_tabs = given.flags & set("ATt")
    show_unseen = given.flags & set("Avet")
    if not given.flags & set("nbsAEeTtv"):
        return text
    shown: list[str] = []
    number, was_blank = 0, False
    for line in lines_of(text):
        if given.has("s") and not line and was_blank:
            continue
        was_blank = not line
        visible = "".join(_visible(character) for character in line) if show_unseen else line
        visible = visible.replace("\t", "^I") if show_tabs else visible
        if (given.has("b") and line) or (given.has("n") and not given.has("b")):
            number += 1
            visible = f"{number:6}\t{visible}"
        shown.append(visible + "$" if show_ends else visible)
    return joined(shown) if is_ended else joined(shown)[: -2 if show_ends else -1]


def head(call: Call) -> str:
    return _part(call, _head_part)


def tail(call: Call) -> str:
    return _part(call, _tail_part)


def nl(call: Call) -> str:
    given = call.given
    style = given.text("b") or "t"
    if style not in ("a", "t", "n"):
        raise call.refuse("`-b` is a (all lines), t (lines with text) or n (none).")
    separator = given.text("s") if given.text("s") is not None else "\t"
    width = given.count("w") or 6
    if separator is None or len(separator) > _WIDEST or width > _WIDEST:
        raise call.refuse(f"`-s` and `-w` take at most {_WIDEST} characters.")
    number = signed(given.text("v") or "1")[1]
    step = signed(given.text("i") or "1")[1]
    numbered = []
    for line in lines_of("".join(text for _, text in call.texts())):
        if style == "a" or (style == "t" and line):
            numbered.append(f"{_number(number, width, given.text('n') or 'rn')}{separator}{line}")
            number += step
        else:
            numbered.append(" " * (width + len(separator)) + line)
    return joined(numbered)


def wc(call: Call) -> str:
    given = call.given
    order = [flag for flag in "lwmcL" if given.has(flag)] or ["l", "w", "c"]
    texts = call.texts()
    rows = [(name, [_count(text, flag) for flag in order]) for name, text in texts]
    width = _width([name for name, _ in texts], sum(len(text.encode()) for _, text in texts), len(order))
    if len(rows) > 1:
        columns = zip(*(counts for _, counts in rows), strict=True)
        rows.append(("total", [(max if flag == "L" else sum)(c) for flag, c in zip(order, columns, strict=True)]))
    return joined([_row(counts, width, "" if name == PIPE else name) for name, counts in rows])


def _part(call: Call, part_of: Callable[[Call, str], str]) -> str:
    given = call.given
    texts = call.texts()
    with_names = (len(texts) > 1 and not given.has("q")) or given.has("v")
    parts = []
    for name, text in texts:
        head = f"==> {'standard input' if name == PIPE else name} <==\n"
        parts.append((head if with_names else "") + part_of(call, text))
    return ("\n" if with_names else "").join(parts)


def _head_part(call: Call, text: str) -> str:
    unit = "c" if call.given.text("c") is not None else "n"
    sign, amount = signed(call.given.text(unit) or _TEN)
    if unit == "c":
        data = text.encode()
        return data[: max(len(data) - amount, 0) if sign == "-" else amount].decode("utf-8", "ignore")
    lines = _kept(text)
    return "".join(lines[: max(len(lines) - amount, 0) if sign == "-" else amount])


def _tail_part(call: Call, text: str) -> str:
    unit = "c" if call.given.text("c") is not None else "n"
    sign, amount = signed(call.given.text(unit) or _TEN)
    if unit == "c":
        data = text.encode()
        start = max(amount - 1, 0) if sign == "+" else max(len(data) - amount, 0)
        return data[start:].decode("utf-8", "ignore")
    lines = _kept(text)
    return "".join(lines[max(amount - 1, 0) if sign == "+" else max(len(lines) - amount, 0) :])


def _kept(text: str) -> list[str]:
    """The lines with their line breaks."""
    ended = text.endswith("\n")
    lines = lines_of(text)
    return [f"{line}\n" for line in lines] if ended or not text else [*(f"{line}\n" for line in lines[:-1]), lines[-1]]


def _visible(character: str) -> str:
    code = ord(character)
    if character == "\t" or code >= 128:
        return character
    if code < 32:
        return "^" + chr(code + 64)
    return "^?" if code == 127 else character


def _number(number: int, width: int, style: str) -> str:
    if style == "ln":
        return str(number).ljust(width)
    return str(number).rjust(width, "0" if style == "rz" else " ")


def _count(text: str, flag: str) -> int:
    if flag == "l":
        return text.count("\n")
    if flag == "w":
        return len(text.split())
    if flag == "m":
        return len(text)
    if flag == "L":
        return max(map(len, lines_of(text)), default=0)
    return len(text.encode())


def _width(names: list[str], size: int, columns: int) -> int:
    if len(names) <= 1 and columns == 1:
        return 1
    return _PIPED_WIDTH if PIPE in names else len(str(size))


def _row(counts: list[int], width: int, name: str) -> str:
    return " ".join(f"{count:{width}}" for count in counts) + (f" {name}" if name else "")
