"""`noctule batch`: several writes that happen all or not at all, from a JSON file or standard input."""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output
from noctule.errors import NotFound, Refused
from noctule.memories.text import decode
from noctule.service.uris import path_of

if TYPE_CHECKING:
    from noctule.service.values import WriteAnswer


def add_commands(commands: Any) -> None:
    batch = new_command(
        commands,
        "batch",
        "make several writes, all or none",
        "Make several writes, all or none: a JSON list of operations, each an object with `op` (add, replace or "
        "remove) and the fields of memory/add, memory/replace or memory/remove. At most 100, and 1,000,000 bytes.",
    )
    batch.add_argument("file", nargs="?", type=Path, help="the JSON file; without one, standard input is read")
    batch.set_defaults(run=_batch)


def _batch(options: argparse.Namespace, output: Output) -> int:
    from noctule.service.capture.batching import wanted_of
    from noctule.service.capture.writing import Writer

    wanted = wanted_of(_json(options.file))
    with house(options) as noctule:
        if noctule.projects.open(None).resolved.settings.capture.model:
            answer = asyncio.run(noctule.capturing.batches(noctule.batching).run(wanted, Writer()))
        else:
            answer = noctule.batching.run(wanted, Writer())
    if output.is_json:
        output.value(answer)
        return 0
    for number, one in enumerate(answer.results, 1):
        output.line(f"{number}  {_line(one)}")
        for warning in one.warnings:
            output.note(f"{number}: {warning}")
    return 0


def _line(answer: "WriteAnswer") -> str:
    if answer.verdict == "held":
        return f"held: {answer.held}"
    file = path_of(answer.memory_uri).name if answer.memory_uri else ""
    return f"known already: {file}" if answer.verdict == "duplicate" else f"{answer.verdict}: {file}"


def _json(file: Path | None) -> object:
    """Raises `NotFound` for a file that cannot be read, `Refused` for what is no JSON."""
    try:
        data = sys.stdin.buffer.read() if file is None else file.read_bytes()
    except OSError as error:
        raise NotFound(f"{file} cannot be read: {(error.strerror or 'unknown reason').lower()}.") from None
    try:
        return json.loads(decode(data).text)
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise Refused(f"This is no JSON{where}. Nothing was written.") from None
