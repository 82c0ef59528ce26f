"""`noctule status`, `list`, `show` and `path`: what there is, and where."""

import argparse
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command, uri_named
from noctule.cli.output import Output
from noctule.memories.memory import MEMORY_TYPES
from noctule.safety.sanitize import memory_name, one_line, shown_description
from noctule.service.uris import path_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from noctule.service.rows import MemoryRow
    from noctule.service.values import Status


def add_commands(commands: Any) -> None:
    status = new_command(commands, "status", "show the state of this project's memory")
    status.set_defaults(run=_status)
    listing = new_command(
        commands,
        "list",
        "list the memories, in the index's order, then by name",
        "List the memories, in the index's order, then by name. Piped, the columns are parted by tabs.",
    )
    listing.add_argument("--type", choices=MEMORY_TYPES, help="only memories of this type")
    listing.add_argument("--held", action="store_true", help="only memories that no agent is shown, and why")
    listing.set_defaults(run=_list)
    show = new_command(commands, "show", "print a memory, or the index")
    show.add_argument("name", help="a file in the folder, a memory's name, or `index`")
    show.set_defaults(run=_show)
    path = new_command(commands, "path", "print where the memory folder lies, or one memory's file")
    path.add_argument("name", nargs="?", help="a file in the folder, a memory's name, or `index`")
    path.set_defaults(run=_path)


def _status(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        status = noctule.reporting.status()
    if output.is_json:
        output.value(status)
    else:
        _print_status(status, output)
    return 0


def _print_status(status: "Status", output: Output) -> None:
    colour = {"ok": "green", "warning": "yellow", "error": "red"}[status.health]
    output.styled(one_line(status.message), f"bold {colour}")
    output.line(f"folder     {path_of(status.folder_uri)}{'' if status.folder_exists else ' (not there yet)'}")
    output.line(f"enabled    {'yes' if status.enabled else 'no'} ({status.enabled_by})")
    if status.files is not None:
        counts = status.files
        output.line(
            f"memories   {counts.files} ({counts.indexed} in the index, {counts.unindexed} not; "
            f"{counts.dangling} index lines lead nowhere)"
        )
    if status.findings:
        said = ", ".join(f"{count} {severity}" for severity, count in status.findings.items())
        output.line(f"findings   {said}: `noctule doctor` lists them, and looks at what the memories say")
    if status.held:
        output.line(f"held       {status.held}: `noctule held` shows what waits for your word")
    output.line(f"sessions   {len(status.sessions)} seen within the hour")
    if status.enabled:
        output.line(f"dreams     {_dreams(status)}")
    for problem in status.problems:
        output.line(f"problem    {one_line(problem)}")


def _dreams(status: "Status") -> str:
    """When the last one was, and what keeps the next from beginning by itself."""
    last = f"last {status.last_dream:%Y-%m-%d %H:%M}" if status.last_dream is not None else "none yet"
    if not status.auto_dreams:
        return f"{last}; begin when you say `noctule dream` (`dream.enabled` is off)"
    waiting = f"not now: {one_line(status.next_gate)}" if status.next_gate else "as soon as nobody is at work"
    return f"{last}; begin by themselves, {waiting}"


def _list(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        held = True if options.held else None
        rows = noctule.reading.list(type=options.type, held=held, with_findings=output.is_json)
    if output.is_json:
        output.value({"memories": rows})
        return 0
    if options.held:
        return _tell_held(rows, output)
    if not rows and options.type:
        output.note(f"No memory here is of the type {options.type}.")
    elif not rows:
        output.note("There are no memories here yet. `noctule add TEXT` makes one.")
    output.table(("file", "type", "name", "description"), [_cells(row) for row in rows])
    return 0


def _tell_held(rows: "Sequence[MemoryRow]", output: Output) -> int:
    if not rows:
        output.note("No memory is held.")
        return 0
    output.table(
        ("file", "name", "why"), [(one_line(row.path), memory_name(row.name, row.path), row.held or "") for row in rows]
    )
    output.note("`noctule show FILE` prints one; `noctule accept FILE` has agents shown it.")
    return 0


def _cells(row: "MemoryRow") -> tuple[str, str, str, str]:
    return one_line(row.path), row.type or "-", memory_name(row.name, row.path), shown_description(row.description)


def _show(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        shown = noctule.reading.read(uri_named(noctule, options.name))
    if output.is_json:
        output.value(shown)
    else:
        output.text(shown.text)
    return 0


def _path(options: argparse.Namespace, output: Output) -> int:
    with house(options) as noctule:
        opened = noctule.projects.open(None)
        path = path_of(uri_named(noctule, options.name)) if options.name else opened.folder.path
    if output.is_json:
        output.value({"path": path})
    else:
        output.line(str(path))
    return 0
