"""Cuts a command into stages and words: blanks, quotes, backslashes and `|`; whatever else a shell knows is refused.

A word remembers what was quoted, so that a `*` in quotes is text and one outside is a pattern of names.
"""

import unicodedata

from noctule.dataclass import dataclass
from noctule.safety.shell.refused import CommandRefused

LONGEST_COMMAND = 8 * 1024
MOST_STAGES = 8
MOST_WORDS = 256

_BLANKS = " \t"
_GLOB = "*?["
# What has a meaning of its own inside `[...]`; `!` only as its first.
_IN_CLASS = "]-^!"
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
# What a `$` in double quotes must not stand before: a shell would put a value there.
_AFTER_DOLLAR = frozenset("_{([@*#?$!-")

_ONE_COMMAND = "Send one command a call; only `|` joins commands."
_NO_FILES = "Output goes to you, never to a file; use the write tool to write a memory."
_AS_TEXT = "Put it in single quotes if you mean the character itself."
_REFUSALS = {
    ";": _ONE_COMMAND,
    "&": _ONE_COMMAND,
    ">": _NO_FILES,
    "<": "Nothing is read by `<`; name the file as an operand, or use a pipe.",
    "(": "There are no subshells. " + _AS_TEXT,
    ")": "There are no subshells. " + _AS_TEXT,
    "$": "There are no variables or substitutions. " + _AS_TEXT,
    "`": "There are no substitutions. " + _AS_TEXT,
    "{": "Braces are not expanded; write the names out. " + _AS_TEXT,
    "}": "Braces are not expanded; write the names out. " + _AS_TEXT,
    "!": "There is no history and no negation. " + _AS_TEXT,
    "~": "There is no home folder; name files relative to the memory folder. " + _AS_TEXT,
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is meant. `glob` is set where it is a pattern of names: then `\\` stands before literal characters.

    `is_plain` says that nothing in it was quoted or escaped.
    """

    text: str
    glob: str | None
    is_plain: bool


def split(command: object) -> list[list[Word]]:
    """The stages of a command, each with at least one word. Raises CommandRefused."""
    if not isinstance(command, str):
        raise CommandRefused("A command is text: give one line such as `grep -n deploy *.md`.")
    _check_characters(command)
    stages = _Reader(command).stages()
    if not all(stages):
        raise CommandRefused("A command is missing: write one, or one on each side of `|`.")
    if len(stages) > MOST_STAGES:
        raise CommandRefused(f"At most {MOST_STAGES} commands are joined by `|`: use fewer.")
    if sum(map(len, stages)) > MOST_WORDS:
        raise CommandRefused(f"A command has at most {MOST_WORDS} words: use a pattern like `*.md`.")
    return stages


def _check_characters(command: str) -> None:
    if len(command) > LONGEST_COMMAND or len(command.encode("utf-8", "replace")) > LONGEST_COMMAND:
        raise CommandRefused(f"A command is at most {LONGEST_COMMAND:,} bytes long.")
    for character in command:
        if character in "\n\r":
            raise CommandRefused("A command is one line: send one command a call, without line breaks.")
        if character != "\t" and unicodedata.category(character) in _UNSEEN:
            raise CommandRefused("A command holds no control or invisible characters.")


class _Reader:
    """Reads a command once from left to right."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._at = 0
        self._text: list[str] = []
        self._glob: list[str] = []
        self._is_word = False
        self._is_plain = True
        self._has_glob = False
        self._is_in_class = False

    def stages(self) -> list[list[Word]]:
        stages: list[list[Word]] = [[]]
        while self._at < len(self._command):
            character = self._next()
            if character in _BLANKS:
                self._end_word(stages[-1])
            elif character == "|":
                self._end_word(stages[-1])
                stages.append([])
            else:
                self._read(character)
        self._end_word(stages[-1])
        return stages

    def _read(self, character: str) -> None:
        if character == "'":
            self._single_quoted()
        elif character == '"':
            self._double_quoted()
        elif character == "\\":
            self._is_plain = False
            self._literal(self._next_or("A backslash ends the command; write the character that it stands before."))
        elif self._is_in_class and character in _IN_CLASS and (character != "!" or self._text[-1] == "["):
            self._active(character)
        elif character in _REFUSALS:
            raise CommandRefused(f"`{character}` is not understood here. {_REFUSALS[character]}")
        elif character == "#" and not self._is_word:
            raise CommandRefused(f"There are no comments. {_AS_TEXT}")
        elif character in _GLOB:
            self._active(character)
        else:
            self._literal(character)

    def _active(self, character: str) -> None:
        """A character that is part of a pattern of names. A `]` that is the first of its class ends none."""
        is_first = bool(self._text) and self._text[-1] in "[!^"
        self._is_in_class = character == "[" or (self._is_in_class and (character != "]" or is_first))
        self._is_word = self._has_glob = True
        self._text.append(character)
        self._glob.append(character)

    def _single_quoted(self) -> None:
        end = self._command.find("'", self._at)
        if end < 0:
            raise CommandRefused("A single quote is not closed.")
        self._quoted(self._command[self._at : end])
        self._at = end + 1

    def _double_quoted(self) -> None:
        unclosed = "A double quote is not closed."
        self._quoted("")
        while (character := self._next_or(unclosed)) != '"':
            if character == "\\":
                following = self._next_or(unclosed)
                self._quoted(following if following in '"\\$`' else character + following)
                continue
            if character == "`" or (character == "$" and self._stands_for_a_value()):
                raise CommandRefused(f"`{character}` in double quotes would be replaced: use single quotes.")
            self._quoted(character)

    def _stands_for_a_value(self) -> bool:
        following = self._command[self._at : self._at + 1]
        return (following in _AFTER_DOLLAR and bool(following)) or following.isalnum()

    def _quoted(self, text: str) -> None:
        self._is_word, self._is_plain = True, False
        for character in text:
            self._literal(character)

    def _literal(self, character: str) -> None:
        self._is_word = True
        self._text.append(character)
        self._glob.append("\\" + character if character in "*?[]\\!-^" else character)

    def _end_word(self, stage: list[Word]) -> None:
        if self._is_word:
            glob = "".join(self._glob) if self._has_glob else None
            stage.append(Word("".join(self._text), glob, self._is_plain))
        self._text, self._glob = [], []
        self._is_word, self._is_plain, self._has_glob, self._is_in_class = False, True, False, False

    def _next(self) -> str:
        self._at += 1
        return self._command[self._at - 1]

    def _next_or(self, refusal: str) -> str:
        if self._at >= len(self._command):
            raise CommandRefused(refusal)
        return self._next()
