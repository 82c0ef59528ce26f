"""`noctule dream` and `tidy`: consolidating what is known."""

import argparse
import asyncio
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctule.cli.diffs import show_diff
from noctule.cli.house import house, new_command
from noctule.cli.output import Output
from noctule.errors import Refused
from noctule.safety.sanitize import one_line

if TYPE_CHECKING:
    from noctule.dream.outcome import Outcome
    from noctule.service.dream.dreaming import Dreaming
    from noctule.service.dream.values import Wish
    from noctule.service.noctule import Noctule
    from noctule.store.held_dreams import ChangeSet


def add_commands(commands: Any) -> None:
    dream = new_command(
        commands,
        "dream",
        "consolidate the memories: merge, correct and prune, as one change that can be undone",
        "Consolidate the memories with the model that dream.model names; without one, put them in order. It goes on in "
        "the background; with --wait or --dry-run this command waits, and shows how it ended.",
    )
    _add_options(dream)
    dream.add_argument("--wait", action="store_true", help="wait for the end, and show it")
    dream.add_argument("--id", help="the id that the dream gets: eight hexadecimal digits")
    dream.set_defaults(run=_dream, trigger="command")
    tidy = new_command(commands, "tidy", "put the memories in order, without a model, as one change")
    _add_options(tidy)
    tidy.set_defaults(run=_dream, trigger="tidy", wait=True)


def _add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--dry-run", action="store_true", help="change nothing, and show what would be changed")
    command.add_argument("--replace", action="store_true", help="discard a dream that waits, without a question")


def _dream(options: argparse.Namespace, output: Output) -> int:
    if not (options.wait or options.dry_run):
        return _in_background(options, output)
    with house(options) as noctule:
        outcome = asyncio.run(_dreamt(noctule, options, output))
    if output.is_json:
        output.value(_form(outcome))
        return int(outcome.line.status == "failed")
    if options.dry_run:
        _show_changes(outcome.changes, output)
    output.line(outcome.headline)
    if outcome.line.summary:
        output.line(one_line(outcome.line.summary))
    if outcome.line.held:
        output.note(f"`noctule dreams show {outcome.line.dream_id}` tells of what waits.")
    is_well = outcome.line.status in ("completed", "aborted") or outcome.line.gate == "dryRun"
    return 0 if is_well else 1


async def _dreamt(noctule: "Noctule", options: argparse.Namespace, output: Output) -> "Outcome":
    """Dreams in this process, which stops the dream where it is interrupted: what it did is held."""
    from noctule.service.dream.values import Means
    from noctule.service.events import DreamStatus, Event
    from noctule.service.jobs import Jobs

    def tell(event: Event) -> None:
        if isinstance(event, DreamStatus) and event.step and not output.is_json:
            output.note(event.message)

    noctule.events.subscribe(tell)
    noctule.dreams.recover(noctule.projects.open(None))
    dreaming = noctule.dreaming(Means(run_task=Jobs().run_task))
    begin = await dreaming.begin(_wish(options))
    if not begin.is_begun:
        raise Refused(begin.message)
    if not output.is_json:
        output.note(begin.message)
    return await _ended(dreaming, begin.dream_id)


async def _ended(dreaming: "Dreaming", dream_id: str) -> "Outcome":
    """How it ends; Ctrl-C stops it in order, a second one at once."""
    waiting = asyncio.ensure_future(dreaming.wait(dream_id))
    try:
        outcome = await asyncio.shield(waiting)
    except asyncio.CancelledError:
        dreaming.cancel(dream_id)
        outcome = await waiting
    assert outcome is not None
    return outcome


def _wish(options: argparse.Namespace) -> "Wish":
    from noctule.service.dream.values import Wish

    return Wish(
        trigger=options.trigger,
        is_dry=options.dry_run,
        replaces_held=options.replace,
        dream_id=_id(getattr(options, "id", None)),
    )


def _id(named: str | None) -> str:
    """The id that was named; "" has the dream find one."""
    from noctule.store.held_dreams import is_dream_id

    if named is not None and not is_dream_id(named):
        raise Refused(f"`{one_line(named, 40)}` is no id of a dream: it has eight hexadecimal digits.")
    return named or ""


def _in_background(options: argparse.Namespace, output: Output) -> int:
    """Has a process of its own dream, which this one does not wait for; what is in the way is told first."""
    from noctule.service.dream.dreams import Dreams
    from noctule.store.held_dreams import new_dream_id

    _id(options.id)
    with house(options) as noctule:
        opened = noctule.projects.open(None).require_enabled()
        dreams: Dreams = noctule.dreams
        dreams.recover(opened)
        reason = dreams.in_the_way(opened, replaces_held=options.replace)
        if reason is not None:
            raise Refused(reason)
        root = opened.root.path
    dream_id = _id(options.id) or new_dream_id()
    words = ["dream", "--wait", "--id", dream_id, "--project", str(root), *(["--replace"] if options.replace else [])]
    dreamer = subprocess.Popen(
        # Without -P a file of the project that is named as one of our modules would be run in its place.
        [sys.executable, "-P", "-m", "noctule", *words],
        cwd=Path(root),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    # It outlives this command: nobody is to wait for it.
    dreamer.returncode = 0
    if output.is_json:
        output.value({"dreamId": dream_id, "began": True})
    else:
        output.line(f"The dream {dream_id} began. `noctule dreams show {dream_id}` tells how it ended.")
    return 0


def _show_changes(changes: "ChangeSet", output: Output) -> None:
    from noctule.memories.text import decode

    for one in changes.files:
        before, after = (None if data is None else decode(data).text for data in (one.before, one.after))
        show_diff(one.path, before, after, output)


def _form(outcome: "Outcome") -> dict[str, object]:
    from noctule.dream.log import to_json

    return {
        **to_json(outcome.line),
        "headline": outcome.headline,
        "changes": [{"path": one.path, "action": one.action} for one in outcome.changes.files],
    }
