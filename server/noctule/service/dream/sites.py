"""A project as its dreams meet it: the folder, what is held or unsaved in it, its caps and its instructions."""

from pathlib import Path

from noctule.dream.gates import Trigger
from noctule.dream.order import Site
from noctule.dream.task import Caps, ProjectRules
from noctule.memories.text import decode
from noctule.service.dream.facts import (
    Asker,
    facts_of,
    held_of,
    last_dream,
    lock_of,
    models_of,
    note_end,
    note_scan,
    rules_of,
)
from noctule.service.instructions import read_instructions
from noctule.service.project import OpenProject, Projects
from noctule.store.buffers import unsaved_buffers

__all__ = [
    "Asker",
    "caps_of",
    "facts_of",
    "held_of",
    "instructions_of",
    "last_dream",
    "lock_of",
    "models_of",
    "note_end",
    "note_scan",
    "rules_of",
    "site_of",
    "trigger_of",
]


def site_of(projects: Projects, opened: OpenProject) -> Site:
    """The project's memory folder as a dream meets it; held memories and unsaved buffers are looked at when asked."""
    folder, withholding = opened.folder.memories, opened.folder.withholding
    return Site(
        folder=folder,
        now=projects.now,
        held=lambda: frozenset(withholding.held()),
        shown_index=lambda text: withholding.shown_index(text, withholding.held()),
        unsaved=lambda: {buffer.path for buffer in unsaved_buffers(folder.state)},
        author_of_unexplained=lambda _path: projects.author_of_unexplained(opened.folder),
    )


def caps_of(opened: OpenProject) -> Caps:
    settings = opened.resolved.settings.dream
    return Caps(
        steps=settings.max_steps,
        cost_usd=settings.max_cost_usd,
        tokens=settings.max_tokens,
        total_seconds=settings.max_minutes * 60,
    )


def instructions_of(projects: Projects, opened: OpenProject) -> tuple[ProjectRules, ...]:
    """The instruction files that a dream is reconciled against."""
    files = read_instructions(projects, opened).files
    return tuple(ProjectRules(Path(path).name, decode(data).text) for path, data in files.items())


def trigger_of(name: str) -> Trigger:
    """A tidy that a person asked for meets the gates of a command."""
    return "idle" if name == "idle" else "command"
