"""Looks at the models that the settings name: whether they can be used, and whether their servers answer."""

from collections.abc import AsyncIterator, Iterator

from noctule.models.chat import NO_MODEL
from noctule.models.choose import Means, choose
from noctule.models.probe import Answered, is_here, probe
from noctule.models.providers import read_providers
from noctule.models.transport import Edge
from noctule.service.doctor.trouble import Trouble
from noctule.service.project import OpenProject, Projects
from noctule.settings.declaration import EDITOR

_SAID: dict[Answered, tuple[str, str]] = {
    "unreachable": ("model-unreachable", "nobody answers at {url}. Start that server, or correct its `baseUrl`."),
    "keyRefused": ("model-refused", "{url} refuses the key. Put a right one into {key}."),
    "nothingThere": ("model-refused", "{url} answers, but has no models there. `baseUrl` mostly ends with /v1."),
    "noSuchModel": ("model-refused", "{url} has no model called {model}. Name one that it lists."),
}


def look_at_models(projects: Projects, opened: OpenProject) -> Iterator[Trouble]:
    """Asks nobody: whether each named model has a provider, and that its key."""
    means = _means(projects, opened)
    for name, settings in _named(opened).items():
        where = " and ".join(f"`{setting}`" for setting in settings)
        if name.partition("/")[0] == EDITOR:
            said = f"{where}: the editor's own model serves only in an editor that lends one, and asks for your consent"
            yield Trouble("model-from-editor", "information", f"{said} there. Commands and hooks do without.")
            continue
        for one in choose([name], means).unusable:
            said = f"{where}: {one.reason} Set it where the editor and this shell are started, or name another model."
            yield Trouble("model-unusable", "warning", said)


async def ask_servers(projects: Projects, opened: OpenProject, *, online: bool) -> AsyncIterator[Trouble]:
    """Asks the servers of this machine for their models, and with `online` those elsewhere too. No text is sent."""
    means = _means(projects, opened)
    for name, settings in _named(opened).items():
        if name.partition("/")[0] == EDITOR or choose([name], means).unusable or not (online or is_here(name, means)):
            continue
        said = _SAID.get(await probe(name, means))
        if said is not None:
            provider = means.providers.by_name[name.partition("/")[0]]
            code, sentence = said
            told = sentence.format(
                url=provider.base_url, key=provider.key_variable or "a variable", model=name.partition("/")[2]
            )
            where = " and ".join(f"`{setting}`" for setting in settings)
            yield Trouble(code, "warning", f"{where}: {told}")


def _means(projects: Projects, opened: OpenProject) -> Means:
    providers = read_providers(opened.resolved.settings.models.providers)
    return Means(providers, projects.places.environ, Edge(projects.now))


def _named(opened: OpenProject) -> dict[str, list[str]]:
    """Each model that is named, with the settings that name it."""
    settings, found = opened.resolved.settings, dict[str, list[str]]()
    for task, names in (
        ("recall", settings.recall.model),
        ("dream", settings.dream.model),
        ("capture", settings.capture.model),
    ):
        for name in dict.fromkeys(one.strip() for one in names):
            if name not in ("", NO_MODEL):
                found.setdefault(name, []).append(f"{task}.model")
    return found
