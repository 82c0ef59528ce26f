"""Stops a dream that another process runs: another window of the editor, or a command in the background."""

from noctule.dream.stopping import wish_stop
from noctule.service.dream.facts import lock_of
from noctule.service.project import OpenProject


def stop_elsewhere(opened: OpenProject, dream_id: str | None = None) -> str | None:
    """Has whatever process dreams in the project's folder stop, if it is this dream (or a beginning of its id).

    Gives the dream's id, None where no such dream runs. Raises `StorageError`s.
    """
    running = lock_of(opened).running()
    if running is None or not running.startswith(dream_id or ""):
        return None
    wish_stop(opened.folder.memories.state, running)
    return running
