"""`noctule import`: memories that another tool keeps, found, shown as a plan, and brought in."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctule.cli.house import house, new_command
from noctule.cli.output import Output
from noctule.dataclass import replace
from noctule.errors import Refused
from noctule.safety.sanitize import one_line
from noctule.service.uris import path_of

if TYPE_CHECKING:
    from noctule.service.imports.values import ImportAnswer, ImportItem, ImportWanted
    from noctule.service.noctule import Noctule

_STYLES = {"created": "green", "updated": "green", "held": "yellow", "conflicting": "red", "skipped": "dim"}


def add_commands(commands: Any) -> None:
    command = new_command(
        commands,
        "import",
        "bring in memories that another tool keeps; without a source, show what there is",
        "Bring in memories that another tool keeps of this project: copied, never moved, and as one change that "
        "`noctule undo` takes back. Without a source it looks for what there is, shows it, and asks first. Sources: "
        "claude-code, pi, armory, pi-topics, pi-profile, serena; basic-memory and dir with --from.",
    )
    command.add_argument("source", nargs="?", metavar="SOURCE", help="whose memories (default: whatever is found)")
    command.add_argument("--all", action="store_true", help="every project whose folder a conversation of theirs names")
    command.add_argument("--force", action="store_true", help="take their text also where it was changed here")
    command.add_argument("--only", action="append", default=[], metavar="FILE", help="only this one; may be repeated")
    command.add_argument("--dry-run", action="store_true", help="show what would be done, and do nothing")
    command.add_argument("--from", dest="folder", type=Path, metavar="PATH", help="the folder to import from")
    command.set_defaults(run=_import)


def _import(options: argparse.Namespace, output: Output) -> int:
    from noctule.service.imports.values import ImportWanted

    if options.all and options.only:
        raise Refused("`--only` names a memory of one project: leave out `--all`.")
    wanted = ImportWanted(
        source=options.source,
        from_path=str(options.folder.expanduser().absolute()) if options.folder is not None else None,
        is_forced=options.force,
        only=tuple(options.only),
        is_dry_run=True if options.dry_run else None,
    )
    with house(options) as noctule:
        answer = _run(noctule, wanted, is_all=options.all)
        _show(answer, output)
        if answer.dry_run and not options.dry_run and not output.is_json and _may_go_on(answer, output):
            _show(_run(noctule, replace(wanted, is_dry_run=False), is_all=options.all), output)
    return 0


def _run(noctule: "Noctule", wanted: "ImportWanted", *, is_all: bool) -> "ImportAnswer":
    return noctule.importing_all.run(wanted) if is_all else noctule.importing.run(wanted)


def _may_go_on(answer: "ImportAnswer", output: Output) -> bool:
    """Whether there is something to do and the person agrees; where nobody can be asked, how to say so."""
    if not answer.created + answer.updated + answer.held:
        return False
    if not sys.stdin.isatty():
        output.note("Nothing was imported: name a source to import it.")
        return False
    sys.stderr.write("Import this? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _show(answer: "ImportAnswer", output: Output) -> None:
    if output.is_json:
        output.value(answer)
        return
    for item in answer.items:
        output.styled(f"{item.action:<12}{_name(item)}  {one_line(item.reason)}", _STYLES[item.action])
    output.line(answer.message)


def _name(item: "ImportItem") -> str:
    """The memory here, else the file there."""
    if item.memory_uri is None:
        return one_line(str(path_of(item.source_uri)))
    here, there = path_of(item.memory_uri).name, path_of(item.source_uri).name
    return one_line(here if here == there else f"{here} (of {there})")
