"""The one table of commands: what each takes and what runs it. The prompt's list is made from it."""

from collections.abc import Mapping

from noctule.dataclass import dataclass
from noctule.safety.shell import columns, comparing, looking, ordering, reading, removing, search_rows, searching
from noctule.safety.shell.call import Run
from noctule.safety.shell.options import Row, Value

_WRITES = "Nothing is written by a command; use the write tool."
_OUTSIDE = "Files are named as operands only."
_NO_LINKS = "Links are never followed."
_NO_WAIT = "A file is read as it is now."

_LINES_AND_BYTES = {"lines": "n", "bytes": "c", "quiet": "q", "silent": "q", "verbose": "v"}


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its operands in words, its options, what runs it. `is_alone`: it may not stand in a pipe."""

    operands: str
    row: Row
    run: Run
    is_alone: bool = False


COMMANDS: Mapping[str, Command] = {
    "ls": Command(
        "[FILE or FOLDER ...]",
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
        "FILE ...",
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
        "FILE ...",
        Row(flags="qv", values={"n": "signed", "c": "signed"}, long=_LINES_AND_BYTES, number="n"),
        reading.head,
    ),
    "tail": Command(
        "FILE ...",
        Row(
            flags="qv",
            values={"n": "signed", "c": "signed"},
            long=_LINES_AND_BYTES,
            number="n",
            plus="n",
            hints=dict.fromkeys(("f", "F", "s", "follow", "pid", "retry", "sleep-interval"), _NO_WAIT),
        ),
        reading.tail,
    ),
    "wc": Command(
        "FILE ...",
        Row(
            flags="lwcmL",
            long={"lines": "l", "words": "w", "bytes": "c", "chars": "m", "max-line-length": "L"},
            hints={"files0-from": _OUTSIDE},
        ),
        reading.wc,
    ),
    "nl": Command(
        "FILE ...",
        Row(
            values={"b": "text", "w": "count", "s": "text", "v": "count", "i": "count", "n": "text"},
            long={"body-numbering": "b", "number-width": "w", "number-separator": "s", "number-format": "n"},
        ),
        reading.nl,
    ),
    "grep": Command("PATTERN FILE ...", search_rows.GREP, searching.grep),
    "rg": Command("PATTERN [FILE or FOLDER ...]", search_rows.RG, searching.rg),
    "diff": Command(
        "OLD NEW",
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
        "FILE ...",
        Row(
            values={"c": "text", "printf": "text"},
            long={"format": "c", "printf": "printf"},
            hints=dict.fromkeys(("L", "dereference"), _NO_LINKS),
        ),
        looking.stat,
    ),
    "pwd": Command("", Row(flags="LP"), looking.pwd),
    "echo": Command("TEXT ...", Row(flags="neE", takes_any=True), looking.echo),
    "cut": Command(
        "FILE ...",
        Row(
            flags="s",
            values={"f": "text", "c": "text", "b": "text", "d": "char", "output-delimiter": "text"},
            long={
                "fields": "f",
                "characters": "c",
                "bytes": "b",
                "delimiter": "d",
                "only-delimited": "s",
                "complement": "complement",
                "output-delimiter": "output-delimiter",
            },
        ),
        columns.cut,
    ),
    "tr": Command(
        "SET [SET] (after a pipe)",
        Row(
            flags="cCdst",
            long={"complement": "c", "delete": "d", "squeeze-repeats": "s", "truncate-set1": "t"},
        ),
        columns.tr,
    ),
    "comm": Command("SORTED SORTED", Row(flags="123"), ordering.comm),
    "sort": Command(
        "FILE ...",
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
        "[FILE]",
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
    "rm": Command(
        "NAME.md ... (a whole command, exact names)", Row(flags="f", required="f"), removing.rm, is_alone=True
    ),
}


# What stands for the value of an option in the list.
_VALUES: Mapping[Value, str] = {"count": "N", "signed": "N", "char": "C", "text": "TEXT"}


def command_list() -> str:
    """The commands as a prompt lists them, one a line, each with all that it takes."""
    return "".join(f"- `{_usage(name, command)}`\n" for name, command in COMMANDS.items())


def _usage(name: str, command: Command) -> str:
    row = command.row
    free = row.flags.strip(row.required)
    flags = [*([f"-{row.required}"] if row.required else []), *([f"[-{free}]"] if free else [])]
    values = [f"[{_option(option)} {_VALUES[kind]}]" for option, kind in row.values.items()]
    others = [f"[--{long}]" for long, option in row.long.items() if option not in row.values and len(option) > 1]
    return " ".join(filter(None, (name, *flags, *values, *others, command.operands)))


def _option(option: str) -> str:
    return f"-{option}" if len(option) == 1 else f"--{option}"
