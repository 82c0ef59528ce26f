"""The writing that a model assists, as one face has it: its parts share models, sources and person."""

from functools import cached_property
from typing import TYPE_CHECKING

from noctule.service.capture.holding import Holding
from noctule.service.capture.judging import Judging
from noctule.service.capture.reviewing import Reviewing
from noctule.service.capture.sources import Sources
from noctule.service.capture.task_models import TaskModels
from noctule.service.capture.writing import Writing
from noctule.service.events import Events
from noctule.service.person import Person
from noctule.service.project import Projects

if TYPE_CHECKING:
    from noctule.models.lent import Ask
    from noctule.service.capture.batching import Batching
    from noctule.service.capture.extracting import Extracting
    from noctule.service.capture.promoting import Promoting
    from noctule.service.capture.remembering import Remembering
    from noctule.service.capture.reviewing_batches import BatchReviewing


class Capturing:
    """`ask_editor` reaches a lent model, `person` whoever sits before an interactive client; a command has neither."""

    def __init__(
        self,
        projects: Projects,
        events: Events,
        writing: Writing,
        ask_editor: "Ask | None" = None,
        person: Person | None = None,
    ) -> None:
        self._projects = projects
        self._events = events
        self._writing = writing
        self._person = person
        self._models = TaskModels(projects, events, ask_editor)
        self._judging = Judging(Sources(projects), self._models)
        self.holding = Holding(projects, writing, self._judging, person)
        self.reviewing = Reviewing(writing, self._judging, self.holding)

    def batches(self, batching: "Batching") -> "BatchReviewing":
        """Batches, their additions reviewed first."""
        from noctule.service.capture.reviewing_batches import BatchReviewing

        return BatchReviewing(self._writing, self._judging, self.holding, batching)

    @cached_property
    def remembering(self) -> "Remembering":
        from noctule.service.capture.remembering import Remembering

        return Remembering(self._projects, self._writing, self._judging, self.holding, self._models)

    @cached_property
    def extracting(self) -> "Extracting":
        from noctule.service.capture.extracting import Extracting

        return Extracting(self._projects, self.reviewing, self._models)

    @cached_property
    def promoting(self) -> "Promoting":
        from noctule.service.capture.promoting import Promoting

        return Promoting(self._projects, self._events, self._writing, self._models, self._person)
