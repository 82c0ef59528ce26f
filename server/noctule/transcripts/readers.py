"""The readers there are, one a source: a new one is a line here, and its name in the setting `transcripts.sources`."""

from typing import Final

from noctule.transcripts.claude_code import ClaudeCode
from noctule.transcripts.codex import Codex
from noctule.transcripts.copilot import Copilot
from noctule.transcripts.gemini_cli import GeminiCli
from noctule.transcripts.message import Reader, SessionRef
from noctule.transcripts.opencode import Opencode
from noctule.transcripts.own_turns import OwnTurns
from noctule.transcripts.pi import Pi

READERS: Final[dict[str, Reader]] = {
    reader.source: reader for reader in (ClaudeCode(), Pi(), Codex(), Copilot(), GeminiCli(), Opencode(), OwnTurns())
}


def reader_of(ref: SessionRef) -> Reader:
    """The reader that found a session."""
    return READERS[ref.source]
