"""Builds the server's wheel from the clone into the extension, which carries it: `server/noctule-*.whl`.

python3 scripts/wheel.py

The interpreter is $PYTHON, else that of the clone's `.venv`, else this one. Where it has the packages `build` and
`hatchling`, no network is needed; else pip fetches what it needs. Ends with 1, and says why, where there is no way.
"""

import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

EXTENSION = Path(__file__).resolve().parents[1]
CLONE = EXTENSION.parents[1]
INTO = EXTENSION / "server"

# What must be importable, and the words after `python -m`.
WAYS = (
    (("build", "hatchling"), ("build", "--wheel", "--no-isolation", "--outdir")),
    (("pip",), ("pip", "wheel", "--no-deps", "--wheel-dir")),
)


def main() -> int:
    with tempfile.TemporaryDirectory() as out:
        wrong = build(Path(out))
        if wrong is None:
            sys.stdout.write(f"{put(next(Path(out).glob('*.whl')))}\n")
            return 0
    sys.stderr.write(f"The server's wheel, which the extension carries, could not be built. {wrong}\n")
    return 1


def interpreters() -> list[str]:
    venv = CLONE / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    named = os.environ.get("PYTHON")
    return [named] if named else [*([str(venv)] if venv.exists() else []), sys.executable]


def build(out: Path) -> str | None:
    """Puts the wheel into the folder; gives what is wrong, in sentences, where it cannot."""
    command = way(out)
    if command is None:
        return f"Neither build with hatchling nor pip is in {' or '.join(interpreters())}: install one of them."
    # In a folder of its own: one named `build` in the clone would be taken for the package.
    ran = subprocess.run([*command, str(out), str(CLONE)], cwd=out, capture_output=True, text=True, check=False)
    if ran.returncode == 0:
        return None
    return f"`{' '.join(command)}` failed; with build and hatchling installed there it needs no network:\n{ran.stderr}"


def way(out: Path) -> list[str] | None:
    for modules, words in WAYS:
        for python in interpreters():
            if can_import(python, modules, out):
                return [python, "-m", *words]
    return None


def can_import(python: str, modules: tuple[str, ...], folder: Path) -> bool:
    asked = [python, "-c", f"import {', '.join(modules)}"]
    try:
        return subprocess.run(asked, cwd=folder, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def put(wheel: Path) -> Path:
    """Puts the wheel in its place in one step: who packs the extension meanwhile takes the old one or the new one."""
    INTO.mkdir(exist_ok=True)
    whole, part = INTO / wheel.name, INTO / f"{wheel.name}.{os.getpid()}"
    # Not compressed: the .vsix, which is, gets a third smaller when it has all files as one stream.
    with zipfile.ZipFile(wheel) as packed, zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as plain:
        for one in packed.infolist():
            plain.writestr(one, packed.read(one), zipfile.ZIP_STORED)
    part.replace(whole)
    for other in INTO.glob("*.whl"):
        if other != whole:
            other.unlink(missing_ok=True)
    return whole


if __name__ == "__main__":
    sys.exit(main())
