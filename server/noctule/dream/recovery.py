"""What a dream left whose process died: its lock is given back, its stage dropped, and the log told how it ended."""

import shutil

from noctule.dream.lock import DreamLock, Running
from noctule.dream.log import DreamLog, Line, from_json
from noctule.dream.order import Site
from noctule.errors import NotFound
from noctule.store.held_dreams import HeldDreams
from noctule.store.history.message import Recorded

DIED = "The program that dreamed ended before the dream did; nothing of it was applied."


def recover(site: Site, lock: DreamLock) -> Line | None:
    """The line of a dream that died, now in the log; None where none did. Raises StorageErrors."""
    line: Line | None = None

    def settle(running: Running) -> bool:
        nonlocal line
        line = _ended(site, running)
        return line.status != "failed"

    running = lock.recover(settle)
    if running is None or line is None:
        return None
    shutil.rmtree(site.stage_of(running.dream_id), ignore_errors=True)
    log = DreamLog(site.folder.path)
    if not any(one.dream_id == line.dream_id and one.status != "skipped" for one in log.lines()):
        log.add(line)
    return line


def changes_of(site: Site, dream_id: str) -> list[Recorded]:
    """The history's changes that a dream made, the newest first. Those that were undone are among them."""
    begin = f"dream {dream_id}:"
    return [one for one in site.folder.history.changes() if one.told.reason.startswith(begin)]


def _ended(site: Site, running: Running) -> Line:
    """As its holder wrote it, if it came so far that its changes are there, or wait; else it failed."""
    died = Line(dream_id=running.dream_id, at=running.started, trigger=running.trigger, status="failed", reason=DIED)
    if running.line is None:
        return died
    # Finishes a journal that is left; what came before it is in the history by then.
    site.folder.sweep(site.author_of_unexplained, site.now())
    try:
        line = from_json(running.line)
    except (KeyError, TypeError, ValueError):
        return died
    if changes_of(site, running.dream_id) or _is_held(site, running.dream_id):
        return line
    return died


def _is_held(site: Site, dream_id: str) -> bool:
    try:
        HeldDreams(site.folder.state).find(dream_id)
    except NotFound:
        return False
    return True
