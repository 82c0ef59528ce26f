"""`noctule remember`, `held`, `accept` and `discard`: what waits for a person's word, and that word."""

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output
from noctule.errors import Refused
from noctule.memories.names import INDEX_NAME
from noctule.memories.text import decode
from noctule.safety.characters import show_hidden
from noctule.safety.sanitize import one_line
from noctule.service.uris import path_of

if TYPE_CHECKING:
    from noctule.service.noctule import Noctule
    from noctule.service.values import HeldRow, WriteAnswer

_HOW = ("merge", "replace", "add")

# What `remember` ends with where nothing is proposed: known already, declined, and no words at all.
_CODES = {"duplicate": 0, "declined": 1, "usage": 2}


def add_commands(commands: Any) -> None:
    remember = new_command(
        commands,
        "remember",
        "say in plain words what to remember; it is shown before it is written",
        "Make a memory of plain words and show it. On a terminal you are asked before it is written; elsewhere it is "
        "held for `noctule accept`, or written at once with --yes.",
    )
    remember.add_argument("text", nargs="*", help="the words; with -, they are read from standard input")
    remember.add_argument("--to", choices=("project", "user", "notes"), help="where it belongs (default: as it shows)")
    remember.add_argument("--yes", action="store_true", help="write it without asking")
    remember.set_defaults(run=_remember)
    held = new_command(
        commands,
        "held",
        "show what waits for your word",
        "Show the memories that are not written yet, and why: those that overlap or contradict what is known, and "
        "those that could not be compared with it. Then those that are there and shown to no agent, since they came "
        "with an import or a repository and ask for what no memory should ask.",
    )
    held.set_defaults(run=_held)
    accept = new_command(
        commands,
        "accept",
        "write what is held, or have agents shown a held memory",
        "Write what is held: as it is recommended, or as --how says. A merged text, or one given with --text, is "
        "compared with everything else first. Of a held memory: have agents shown it from now on.",
    )
    accept.add_argument("held", metavar="NAME", help="its name in `noctule held`, or the memory's file or name")
    accept.add_argument("--how", choices=_HOW, help="merge it, let it replace what it is at odds with, or add it")
    accept.add_argument("--text", help="the text to write in place of the proposed one")
    accept.set_defaults(run=_accept)
    discard = new_command(commands, "discard", "drop what is held; nothing is written")
    discard.add_argument("held", metavar="ID", help="its name in `noctule held`")
    discard.set_defaults(run=_discard)


def _remember(options: argparse.Namespace, output: Output) -> int:
    from noctule.service.capture.remembering import Request

    words = options.text
    text = decode(sys.stdin.buffer.read()).text if words == ["-"] else " ".join(words)
    with house(options) as noctule:
        request = Request(text=text, target=options.to)
        answer = asyncio.run(noctule.capturing.remembering.remember(request))
        row = answer.held
        if row is None:
            if output.is_json:
                output.value(answer)
            else:
                output.line(answer.message)
            return _CODES[answer.verdict]
        if not output.is_json:
            show(row, output)
        if options.yes:
            return _settle(noctule, row.held, None, None, output)
        if output.is_json or not sys.stdin.isatty():
            return _tell_held(row, output)
        return _ask(noctule, row, output)


