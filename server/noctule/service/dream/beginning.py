"""What stands before a dream: its gates, a dream that waits already, and what the person is told as it begins."""

import asyncio
from datetime import timedelta

from noctule.dataclass import replace
from noctule.dream.gates import Gate, closed_gate
from noctule.dream.log import DreamLog, Line
from noctule.dream.outcome import outcome_of
from noctule.dream.recovery import recover
from noctule.models.providers import may_cost, read_providers
from noctule.service.dream import sites
from noctule.service.dream.dreams import drop_held, waits
from noctule.service.dream.values import Means, PastSessions, Wish, outcome_event
from noctule.service.events import Events
from noctule.service.project import OpenProject, Projects

_COST_SAID = "dream.costSaid"
_TOKENS_SAID = "dream.tokensSaid"
_REPLACE, _KEEP = "Replace it", "Keep it"
# Gates that close before anything is to be told of in the folder: it may not even be there.
UNTOLD = frozenset({"client", "disabled", "automatic"})
# Gates that come after the counting of sessions: which one is the first closed is only known then.
_AFTER_SESSIONS = frozenset({"held", "consent", "lock"})


class Beginning:
    """Decides whether a dream begins. Methods raise `StorageError`s."""

    def __init__(self, projects: Projects, events: Events, sessions: PastSessions, means: Means) -> None:
        self._projects = projects
        self._events = events
        self._sessions = sessions
        self._means = means
        self._lacking_consent: set[str] = set()

    def closed_gate(self, opened: OpenProject, wish: Wish) -> Gate | None:
        """The first gate that is closed to this dream, or None."""
        trigger = sites.trigger_of(wish.trigger)
        asker = sites.Asker(
            trigger=trigger,
            is_interactive=self._means.is_interactive,
            session_id=wish.session_id,
            lacks_consent=opened.folder.key in self._lacking_consent,
        )
        if opened.is_enabled:
            # What a dream left whose process died must not look like one that runs.
            recover(sites.site_of(self._projects, opened), sites.lock_of(opened))
        rules, now = sites.rules_of(opened), self._projects.now()
        facts = sites.facts_of(self._projects, opened, asker)
        gate = closed_gate(facts, rules, now)
        if trigger == "command" or (gate is not None and gate.name not in _AFTER_SESSIONS):
            return gate
        # What is expensive comes when nothing cheaper is in the way.
        counted = replace(facts, sessions=self._sessions.main_touched(opened, facts.last))
        sites.note_scan(self._projects, opened)
        return closed_gate(counted, rules, now)

    async def skip(self, opened: OpenProject, wish: Wish, dream_id: str, gate: Gate) -> None:
        """Notes that the dream did not begin, and tells a person who asked for it."""
        line = Line(
            dream_id=dream_id,
            at=self._projects.now().isoformat(),
            trigger=wish.trigger,
            status="skipped",
            reason=gate.reason,
            gate=gate.name,
        )
        await asyncio.to_thread(self.log_skip, opened, wish, line)
        if wish.trigger != "idle":
            self._events.tell(outcome_event(opened, outcome_of(line)))

    def log_skip(self, opened: OpenProject, wish: Wish, line: Line) -> None:
        """A line of the log for a dream that was skipped, if it belongs there."""
        if line.gate in UNTOLD or not opened.folder.memories.exists():
            return
        log = DreamLog(opened.folder.path)
        if wish.trigger == "idle":
            log.add_skip(line, timedelta(hours=sites.rules_of(opened).min_hours))
        else:
            log.add(line)

    async def settle_held(self, opened: OpenProject, wish: Wish) -> str | None:
        """Makes room for the new dream, as far as the person agrees; else why it does not begin."""
        ids = await asyncio.to_thread(sites.held_of(opened).ids)
        if not ids or wish.is_dry or wish.trigger == "idle":
            return None
        if not wish.replaces_held and not await self._may_replace(ids[0]):
            return waits(ids[0])
        await asyncio.to_thread(drop_held, self._projects, opened, ids)
        return None

    async def _may_replace(self, dream_id: str) -> bool:
        person = self._means.person
        if person is None:
            return False
        message = f"The dream {dream_id} waits for your word. A new one would replace it, and what it did be discarded."
        return await person.choose(message, [_REPLACE, _KEEP]) == _REPLACE

    def message(self, opened: OpenProject, wish: Wish) -> str:
        """What the person is told at once; the first time that money is spent, how much it may be."""
        if wish.trigger == "tidy":
            return "Tidying began."
        names = sites.models_of(opened)
        if not names:
            return "The dream began: no model is named, so it puts the memories in order."
        if names[0] == "editor":
            return "The dream began."
        settings = opened.resolved.settings
        providers = read_providers(settings.models.providers)
        stop = f"{settings.dream.max_tokens:,} tokens (dream.maxTokens)"
        if any(may_cost(name, providers) for name in names):
            most = f"${settings.dream.max_cost_usd:.2f} (dream.maxCostUsd)"
            said = f" It may cost up to {most}; where its price is not known, it stops at {stop}."
            return "The dream began." + self._once(_COST_SAID, said)
        return "The dream began." + self._once(_TOKENS_SAID, f" No cost of its model is known; it stops at {stop}.")

    def _once(self, flag: str, said: str) -> str:
        """`said` the first time in this home, then nothing."""
        if self._projects.state.flag("", flag) is not None:
            return ""
        self._projects.state.set_flag("", flag, self._projects.now().isoformat())
        return said

    def note_consent(self, opened: OpenProject, line: Line) -> None:
        """What is known, since this dream, of a lent model that may have to ask first."""
        if line.gate == "consent":
            self._lacking_consent.add(opened.folder.key)
        elif line.model is not None and line.status == "completed":
            self._lacking_consent.discard(opened.folder.key)
