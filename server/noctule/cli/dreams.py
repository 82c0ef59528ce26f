"""`noctule dreams`: what was dreamt, and a person's word on it."""

import argparse
from typing import TYPE_CHECKING, Any

from noctule.cli.diffs import show_files
from noctule.cli.house import house, new_command
from noctule.cli.output import Output
from noctule.errors import NotFound, Refused
from noctule.safety.sanitize import one_line
from noctule.service.uris import path_of

if TYPE_CHECKING:
    from noctule.service.dream.rows import DreamRow
    from noctule.service.history import FileDiff
    from noctule.service.noctule import Noctule

_WORDS = ("show", "diff", "apply", "discard", "undo", "cancel")


def add_commands(commands: Any) -> None:
    dreams = new_command(
        commands,
        "dreams",
        "list dreams; `show`, `diff`, `apply`, `discard`, `undo` and `cancel` with an ID are about one",
        "List what was dreamt, the newest first. Of an id, its beginning is enough. `apply` applies a dream that waits "
        "for your word, or only some memories of it; `discard` drops it; `undo` takes back what a dream changed; "
        "`cancel` stops one that runs, in the background or in an editor: what it did so far waits.",
    )
    dreams.add_argument(
        "words", nargs="*", metavar="WORD", help="show, diff, apply, discard, undo or cancel, and the dream's id"
    )
    dreams.add_argument("--limit", type=int, default=20, help="how many at most (default: 20)")
    dreams.set_defaults(run=_dreams)


def _dreams(options: argparse.Namespace, output: Output) -> int:
    words = options.words
    if words and (words[0] not in _WORDS or len(words) < 2 or (len(words) > 2 and words[0] != "apply")):
        raise Refused("Say `show ID`, `diff ID`, `apply ID [FILE ...]`, `discard ID`, `undo ID` or `cancel ID`.")
    with house(options) as noctule:
        if not words:
            _list(noctule, options.limit, output)
        elif words[0] == "show":
            _show(noctule.dreams.show(words[1]), {row.held for row in noctule.dreams.held()}, output)
        elif words[0] == "diff":
            _diff(noctule.dreams.diff(words[1]), output)
        else:
            return _decide(noctule, words, output)
    return 0


def _list(noctule: "Noctule", limit: int, output: Output) -> None:
    rows = noctule.dreams.log(limit)
    held = {row.held for row in noctule.dreams.held()}
    if output.is_json:
        output.value({"dreams": [_row_form(row) for row in rows], "held": sorted(held)})
        return
    if not rows:
        output.note("Nothing was dreamt yet: `noctule dream` begins.")
    output.table(("dream", "when", "status", "what"), [_cells(row, held) for row in rows])


def _cells(row: "DreamRow", held: set[str]) -> tuple[str, str, str, str]:
    line = row.line
    status = f"{line.status}, waits" if line.held and line.dream_id in held else line.status
    return line.dream_id, f"{line.moment.astimezone():%Y-%m-%d %H:%M}", status, one_line(row.headline)


def _show(rows: "tuple[DreamRow, ...]", held: set[str], output: Output) -> None:
    if output.is_json:
        output.value({"dreams": [_row_form(row) for row in rows]})
        return
    for row in rows:
        line = row.line
        output.styled(f"dream {line.dream_id}", "bold")
        output.line(f"when    {line.moment.astimezone():%Y-%m-%d %H:%M:%S %z}")
        waits = ", waits for your word" if line.held and line.dream_id in held else ""
        output.line(f"status  {line.status}{waits} ({line.trigger})")
        output.line(f"what    {one_line(row.headline)}")
        for name, text in (("why", line.reason), ("model", line.model or ""), ("summary", line.summary)):
            if text:
                output.line(f"{name:<8}{one_line(text)}")
        for action, uris in (("created", row.created), ("edited", row.edited), ("removed", row.removed)):
            for uri in uris:
                output.line(f"{action:<8}{one_line(path_of(uri).name)}")


def _diff(files: "tuple[FileDiff, ...]", output: Output) -> None:
    if output.is_json:
        output.value({"files": files})
    else:
        show_files(files, output)


def _decide(noctule: "Noctule", words: list[str], output: Output) -> int:
    word, dream_id, only = words[0], words[1], words[2:]
    if word == "discard":
        gone = noctule.dreams.discard(dream_id)
        return _told(output, {"dreamId": gone}, "Discarded; nothing of it was written.")
    if word == "cancel":
        return _cancel(noctule, dream_id, output)
    if word == "undo":
        undone = noctule.dreams.undo(dream_id)
        _told(output, undone, undone.message)
        return int(bool(undone.conflicts))
    answer = noctule.dreams.apply(dream_id, only or None)
    _told(output, answer, answer.message)
    return int(bool(answer.conflicts))


def _cancel(noctule: "Noctule", dream_id: str, output: Output) -> int:
    from noctule.service.dream.stopping import stop_elsewhere

    stopped = stop_elsewhere(noctule.projects.open(None).require_enabled(), dream_id)
    if stopped is None:
        raise NotFound(f"No dream {one_line(dream_id, 40)!r} runs now: `noctule dreams` lists those that ended.")
    return _told(output, {"dreamId": stopped}, f"The dream {stopped} stops; what it did so far waits for your word.")


def _told(output: Output, value: object, message: str) -> int:
    if output.is_json:
        output.value(value)
    else:
        output.line(message)
    return 0


def _row_form(row: "DreamRow") -> dict[str, object]:
    from noctule.dream.log import to_json

    return {**to_json(row.line), "headline": row.headline}
