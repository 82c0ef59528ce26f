"""The throw-away project of the tour: a repository with a memory folder as Claude Code writes them."""

from pathlib import Path

_MEMORIES = {
    "integration-tests.md": """\
---
name: integration-tests
description: integration tests run against a real database, never mocks
metadata:
  node_type: memory
  type: feedback
  originSessionId: 6f1d2c9e-0b7a-4d53-9c44-2a1e5f0b7d10
---

Integration tests run against a real Postgres, started by `make test-db`. Never mock the database.

**Why:** mocked tests passed while a migration broke production.
**How to apply:** everything under tests/integration.
""",
    "staging-ssh.md": """\
---
name: Staging SSH
description: how to reach the staging hosts over ssh; port and jump host
type: reference
---

Staging listens for SSH on port 2222, through the jump host `bastion-1`.
""",
    "merge-freeze.md": """\
---
name: Merge freeze
description: no merges to main from 2026-03-05 until the mobile release is out
type: project
---

Merges to main are frozen from 2026-03-05 until the mobile release is out. Risky changes wait.

**Why:** the release branch was broken twice by late merges.
""",
    "package-manager.md": """\
---
name: Package manager
description: this repository uses pnpm, never npm or yarn
type: feedback
---

Use pnpm. The lock file of npm once shipped a second copy of React.
""",
    "user-role.md": """\
---
name: User role
description: backend engineer, ten years of Go, new to React
type: user
---

Explain frontend ideas by what a backend engineer knows.
""",
    "設計メモ.md": """\
---
name: 本番デプロイ
description: 本番デプロイは金曜に行わない
type: project
---

本番デプロイは金曜日には行わない。障害対応の当番がいないため。
""",
}

_INDEX = """\
# Project memory

- [Integration tests](integration-tests.md) — a real database, never mocks
- [Staging SSH](staging-ssh.md) — port 2222, through bastion-1
- [Merge freeze](merge-freeze.md) — from 2026-03-05
- [Package manager](package-manager.md) — pnpm only
- [User role](user-role.md) — Go for ten years, new to React
- [本番デプロイ](設計メモ.md) — 金曜に行わない
"""

TURN = "how do the integration tests reach the database?"
OFF_TOPIC = "please translate this birthday poem into French"


def make_project(folder: Path) -> Path:
    """A project's folder with a repository's mark and one source file."""
    root = folder / "harbour"
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    (root / "app.py").write_text("print('harbour')\n", encoding="utf-8")
    return root


def make_memories(folder: Path) -> Path:
    """A memory folder with an index and six memories, in both of Claude Code's dialects."""
    memories = folder / "memory"
    memories.mkdir()
    (memories / "MEMORY.md").write_text(_INDEX, encoding="utf-8")
    for name, text in _MEMORIES.items():
        (memories / name).write_text(text, encoding="utf-8")
    return memories
