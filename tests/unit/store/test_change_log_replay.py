"""Whatever people, our writers and a dying one do to a folder, its log played back is the folder."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.moving_clock import MovingClock
from noctule.store.changes import Announced, Author, Change
from noctule.store.files import content_hash
from noctule.store.folder import MemoryFolder, nobody_known

AGENT = Author("agent", "s1")

_PATHS = st.sampled_from(["a.md", "sub/b.md", "MEMORY.md"])
_TEXTS = st.sampled_from([b"one", b"two", b"six"])
_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), _PATHS, _TEXTS),
        st.tuples(st.just("remove"), _PATHS, st.just(b"")),
        st.tuples(st.just("edit outside"), _PATHS, _TEXTS),
        st.tuples(st.just("delete outside"), _PATHS, st.just(b"")),
        st.tuples(st.just("die before the rename"), _PATHS, _TEXTS),
        st.tuples(st.just("die after the rename"), _PATHS, _TEXTS),
        st.tuples(st.just("sweep"), st.just(""), st.just(b"")),
        st.tuples(st.just("wait"), st.just(""), st.just(b"")),
    ),
    max_size=14,
)


class Played:
    """One folder served by two processes, whose turns alternate."""

    def __init__(self, root: Path) -> None:
        self.clock = MovingClock()
        self.views = [MemoryFolder(root / "memory", root / "state") for _ in range(2)]
        self.views[0].ensure()
        self.root = root / "memory"

    def play(self, number: int, step: str, path: str, text: bytes) -> None:
        view = self.views[number % 2]
        if step == "sweep":
            view.sweep(nobody_known, self.clock.now())
        elif step == "wait":
            self.clock.pass_time(60)
        elif step == "write":
            with view.writing(AGENT, self.clock.now()) as writing:
                writing.write(path, text, "because")
        elif step == "remove" and (self.root / path).exists():
            with view.writing(AGENT, self.clock.now()) as writing:
                writing.remove(path, "because")
        elif step.startswith("die"):
            self._die(view, path, text)
            self._edit(path, text if step == "die after the rename" else None)
        elif step == "edit outside":
            self._edit(path, text)
        elif step == "delete outside":
            (self.root / path).unlink(missing_ok=True)

    def check(self) -> None:
        for view in self.views:
            view.sweep(nobody_known, self.clock.now())
        assert [view.sweep(nobody_known, self.clock.now()) for view in self.views] == [[], []]
        changes = self.views[0].changes.since(0)
        assert changes == self.views[1].changes.since(0)
        assert [change.seq for change in changes] == list(range(1, len(changes) + 1))
        replayed: dict[str, str] = {}
        for change in changes:
            replay(replayed, change)
        assert replayed == {
            file.path: content_hash((self.root / file.path).read_bytes()) for file in self.views[0].scan()
        }

    def close(self) -> None:
        for view in self.views:
            view.close()

    def _die(self, view: MemoryFolder, path: str, text: bytes) -> None:
        # As a writer does under the lock: first what others did to the file, then its own announcement.
        with view.writing(AGENT, self.clock.now()):
            pass
        view.sweep(nobody_known, self.clock.now())
        change = Change(0, self.clock.now(), path, "updated", content_hash(text), AGENT, "because")
        view.changes.announce(Announced(change, ".noctule-temp.tmp"))

    def _edit(self, path: str, text: bytes | None) -> None:
        if text is not None:
            (self.root / path).parent.mkdir(exist_ok=True)
            (self.root / path).write_bytes(text)


def replay(files: dict[str, str], change: Change) -> None:
    if change.hash is None:
        del files[change.path]
        return
    assert files.get(change.path) != change.hash, "a change that changes nothing"
    files[change.path] = change.hash


@settings(max_examples=60, deadline=None)
@given(_STEPS)
def test_the_log_played_back_is_the_folder(steps: list[tuple[str, str, bytes]]) -> None:
    root = Path(tempfile.mkdtemp())
    played = Played(root)
    try:
        for number, step in enumerate(steps):
            played.play(number, *step)
        played.check()
    finally:
        played.close()
        shutil.rmtree(root)
