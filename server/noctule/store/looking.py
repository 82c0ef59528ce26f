"""Whether something is there, in folders that are not ours: where we may not look, nothing is.

`Path` asks the same, and raises where the folder above is closed to us.
"""

import os
from pathlib import Path


def is_there(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110  as said above


def is_file(path: Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113  as said above


def is_folder(path: Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112  as said above
