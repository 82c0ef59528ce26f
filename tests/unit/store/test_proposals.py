"""Held proposals as files: whole, private, settled once, and none lost for a damaged one."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from noctule.errors import NotFound, Refused
from noctule.store.proposals import Concern, Proposal, Proposals

NOW = datetime(2026, 3, 5, 10, 0, tzinfo=UTC)
CONCERN = Concern("memory", "ports.md", "Tide “service”", "ab12", "near", "line\none", True)
PROPOSAL = Proposal(
    id="0a1b2c3d",
    at=NOW,
    workspace="/home/ana/ferry",
    target="project",
    text="a\ud800 text\r\nwith § and \u202e",
    type="feedback",
    by="agent",
    session="s1",
    verdict="overlap",
    reason="because",
    topic="Ports",
    concerns=(CONCERN,),
    merged="both",
)


@pytest.fixture
def proposals(tmp_path: Path) -> Proposals:
    return Proposals(tmp_path / "state")


def test_a_proposal_comes_back_as_it_was(proposals: Proposals, tmp_path: Path) -> None:
    proposals.put(PROPOSAL)
    assert proposals.find(PROPOSAL.id) == PROPOSAL
    assert proposals.all() == (PROPOSAL,)
    (file,) = (tmp_path / "state" / "proposals").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_reading_makes_nothing(proposals: Proposals, tmp_path: Path) -> None:
    assert proposals.all() == ()
    assert list(tmp_path.iterdir()) == []


def test_the_oldest_come_first(proposals: Proposals) -> None:
    later = replace(PROPOSAL, id="00000001", at=NOW.replace(hour=11))
    for one in (later, PROPOSAL):
        proposals.put(one)
    assert [one.id for one in proposals.all()] == [PROPOSAL.id, later.id]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b'{"id": 7}', b"[" * 100_000])
def test_a_damaged_one_hides_no_other_and_stays(proposals: Proposals, tmp_path: Path, damage: bytes) -> None:
    proposals.put(PROPOSAL)
    broken = tmp_path / "state" / "proposals" / "ffffffff.json"
    broken.write_bytes(damage)
    assert proposals.all() == (PROPOSAL,)
    with pytest.raises(NotFound):
        proposals.find("ffffffff")
    assert broken.read_bytes() == damage


@pytest.mark.parametrize("name", ["", "..", "../proposals", "0A1B2C3D", "0a1b2c3d.json", "x" * 4000, "0a1b2c3\0"])
def test_only_an_id_is_looked_up(proposals: Proposals, name: str) -> None:
    proposals.put(PROPOSAL)
    with pytest.raises(NotFound):
        proposals.find(name)


def test_what_is_settled_is_dropped_and_what_fails_stays(proposals: Proposals) -> None:
    proposals.put(PROPOSAL)
    with pytest.raises(Refused), proposals.settling(PROPOSAL.id):
        raise Refused("no")
    assert proposals.all() == (PROPOSAL,)
    with proposals.settling(PROPOSAL.id) as found:
        assert found == PROPOSAL
    assert proposals.all() == ()
    with pytest.raises(NotFound), proposals.settling(PROPOSAL.id):
        pass
