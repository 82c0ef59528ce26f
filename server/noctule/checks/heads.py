"""Checks the head of a memory: keys that nobody reads, and descriptions that say nothing."""

from typing import Final

from noctule.checks.finding import Edit, Finding, Fix
from noctule.memories.memory import Memory
from noctule.memories.text import cut
from noctule.regex import regex

# What we read, and what other agents, note tools and site builders write into the heads of their files.
_KEYS: Final = (
    "name description type modified pinned replaces title updated metadata created date tags aliases alias permalink "
    "trigger globs alwaysapply applyto paths source sources author status session sessionid originsessionid "
    "nodetype id version scope priority category categories keywords related links url cssclasses cssclass publish "
    "draft lang language owner confidence expires model agent project topic summary mode tools inclusion"
)
KNOWN_KEYS: Final = frozenset(_KEYS.split())
_OURS: Final = ("name", "description", "type", "modified", "pinned", "title", "updated", "metadata", "replaces")
# Less alike than this is another word.
_ALIKE: Final = 0.88
_MOST_FOUND: Final = 20
_SHOWN: Final = 60

_WORD: Final = regex(r"[^\W_]+")
# Words that hold a sentence together, and words that are true of every memory.
_EMPTY: Final = (
    "a an and any are as at be but by can could do does etc few for from had has have here how i if in into is it its "
    "just like may me might more most much my no not now of on one only or other our out over own should so some such "
    "than that the their them then there these they this those to too under up us use used useful very was we were "
    "what when where which while who why will with would you your about all also various several many different "
    "memory memories note notes info information misc miscellaneous stuff thing things todo tbd fixme description "
    "untitled general generic important details detail data content contents text file files entry entries document "
    "remember item items record new old none empty placeholder unknown n na summary topic topics context knowledge "
    "notiz notizen diverses wichtig notas notes divers"
)
_EMPTY_WORDS: Final = frozenset(_EMPTY.split())


def says_nothing(description: str) -> bool:
    """Whether a description holds no word that a question could share with it."""
    words = _WORD.findall(description.casefold())
    return all(word in _EMPTY_WORDS for word in words)


def unknown_keys(memory: Memory, lines: list[str]) -> list[Finding]:
    """The keys of a head that nobody reads; one that is a slip of the pen of a key of ours comes with its fix."""
    # What lies under `metadata:` is everybody's own.
    top = {key: line for key, line in memory.front.lines.items() if not key.startswith("metadata.")}
    found = [_unknown(memory, key, line, lines) for key, line in top.items() if key not in _OURS and not _is_known(key)]
    return found[:_MOST_FOUND]


def _is_known(key: str) -> bool:
    plain = key.casefold()
    return plain not in _OURS and plain.replace("-", "").replace("_", "") in KNOWN_KEYS


def _unknown(memory: Memory, key: str, line: int, lines: list[str]) -> Finding:
    import difflib  # late: a head without such a key needs none of it

    raw = lines[line].rstrip("\r") if line < len(lines) else ""
    near = difflib.get_close_matches(key.casefold(), _OURS, 1, _ALIKE)
    shown = cut(key, _SHOWN)
    start = raw.find(key)
    # A plural is a word of its own, and a list no text that a key of ours could have.
    is_slip = bool(near) and start >= 0 and key != near[0] + "s" and key not in memory.front.nested
    if not is_slip:
        message = f"`{shown}` is no key that anything here reads. It is kept; check its spelling, or leave it."
        return Finding(memory.path, "frontmatter-unknown-key", "hint", (line, 0), (line, len(raw)), message)
    place = (line, start), (line, start + len(key))
    message = f"`{shown}` is not read. Is `{near[0]}` meant?"
    fix = (
        Fix(f"Write `{near[0]}`", (Edit(memory.path, *place, near[0]),)) if near[0] not in memory.front.lines else None
    )
    return Finding(memory.path, "frontmatter-unknown-key", "warning", *place, message, fix)
