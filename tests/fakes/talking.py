"""Conversations as Claude Code keeps them, of a project, with dates."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

SAID_AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


def talk(user_home: Path, project: Path, session_id: str, *texts: str, at: datetime = SAID_AT) -> Path:
    """Adds messages to a session, a minute apart, the person's and the agent's in turn; gives its file."""
    folder = user_home / ".claude" / "projects" / "".join(c if c.isalnum() else "-" for c in str(project))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{session_id}.jsonl"
    with path.open("a", encoding="utf-8") as file:
        for number, text in enumerate(texts):
            kind = ("user", "assistant")[number % 2]
            line = {
                "type": kind,
                "message": {"role": kind, "content": text},
                "uuid": f"{session_id}-{text}",
                "cwd": str(project),
                "sessionId": session_id,
                "timestamp": (at + timedelta(minutes=number)).isoformat(),
            }
            file.write(json.dumps(line) + "\n")
    return path
