"""The wish that a dream stop, left in the folder's state by any process; the one that dreams looks for it."""

from contextlib import suppress
from pathlib import Path

from noctule.store.atomic import make_folder, write_atomic

_WISH = "stop-dream"


def wish_stop(state: Path, dream_id: str) -> None:
    """Leaves the wish that this dream stop. Raises StorageError's kinds."""
    make_folder(state)
    write_atomic(state / _WISH, dream_id.encode())


def is_stop_wished(state: Path, dream_id: str) -> bool:
    """Whether somebody wishes that this dream stop; a wish for another is none."""
    try:
        return (state / _WISH).read_bytes() == dream_id.encode()
    except OSError:
        return False


def drop_wish(state: Path, dream_id: str) -> None:
    """Takes the wish away, once the dream has ended. Raises nothing."""
    if is_stop_wished(state, dream_id):
        with suppress(OSError):
            (state / _WISH).unlink()
