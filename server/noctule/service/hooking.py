"""The use case of agents' hooks: how things stand, and the change of a settings file, shown before it is made."""

import hashlib

from noctule.errors import SettingsError
from noctule.service.agent_hooks import NAMES, Agent, AgentHooks, Edit, HookState, Scope
from noctule.service.own_memory import own_memory
from noctule.service.programs import command_line
from noctule.service.project import Projects


class Hooking:
    """Raises `WorkspaceError`s, `SettingsError` for a file that cannot be read, and `StorageError`s."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    def states(
        self, agents: tuple[Agent, ...] = tuple(NAMES), workspace_uri: str | None = None
    ) -> tuple[HookState, ...]:
        """How things stand, for the person and for the project."""
        return tuple(self._hooks("user", workspace_uri).states(agents))

    def used(self, workspace_uri: str | None = None) -> tuple[Agent, ...]:
        """The agents that the person has on this machine."""
        hooks = self._hooks("user", workspace_uri)
        return tuple(agent for agent in NAMES if hooks.is_used(agent))

    def own_memory(self, agent: Agent, workspace_uri: str | None = None) -> str | None:
        """What it means that the agent keeps a memory of its own as well; None where it does not."""
        opened, places = self._projects.open(workspace_uri), self._projects.places
        location = opened.resolved.settings.location
        return own_memory(agent, places.environ, places.user_home, opened.project.root, location)

    def planned(self, agent: Agent, scope: Scope, *, is_install: bool, workspace_uri: str | None = None) -> Edit:
        """What installing or removing would change. Nothing is written."""
        hooks = self._hooks(scope, workspace_uri)
        return hooks.install(agent, scope) if is_install else hooks.remove(agent, scope)

    def make(self, edit: Edit, shown: str | None = None, workspace_uri: str | None = None) -> None:
        """Makes the change. With `shown`, the `mark` of the one that the person saw, no other one is made."""
        if shown is not None and shown != mark(edit):
            raise SettingsError(f"{edit.file} is not as it was shown any more; nothing was written. Look at it again.")
        self._hooks("user", workspace_uri).apply(edit)

    def _hooks(self, scope: Scope, workspace_uri: str | None) -> AgentHooks:
        opened, places = self._projects.open(workspace_uri), self._projects.places
        # What is shared in a project names no one's folders.
        program = "noctule" if scope == "project" else command_line()
        return AgentHooks(places.environ, places.user_home, opened.project.root, program)


def mark(edit: Edit) -> str:
    """Stands for this very change: another file, or other text in it, has another mark."""
    parts = (str(edit.file), *("-" if text is None else f"={text}" for text in (edit.before, edit.after)))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
