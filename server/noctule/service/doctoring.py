"""Examines a project's memory, and has what can be mended without a word lost mended by a tidy."""

import asyncio
from collections import Counter
from collections.abc import Mapping

from noctule.dataclass import dataclass
from noctule.errors import MemoryProblem, StorageError
from noctule.memories.text import decode
from noctule.service.dream.dreaming import Dreaming
from noctule.service.dream.values import Wish
from noctule.service.project import OpenProject, Projects
from noctule.service.reading import Reading
from noctule.service.rows import FindingAt
from noctule.service.status import Reporting
from noctule.service.values import Status


@dataclass(frozen=True, slots=True)
class Examination:
    """What is wrong with a project's memory, its profile and its settings; none is looked for where memory is off."""

    status: Status
    findings: tuple[FindingAt, ...]

    @property
    def is_bad(self) -> bool:
        """Whether there is an error."""
        return self.status.health == "error" or any(one.severity == "error" for one in self.findings)

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

    def examine(self, workspace_uri: str | None = None) -> Examination:
        """Looks at everything, and changes nothing."""
        status = self._reporting.status(workspace_uri)
        can_look = status.enabled and status.files is not None
        return Examination(status, self._reading.check(workspace_uri=workspace_uri) if can_look else ())

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
