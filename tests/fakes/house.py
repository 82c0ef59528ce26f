"""A home, a project and its memory folder, served by as many processes as a test likes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from fakes.moving_clock import MovingClock
from noctule.errors import NoctuleError
from noctule.service.events import Event, Recalled, Written
from noctule.service.noctule import Noctule
from noctule.service.project import OpenProject
from noctule.service.recall.turn import Turn
from noctule.service.recall_values import RecallAnswer
from noctule.service.sessions import Kind, Start
from noctule.service.values import SessionAnswer

T = TypeVar("T", bound=Event)

DAY = 86_400.0

OTHERS = ("gravel", "violins", "orchids", "tariffs", "beehives", "glaciers", "turnips", "sonnets")


class House:
    """The disk and the clock that all processes share. Nothing is made in it but the project's empty folder."""

    def __init__(self, base: Path, *, project: str = "ferry", clock: MovingClock | None = None) -> None:
        self.user_home = base / "person"
        self.home = self.user_home / ".noctule"
        self.project = base / project
        self.clock = clock or MovingClock()
        self.environ = {"HOME": str(self.user_home), "NOCTULE_HOME": str(self.home)}
        self.processes: list[Process] = []
        for folder in (self.user_home, self.project):
            folder.mkdir(parents=True, exist_ok=True)

    def process(self, *roots: Path, **environ: str) -> "Process":
        """A server that starts now, with the project open, or the roots named."""
        started = Process(self, roots or (self.project,), self.environ | environ)
        self.processes.append(started)
        return started

    def close(self) -> None:
        for process in self.processes:
            process.noctule.close()

    def settings(self, text: str) -> None:
        """Writes the person's settings file."""
        self.home.mkdir(exist_ok=True)
        (self.home / "settings.json").write_text(text)


class Process:
    """One server: its service, and the events its client was sent."""

    def __init__(self, house: House, roots: tuple[Path, ...], environ: dict[str, str]) -> None:
        self.house = house
        self.events: list[Event] = []
        self.noctule = Noctule(environ, now=house.clock.now)
        self.noctule.workspaces.set_roots([root.as_uri() for root in roots])
        self.noctule.events.subscribe(self.events.append)

    @property
    def opened(self) -> OpenProject:
        return self.noctule.projects.open(None)

    @cached_property
    def memory(self) -> Path:
        """The project's memory folder, whether it is there or not."""
        return self.opened.folder.path

    def start(self, session_id: str = "s1", *, kind: Kind = "main", **more: object) -> SessionAnswer:
        return self.noctule.sessions.start(Start(session_id=session_id, kind=kind, **more))  # type: ignore[arg-type]

    def prompt(self, session_id: str = "s1") -> str:
        """The text of the session's snapshot as it is given now."""
        snapshot = self.noctule.sessions.index_snapshot(session_id).snapshot
        assert snapshot is not None
        return snapshot.text

    def recall(self, query: str, session_id: str = "s1", *in_context: str) -> RecallAnswer:
        """A turn's answer, with the ranker up to date: how long it may take to be so is another test's."""
        with suppress(NoctuleError):
            self.opened.folder.shelf.refresh()
        turn = Turn(session_id=session_id, query=query, already_in_context=in_context)
        return self.noctule.turns.recall(turn)[0]

    def recalled(self, query: str, session_id: str = "s1", *in_context: str) -> list[str]:
        """The file names of what a turn is given, best first."""
        return names(self.recall(query, session_id, *in_context))

    def save(self, path: str, text: str, *, days_old: float = 0) -> Path:
        """Writes a file into the memory folder as a person's editor would: behind our back."""
        file = self.memory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")
        if days_old:
            then = self.house.clock.now().timestamp() - days_old * DAY
            os.utime(file, (then, then))
        return file

    def save_others(self) -> None:
        """Memories about other things: in a folder where all memories are about one, no word is telling."""
        for word in OTHERS:
            self.save(
                f"other-{word}.md", memory_text(word.title(), f"about {word}", f"Of {word} there is much to say.")
            )

    def follow(self) -> None:
        """Begins to tell what happens in the memory folder."""
        self.noctule.following.follow(self.opened.folder, self.opened.workspace_uri)

    def look(self) -> list[str]:
        """What a look at the disk brings, as the client is told it: `saved a.md by agent s1`."""
        self.noctule.following.look(self.opened.folder)
        return self.told()

    def told(self) -> list[str]:
        """Every change in every `written` event since the last time this was asked."""
        changes = [change for event in self.taken(Written) for change in event.changes]
        return [
            f"{change.action} {change.memory_uri.rpartition('/')[2]} by {change.by}"
            + (f" {change.session_id}" if change.session_id else "")
            for change in changes
        ]

    def written(self) -> list[Written]:
        return self.taken(Written)

    def recalls_told(self) -> list[Recalled]:
        return self.taken(Recalled)

    def taken(self, kind: type[T]) -> list[T]:
        told: list[object] = [*self.events]
        found = [event for event in told if isinstance(event, kind)]
        self.events[:] = [event for event in self.events if not isinstance(event, kind)]
        return found


def names(answer: RecallAnswer) -> list[str]:
    return [one.memory_uri.rpartition("/")[2] for one in answer.memories]


def memory_text(name: str, description: str, body: str, type: str = "project") -> str:
    return f"---\nname: {name}\ndescription: {description}\ntype: {type}\n---\n\n{body}\n"


@contextmanager
def a_house(base: Path) -> Iterator[House]:
    house = House(base)
    try:
        yield house
    finally:
        house.close()


def everything_under(folder: Path) -> list[str]:
    """Every file and folder below, by relative path."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
