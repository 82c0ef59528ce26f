"""Does a deed again and again, killed before another of its steps each time, and looks at what the next start finds.

Run as `python mortal.py BASE POINTS`: for each line on its stdin, a deed's name, it prints one JSON object. POINTS is
how many of a deed's steps are tried, spread over all of them; 0 is all.
"""

import importlib
import json
import pkgutil
import shutil
import sys
from pathlib import Path

import noctule.capture
import noctule.dream
import noctule.imports
import noctule.service
import noctule.store
from fakes.deeds import DEEDS, SECRET, Deed
from fakes.disk_search import places_of
from fakes.dying import count_steps, die_at, in_a_child
from fakes.history_reader import check_agrees, check_git_reads_it
from fakes.house import DAY, House, Process
from fakes.moving_clock import StillClock
from noctule.capture.write import Addition
from noctule.dream.lock import LOCK_NAME, DreamLock
from noctule.service.capture.writing import Writer
from noctule.service.open_folder import OpenFolder
from noctule.store.atomic import TEMP_PREFIX

Seen = dict[str, str]


class Ground:
    """A home and a project on disk, which are put back as they were before each kill."""

    def __init__(self, base: Path, deed: Deed) -> None:
        self.deed = deed
        self.before: Seen = {}
        self.after: Seen = {}
        self._base = base
        self._kept = base.with_name(f"{base.name}-kept")
        self._clock = StillClock()

    def prepare(self) -> int:
        """Makes what lies there; gives how many steps the deed has."""
        _must(lambda: self.deed.prepare(House(self._base, clock=self._clock).process()))
        self._clock.pass_time(self.deed.days * DAY)
        shutil.copytree(self._base, self._kept, symlinks=True)
        self._put_back()  # the copy's files have other times: what is counted is done on the same ground as what dies
        self.before = seen_at(self._base)
        steps = count_steps(lambda: self.deed.do(self.server()))
        self.after = seen_at(self._base)
        return steps

    def server(self) -> Process:
        """A server that starts on what lies there."""
        project = "harbour" if (self._base / "harbour").is_dir() else "ferry"
        return House(self._base, project=project, clock=self._clock).process()

    def kill(self, step: int) -> bool:
        """Whether it died of it."""
        self._put_back()
        return die_at(step, lambda: self.deed.do(self.server()))

    def _put_back(self) -> None:
        shutil.rmtree(self._base)
        shutil.copytree(self._kept, self._base, symlinks=True)

    def check(self) -> None:
        """What a start finds, and whether all is as it should be once the deed was done again."""
        _must(lambda: self._check_start(self.server()))
        found = seen_at(self._base)
        if self.deed.is_whole:
            assert found in (self.before, self.after), _difference(found, self.before, self.after)
        for path, text in found.items():
            assert text in (self.before.get(path), self.after.get(path)), f"{path} is torn: {text!r}"
        assert {*found} >= {*self.before} & {*self.after}, f"lost: {({*self.before} & {*self.after}) - {*found}}"
        again = self.deed.again
        if again is not None:
            _must(lambda: again(self.server()))
            ended = seen_at(self._base)
            is_done = ended == self.after if self.deed.is_whole else ended.items() >= self.after.items()
            assert is_done, _difference(ended, self.after)
        _must(lambda: self._check_end(self.server()))

    def _check_start(self, process: Process) -> None:
        start(process)
        for folder in (process.opened.folder, process.noctule.projects.profile(process.opened)):
            check_folder(folder)
        assert process.noctule.reporting.status().problems == ()

    def _check_end(self, process: Process) -> None:
        """The locks are free, sessions can be had, and what was forgotten is nowhere."""
        start(process)
        answer = process.noctule.writing.add(Addition(text="Life goes on.", name="Life"), Writer())
        assert answer.verdict == "written"
        assert process.start("s9").snapshot is not None
        folder = process.opened.folder.memories
        assert DreamLock(folder.path, folder.state).holder(process.house.clock.now()) is None
        check_git_reads_it(folder)
        if self.deed is DEEDS["a forgetting"]:
            assert places_of(SECRET, self._base) == []


def start(process: Process) -> None:
    """What a server does with a project's folders as it opens them."""
    opened, noctule = process.opened, process.noctule
    noctule.dreams.recover(opened)
    for folder, workspace in ((opened.folder, opened.workspace_uri), (noctule.projects.profile(opened), None)):
        noctule.following.follow(folder, workspace)


def check_folder(folder: OpenFolder) -> None:
    """No temp file is left, and the history holds what the folder holds."""
    memories = folder.memories
    if memories.exists():
        left = [entry.name for entry in memories.path.iterdir() if entry.name.startswith(".")]
        assert left in ([], [LOCK_NAME]), left
    if memories.changes.since(0):
        check_agrees(memories)


def seen_at(base: Path) -> Seen:
    """What is a person's own: memories, profile, settings, other files, by their path below the base."""
    files = (path for path in sorted(base.rglob("*")) if path.is_file())
    return {path.relative_to(base).as_posix(): path.read_text() for path in files if _is_a_persons(path)}


def _is_a_persons(path: Path) -> bool:
    if path.name.startswith(TEMP_PREFIX):
        return False  # it goes with a later look
    if ".noctule" not in path.parts:
        return True
    return path.name == "settings.json" or (path.suffix == ".md" and "folders" not in path.parts)


def _must(work: object) -> None:
    assert callable(work)
    assert in_a_child(work) == 0, "see what the child said"


def _difference(found: Seen, *wanted: Seen) -> str:
    near = min(wanted, key=lambda one: len(one.items() ^ found.items()))
    return f"not as it should be: {sorted(near.items() ^ found.items())}"


def try_deed(base: Path, deed: Deed, points: int) -> dict[str, object]:
    """Kills it before each of its steps, or some; the error of the first that leaves anything amiss."""
    ground = Ground(base, deed)
    steps = ground.prepare()
    tried = (
        range(steps) if not points else sorted({number * (steps - 1) // max(points - 1, 1) for number in range(points)})
    )
    died = 0
    for step in tried:
        died += ground.kill(step)
        try:
            ground.check()
        except AssertionError as error:
            return {"steps": steps, "error": f"killed before step {step}: {error}"}
    return {"steps": steps, "tried": len(tried), "died": died}


def _load_all() -> None:
    """What a child would load late, each anew."""
    for room in (noctule.service, noctule.store, noctule.dream, noctule.capture, noctule.imports):
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(found.name)
    for name in ("dulwich.pack", "dulwich.repo", "filelock"):
        importlib.import_module(name)


def main(base: str, points: str) -> None:
    _load_all()
    for number, line in enumerate(sys.stdin):
        told = try_deed(Path(base) / f"deed-{number}", DEEDS[line.strip()], int(points))
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
