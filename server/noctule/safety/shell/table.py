"""The one table of commands: what each takes and what runs it. The prompt's list is made from it."""

from collections.abc import Mapping
from dataclasses import dataclass

from noctule.safety.shell import columns, comparing, looking, ordering, reading, removing, searching
from noctule.safety.shell.call import Run
from noctule.safety.shell.options import Row

_WRITES = "Nothing is written by a command; use the write tool."
_OUTSIDE = "Files are named as operands only."
_NO_LINKS = "Links are never followed."
_NO_WAIT = "A file is read as it is now."

_LINES_AND_BYTES = {"lines": "n", "bytes": "c", "quiet": "q", "silent": "q", "verbose": "v"}
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


@dataclass(frozen=True, slots=True)
class Command:
    """A command: how it is written, what it takes, what runs it. `is_alone`: it may not stand in a pipe."""

    usage: str
    row: Row
    run: Run
    is_alone: bool = False


COMMANDS: Mapping[str, Command] = {
    "ls": Command(
        "ls [-lRtSrdh1aFp] [FILE or FOLDER ...]",
        Row(
            flags="laAR1tSrdhFp",
            long={
                "all": "a",
                "almost-all": "A",
                "recursive": "R",
                "reverse": "r",
                "directory": "d",
                "human-readable": "h",
            },
            hints={"L": _NO_LINKS, "H": _NO_LINKS, "dereference": _NO_LINKS},
        ),
        looking.ls,
    ),
    "cat": Command(
        "cat [-nbsAET] FILE ...",
        Row(
            flags="nbsAETvetu",
            long={
                "number": "n",
                "number-nonblank": "b",
                "squeeze-blank": "s",
                "show-all": "A",
                "show-ends": "E",
                "show-tabs": "T",
                "show-nonprinting": "v",
            },
        ),
        reading.cat,
    ),
    "head": Command(
        "head [-n LINES | -c BYTES] [-q] FILE ...",
        Row(flags="qv", values={"n": "signed", "c": "signed"}, long=_LINES_AND_BYTES, number="n"),
        reading.head,
    ),
    "tail": Command(
        "tail [-n LINES | -n +FROM | -c BYTES] [-q] FILE ...",
        Row(
            flags="qv",
            values={"n": "signed", "c": "signed"},
            long=_LINES_AND_BYTES,
            number="n",
            hints=dict.fromkeys(("f", "F", "s", "follow", "pid", "retry", "sleep-interval"), _NO_WAIT),
        ),
        reading.tail,
    ),
    "wc": Command(
        "wc [-lwcmL] FILE ...",
        Row(
            flags="lwcmL",
            long={"lines": "l", "words": "w", "bytes": "c", "chars": "m", "max-line-length": "L"},
            hints={"files0-from": _OUTSIDE},
        ),
        reading.wc,
    ),
    "nl": Command(
        "nl [-b a|t|n] [-w WIDTH] [-s TEXT] FILE ...",
        Row(
            values={"b": "text", "w": "count", "s": "text", "v": "count", "i": "count", "n": "text"},
            long={"body-numbering": "b", "number-width": "w", "number-separator": "s", "number-format": "n"},
        ),
        reading.nl,
    ),
    "grep": Command(
        "grep [-EFinvclLowxrhHqs] [-e PATTERN] [-m N] [-A N] [-B N] [-C N] [--include=GLOB] PATTERN FILE ...",
        Row(
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
        ),
        searching.grep,
    ),
    "rg": Command(
        "rg [-inNFvclowxSHI] [-e PATTERN] [-g GLOB] [-t md] [-m N] [-A N] [-B N] [-C N] [--files] PATTERN [PATH ...]",
        Row(
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
                "files-without-match": "without",
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
        ),
        searching.rg,
    ),
    "diff": Command(
        "diff [-uqsiwbB] [-U LINES] OLD NEW",
        Row(
            flags="uqsiwbB",
            values={"U": "count"},
            long={
                "unified": "U",
                "brief": "q",
                "report-identical-files": "s",
                "ignore-case": "i",
                "ignore-all-space": "w",
                "ignore-space-change": "b",
                "ignore-blank-lines": "B",
            },
            optional=frozenset({"U"}),
            hints=dict.fromkeys(("to-file", "from-file"), _OUTSIDE),
        ),
        comparing.diff,
    ),
    "stat": Command(
        "stat [-c FORMAT] FILE ...",
        Row(
            values={"c": "text", "printf": "text"},
            long={"format": "c", "printf": "printf"},
            hints=dict.fromkeys(("L", "dereference"), _NO_LINKS),
        ),
        looking.stat,
    ),
    "pwd": Command("pwd", Row(flags="LP"), looking.pwd),
    "echo": Command("echo [-ne] TEXT ...", Row(flags="neE", takes_any=True), looking.echo),
    "cut": Command(
        "cut -f LIST [-d CHARACTER] [-s] FILE ...  or  cut -c LIST FILE ...",
        Row(
            flags="s",
            values={"f": "text", "c": "text", "b": "text", "d": "char", "output": "text"},
            long={
                "fields": "f",
                "characters": "c",
                "bytes": "b",
                "delimiter": "d",
                "only-delimited": "s",
                "complement": "complement",
                "output-delimiter": "output",
            },
        ),
        columns.cut,
    ),
    "tr": Command(
        "tr [-cds] SET [SET]  (after a pipe)",
        Row(
            flags="cCdst",
            long={"complement": "c", "delete": "d", "squeeze-repeats": "s", "truncate-set1": "t"},
        ),
        columns.tr,
    ),
    "comm": Command("comm [-123] SORTED SORTED", Row(flags="123"), ordering.comm),
    "sort": Command(
        "sort [-rnfuhVbds] [-k KEY] [-t CHARACTER] FILE ...",
        Row(
            flags="rnfuhVbdscCg",
            values={"k": "text", "t": "char"},
            long={
                "reverse": "r",
                "numeric-sort": "n",
                "general-numeric-sort": "g",
                "ignore-case": "f",
                "unique": "u",
                "human-numeric-sort": "h",
                "version-sort": "V",
                "ignore-leading-blanks": "b",
                "dictionary-order": "d",
                "stable": "s",
                "key": "k",
                "field-separator": "t",
            },
            hints={
                **dict.fromkeys(("o", "output"), _WRITES),
                **dict.fromkeys(("compress-program",), "No program is run."),
                **dict.fromkeys(("T", "temporary-directory"), "Nothing is written while sorting."),
                **dict.fromkeys(("files0-from", "random-source"), _OUTSIDE),
            },
        ),
        ordering.sort,
    ),
    "uniq": Command(
        "uniq [-cdui] [-f FIELDS] [-s CHARACTERS] [-w CHARACTERS] [FILE]",
        Row(
            flags="cdui",
            values={"f": "count", "s": "count", "w": "count"},
            long={
                "count": "c",
                "repeated": "d",
                "unique": "u",
                "ignore-case": "i",
                "skip-fields": "f",
                "skip-chars": "s",
                "check-chars": "w",
            },
        ),
        ordering.uniq,
    ),
    "rm": Command("rm -f NAME.md ...  (a whole command, exact names)", Row(flags="f"), removing.rm, is_alone=True),
}


def command_list() -> str:
    """The commands as a prompt lists them, one a line."""
    return "".join(f"- `{command.usage}`\n" for command in COMMANDS.values())
