"""Batches: several structured writes that happen all or not at all, in the project's memory or in the profile."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from noctule.capture.batch import Add, Operation, Remove, Replace, check_size, write_all, write_items
from noctule.capture.change import Replacement
from noctule.capture.items import Store
from noctule.capture.write import Addition
from noctule.dataclass import dataclass, fields, replace
from noctule.errors import MemoryProblem, NotFound, Refused
from noctule.service.capture.advising import Advice, advice_on_item, advice_on_memory, all_known_to_agents
from noctule.service.capture.writing import Target, Writer, Writing, answer_of, store_answer_of, store_of
from noctule.service.following import Following
from noctule.service.project import OpenProject, Projects
from noctule.service.roots import note_project
from noctule.service.values import BatchAnswer, WriteAnswer

_TARGETS = ("project", "user", "notes")
_FIELD_NAMES = {"memory_uri": "memoryUri"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One operation as a client names it: `op` is add, replace or remove, the rest as of the single writes."""

    op: str
    target: str = "project"
    memory_uri: str | None = None
    text: str | None = None
    old: str | None = None
    entry: str | None = None
    item: str | None = None
    title: str | None = None
    topic: str | None = None
    name: str | None = None
    description: str | None = None
    type: str = "feedback"
    force: bool = False


class Batching:
    """The use case of `batch`. Raises what single writes raise, with the operation's number; nothing is done then."""

    def __init__(self, projects: Projects, following: Following, writing: Writing) -> None:
        self._projects = projects
        self._following = following
        self._writing = writing

    def run(self, wanted: Sequence[Wanted], writer: Writer, numbers: Sequence[int] | None = None) -> BatchAnswer:
        """Makes all of it: at most 100 operations and 1,000,000 bytes, all on the project or all on the profile.

        `numbers` are what errors call the operations, where these are a part of a client's batch.
        """
        opened = self._writing.opened_for(writer)
        numbers = numbers if numbers is not None else range(1, len(wanted) + 1)
        operations = [self._operation(opened, number, one) for number, one in zip(numbers, wanted, strict=True)]
        check_size(operations)
        are_project = {one.target == "project" for one in operations}
        if len(are_project) > 1:
            raise Refused("A batch is about the project or about the profile, not both: send two.")
        write = self._to_project if are_project == {True} else self._to_profile
        answers = write(opened, operations, writer, numbers)
        verdict = "written" if any(one.verdict == "written" for one in answers) else "duplicate"
        return BatchAnswer(verdict, answers)

    def _to_project(
        self, opened: OpenProject, operations: Sequence[Operation], writer: Writer, numbers: Sequence[int]
    ) -> tuple[WriteAnswer, ...]:
        folder, now = opened.folder, self._projects.now()
        advice = [_advice(one, lambda text, but: advice_on_memory(opened, text, now, but)) for one in operations]
        known = all_known_to_agents(opened)
        outcomes = write_all(folder.memories, operations, known, self._writing.hand_for(folder, writer), numbers)
        note_project(self._projects, opened)
        self._following.gather(folder)
        return tuple(told.on(answer_of(folder, one)) for told, one in zip(advice, outcomes, strict=True))

    def _to_profile(
        self, opened: OpenProject, operations: Sequence[Operation], writer: Writer, numbers: Sequence[int]
    ) -> tuple[WriteAnswer, ...]:
        folder, now = self._projects.profile(opened), self._projects.now()
        targets = [cast("Target", one.target) for one in operations]
        stores: dict[str, Store] = {one: store_of(folder, opened, replace(writer, target=one)) for one in targets}
        used = [stores[target] for target in targets]

        def advise(file: str) -> Callable[[str, str | None], Advice]:
            return lambda text, but: advice_on_item(folder, file, text, now, but)

        advice = [_advice(one, advise(store.file)) for one, store in zip(operations, used, strict=True)]
        outcomes = write_items(stores, operations, self._writing.hand_for(folder, writer), numbers)
        self._following.gather(folder)
        answers = [store_answer_of(folder, store, one) for one, store in zip(outcomes, used, strict=True)]
        return tuple(told.on(answer) for told, answer in zip(advice, answers, strict=True))

    def _operation(self, opened: OpenProject, number: int, wanted: Wanted) -> Operation:
        """Raises `Refused` for what is no operation, `NotFound`, `PathRefused`; each with its number."""
        try:
            return self._read(opened, wanted)
        except MemoryProblem as error:
            raise type(error)(f"Operation {number}: {error}") from error

    def _read(self, opened: OpenProject, one: Wanted) -> Operation:
        if one.target not in _TARGETS:
            raise Refused(f"There is no target `{one.target[:40]}`: it is one of {', '.join(_TARGETS)}.")
        match one.op:
            case "add":
                return Add(addition_wanted(one), one.target)
            case "replace":
                change = Replacement(text=_needed(one.text), old=one.old, entry=one.entry, is_forced=one.force)
                return Replace(self._path(opened, one), change, one.target)
            case "remove":
                return Remove(self._path(opened, one), one.entry, one.item, one.target)
        raise Refused(f"There is no operation `{one.op[:40]}`: it is add, replace or remove.")

    def _path(self, opened: OpenProject, one: Wanted) -> str:
        """The memory that is meant; an item of a store has none."""
        if one.target != "project":
            return ""
        if one.memory_uri is None:
            raise NotFound("No memory is named: give its memoryUri.")
        return self._projects.relative(opened, one.memory_uri)


def wanted_of(value: object) -> tuple[Wanted, ...]:
    """The operations in a JSON value: a list of them, or an object with the list under `operations`.

    Unknown fields are ignored, as on the wire. Raises `Refused`, which names the field that is of another type.
    """
    listed = value.get("operations") if isinstance(value, dict) else value
    if not isinstance(listed, list):
        raise Refused("A batch is a JSON list of operations, or an object that holds one under `operations`.")
    return tuple(_wanted(number, one) for number, one in enumerate(listed, 1))


def _wanted(number: int, value: object) -> Wanted:
    if not isinstance(value, dict) or not isinstance(value.get("op"), str):
        raise Refused(f"Operation {number}: it is no object with an `op` (add, replace or remove).")
    told: dict[str, Any] = {}
    for field in fields(Wanted):
        name = _FIELD_NAMES.get(field.name, field.name)
        given = value.get(name)
        if given is None:
            continue
        if not isinstance(given, bool if field.name == "force" else str):
            raise Refused(f"Operation {number}: `{name}` must be {'true or false' if name == 'force' else 'text'}.")
        told[field.name] = given
    return Wanted(**told)


def addition_wanted(one: Wanted) -> Addition:
    """The addition that an `add` of a batch asks for. Raises `Refused` where it has no text."""
    return Addition(
        text=_needed(one.text),
        title=one.title,
        topic=one.topic,
        name=one.name,
        description=one.description,
        type=one.type,
        is_forced=one.force,
    )


def _needed(text: str | None) -> str:
    if text is None:
        raise Refused("It needs a `text`.")
    return text


def _advice(operation: Operation, advise: Callable[[str, str | None], Advice]) -> Advice:
    match operation:
        case Add(addition=addition):
            return advise(addition.text, None)
        case Replace(path=path, replacement=one):
            return advise(one.text, path or one.old)
        case Remove():
            return Advice()
