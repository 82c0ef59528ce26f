"""`noctule add`, `edit`, `remove` and `pin`: what a person changes by hand."""

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctule.cli.house import find_exact_row, house, new_command, uri_named
from noctule.cli.output import Output
from noctule.errors import NoctuleError, NotFound, Refused
from noctule.memories.memory import MEMORY_TYPES
from noctule.memories.text import decode, newline_of
from noctule.service.uris import path_of

# What a shell script ends with that was interrupted.
_INTERRUPTED = 128 + signal.SIGINT

if TYPE_CHECKING:
    from noctule.capture.write import Addition
    from noctule.service.capture.writing import Writer
    from noctule.service.noctule import Noctule
    from noctule.service.values import WriteAnswer


def add_commands(commands: Any) -> None:
    add = new_command(
        commands,
        "add",
        "remember something",
        "Remember a text: as a memory of its own, or with --topic as an entry of that topic's file.",
    )
    add.add_argument("text", nargs="?", help="the text; without one, or with -, it is read from standard input")
    add.add_argument("--name", help="the memory's name (default: its first line)")
    add.add_argument("--description", help="one line by which it is found again")
    add.add_argument("--type", choices=MEMORY_TYPES, default="feedback", help="its type (default: feedback)")
    add.add_argument("--topic", help="the topic file to add an entry to; made if it is not there")
    add.add_argument("--title", help="the entry's title")
    add.add_argument("--to", choices=("project", "user", "notes"), default="project", help="where it belongs")
    add.add_argument("--force", action="store_true", help="add it in spite of its size or what looks like a secret")
    add.add_argument("--new-store", action="store_true", help="begin a store of the profile anew that is gone")
    add.set_defaults(run=_add)
    edit = new_command(
        commands,
        "edit",
        "open a memory, or the index, in your editor",
        "Open a memory in $VISUAL, $EDITOR or nano. Nothing is written where nothing was changed.",
    )
    edit.add_argument("name", help="a file in the folder, a memory's name, or `index`")
    edit.set_defaults(run=_edit)
    remove = new_command(commands, "remove", "remove a memory or one of its entries, with its index line")
    remove.add_argument("name", help="a file in the folder, or a memory's name")
    remove.add_argument("--entry", metavar="TITLE", help="only the entry of this title")
    remove.set_defaults(run=_remove)
    pin = new_command(commands, "pin", "put a memory's index line first in what a session is shown")
    pin.add_argument("name", help="a file in the folder, or a memory's name")
    pin.add_argument("--off", action="store_true", help="no longer")
    pin.set_defaults(run=_pin)


def _add(options: argparse.Namespace, output: Output) -> int:
    from noctule.capture.write import Addition
    from noctule.service.capture.writing import Writer

    text = decode(sys.stdin.buffer.read()).text if options.text in (None, "-") else options.text
    addition = Addition(
        text=text,
        title=options.title,
        topic=options.topic,
        name=options.name,
        description=options.description,
        type=options.type,
        is_forced=options.force,
    )
    with house(options) as noctule:
        answer = _added(noctule, addition, Writer(target=options.to, is_new_store=options.new_store))
    return _tell(answer, output)


def _added(noctule: "Noctule", addition: "Addition", writer: "Writer") -> "WriteAnswer":
    """Reviewed first where a model is named for that; the rooms that takes are loaded only then."""
    if not noctule.projects.open(None).resolved.settings.capture.model:
        return noctule.writing.add(addition, writer)
    import asyncio

    return asyncio.run(noctule.capturing.reviewing.add(addition, writer))


def _remove(options: argparse.Namespace, output: Output) -> int:
    from noctule.service.capture.writing import Writer

    with house(options) as noctule:
        row = find_exact_row(noctule, options.name)
        answer = noctule.writing.remove(row.memory_uri, options.entry, None, Writer())
    return _tell(answer, output, done="removed" if options.entry is None else "entry removed from")


def _pin(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        row = find_exact_row(noctule, options.name)
        answer = noctule.pinning.pin(row.memory_uri, pinned=not options.off)
    word = "not pinned" if options.off else "pinned"
    return _tell(answer, output, unchanged=f"It is {word} already.", done=word)


def _edit(options: argparse.Namespace, output: Output) -> int:
    from noctule.service.values import WriteAnswer

    with house(options) as noctule:
        uri = uri_named(noctule, options.name)
        before = noctule.reading.read(uri).text
        after = _edited(before, path_of(uri).name)
        if after == before:
            answer = WriteAnswer("duplicate", uri)
        else:
            answer = _put(noctule, uri, before, after, output)
    return _tell(answer, output, unchanged="Nothing was changed.")


def _put(noctule: "Noctule", uri: str, before: str, after: str, output: Output) -> "WriteAnswer":
    """Writes the edit; what cannot be written is kept aside and said, for it exists nowhere else."""
    from noctule.service.capture.writing import Writer

    try:
        return noctule.writing.put(uri, before, after, Writer())
    except NoctuleError:
        descriptor, kept = tempfile.mkstemp(prefix="noctule-edit-", suffix=".md")
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(after)
        output.note(f"Your text is kept in {kept}.")
        raise


def _edited(text: str, name: str) -> str:
    """What the person's editor made of the text, with a newline at its end. Raises `Refused` where it failed."""
    named = (os.environ.get(name, "").strip() for name in ("VISUAL", "EDITOR"))
    command = next((name for name in named if name), "nano")
    with tempfile.TemporaryDirectory(prefix="noctule-") as folder:
        file = Path(folder) / name
        file.write_text(text, encoding="utf-8", newline="")
        code = _run_editor(command, file)
        if code:
            raise Refused(f"The editor ended with {code}; nothing was written.")
        try:
            edited = decode(file.read_bytes()).text
        except OSError:
            raise Refused("The editor left no file behind; nothing was written.") from None
    return edited if not edited or edited.endswith("\n") or edited == text else edited + newline_of(edited)


def _run_editor(command: str, file: Path) -> int:
    """The editor's exit code. While it has the terminal, Ctrl-C is its own affair: it may mean no end."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        code = subprocess.run([*shlex.split(command), str(file)], check=False).returncode
    except (OSError, ValueError) as error:
        raise NotFound(f"The editor `{command}` cannot be started ({error}): set VISUAL or EDITOR.") from None
    finally:
        signal.signal(signal.SIGINT, before)
    if code in (-signal.SIGINT, _INTERRUPTED):
        raise KeyboardInterrupt
    return code


def _tell(
    answer: "WriteAnswer",
    output: Output,
    unchanged: str = "That is known already; nothing was written.",
    done: str | None = None,
) -> int:
    if output.is_json:
        output.value(answer)
        return 0
    if answer.verdict == "held":
        output.line(f"held: {answer.held}")
        output.note(f"{' '.join(answer.warnings)} `noctule held` shows it; accept or discard it.".strip())
        return 0
    file = path_of(answer.memory_uri).name if answer.memory_uri else ""
    output.line(unchanged if answer.verdict == "duplicate" else f"{done or answer.verdict}: {file}")
    for warning in answer.warnings:
        output.note(warning)
    return 0
