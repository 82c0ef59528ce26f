"""What grep and rg take: the two rows of the table that share most of their options."""

from noctule.safety.shell.options import Row

_OUTSIDE = "Files are named as operands only."
_NO_LINKS = "Links are never followed."

_CONTEXT = {"after-context": "A", "before-context": "B", "context": "C", "max-count": "m", "regexp": "e"}
_HIT = {
    "ignore-case": "i",
    "invert-match": "v",
    "line-number": "n",
    "count": "c",
    "files-with-matches": "l",
    "only-matching": "o",
    "word-regexp": "w",
    "line-regexp": "x",
    "fixed-strings": "F",
    "quiet": "q",
    "text": "a",
    "with-filename": "H",
    "color": "color",
}


GREP = Row(
    flags="EFGinvclLowxrhHqsayIT",
    values={
        "e": "text",
        "m": "count",
        "A": "count",
        "B": "count",
        "C": "count",
        "include": "text",
        "exclude": "text",
        "exclude-dir": "text",
        "color": "text",
    },
    long={
        **_HIT,
        **_CONTEXT,
        "extended-regexp": "E",
        "basic-regexp": "G",
        "files-without-match": "L",
        "no-filename": "h",
        "no-messages": "s",
        "recursive": "r",
        "silent": "q",
        "include": "include",
        "exclude": "exclude",
        "exclude-dir": "exclude-dir",
    },
    optional=frozenset({"color"}),
    number="C",
    hints={
        "R": "`-r` searches folders; links are never followed.",
        "dereference-recursive": "`-r` searches folders; links are never followed.",
        "P": "Write the pattern for `-E`.",
        "perl-regexp": "Write the pattern for `-E`.",
        "f": "Give each pattern by `-e`.",
        "file": "Give each pattern by `-e`.",
        "exclude-from": _OUTSIDE,
    },
)

RG = Row(
    flags="inNFvclowxsSqHIa",
    values={
        "e": "text",
        "g": "text",
        "t": "text",
        "m": "count",
        "A": "count",
        "B": "count",
        "C": "count",
        "color": "text",
        "sort": "text",
    },
    long={
        **_HIT,
        **_CONTEXT,
        "glob": "g",
        "type": "t",
        "files": "files",
        "files-without-match": "files-without-match",
        "no-filename": "I",
        "no-line-number": "N",
        "case-sensitive": "s",
        "smart-case": "S",
        "no-heading": "no-heading",
        "heading": "heading",
        "sort": "sort",
    },
    hints={
        **dict.fromkeys(("pre", "pre-glob", "hostname-bin"), "No program is run."),
        **dict.fromkeys(("L", "follow"), _NO_LINKS),
        **dict.fromkeys(("f", "file"), "Give each pattern by `-e`."),
        **dict.fromkeys(("P", "pcre2"), "There is no look-around and no reference back."),
        **dict.fromkeys(("z", "search-zip"), "Memories are not packed."),
        **dict.fromkeys(("hidden", "."), "Hidden files are no memories."),
    },
)
