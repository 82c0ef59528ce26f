"""What a dream's model is told first: the same inputs give the same bytes, and all that others wrote stands fenced."""

from noctule.dream.task import AgentTask, ProjectRules
from noctule.dream.tools.desk import DIGEST
from noctule.dream.tools.overview import index_of, listed
from noctule.errors import MemoryProblem, StorageError
from noctule.memories.text import decode
from noctule.models.chat import Message
from noctule.prompts import load
from noctule.safety.confine import Confined
from noctule.safety.redact import redact_in_parts
from noctule.safety.sanitize import neutralise, one_line
from noctule.safety.shell.table import command_list

# A digest is at most as long as its setting says, which is 96,000 bytes by default.
LARGEST_DIGEST = 400_000
# All instruction files together: they are read to be compared, not to be learnt by heart.
LARGEST_RULES = 32_000
LARGEST_INDEX = 32_000
# Beyond this an instruction file is not even looked through.
_READ_RULES = 1_000_000

_NO_RULES = "The project has no instruction files."
_NO_DIGEST = "There is no digest of sessions."


def opening(task: AgentTask) -> tuple[Message, Message]:
    """The system message and the first message. Raises a StorageError where the stage cannot be read."""
    digest = _digest_of(task)
    gather = load("dream-sessions") if digest else load("dream-upkeep")
    system = load("dream").fill(gather=gather.text.strip(), commands=command_list())
    begin = load("dream-begin").fill(
        today=task.today.isoformat(),
        memories=_fenced("overview", listed(task.stage), LARGEST_INDEX * 2),
        index=_fenced("index", redact_in_parts(index_of(task.stage)).text, LARGEST_INDEX),
        rules=_rules(task.rules),
        digest=f"The digest of past sessions, also to be read as `{DIGEST}`:\n\n{digest}" if digest else _NO_DIGEST,
    )
    return Message("system", system), Message("user", begin)


def _digest_of(task: AgentTask) -> str:
    if task.digest is None:
        return ""
    confined = Confined(task.stage, readable=(task.digest,))
    try:
        data = confined.read(str(task.digest.absolute()), LARGEST_DIGEST)
    except (MemoryProblem, StorageError):
        return ""
    text = decode(data).text
    return _fenced("sessions", redact_in_parts(text).text, LARGEST_DIGEST) if text.strip() else ""


def _rules(rules: tuple[ProjectRules, ...]) -> str:
    if not rules:
        return _NO_RULES
    parts = ["The project's instruction files:"]
    left = LARGEST_RULES
    for one in rules:
        fenced = _fenced(one_line(one.name, 80), redact_in_parts(one.text[:_READ_RULES]).text, left)
        left = max(left - len(fenced.encode()), 0)
        parts.append(fenced)
    return "\n\n".join(parts)


def _fenced(name: str, text: str, most_bytes: int) -> str:
    """The text between two lines that it cannot hold itself: each of its own lines is set in by a bar."""
    data = neutralise(text).encode("utf-8", "replace")
    kept = data[:most_bytes].decode("utf-8", "ignore")
    if len(data) > most_bytes:
        kept = kept.rpartition("\n")[0] + "\n[cut here]"
    body = "\n".join(f"| {line}".rstrip() for line in kept.rstrip("\n").split("\n"))
    return f"----- begin {name}: data -----\n{body}\n----- end {name} -----"
