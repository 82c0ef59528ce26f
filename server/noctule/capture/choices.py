"""What may become of a held proposal, the recommended first."""

from typing import Literal

from noctule.store.proposals import Concern, Proposal

Choice = Literal["merge", "replace", "add", "discard"]


def choices(proposal: Proposal) -> tuple[Choice, ...]:
    """Merge and replace only where there is something to write over, in the store that the text would go to.

    What an instruction file says counts for more than a memory, and what the other store knows is known already.
    """
    found: list[Choice] = []
    if target_of(proposal) is not None:
        found = ["merge", "replace"] if proposal.merged else ["replace"]
    everything: list[Choice] = [*found, "add", "discard"]
    first = _recommended(proposal)
    return (first, *(one for one in everything if one != first))


def target_of(proposal: Proposal) -> Concern | None:
    """What a merge or a replacement would be written over."""
    store = "memory" if proposal.target == "project" else proposal.target
    return next((one for one in proposal.concerns if one.can_change and one.kind == store), None)


def _recommended(proposal: Proposal) -> Choice:
    if proposal.verdict in ("new", "unreviewed"):
        return "add"
    if proposal.verdict == "duplicate" or any(one.kind == "instructions" for one in proposal.concerns):
        return "discard"
    if target_of(proposal) is None:
        return "discard" if proposal.verdict == "overlap" else "add"
    if proposal.verdict == "contradiction":
        return "replace"
    return "merge" if proposal.merged else "add"
