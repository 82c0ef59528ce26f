"""Memory switched on and off for a project, and a person's word that a folder may be trusted."""

from noctule.errors import Disabled
from noctule.service.project import OpenProject, Projects
from noctule.service.uris import real
from noctule.settings.environment import DISABLE

FLAG = "enabled"


class Switches:
    """What `enable`, `disable` and `trust` do."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects

    def enable(self, workspace_uri: str | None = None) -> OpenProject:
        """Switches memory on for a project, over the user's and the project's files.

        Raises `Disabled` where an outer layer keeps it off, and says which.
        """
        opened = self._switch(workspace_uri, "on")
        layer = opened.resolved.origin("enabled")
        if opened.is_enabled:
            return opened
        outer = f"{DISABLE} is set in the environment" if layer == "environment" else f"the {layer} settings say so"
        raise Disabled(f"Memory stays off for {opened.project.name}: {outer}.")

    def disable(self, workspace_uri: str | None = None) -> OpenProject:
        """Switches memory off for a project. Its memories stay where they are."""
        return self._switch(workspace_uri, "off")

    def trust(self, workspace_uri: str | None = None) -> OpenProject:
        """Records that the folder and all in it may bring settings of its own."""
        opened = self._projects.open(workspace_uri)
        self._projects.state.trust(str(real(opened.root.path)), self._projects.now())
        return self._projects.open(workspace_uri)

    def distrust(self, workspace_uri: str | None = None) -> OpenProject:
        """Takes that word back. A folder around it that is trusted makes it trusted still."""
        opened = self._projects.open(workspace_uri)
        self._projects.state.distrust(str(real(opened.root.path)))
        return self._projects.open(workspace_uri)

    def _switch(self, workspace_uri: str | None, value: str) -> OpenProject:
        opened = self._projects.open(workspace_uri)
        self._projects.state.set_flag(opened.project.key, FLAG, value)
        return self._projects.open(workspace_uri)
