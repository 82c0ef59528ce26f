"""What a process of ours left that died while it wrote: temp files whose names nobody remembers.

Our home is looked through once a day; in folders of others they go with our next write there.
"""

import contextlib
import os
from datetime import datetime
from pathlib import Path

from noctule.store.atomic import PRIVATE_FILE, TEMP_PREFIX, TEMP_SUFFIX, write_atomic

# No write takes so long.
_DEAD_SECONDS = 3600.0


def write_outside_home(path: Path, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """`write_atomic` for a file of the person's own, which then clears its folder of what our killed writers left."""
    write_atomic(path, data, mode=mode)
    with contextlib.suppress(OSError):
        dead = path.stat().st_ctime - _DEAD_SECONDS
        for left in path.parent.glob(f"{TEMP_PREFIX}*{TEMP_SUFFIX}"):
            _remove(left, dead)


def remove_stale_temps(root: Path, before: datetime) -> int:
    """Deletes our temp files below `root` that nothing was done to since `before`; gives their number.

    Links are not followed; what cannot be deleted stays.
    """
    removed = 0
    for folder, _, names in os.walk(root):
        for name in names:
            if name.startswith(TEMP_PREFIX) and name.endswith(TEMP_SUFFIX):
                removed += _remove(Path(folder, name), before.timestamp())
    return removed


def _remove(path: Path, before: float) -> int:
    with contextlib.suppress(OSError):
        # A file that is being written may have the time of the one it takes the place of: what counts is its inode's.
        if path.lstat().st_ctime < before:
            path.unlink()
            return 1
    return 0
