"""`noctule history`, `undo` and `forget`: what changed, taking it back, and what shall never have been."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from noctule.cli.diffs import show_files
from noctule.cli.house import find_exact_row, house, new_command
from noctule.cli.output import Output
from noctule.errors import NotFound, Refused
from noctule.memories.names import INDEX_NAME
from noctule.safety.sanitize import one_line
from noctule.service.uris import path_of

if TYPE_CHECKING:
    from noctule.service.history import ChangeRow, FileDiff, Place
    from noctule.service.noctule import Noctule

_SHOWN = ("show", "diff")


def add_commands(commands: Any) -> None:
    history = new_command(
        commands,
        "history",
        "show what changed, the newest first; `show CHANGE` and `diff CHANGE` tell of one",
        "Show what changed in the memory folder, or in one file of it, the newest first. `noctule history show CHANGE` "
        "tells of one change, `noctule history diff CHANGE` what it did. Of an id, its beginning is enough.",
    )
    history.add_argument("words", nargs="*", metavar="FILE", help="one file, or `show CHANGE`, or `diff CHANGE`")
    history.add_argument("--limit", type=int, default=20, help="how many changes at most (default: 20)")
    _add_folder(history)
    history.set_defaults(run=_history)
    undo = new_command(
        commands,
        "undo",
        "take a change back; what came later stays",
        "Take a change back, by a change that can itself be undone. Without one: the last that was neither a person's "
        "nor made by another program. Later edits are never lost: where they touch the same lines, the file stays.",
    )
    undo.add_argument("change", nargs="?", metavar="CHANGE", help="the change's id, or its beginning")
    _add_folder(undo)
    undo.set_defaults(run=_undo)
    forget = new_command(
        commands,
        "forget",
        "remove a memory or a text for good, from all history too",
        "Remove a memory, or with --text a text, from the folder, its whole history, sessions, caches and logs. It "
        "cannot be undone. Every change in the history has a new id afterwards.",
    )
    forget.add_argument("name", nargs="?", metavar="FILE", help="the memory: a file in the folder or in its history")
    forget.add_argument("--text", help="a text to take out of every memory and of the profile")
    forget.add_argument("--yes", action="store_true", help="do not ask first")
    forget.set_defaults(run=_forget)


def _add_folder(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--folder", choices=("project", "profile"), default="project", help="whose history (default: project)"
    )


def _history(options: argparse.Namespace, output: Output) -> int:
    words = options.words
    if len(words) > 2 or (len(words) == 2 and words[0] not in _SHOWN):
        raise Refused("Name one file, or `show CHANGE`, or `diff CHANGE`.")
    with house(options) as noctule:
        place = _place(options)
        if len(words) < 2:
            _list(noctule, place, words[0] if words else None, options.limit, output)
        elif words[0] == "show":
            _show(noctule.history.show(place, words[1]), output)
        else:
            _diff(noctule.history.diff(place, words[1]), output)
    return 0


def _list(noctule: "Noctule", place: "Place", name: str | None, limit: int, output: Output) -> None:
    uri = None if name is None else _uri(noctule, place, name)
    rows = noctule.history.changes(place, uri, limit)
    if output.is_json:
        output.value({"changes": rows})
        return
    if not rows:
        output.note("There are no changes yet." if name is None else f"No change of {name} is known.")
    output.table(("change", "when", "by", "what"), [_cells(row) for row in rows])


def _cells(row: "ChangeRow") -> tuple[str, str, str, str]:
    return row.change, f"{row.at.astimezone():%Y-%m-%d %H:%M}", row.by, one_line(_what(row))


def _what(row: "ChangeRow") -> str:
    names = [path_of(one.memory_uri).name for one in row.files]
    named = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"{row.reason} ({named})" if names else row.reason


def _show(row: "ChangeRow", output: Output) -> None:
    if output.is_json:
        output.value(row)
        return
    output.styled(f"change {row.change}", "bold")
    output.line(f"when    {row.at.astimezone():%Y-%m-%d %H:%M:%S %z}")
    output.line(f"by      {row.by}{f' (session {one_line(row.session_id)})' if row.session_id else ''}")
    output.line(f"why     {one_line(row.reason)}")
    for one in row.files:
        output.line(f"{one.action:<13} {one_line(path_of(one.memory_uri).name)}")


def _diff(files: "tuple[FileDiff, ...]", output: Output) -> None:
    if output.is_json:
        output.value({"files": files})
    else:
        show_files(files, output)


def _undo(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        answer = noctule.history.undo(_place(options), options.change)
    if output.is_json:
        output.value(answer)
    else:
        output.line(answer.message)
    return 1 if answer.conflicts else 0


def _forget(options: argparse.Namespace, output: Output) -> int:
    if (options.name is None) == (options.text is None):
        raise Refused("Name a memory to forget, or a text with --text.")
    if not options.yes:
        _ask(options.name or "this text")
    with house(options) as noctule:
        if options.text is not None:
            answer = noctule.forgetting.forget_text(options.text)
        else:
            answer = noctule.forgetting.forget_file(_uri(noctule, _place(None), options.name))
    if output.is_json:
        output.value(answer)
        return 0
    output.line(answer.message)
    for uri in answer.still_named:
        output.note(f"{path_of(uri).name} has it in its name, which stays.")
    return 0


def _ask(what: str) -> None:
    """Raises `Refused` where the person does not agree, or nobody can be asked."""
    if not sys.stdin.isatty():
        raise Refused("Nobody can be asked here: say --yes to forget without a question.")
    sys.stderr.write(f"Forget {one_line(what)}, in all history too? This cannot be undone. [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Refused("Nothing was forgotten.")


def _place(options: argparse.Namespace | None) -> "Place":
    from noctule.service.history import Place

    return Place(options.folder if options is not None else "project")


def _uri(noctule: "Noctule", place: "Place", name: str) -> str:
    """The file that a person names: one that is there, else one of which the history may know."""
    opened = noctule.projects.open(None).require_enabled()
    if place.folder == "profile":
        return noctule.projects.profile(opened).uri(name)
    if name in (INDEX_NAME, "index"):
        return opened.folder.uri(INDEX_NAME)
    try:
        return find_exact_row(noctule, name).memory_uri
    except NotFound:
        return opened.folder.uri(name if name.lower().endswith(".md") else f"{name}.md")