def _ask(noctule: "Noctule", row: "HeldRow", output: Output) -> int:
    """Asks on the terminal; anything that is no choice leaves it held."""
    print(f"{', '.join(row.choices)}? [{row.choices[0]}] ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    said = line.strip().lower() or (row.choices[0] if line else "")
    said = {"y": row.choices[0], "yes": row.choices[0], "n": "discard", "no": "discard"}.get(said, said)
    if said == "discard":
        return _drop(noctule, row.held, output)
    if said not in row.choices:
        return _tell_held(row, output)
    return _settle(noctule, row.held, said, None, output)


def _held(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        rows = (*noctule.capturing.holding.held(), *noctule.dreams.held())
    if output.is_json:
        output.value({"held": rows})
        return 0
    for row in rows:
        show(row, output)
    if not rows:
        output.note("Nothing waits for your word.")
    return 0


def _accept(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        uri = _held_memory(noctule, options.held)
        if uri is None:
            return _settle(noctule, options.held, options.how, options.text, output)
        if options.how is not None or options.text is not None:
            raise Refused(
                "A held memory is accepted as it is. Change it with `noctule edit`, or drop it with `noctule remove`."
            )
        answer = noctule.accepting.accept(uri)
    if output.is_json:
        output.value(answer)
    else:
        output.line(f"agents are shown {path_of(uri).name} from now on")
    return 0


def _held_memory(noctule: "Noctule", name: str) -> str | None:
    """The URI of the held memory that a person names by its file or name, or of the index; None if it is no such."""
    if name in ("index", INDEX_NAME):
        return noctule.projects.open(None).folder.uri(INDEX_NAME)
    rows = [row for row in noctule.capturing.holding.held() if row.kind == "memory"]
    named = [row.memory_uri for row in rows if name in (row.held, row.held.removesuffix(".md"), row.name)]
    return named[0] if named else None


def _discard(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        if _held_memory(noctule, options.held) is not None:
            raise Refused(
                f"{options.held} is a memory that is held, no proposal: `noctule remove {options.held}` drops it."
            )
        if noctule.dreams.is_held(options.held):
            noctule.dreams.discard(options.held)
            output.note("Discarded; nothing of the dream was written.")
            return 0
        return _drop(noctule, options.held, output)


def show(row: "HeldRow", output: Output) -> None:
    """One proposal, memory or dream as a person reads it, nothing in it able to move the terminal's cursor."""
    what = "a dream" if row.kind == "dream" else f"{row.verdict}, for {row.target}: {one_line(row.name or '')}"
    output.styled(f"{row.held}  {what}".rstrip(": "), "bold")
    if row.reason:
        output.line(f"  {one_line(row.reason)}")
    _show_text("", row.text, output)
    for one in row.related:
        name = one_line(path_of(one.memory_uri).name)
        _show_text(f"{name} ({one.relation})", one.text, output)
    if row.merged:
        _show_text("merged", row.merged, output)
    shown = f" (`noctule dreams apply {row.held}`)" if row.kind == "dream" else ""
    output.line(f"  choices: {', '.join(row.choices)}{shown}")


def _show_text(label: str, text: str, output: Output) -> None:
    if label:
        output.line(f"  {label}:")
    for line in show_hidden(text).splitlines():
        output.line(f"    {line}")


def _settle(noctule: "Noctule", held: str, how: str | None, text: str | None, output: Output) -> int:
    from noctule.service.capture.decisions import Decision

    answer = asyncio.run(noctule.capturing.holding.accept(held, Decision(how, text)))
    return tell_settled(answer, output)


def tell_settled(answer: "WriteAnswer", output: Output) -> int:
    """What became of a proposal; one that is still held ends with 1."""
    if output.is_json:
        output.value(answer)
    elif answer.verdict == "held":
        output.line(f"held: {answer.held}")
        for warning in answer.warnings:
            output.note(warning)
        output.note("The text is at odds with something else. Look at `noctule held`; accept it again to write it.")
    elif answer.verdict == "duplicate":
        output.line("That is known already; nothing was written.")
    else:
        output.line(f"written: {path_of(answer.memory_uri).name if answer.memory_uri else ''}")
        for warning in answer.warnings:
            output.note(warning)
    return 1 if answer.verdict == "held" else 0


def _drop(noctule: "Noctule", held: str, output: Output) -> int:
    proposal = asyncio.run(noctule.capturing.holding.discard(held))
    if output.is_json:
        output.value({"discarded": proposal.id, "text": proposal.text})
    else:
        output.line("Discarded; nothing was written.")
    return 0


def _tell_held(row: "HeldRow", output: Output) -> int:
    if output.is_json:
        output.value(row)
    else:
        output.note(f"It is held: `noctule accept {row.held}` writes it, `noctule discard {row.held}` drops it.")
    return 0
