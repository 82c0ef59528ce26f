"""The stage as a dream's tools work on it: what was read, what was written, and which memory stands in for which.

Reading shows secrets redacted and harness tags escaped. Writing goes only over what the model has read as it now is.
"""

import contextlib
from collections.abc import Iterator, Sequence

from noctule.dream.task import AgentTask
from noctule.dream.tools.door import passed
from noctule.dream.tools.overview import listed
from noctule.errors import Changed, NoctuleError, NotFound, OverCap, PathRefused, Refused
from noctule.memories.names import INDEX_NAME, is_memory_path, path_key
from noctule.memories.text import decode, encode
from noctule.safety.confine import Confined
from noctule.safety.path_names import same_but_for_case
from noctule.safety.redact import redact_in_parts
from noctule.safety.sanitize import neutralise
from noctule.safety.shell.limits import starting_now
from noctule.safety.shell.run import CommandRefused, Vault, run
from noctule.safety.shell.words import Word, split

DIGEST = "@digest"
LARGEST_FILE = 1024 * 1024
LARGEST_PAGE = 64 * 1024
_MOST_KNOWN = 10_000


class _Shown:
    """Texts without their secrets, as the model is shown them; each is looked through once.

    Whole texts only, before anything is cut from them: half a secret is none that could be recognised.
    """

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        if text not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[text] = redact_in_parts(text).text
        return self._known[text]


