"""ls, stat, pwd and echo."""

import re
from datetime import UTC, datetime

from noctule.safety.shell.call import Call, joined
from noctule.safety.shell.vault import Entry, Missing

# A field of `stat -c`: its letter, with a width that is passed over.
_FIELD = re.compile(r"%[-+ 0#]?\d{0,3}([A-Za-z%])")
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "r": "\r", "a": "", "b": "", "f": "", "v": ""}
# A character by its number, the end of the text, or a letter with a meaning.
_ESCAPE = re.compile(r"\\(?:0([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(c.*)|(.))", re.DOTALL)
_UNITS = ("", "K", "M", "G")


def ls(call: Call) -> str:
    given = call.given
    files: list[Entry] = []
    folders: list[str] = []
    for path in call.paths(given.operands) if given.operands else ["."]:
        call.limits.check()
        try:
            entry = call.vault.entry(path)
        except Missing as missing:
            call.complain(path, missing)
            continue
        if entry.is_folder and not given.has("d"):
            folders.append(entry.path)
        else:
            files.append(entry)
    parts = [_rows(call, files, by_name=False)] if files else []
    with_heads = len(folders) + bool(files) > 1 or given.has("R")
    while folders:
        folder = folders.pop(0)
        entries = call.vault.entries(folder)
        call.limits.check()
        parts.append((f"{folder}:\n" if with_heads else "") + _rows(call, entries, by_name=True))
        if given.has("R"):
            folders = [entry.path for entry in _ordered(call, entries) if entry.is_folder] + folders
    return "\n".join(parts)


def stat(call: Call) -> str:
    given = call.given
    if not given.operands:
        raise call.refuse("name a file.")
    layout = _unescaped(given.text("printf") or "") if "printf" in given.values else given.text("c")
    shown = []
    for path in call.paths(given.operands):
        try:
            entry = call.vault.entry(path)
        except Missing as missing:
            call.complain(path, missing)
            continue
        shown.append(_told(entry) if layout is None else _laid_out(entry, layout))
    return "".join(shown) if "printf" in given.values else joined(shown)


def pwd(call: Call) -> str:
    if call.given.operands:
        raise call.refuse("it takes no operands.")
    return f"{call.vault.root.as_posix()}\n"


def echo(call: Call) -> str:
    words = [path for word in call.given.operands for path in _echoed(call, word.text, call.paths((word,)))]
    text = " ".join(words)
    if call.given.has("e"):
        is_ended = any(escape[3] for escape in _ESCAPE.finditer(text))
        text = _unescaped(text)
        if is_ended:
            return text
    return text if call.given.has("n") else f"{text}\n"


def _echoed(call: Call, text: str, paths: list[str]) -> list[str]:
    """A pattern that fits no name is printed as it is."""
    if paths:
        return paths
    call.errors.pop()
    return [text]


def _rows(call: Call, entries: list[Entry], *, by_name: bool) -> str:
    given = call.given
    rows = []
    for entry in _ordered(call, entries):
        name = entry.name if by_name else entry.path
        if given.flags & set("Fp") and entry.is_folder:
            name += "/"
        if given.has("l"):
            size = _human(entry.size) if given.has("h") else str(entry.size)
            kind = "d" if entry.is_folder else "-"
            name = f"{kind}{'rwx------' if entry.is_folder else 'rw-------'} {size:>8} {_time(entry)} {name}"
        rows.append(name)
    return joined(rows)


def _ordered(call: Call, entries: list[Entry]) -> list[Entry]:
    given = call.given
    ordered = sorted(entries, key=lambda entry: entry.path)
    if given.has("t"):
        ordered.sort(key=lambda entry: -entry.modified)
    elif given.has("S"):
        ordered.sort(key=lambda entry: -entry.size)
    return ordered[::-1] if given.has("r") else ordered


def _time(entry: Entry) -> str:
    return datetime.fromtimestamp(entry.modified, UTC).strftime("%Y-%m-%d %H:%M")


def _human(size: int) -> str:
    amount, unit = float(size), 0
    while amount >= 1024 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1024, unit + 1
    return f"{amount:.1f}{_UNITS[unit]}" if unit else str(size)


def _kind(entry: Entry) -> str:
    return "directory" if entry.is_folder else "regular file"


def _told(entry: Entry) -> str:
    return f"  File: {entry.path}\n  Size: {entry.size}\t{_kind(entry)}\nModify: {_time(entry)}"


def _laid_out(entry: Entry, layout: str) -> str:
    """The fields of a format; what is not told of a memory (its owner, its device) is a `?`, as in the real one."""
    values = {
        "n": entry.path,
        "N": entry.path,
        "s": entry.size,
        "y": _time(entry),
        "Y": int(entry.modified),
        "F": _kind(entry),
        "A": "drwx------" if entry.is_folder else "-rw-------",
        "a": 700 if entry.is_folder else 600,
        "h": 1,
        "%": "%",
    }
    return _FIELD.sub(lambda field: str(values.get(field[1], "?")), layout)


def _unescaped(text: str) -> str:
    """What `echo -e` and `--printf` make of backslashes; `\\c` ends the text."""
    return _ESCAPE.sub(_meant, text)


def _meant(escape: re.Match[str]) -> str:
    """What one stands for; a character that a screen would obey is left out."""
    octal, hexadecimal, end, other = escape.groups()
    if end:
        return ""
    if other:
        return _ESCAPES.get(other, escape[0])
    character = chr(int(octal, 8) if octal else int(hexadecimal, 16))
    return character if character.isprintable() or character in "\n\t" else ""
