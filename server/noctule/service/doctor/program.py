"""Looks at what Noctule runs in: the program that editors will find, what is installed beside it, the terminal."""

import codecs
from collections.abc import Iterator

from noctule import __version__
from noctule.service.doctor.machine import Machine
from noctule.service.doctor.trouble import Trouble


def look_at_program(machine: Machine) -> Iterator[Trouble]:
    yield from _on_path(machine)
    if not machine.has_module("re2"):
        said = "google-re2 is not installed: a dream searches with a matcher of our own, which is slower. Nothing else"
        yield Trouble("re2-missing", "hint", f"{said} differs; `pip install google-re2` where there is a wheel.")
    try:
        is_utf8 = codecs.lookup(machine.encoding).name == "utf-8"
    except LookupError:
        is_utf8 = False
    if not is_utf8:
        said = f"This terminal's encoding is {machine.encoding}, not UTF-8: some letters are shown as codes."
        yield Trouble("terminal", "information", f"{said} Set a UTF-8 locale (`export LC_ALL=C.UTF-8`).")


def _on_path(machine: Machine) -> Iterator[Trouble]:
    mine = machine.program
    if mine is None:
        return
    found = machine.which("noctule")
    if found is None:
        said = f"No `noctule` is on the PATH, where editors and agents look for it: `ln -s {mine} ~/.local/bin/`"
        yield Trouble("path", "information", f"{said}, or name it in the editor's settings.")
        return
    if found.resolve() == mine.resolve():
        return
    version = machine.version_of(found)
    if version == __version__:
        said = f"`noctule` on the PATH is {found}, another one than this ({mine}), of the same version."
        yield Trouble("other-program", "information", said)
        return
    told = f"version {version}" if version else "no Noctule that tells its version"
    said = f"`noctule` on the PATH is {found}, {told}; this is {mine}, version {__version__}. Editors use the first:"
    yield Trouble("other-version", "warning", f"{said} update it, or take it off the PATH.")
