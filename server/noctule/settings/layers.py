"""Layers of settings, the later over the earlier, each value checked; what is wrong is named and the rest stands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from noctule.dataclass import dataclass
from noctule.errors import SettingsError
from noctule.settings.check import BadValue, checked
from noctule.settings.declaration import Declared, Settings, build, declared
from noctule.settings.jsonc import parse

CLIENT_OWN = frozenset({"serverCommand", "serverArguments", "trace", "statusBar", "panel", "notify"})

Source = Literal["default", "user", "project", "state", "client", "environment"]
SettingFault = Literal["value", "unknown", "misplaced", "notForProjects", "file"]


@dataclass(frozen=True, slots=True)
class SettingProblem:
    """Something in a layer that was not taken. `message` is a sentence for a person."""

    source: Source
    name: str
    message: str
    fault: SettingFault = "value"


@dataclass(frozen=True, slots=True)
class Layer:
    """What one place says: values by dotted name, checked, and what could not be taken."""

    source: Source
    values: Mapping[str, object]
    problems: tuple[SettingProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolved:
    """The settings in force, which layer each value that is no default came from, and every problem met."""

    settings: Settings
    origins: Mapping[str, Source]
    problems: tuple[SettingProblem, ...]

    def origin(self, name: str) -> Source:
        return self.origins.get(name, "default")


def layer_of(source: Source, tree: object) -> Layer:
    """A layer from an object, nested (`{"recall": {"enabled": true}}`), dotted (`{"recall.enabled": true}`) or both.

    A client sends its whole section: there, null means not set, and the client's own keys are passed over.
    """
    if tree is None:
        return Layer(source, {})
    if not isinstance(tree, Mapping):
        return Layer(source, {}, (SettingProblem(source, "", "The settings are no object; the defaults stand."),))
    known = declared()
    values: dict[str, object] = {}
    problems: list[SettingProblem] = []
    for name, value in _flat(tree, "", known):
        if source == "client" and (value is None or name.partition(".")[0] in CLIENT_OWN):
            continue
        try:
            values[name] = checked(known[name], value)
        except BadValue as error:
            problems.append(SettingProblem(source, name, f"`{name}` {error}; the value given is not taken."))
        except KeyError:
            problems.append(SettingProblem(source, name, _unknown(name, known), "unknown"))
    return Layer(source, values, tuple(problems))


# What can only be a setting of ours: `enabled` and the like may be other programs' in the same file.
_SECTIONS = frozenset(name.partition(".")[0] for name in declared() if "." in name)


def layer_of_file(source: Source, data: bytes, shown_path: str) -> Layer:
    """The layer in a settings file's bytes, under its key `memory`. A file that cannot be read is one problem."""
    try:
        tree = parse(data)
    except SettingsError as error:
        return _unreadable(source, f"{shown_path} cannot be read: {error}. The defaults stand until it is mended.")
    if not isinstance(tree, Mapping):
        return _unreadable(source, f"{shown_path} holds no object. The defaults stand until it is mended.")
    layer = layer_of(source, tree.get("memory"))
    stray = sorted(str(name) for name in tree if name in _SECTIONS)
    if not stray:
        return layer
    said = f"{shown_path}: `{stray[0]}` stands beside the key `memory`, where it has no effect. Move it under that key."
    return Layer(source, layer.values, (*layer.problems, SettingProblem(source, stray[0], said, "misplaced")))


def resolve(layers: Sequence[Layer]) -> Resolved:
    """Lays the layers over the defaults in the order given. A project's layer may only make things more cautious."""
    known = declared()
    values: dict[str, object] = {}
    origins: dict[str, Source] = {}
    problems = [problem for layer in layers for problem in layer.problems]
    for layer in layers:
        for name, value in layer.values.items():
            now = values.get(name, known[name].default)
            if layer.source == "project" and not _may_project(known[name], now, value):
                problems.append(SettingProblem("project", name, _not_for_projects(name), "notForProjects"))
                continue
            values[name] = value
            origins[name] = layer.source
    return Resolved(build(values), origins, tuple(problems))


def _flat(tree: Mapping[object, object], prefix: str, known: Mapping[str, Declared]) -> Iterator[tuple[str, object]]:
    for key, value in tree.items():
        name = f"{prefix}{key}"
        is_section = any(setting.startswith(f"{name}.") for setting in known)
        if name in known or not isinstance(value, Mapping) or not (value or is_section):
            yield name, value
        else:
            yield from _flat(value, name + ".", known)


def _unknown(name: str, known: Mapping[str, Declared]) -> str:
    import difflib

    near = difflib.get_close_matches(name[:80], known, n=1)
    hint = f" Did you mean `{near[0]}`?" if near else ""
    return f"`{name[:80]}` is no setting of Noctule.{hint}"


def _unreadable(source: Source, message: str) -> Layer:
    return Layer(source, {}, (SettingProblem(source, "", message, "file"),))


def _may_project(setting: Declared, now: object, value: object) -> bool:
    """Whether a project's file may put `value` over `now`: off, fewer, slower, more careful, never the reverse."""
    if value == now:
        return True
    match setting.rule.project:
        case "switchOff":
            return not value
        case "lower":
            return _less(value, now)
        case "raise":
            return _less(now, value)
        case "shorten":
            return isinstance(value, tuple) and isinstance(now, tuple) and set(value) <= set(now)
        case "guard":
            return value == setting.rule.choices[-1]
    return False


def _less(one: object, other: object) -> bool:
    return isinstance(one, int | float) and isinstance(other, int | float) and one < other


def _not_for_projects(name: str) -> str:
    return f"`{name}`: a project's own settings may only switch off or tighten; set it in your user settings instead."