class Desk:
    """The files of one dream. Each method gives what the model is told, or raises a NoctuleError that it is told."""

    def __init__(self, task: AgentTask) -> None:
        digest = () if task.digest is None else (task.digest,)
        self._stage = task.stage
        self._digest = task.digest
        self._held = {path_key(path).casefold() for path in task.held}
        self._confined = Confined(task.stage, readable=digest)
        self._shown = _Shown()
        self._vault = Vault(task.stage, {} if task.digest is None else {DIGEST: task.digest}, shown=self._shown)
        self._read: dict[str, bytes] = {}
        self._replaces: dict[str, set[str]] = {}
        # Texts that were taken out of the stage: what they said, a merge may say.
        self._gone: list[str] = []

    @property
    def replaces(self) -> dict[str, tuple[str, ...]]:
        """For each memory that stands in for others, their paths."""
        return {path: tuple(sorted(others)) for path, others in sorted(self._replaces.items()) if others}

    def read(self, path: str, first_line: int = 1, lines: int | None = None) -> str:
        """A file's lines from `first_line` on, as much as fits a page."""
        name, data = self._data_of(path)
        text = self._shown(decode(data).text)
        all_lines = text.split("\n")
        chosen = all_lines[max(first_line, 1) - 1 :][: lines if lines is not None else len(all_lines)]
        page = neutralise(_page("\n".join(chosen)))
        last = max(first_line, 1) + page.count("\n")
        head = f"{name}, lines {max(first_line, 1)} to {last} of {len(all_lines)}:"
        return f"{head}\n{page}"

    def overview(self) -> str:
        """One line a memory: path, type, name, description and size."""
        return listed(self._stage)

    def search(self, text: str, *, in_digest: bool = False) -> str:
        """The lines that hold a text, in any case, with what file and line they are."""
        if not text.strip() or "\n" in text:
            raise Refused("Search for words of one line.")
        limits = starting_now()
        lines: list[str] = []
        for name, raw in self._searched(in_digest=in_digest):
            limits.check()
            # Most files do not hold it: only those that do are looked through for secrets.
            if text.lower() in raw.lower():
                lines += [
                    f"{name}:{number}:{line}"
                    for number, line in enumerate(self._shown(raw).split("\n"), start=1)
                    if text.lower() in line.lower()
                ]
        return neutralise(_page("\n".join(lines))) or "Nothing holds that text."

    def write(self, path: str, text: str, replaces: Sequence[str] = ()) -> str:
        """Writes a memory whole. One that is there must have been read as it is."""
        name = self._writable(path)
        others = [self._memory_named(other) for other in replaces]
        old = self._current(name)
        if old is not None and self._read.get(name) != old:
            raise Changed(f"{name} is there and was not read as it now is: read it first, so that nothing is lost.")
        told = self._put(name, text, old)
        self._replaces.setdefault(name, set()).update(other for other in others if other != name)
        return told

    def edit(self, path: str, old_text: str, new_text: str) -> str:
        """Puts one text in the place of another that stands exactly once in what was read."""
        name = self._writable(path)
        old = self._current(name)
        if old is None:
            raise NotFound(f"There is no {name}: write it whole.")
        if self._read.get(name) != old:
            raise Changed(f"{name} was not read as it now is: read it, then edit.")
        text = decode(old).text
        spellings = (text, self._shown(text), neutralise(self._shown(text)))
        return self._put(name, _edited(name, spellings, old_text, new_text), old)

    def remove(self, path: str, replaced_by: Sequence[str] = ()) -> str:
        """Removes a memory; `replaced_by` are memories in which what it said lives on."""
        name = self._memory_named(path)
        keepers = [self._memory_named(keeper) for keeper in replaced_by]
        if same_but_for_case(name, INDEX_NAME):
            raise PathRefused(f"{INDEX_NAME} is the index and stays; edit its lines.")
        for keeper in keepers:
            if keeper == name or self._current(keeper) is None:
                raise NotFound(f"{keeper} is no other memory that is there: write it first, then remove {name}.")
        self._keep(name)
        self._vault.remove([name])
        replaced = {name, *self._forget(name)}
        for keeper in keepers:
            self._replaces.setdefault(keeper, set()).update(replaced - {keeper})
        return f"Removed {name}."

    def bash(self, command: object) -> str:
        """What a command of the shell prints."""
        (first, *operands), *others = split(command)
        if first.text == "rm":
            for operand in operands:
                self._keep(operand.text)
        printed = run(command, self._vault)
        if first.text == "cat" and not others:
            self._note_shown(operands)
        if first.text == "rm":
            for line in printed.splitlines():
                self._forget(line.removeprefix("removed "))
        return neutralise(printed) or "(no output)"

    def _put(self, name: str, text: str, old: bytes | None) -> str:
        before = "" if old is None else decode(old).text
        door = passed(text, before, self._texts)
        self._gone.append(before)
        data = encode(door.text, "utf-8" if old is None else decode(old).encoding)
        self._confined.write(name, data, instead_of=old)
        self._read[name] = data
        note = f" {len(door.secrets)} secrets in it were redacted." if door.secrets else ""
        return f"Wrote {name}, {len(data):,} bytes.{note}"

    def _data_of(self, path: str) -> tuple[str, bytes]:
        if self._digest is not None and path in (DIGEST, str(self._digest)):
            return DIGEST, self._confined.read(str(self._digest), LARGEST_FILE)
        data = self._confined.read(path, LARGEST_FILE)
        name = self._confined.relative_of(path)
        self._read[name] = data
        return name, data

    def _writable(self, path: str) -> str:
        name = self._confined.check_write(path)
        if path_key(name).casefold() in self._held:
            raise PathRefused("A memory that waits for a person's word has this name: choose another one.")
        if name != INDEX_NAME and not is_memory_path(name):
            raise PathRefused("That name is one that no memory has: choose a plain one, such as `topic.md`.")
        return name

    def _memory_named(self, path: str) -> str:
        name = self._confined.relative_of(path)
        if not name.lower().endswith(".md"):
            raise PathRefused("A memory's file name ends in `.md`.")
        return name

    def _current(self, name: str) -> bytes | None:
        try:
            return self._confined.read(name, LARGEST_FILE)
        except NotFound:
            return None
        except OverCap:
            raise Refused(f"{name} is larger than a memory can be: leave it as it is.") from None

    def _note_shown(self, operands: list[Word]) -> None:
        for word in operands:
            if not word.glob and word.text.endswith(".md"):
                try:
                    data = self._confined.read(self._vault.relative(word.text), LARGEST_PAGE)
                except (NoctuleError, CommandRefused):
                    continue
                self._read[self._vault.relative(word.text)] = data

    def _forget(self, name: str) -> set[str]:
        """A memory that is gone stands in for nothing; gives what it stood in for."""
        self._read.pop(name, None)
        return self._replaces.pop(name, set())

    def _searched(self, *, in_digest: bool) -> Iterator[tuple[str, str]]:
        if in_digest and self._digest is not None:
            yield DIGEST, decode(self._confined.read(str(self._digest), LARGEST_FILE)).text
        for entry in () if in_digest else self._vault.walk("."):
            if entry.name.lower().endswith(".md") and entry.size <= LARGEST_FILE:
                yield entry.path, decode(self._confined.read_existing(entry.path, LARGEST_FILE)).text

    def _texts(self) -> Iterator[str]:
        """What memories say and said; nothing of a session is among it, for none gets past the door."""
        yield from self._gone
        yield from (text for _, text in self._searched(in_digest=False))

    def _keep(self, name: str) -> None:
        """Remembers the text of a memory that may be about to go."""
        with contextlib.suppress(NoctuleError):
            self._gone.append(decode(self._confined.read(name, LARGEST_FILE)).text)


def _edited(name: str, spellings: Sequence[str], old_text: str, new_text: str) -> str:
    """The text with the change, in the file's own words or, where these hold a secret or a tag, in the shown ones."""
    times = 0
    for spelled in spellings:
        times = spelled.count(old_text) if old_text else 0
        if times == 1:
            return spelled.replace(old_text, new_text)
        if times:
            break
    said = f"stands {times} times" if times else "does not stand"
    raise Refused(f"The old text {said} in {name}: give a longer piece exactly as it was read, or write it whole.")


def _page(text: str) -> str:
    data = text.encode("utf-8", "replace")
    if len(data) <= LARGEST_PAGE:
        return text
    kept = data[:LARGEST_PAGE].decode("utf-8", "ignore")
    return f"{kept.rpartition(chr(10))[0] or kept}\n[cut here: read on from the next line]"
