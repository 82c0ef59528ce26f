"""Examines a project's memory and its set-up, and has what can be mended without a word lost mended by a tidy."""

import asyncio
from collections import Counter
from collections.abc import Mapping

from noctule.dataclass import dataclass, replace
from noctule.errors import MemoryProblem, NoctuleError, SettingsError, StorageError
from noctule.memories.text import decode
from noctule.service.doctor.agents import look_at_agents
from noctule.service.doctor.folder import look_at_folder, look_at_project, look_at_sessions
from noctule.service.doctor.home import look_at_home
from noctule.service.doctor.machine import Machine
from noctule.service.doctor.models import ask_servers, look_at_models
from noctule.service.doctor.program import look_at_program
from noctule.service.doctor.settings import look_at_settings
from noctule.service.doctor.trouble import Trouble
from noctule.service.dream.dreaming import Dreaming
from noctule.service.dream.values import Wish
from noctule.service.project import OpenProject, Projects
from noctule.service.reading import Reading
from noctule.service.rows import FindingAt
from noctule.service.status import Reporting
from noctule.service.values import Status


@dataclass(frozen=True, slots=True)
class Examination:
    """What is wrong with a project's memory, its profile and its set-up.

    No text is looked at where memory is off. `status` is None where the settings or the disk let no project be opened:
    then the troubles say why.
    """

    status: Status | None
    findings: tuple[FindingAt, ...]
    troubles: tuple[Trouble, ...]

    @property
    def is_bad(self) -> bool:
        """Whether there is an error."""
        has_error = any(one.severity == "error" for one in self.troubles)
        return has_error or any(one.severity == "error" for one in self.findings)

    @property
    def is_fine(self) -> bool:
        """Whether nothing is found, and no trouble that a person should do something about."""
        return not self.findings and not self.pressing

    @property
    def pressing(self) -> tuple[Trouble, ...]:
        """The troubles of severity error and warning, the errors first."""
        errors = (one for one in self.troubles if one.severity == "error")
        return (*errors, *(one for one in self.troubles if one.severity == "warning"))

    @property
    def counts(self) -> Mapping[str, int]:
        """How many findings there are, by severity."""
        return dict(sorted(Counter(one.severity for one in self.findings).items()))

    def of(self, code: str) -> int:
        """How many findings of one kind there are."""
        return sum(one.code == code for one in self.findings)


@dataclass(frozen=True, slots=True)
class Mending:
    """What became of the wish to mend: the tidy, if one was needed; `held` where it waits for the person's word."""

    message: str
    dream_id: str | None = None
    held: bool = False
    is_done: bool = True


class Doctoring:
    """The use case of `doctor`. Raises `WorkspaceError`s, `SettingsError`, `StorageError`s."""

    def __init__(self, projects: Projects, reporting: Reporting, reading: Reading) -> None:
        self._projects = projects
        self._reporting = reporting
        self._reading = reading

    async def examine(self, machine: Machine, workspace_uri: str | None = None, *, online: bool = False) -> Examination:
        """Looks at everything, and changes nothing; with `online` it asks the servers of named models elsewhere too.

        Raises `WorkspaceError`s.
        """
        places = self._projects.places
        home = await asyncio.to_thread(lambda: list(look_at_home(places.home, places.environ, machine)))
        try:
            found = await asyncio.to_thread(self._examine, machine, workspace_uri)
            opened = await asyncio.to_thread(self._projects.open, workspace_uri)
        except (SettingsError, StorageError) as error:
            told = [] if any(one.severity == "error" for one in home) else [_unopened(error)]
            return Examination(None, (), (*home, *told, *look_at_program(machine)))
        asked = [one async for one in ask_servers(self._projects, opened, online=online)]
        return replace(found, troubles=(*home, *found.troubles, *asked))

    def _examine(self, machine: Machine, workspace_uri: str | None) -> Examination:
        opened = self._projects.open(workspace_uri)
        troubles = [*look_at_settings(self._projects, opened), *look_at_models(self._projects, opened)]
        if opened.is_enabled:
            troubles += look_at_folder(self._projects, opened, machine)
            troubles += look_at_sessions(self._projects, opened)
        troubles += look_at_project(opened)
        troubles += look_at_agents(self._projects, opened, machine)
        troubles += look_at_program(machine)
        status = self._reporting.status(workspace_uri)
        can_look = status.enabled and status.files is not None
        findings = self._reading.check(workspace_uri=workspace_uri) if can_look else ()
        return Examination(status, findings, tuple(troubles))

    async def mend(self, dreaming: Dreaming, workspace_uri: str | None = None) -> Mending:
        """Has a tidy mend what it can, as one change that can be undone; none begins where there is nothing to do.

        Raises `Disabled`.
        """
        opened = (await asyncio.to_thread(self._projects.open, workspace_uri)).require_enabled()
        if not await asyncio.to_thread(self._needs_tidy, opened):
            return Mending("There is nothing to mend that can be mended without your word.")
        begin = await dreaming.begin(Wish(trigger="tidy", workspace_uri=workspace_uri))
        outcome = await dreaming.wait(begin.dream_id) if begin.is_begun else None
        if outcome is None:
            return Mending(f"Nothing was mended: {begin.message}", is_done=False)
        line = outcome.line
        said = " ".join(filter(None, (outcome.headline, line.summary, line.reason)))
        return Mending(said, line.dream_id, line.held, is_done=line.status == "completed" and not line.held)

    def _needs_tidy(self, opened: OpenProject) -> bool:
        """Whether a tidy of what agents are shown would change anything."""
        from noctule.dream.tidy import tidy

        folder = opened.folder.memories
        held = opened.folder.withholding.held()
        texts: dict[str, str] = {}
        foreign = []
        for stat in folder.scan() if folder.exists() else ():
            try:
                decoded = decode(folder.read(stat.path))
            except (MemoryProblem, StorageError):
                foreign.append(stat.path)
                continue
            if stat.path not in held:
                texts[stat.path] = decoded.text
            if decoded.problem is not None:
                foreign.append(stat.path)
        tidied = tidy(texts, (*held, *foreign), foreign)
        return bool(tidied.changed or tidied.removed)


def _unopened(error: NoctuleError) -> Trouble:
    """Why no project can be opened at all."""
    return Trouble("location" if isinstance(error, SettingsError) else "folder-unreadable", "error", str(error))
