"""The environment's layer: the folder of memories, and the switch that turns all off."""

from collections.abc import Mapping

from noctule.settings.layers import Layer, SettingProblem

MEMORY_DIR = "NOCTULE_MEMORY_DIR"
DISABLE = "NOCTULE_DISABLE"
HOME = "NOCTULE_HOME"

_YES = frozenset({"1", "true", "yes", "on"})
_NO = frozenset({"", "0", "false", "no", "off"})


def layer_of_environment(environ: Mapping[str, str]) -> Layer:
    """An empty variable counts as not set. A switch that is neither yes nor no is named, and not taken."""
    values: dict[str, object] = {}
    problems: list[SettingProblem] = []
    location = environ.get(MEMORY_DIR, "").strip()
    if location:
        values["location"] = location
    switch = environ.get(DISABLE, "").strip().lower()
    if switch in _YES:
        values["enabled"] = False
    elif switch not in _NO:
        problems.append(SettingProblem("environment", "enabled", f"{DISABLE} takes 1, true, yes or on."))
    return Layer("environment", values, tuple(problems))
