"""diff."""

from noctule.safety.shell.call import Call, joined, lines_of
from noctule.safety.shell.difference import Change, changes

_CONTEXT = 3
_UNENDED = "\n\\ No newline at end of file"


def diff(call: Call) -> str:
    given = call.given
    if len(given.operands) != 2:
        raise call.refuse("it takes two files, such as `diff -u old.md new.md`.")
    paths = call.paths(given.operands)
    texts = call.texts()
    if len(paths) != 2 or len(texts) != 2:
        return ""
    old, new = (_marked(text) for _, text in texts)
    found = changes([_compared(call, line) for line in old], [_compared(call, line) for line in new], call.limits)
    if given.has("B"):
        found = [change for change in found if any(line.strip() for line in _lines(old, new, change))]
    if not found:
        return f"Files {paths[0]} and {paths[1]} are identical\n" if given.has("s") else ""
    if given.has("q"):
        return f"Files {paths[0]} and {paths[1]} differ\n"
    if given.has("u") or "U" in given.values:
        context = given.count("U")
        return _unified(paths, old, new, found, _CONTEXT if context is None else min(context, 1_000_000))
    return joined([line for change in found for line in _plain(old, new, change)])


def _marked(text: str) -> list[str]:
    """The lines of a text; a last one without a line break says so, and differs from one that has it."""
    lines = lines_of(text)
    return lines if not text or text.endswith("\n") else [*lines[:-1], lines[-1] + _UNENDED]


def _compared(call: Call, line: str) -> str:
    given = call.given
    if given.flags & set("wb"):
        line = line.removesuffix(_UNENDED)
    if given.has("w"):
        line = "".join(line.split())
    elif given.has("b"):
        line = " ".join(line.split())
    return line.lower() if given.has("i") else line


def _lines(old: list[str], new: list[str], change: Change) -> list[str]:
    return old[change.old : change.old_end] + new[change.new : change.new_end]


def _plain(old: list[str], new: list[str], change: Change) -> list[str]:
    gone = [f"< {line}" for line in old[change.old : change.old_end]]
    come = [f"> {line}" for line in new[change.new : change.new_end]]
    letter = "c" if gone and come else ("d" if gone else "a")
    head = _range(change.old, change.old_end) + letter + _range(change.new, change.new_end)
    return [head, *gone, *(["---"] if gone and come else []), *come]


def _range(start: int, end: int) -> str:
    if end - start <= 1:
        return str(end)
    return f"{start + 1},{end}"


def _unified(paths: list[str], old: list[str], new: list[str], found: list[Change], context: int) -> str:
    shown = [f"--- {paths[0]}", f"+++ {paths[1]}"]
    for hunk in _hunks(found, context):
        start, end = max(hunk[0].old - context, 0), min(hunk[-1].old_end + context, len(old))
        new_start = hunk[0].new - (hunk[0].old - start)
        new_end = hunk[-1].new_end + (end - hunk[-1].old_end)
        shown.append(f"@@ -{_span(start, end)} +{_span(new_start, new_end)} @@")
        at = start
        for change in hunk:
            shown += [f" {line}" for line in old[at : change.old]]
            shown += [f"-{line}" for line in old[change.old : change.old_end]]
            shown += [f"+{line}" for line in new[change.new : change.new_end]]
            at = change.old_end
        shown += [f" {line}" for line in old[at:end]]
    return joined(shown)


def _hunks(found: list[Change], context: int) -> list[list[Change]]:
    hunks = [[found[0]]]
    for change in found[1:]:
        if change.old - hunks[-1][-1].old_end <= 2 * context:
            hunks[-1].append(change)
        else:
            hunks.append([change])
    return hunks


def _span(start: int, end: int) -> str:
    if end - start == 1:
        return str(end)
    return f"{start + (end > start)},{end - start}"
