"""Looks at the settings in force: what was not taken, and what leads nowhere."""

from collections.abc import Iterator
from pathlib import Path

from noctule.errors import SettingsError
from noctule.models.providers import read_providers
from noctule.service.configuration import PROJECT_FILE, settings_folder
from noctule.service.doctor.trouble import Trouble
from noctule.service.instructions import promote_file
from noctule.service.project import OpenProject, Projects
from noctule.settings.layers import SettingFault
from noctule.store.location import expand
from noctule.store.looking import is_file, is_folder, is_there

_CODES: dict[SettingFault, str] = {
    "value": "setting-value",
    "unknown": "setting-unknown",
    "misplaced": "setting-misplaced",
    "notForProjects": "setting-not-for-projects",
    "file": "settings-file",
}


def look_at_settings(projects: Projects, opened: OpenProject) -> Iterator[Trouble]:
    resolved = opened.resolved
    for problem in resolved.problems:
        yield Trouble(_CODES[problem.fault], "warning", problem.message)
    for said in read_providers(resolved.settings.models.providers).problems:
        yield Trouble("provider", "warning", f"{said}.")
    yield from _untrusted(projects, opened)
    if not opened.is_enabled:
        yield Trouble("memory-off", "information", _off(resolved.origin("enabled")))
    if resolved.settings.extract.enabled and not resolved.settings.capture.model:
        said = "`extract.enabled` is on, but `capture.model` names no model, so nothing is extracted. Name one."
        yield Trouble("extract-no-model", "warning", said)
    if resolved.settings.dream.model and not resolved.settings.dream.enabled:
        said = "`dream.model` is named, but dreams begin only when you say so. Set `dream.enabled` to change that."
        yield Trouble("dream-on-demand", "hint", said)
    yield from _promotion(projects, opened)
    yield from _transcripts(projects, opened)


def _off(layer: str) -> str:
    who = {
        "environment": "NOCTULE_DISABLE is set in the environment; unset it",
        "state": "`noctule disable` said so; `noctule enable` switches it on",
        "client": "the editor's settings say so; set `noctule.enabled` there",
        "project": f"the project's {PROJECT_FILE.as_posix()} says so",
    }
    return f"Memory is off here: {who.get(layer, 'your settings say so; set `enabled` to true')}."


def _untrusted(projects: Projects, opened: OpenProject) -> Iterator[Trouble]:
    folder = settings_folder(opened.root.path, opened.project.root)
    if is_file(folder / PROJECT_FILE) and not projects.is_trusted(folder):
        said = f"{folder / PROJECT_FILE} is not read, since the folder is not trusted. `noctule trust` has it read."
        yield Trouble("settings-untrusted", "information", said)


def _promotion(projects: Projects, opened: OpenProject) -> Iterator[Trouble]:
    try:
        file = promote_file(projects, opened)
    except SettingsError as error:
        yield Trouble("promote-file", "warning", f"`promote.file`: {error}")
        return
    if file is None:
        return
    is_link = is_there(file.parent) and file.is_symlink()
    if is_link or not is_file(file):
        what = "is a link" if is_link else "is no file" if is_there(file) else "is not there"
        yield Trouble("promote-file", "warning", f"`promote.file` {what}: {file}. Name a plain file that is there.")


def _transcripts(projects: Projects, opened: OpenProject) -> Iterator[Trouble]:
    places = projects.places
    for named in opened.resolved.settings.transcripts.paths:
        try:
            path = opened.project.root / expand(named, places.environ, places.user_home, "`transcripts.paths`")
        except SettingsError as error:
            yield Trouble("transcripts-absent", "warning", str(error))
            continue
        if not is_folder(Path(path)):
            said = f"`transcripts.paths` names {path}, which is no folder that is there. Correct it, or take it out."
            yield Trouble("transcripts-absent", "warning", said)
