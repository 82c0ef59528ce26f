"""From one text to another as few, small edits: what an editor shows of a change is what changed."""

from difflib import SequenceMatcher

from noctule.checks.finding import Edit, rewrite

# Finding the smallest change takes the square of the lines; of a huge text one large edit is shown.
_MOST_COMPARED = 2_000


def changed_lines(path: str, before: str, after: str) -> list[Edit]:
    """The edits that make `after` of `before`, in whole lines, none touching another; none where nothing differs."""
    if before == after:
        return []
    old, new = before.split("\n"), after.split("\n")
    if len(old) + len(new) > _MOST_COMPARED:
        return list(rewrite(path, "", before, after).edits)
    matcher = SequenceMatcher(a=old, b=new, autojunk=False)
    return [_edit(path, old, new, *span) for kind, *span in matcher.get_opcodes() if kind != "equal"]


def _edit(path: str, old: list[str], new: list[str], first: int, end: int, new_first: int, new_end: int) -> Edit:
    """Lines `first` to `end` become the new ones; at the text's very end the line break goes with the line before."""
    lines = new[new_first:new_end]
    if end < len(old):
        return Edit(path, (first, 0), (end, 0), "".join(line + "\n" for line in lines))
    last = (len(old) - 1, len(old[-1]))
    if first == 0:
        return Edit(path, (0, 0), last, "\n".join(lines))
    start = (first - 1, len(old[first - 1]))
    return Edit(path, start, last, "".join("\n" + line for line in lines))
