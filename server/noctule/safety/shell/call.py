"""One command of a pipe as it runs: what it was given, what is piped in, and what it has to say about files."""

from collections.abc import Callable

from noctule.dataclass import dataclass, field
from noctule.safety.shell.globs import has_active, literal, name_matches
from noctule.safety.shell.limits import Limits
from noctule.safety.shell.options import Given
from noctule.safety.shell.refused import CommandRefused
from noctule.safety.shell.vault import Missing, Vault
from noctule.safety.shell.words import Word

PIPE = "-"


@dataclass(slots=True)
class Call:
    """`piped` is what the command before it printed; None in the first stage, where nothing may be waited for."""

    given: Given
    vault: Vault
    piped: str | None
    limits: Limits
    errors: list[str] = field(default_factory=list)

    def refuse(self, sentence: str) -> CommandRefused:
        """The refusal of this command with that sentence, to be raised."""
        return CommandRefused(f"{self.given.name}: {sentence}")

    def complain(self, path: str, problem: object) -> None:
        """Notes a line for the reader about a file; the command goes on."""
        self.errors.append(f"{self.given.name}: {path}: {problem}")

    def texts(self, operands: tuple[Word, ...] | None = None) -> list[tuple[str, str]]:
        """Each file that was named with its text, or what is piped in, named `-`, where none was."""
        wanted = self.given.operands if operands is None else operands
        if not wanted:
            return [(PIPE, self._pipe())]
        found: list[tuple[str, str]] = []
        for path in self.paths(wanted):
            try:
                found.append((path, self._pipe() if path == PIPE else self.limits.spend(self.vault.read(path))))
            except Missing as missing:
                self.complain(path, missing)
        return found

    def paths(self, operands: tuple[Word, ...]) -> list[str]:
        """The paths that operands come to: patterns of names become the names that fit, in order."""
        return [path for word in operands for path in self._expanded(word)]

    def _expanded(self, word: Word) -> list[str]:
        if word.glob is None:
            return [word.text]
        bare = word.glob.rstrip("/")
        folder, slash, last = bare.rpartition("/")
        if has_active(folder) or ".." in literal(folder).split("/"):
            raise self.refuse("a pattern of names stands in the last part of a path only, and without `..`.")
        if literal(last).startswith("."):
            raise self.refuse("hidden files are no memories; begin the pattern with another character.")
        head = literal(folder) + slash
        try:
            entries = self.vault.entries(head or ".")
            names = [entry.name for entry in entries if entry.is_folder or bare == word.glob]
        except Missing:
            names = []
        found = [head + name for name in names if self._fits(last, name)]
        if not found:
            self.complain(word.text, "no file has such a name")
        return found

    def _fits(self, glob: str, name: str) -> bool:
        self.limits.tick()
        return name_matches(glob, name)

    def _pipe(self) -> str:
        if self.piped is None:
            raise self.refuse("name a file; nothing is piped into the first command.")
        return self.piped


Run = Callable[[Call], str]


def lines_of(text: str) -> list[str]:
    """The lines of a text, without their line breaks."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def joined(lines: list[str]) -> str:
    """Lines as a text, each with its line break."""
    return "".join(f"{line}\n" for line in lines)
