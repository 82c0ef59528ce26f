"""Runs a command of a dream: reads it, checks every stage, and runs each in this process over the vault."""

from noctule.dataclass import dataclass
from noctule.safety.shell.call import Call
from noctule.safety.shell.limits import LARGEST_OUTPUT, Limits, starting_now
from noctule.safety.shell.options import Given, read_options
from noctule.safety.shell.refused import CommandRefused
from noctule.safety.shell.table import COMMANDS, Command
from noctule.safety.shell.vault import Vault
from noctule.safety.shell.words import Word, split

__all__ = ["CommandRefused", "Vault", "run"]


@dataclass(frozen=True, slots=True)
class _Stage:
    command: Command
    given: Given


def run(command: object, vault: Vault, limits: Limits | None = None) -> str:
    """What the command prints, with the complaints about files at the end; at most 64 KiB, with a note where cut.

    Raises CommandRefused, and nothing else, with a sentence that tells the model what to write instead.
    """
    stages = [_stage(words) for words in split(command)]
    if len(stages) > 1 and any(stage.command.is_alone for stage in stages):
        raise CommandRefused("rm: it is the whole command; send it without a pipe.")
    limits = limits or starting_now()
    text: str | None = None
    errors: list[str] = []
    for stage in stages:
        call = Call(stage.given, vault, text, limits, errors)
        text = stage.command.run(call)
        limits.fit(len(text))
    return _shown(text or "", errors)


def _stage(words: list[Word]) -> _Stage:
    name = words[0].text
    command = COMMANDS.get(name) if words[0].is_plain else None
    if command is None:
        shown = name if len(name) <= 40 else name[:40] + "…"
        raise CommandRefused(f"There is no command `{shown}`. There are {', '.join(COMMANDS)}.")
    return _Stage(command, read_options(name, command.row, words[1:]))


def _shown(text: str, errors: list[str]) -> str:
    complaints = "".join(f"{error}\n" for error in errors[:50])
    if complaints and text and not text.endswith("\n"):
        complaints = "\n" + complaints
    data = text.encode("utf-8", "replace")
    if len(data) > LARGEST_OUTPUT:
        kept = data[:LARGEST_OUTPUT].decode("utf-8", "ignore")
        size = f"{LARGEST_OUTPUT // 1024} KiB of {len(data):,} bytes"
        note = f"[cut after {size}: use head, tail or grep to see the rest]"
        text = f"{kept}\n{note}\n"
    return text + complaints
