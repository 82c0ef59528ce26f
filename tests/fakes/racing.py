"""Attacks between check and use: somebody swaps a file or a folder at the worst moment."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fakes.memory_ground import UNTOUCHED, MemoryGround
from noctule.errors import NoctuleError
from noctule.safety.confine import Confined
from noctule.safety.walk import level_type

LARGEST = 1024 * 1024


def _swap_file(ground: MemoryGround, path: str) -> None:
    (ground.memory / path).unlink(missing_ok=True)
    (ground.memory / path).symlink_to(ground.outside / "victim.md")


def _swap_for_hard_link(ground: MemoryGround, path: str) -> None:
    (ground.memory / path).unlink(missing_ok=True)
    os.link(ground.outside / "victim.md", ground.memory / path)


def _swap_for_fifo(ground: MemoryGround, path: str) -> None:
    (ground.memory / path).unlink(missing_ok=True)
    os.mkfifo(ground.memory / path)


def _swap_folder(ground: MemoryGround, path: str) -> None:
    folder = (ground.memory / path).parent
    if folder == ground.memory:
        _replace_memory(ground, path)
    elif not folder.is_symlink():
        folder.rename(folder.with_name("moved"))
        folder.symlink_to(ground.outside)


def _replace_memory(ground: MemoryGround, path: str) -> None:
    if not ground.memory.is_symlink():
        ground.memory.rename(ground.memory.with_name("mem-moved"))
        ground.memory.symlink_to(ground.outside)


def _delete(ground: MemoryGround, path: str) -> None:
    (ground.memory / path).unlink(missing_ok=True)


def _change(ground: MemoryGround, path: str) -> None:
    (ground.memory / path).write_text("changed by another\n")


# What an attack's name speaks of, the first that fits.
_ATTACKS: tuple[tuple[tuple[str, ...], Callable[[MemoryGround, str], None]], ...] = (
    (("memdir",), _replace_memory),
    (("hard",), _swap_for_hard_link),
    (("fifo",), _swap_for_fifo),
    (("dir", "parent", "folder"), _swap_folder),
    (("delet", "remov"), _delete),
    (("chang", "content"), _change),
    (("",), _swap_file),
)


def race(attack: str, path: Any, ground: MemoryGround) -> bool:
    """Whether an edit got through although `attack` happened in its middle."""
    if "tmp" in attack or "temp" in attack:
        return _guess_temp_name(path, ground)
    act = next(act for words, act in _ATTACKS if any(word in attack for word in words))
    return _edit_under(act, path, ground)


def _edit_under(act: Callable[[MemoryGround, str], None], path: str, ground: MemoryGround) -> bool:
    class Attacked(level_type()):  # type: ignore[misc]  # the class is chosen by the system
        def create(self, name: str) -> int:
            act(ground, path)
            return int(super().create(name))

    confined = Confined(ground.memory)
    attacked = Confined(ground.memory, levels=Attacked)
    try:
        attacked.write(path, b"new\n", instead_of=confined.read(path, LARGEST))
    except NoctuleError:
        return _reaches_outside(ground)
    return True


def _guess_temp_name(path: str, ground: MemoryGround) -> bool:
    """A link waits at the name that the temp file will have: the guess of an attacker who always guesses right."""
    guess = secrets.token_hex(8)
    waiting = ground.memory / f".noctule-{guess}.tmp"
    waiting.symlink_to(ground.outside / "victim.md")
    known = secrets.token_hex
    secrets.token_hex = lambda nbytes=None: guess
    try:
        Confined(ground.memory).write(path, b"new\n")
    except NoctuleError:
        return _reaches_outside(ground)
    finally:
        secrets.token_hex = known
    return True


def _reaches_outside(ground: MemoryGround) -> bool:
    victims = [ground.outside / "victim.md", ground.outside / "secret.txt", Path(ground.base) / "mem-evil" / "v.md"]
    return any(victim.read_text() != UNTOUCHED for victim in victims)
