"""Which entries of the change log make one commit: those of one writer's turn, outside changes before ours. Pure."""

from collections.abc import Iterable
from datetime import datetime

from noctule.dataclass import dataclass, field
from noctule.store.changes import REASON_FOUND, Author, Change


@dataclass(slots=True)
class Group:
    """The changes of one commit, the last of each path counting."""

    at: datetime
    author: Author
    changes: dict[str, Change] = field(default_factory=dict)
    reasons: dict[str, None] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        return "; ".join(self.reasons)

    @property
    def is_found(self) -> bool:
        return REASON_FOUND in self.reasons

    def add(self, change: Change) -> None:
        self.changes[change.path] = change
        if change.reason:
            self.reasons[change.reason] = None


def groups_of(changes: Iterable[Change]) -> list[Group]:
    """The commits that tell `changes`, oldest first.

    A turn enters all its changes with one time. What it met on disk belongs before it, as far as it had not touched the
    same file itself by then.
    """
    groups: list[Group] = []
    for change in changes:
        _group_for(groups, change).add(change)
    return groups


def _group_for(groups: list[Group], change: Change) -> Group:
    place = len(groups)
    for index in range(len(groups) - 1, -1, -1):
        group = groups[index]
        if group.at != change.at:
            break
        if group.author == change.author:
            return group
        if change.path in group.changes:
            break
        if change.reason == REASON_FOUND and not group.is_found and place == index + 1:
            place = index
    made = Group(change.at, change.author)
    groups.insert(place, made)
    return made
