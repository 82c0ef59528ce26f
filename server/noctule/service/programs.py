"""By which file this Noctule is started."""

import shlex
import shutil
import sys
from pathlib import Path


def this_program() -> Path | None:
    """The program beside this Python, None where there is none."""
    beside = Path(sys.executable).with_name("noctule.exe" if sys.platform == "win32" else "noctule")
    return beside if beside.is_file() else None


def command_line() -> str:
    """How an agent calls this Noctule, whatever PATH it was started with."""
    found = this_program() or shutil.which("noctule")
    return shlex.quote(str(found)) if found else f"{shlex.quote(sys.executable)} -m noctule"
