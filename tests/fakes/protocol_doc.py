"""PROTOCOL.md as tests read it: its examples, in order."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from fakes.markdown import Block, blocks

PROTOCOL = Path(__file__).parents[2] / "server" / "PROTOCOL.md"

_SENDER = re.compile(r"^// (client|server)\b.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class File:
    """A file that is written at this point of the examples: into the memory folder, unless its path is absolute."""

    line: int
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the examples, as it stands in the document."""

    line: int
    sender: Literal["client", "server"]
    value: dict[str, Any]

    @property
    def label(self) -> str:
        """What the message is, for a test's name: `memory/recall`, or `answer 7`."""
        return str(self.value.get("method") or f"answer {self.value.get('id')}")


def document() -> str:
    return PROTOCOL.read_text(encoding="utf-8")


def examples(text: str) -> list[File | Message]:
    """The files (```markdown PATH) and the messages (```jsonc) of the document, in order."""
    steps: list[File | Message] = []
    for block in blocks(text):
        if block.language == "markdown" and block.word:
            steps.append(File(block.line, block.word, block.text))
        if block.language == "jsonc":
            steps += _messages(block)
    return steps


def _messages(block: Block) -> list[Message]:
    senders = [*_SENDER.finditer(block.text)]
    ends = [one.start() for one in senders[1:]] + [len(block.text)]
    return [_message(block, sender, end) for sender, end in zip(senders, ends, strict=True)]


def _message(block: Block, sender: re.Match[str], end: int) -> Message:
    line = block.line + 1 + block.text.count("\n", 0, sender.start())
    value = {"jsonrpc": "2.0", **json.loads(block.text[sender.end() : end])}
    return Message(line, "client" if sender[1] == "client" else "server", value)
