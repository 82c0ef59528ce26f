"""A finding: something in a memory folder that a person should know, where it stands, and a fix where one is safe."""

from typing import Final, Literal

from noctule.dataclass import dataclass

Severity = Literal["error", "warning", "information", "hint"]

# A line and a character in it, both from 0; characters are code points.
Place = tuple[int, int]

FINDING_CODES: Final[dict[str, str]] = {
    "conflict-copy": "A sync tool kept two versions of a memory; the copy is not served.",
    "dangling-link": "An index line leads to a memory that is not there.",
    "description-empty": "The frontmatter has no description, by which a memory is found.",
    "description-vague": "The description holds no word that a question would use.",
    "duplicate-target": "Two index lines lead to the same memory.",
    "frontmatter-broken": "A frontmatter line is one that other YAML readers refuse or misread.",
    "frontmatter-duplicate-key": "A frontmatter key stands twice; the last one counts.",
    "frontmatter-missing": "The memory has no frontmatter, so its name is its file's and it has no type.",
    "frontmatter-not-mapping": "The frontmatter holds no `key: value` line.",
    "frontmatter-too-long": "The frontmatter is too long to be read whole.",
    "frontmatter-unclosed": "The frontmatter does not end with a line `---`.",
    "frontmatter-unknown-key": "A frontmatter key is none that is read; it is kept.",
    "hidden-characters": "The text holds characters that nobody sees.",
    "index-line-long": "An index line is longer than 150 characters.",
    "index-missing": "The folder holds memories but no MEMORY.md.",
    "index-text": "A line of the index is no entry, heading or comment.",
    "index-too-many-characters": "The index is longer than 25,000 characters; the end is not shown.",
    "index-too-many-lines": "The index is longer than 200 lines; the end is not shown.",
    "instruction-like": "The text asks an agent for something that no memory should ask.",
    "line-gone": "The workspace file that the memory names has fewer lines than it says.",
    "link-dead": "A link leads to a memory that is not there.",
    "memory-too-long": "The memory is longer than 4,096 bytes; recall cuts it.",
    "name-clash": "Two memories have the same name.",
    "not-utf8": "The file is not UTF-8.",
    "orphan-memory": "No index line leads to the memory.",
    "path-clash": "Two files differ only in capitals or in how accents are written.",
    "path-gone": "The memory names a file that the workspace does not have.",
    "profile-item-twice": "An item of the profile stands twice.",
    "profile-over-cap": "A store of the profile is over its cap; its end is shown to no agent.",
    "relative-date": "A date is told relative to the day it was written, and means another one later.",
    "secret": "The text holds what looks like a secret.",
    "symbol-gone": "The workspace file that the memory names does not hold the name said to be in it.",
    "type-unknown": "The type is none of user, feedback, project and reference.",
    "unreadable": "The file is there and cannot be read.",
}


@dataclass(frozen=True, slots=True)
class Edit:
    """Text that replaces what lies between two places of a file; a file that is not there is made."""

    path: str
    start: Place
    end: Place
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that settles a finding and loses nothing; `title` is what a person is offered."""

    title: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding in the file `path` (relative to the memory folder); `code` is a key of `FINDING_CODES`.

    `fix` loses nothing and may be applied unasked.
    """

    path: str
    code: str
    severity: Severity
    start: Place
    end: Place
    message: str
    fix: Fix | None = None


def insert_lines(path: str, title: str, text: str, number: int, new: str) -> Fix:
    """A fix that puts whole lines before line `number` of a text, on lines of their own also at its very end."""
    last = text.count("\n")
    if number <= last or text.endswith("\n"):
        return Fix(title, (Edit(path, (number, 0), (number, 0), new),))
    end = (last, len(text) - text.rfind("\n") - 1)
    gap = "" if not text else "\r\n" if new.endswith("\r\n") else "\n"
    return Fix(title, (Edit(path, end, end, gap + new),))


def remove_lines(path: str, title: str, text: str, first: int, end: int) -> Fix:
    """A fix that removes the lines from `first` up to `end` (exclusive)."""
    last = text.count("\n")
    stop = (end, 0) if end <= last else (last, len(text) - text.rfind("\n") - 1)
    return Fix(title, (Edit(path, (first, 0), stop, ""),))


def rewrite(path: str, title: str, before: str, after: str) -> Fix:
    """A fix that makes one text of another, as a single edit of the lines that differ."""
    old, new = before.split("\n"), after.split("\n")
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Fix(title, (_edit(path, old, new, head, tail),))


def _edit(path: str, old: list[str], new: list[str], head: int, tail: int) -> Edit:
    """The edit that replaces the lines between `head` equal ones at the top and `tail` equal ones at the end."""
    end = len(old) - tail
    text = "".join(line + "\n" for line in new[head : len(new) - tail])
    if tail > 0:
        return Edit(path, (head, 0), (end, 0), text)
    last = (len(old) - 1, len(old[-1]))
    if head > 0 and head == len(new):
        return Edit(path, (head - 1, len(old[head - 1])), last, "")
    if head == len(old):
        return Edit(path, last, last, "\n" + text.removesuffix("\n"))
    return Edit(path, (head, 0), last, text.removesuffix("\n"))
