"""The sessions of two editors over a long time: what each was told, and what it may not be told again."""

from dataclasses import dataclass, field

from fakes.house import Process
from fakes.soak import ASKS
from fakes.soak_model import SoakModel
from noctule.memories.memory import parse_memory
from noctule.memories.names import INDEX_NAME
from noctule.service.turn_logging import Utterance


@dataclass
class SoakedSessions:
    """`shown`: what each session was given since its start or its last compaction, with the text it had then."""

    model: SoakModel
    shown: dict[str, set[tuple[str, bytes]]] = field(default_factory=dict)
    snapshots: dict[str, str] = field(default_factory=dict)
    paused: set[str] = field(default_factory=set)
    recalls: int = 0

    def start(self, window: Process, session: str) -> None:
        """Started, or resumed in whichever window: the snapshot is the same, byte for byte."""
        answer = window.start(session)
        assert answer.paused == (session in self.paused)
        self.shown.setdefault(session, set())
        self._note_snapshot(session, answer.snapshot.text if answer.snapshot else None)

    def recall(self, window: Process, session: str, path: str) -> None:
        """A turn about a memory."""
        text = self.model.files[path].decode()
        answer = window.recall(parse_memory(path, text).body.strip()[:200], session)
        assert not answer.memories or session not in self.paused, "a paused session was given something"
        for one in answer.memories:
            named = self.model.path(one.memory_uri)
            entry = (named, self.model.files[named])
            assert named != INDEX_NAME
            assert named not in self.model.held, "a held memory was recalled"
            assert entry not in self.shown[session], f"{named} was shown twice"
            self.shown[session].add(entry)
        self.recalls += len(answer.memories)

    def compact(self, window: Process, session: str) -> None:
        """What the agent forgot it may be shown again; a second compaction within a turn changes nothing."""
        before = window.noctule.projects.state.sessions.snapshot(session)
        answer = window.noctule.sessions.compact(session)
        if window.noctule.projects.state.sessions.snapshot(session) != before or not self._ledger(window, session):
            self.snapshots.pop(session, None)
            self.shown[session] = set()
        self._note_snapshot(session, answer.snapshot.text if answer.snapshot else None)

    def pause(self, window: Process, session: str) -> None:
        window.noctule.sessions.pause(session)
        self.paused.add(session)

    def resume(self, window: Process, session: str) -> None:
        window.noctule.sessions.resume(session)
        self.paused.discard(session)

    def end_turn(self, window: Process, session: str) -> None:
        window.noctule.sessions.end_turn(session)
        window.noctule.turn_logging.add(session, [Utterance("user", "Which pier?"), Utterance("assistant", "Two.")])

    def end(self, window: Process, session: str) -> None:
        """Its pause ends with it; it may be started again."""
        window.noctule.sessions.end(session)
        self.paused.discard(session)

    def check(self, window: Process) -> None:
        """The ledger holds nothing twice, and no more than was shown."""
        for session in self.shown:
            rows = self._ledger(window, session)
            assert len(rows) == len(set(rows)), f"the ledger of {session} holds something twice"
            assert len(rows) <= len(self.shown[session])

    def _ledger(self, window: Process, session: str) -> list[tuple[str, str]]:
        return [(row.path, row.hash) for row in window.noctule.projects.state.ledger.rows(session)]

    def _note_snapshot(self, session: str, text: str | None) -> None:
        if text is not None:
            assert self.snapshots.setdefault(session, text) == text, "the snapshot changed within the session"
            assert ASKS not in text
