"""Offers, once to a person, to have an agent that they use here use Noctule by its hooks."""

from noctule.errors import NoctuleError
from noctule.service.agent_hooks import NAMES, AgentHooks
from noctule.service.project import Projects

# Of the person, not of a project.
_WHO, _FLAG = "", "hooks.offered"


def hooks_offer(projects: Projects) -> str | None:
    """What to say, if it was never said and some agent that is used here has no hooks of ours. Raises nothing."""
    try:
        opened, places = projects.open(None), projects.places
        if not opened.is_enabled or projects.state.flag(_WHO, _FLAG) is not None:
            return None
        hooks = AgentHooks(places.environ, places.user_home, opened.project.root, "noctule")
        without = [agent for agent in NAMES if hooks.is_used(agent) and _has_none(hooks, agent)]
        if not without:
            return None
        projects.state.set_flag(_WHO, _FLAG, "on")
    except NoctuleError:
        return None
    names = " and ".join(NAMES[agent] for agent in without)
    commands = " and ".join(f"`noctule hooks install {agent}`" for agent in without)
    return f"{names} can use this memory too, by hooks: {commands}. (This is said once.)"


def _has_none(hooks: AgentHooks, agent: str) -> bool:
    return all(one.state == "absent" for one in hooks.states() if one.agent == agent)
