"""Held proposals as faces list them."""

from collections.abc import Sequence

from noctule.capture.choices import choices, target_of
from noctule.service.open_folder import OpenFolder
from noctule.service.project import OpenProject
from noctule.service.uris import uri_of
from noctule.service.values import HeldRow, Related
from noctule.store.proposals import Concern, Proposal


def held_row(profile: OpenFolder, opened: OpenProject, one: Proposal) -> HeldRow:
    """A proposal as it is listed."""
    return HeldRow(
        held=one.id,
        kind="proposal",
        at=one.at,
        by=one.by,
        session_id=one.session,
        verdict=one.verdict,
        reason=one.reason,
        target=one.target,
        name=one.name or one.title or one.topic,
        text=one.text,
        merged=one.merged if target_of(one) else None,
        memory_uri=None,
        related=related_of(profile, opened, one.concerns),
        choices=tuple(choices(one)),
    )


def related_of(profile: OpenFolder, opened: OpenProject, concerns: Sequence[Concern]) -> tuple[Related, ...]:
    """What a proposal concerns, as an answer names it."""
    return tuple(Related(_uri(profile, opened, one), one.relation, one.text) for one in concerns)


def _uri(profile: OpenFolder, opened: OpenProject, concern: Concern) -> str:
    if concern.kind == "instructions":
        return uri_of(concern.path)
    return (opened.folder if concern.kind == "memory" else profile).uri(concern.path)
