"""The additions of a batch are reviewed like any other: the new ones are written together, the others are held."""

import pytest

from fakes.capturing import Assisted, verdict
from fakes.house import House, memory_text
from fakes.model_replies import Hangs, Says, Step
from fakes.model_server import ModelServer, Received
from noctule.errors import NotFound, Refused
from noctule.service.capture.batching import Wanted
from noctule.service.capture.writing import Writer
from noctule.service.values import BatchAnswer

OLD = "Deploys go blue first."
NEW = ("Oars are red.", "Sails are white.")
ODD = "Deploys go green first."


def adding(*texts: str, target: str = "project") -> list[Wanted]:
    return [Wanted(op="add", text=text, name=text[:4], target=target) for text in texts]


def answer(asked: Received) -> Step:
    return verdict("contradiction", "k1") if "green first" in asked.text else verdict("new")


async def run(assisted: Assisted, wanted: list[Wanted]) -> BatchAnswer:
    batches = assisted.capturing.batches(assisted.process.noctule.batching)
    return await batches.run(wanted, Writer())


def with_memory(house: House, server: ModelServer | None) -> Assisted:
    assisted = Assisted(house, server)
    assisted.memory.mkdir(parents=True, exist_ok=True)
    assisted.process.save("deploys.md", memory_text("Deploys", "order", OLD))
    return assisted


async def test_what_contradicts_is_held_and_the_rest_written(house: House) -> None:
    with ModelServer(answer=answer) as server:
        assisted = with_memory(house, server)
        found = await run(assisted, adding(NEW[0], ODD, NEW[1]))
        assert [one.verdict for one in found.results] == ["written", "held", "written"]
        assert found.verdict == "written"
        assert [row.text for row in assisted.held()] == [ODD]
        assert all(text in assisted.texts() for text in (*NEW, OLD))
        assert ODD not in assisted.texts()


async def test_a_batch_that_fails_writes_and_holds_nothing(house: House) -> None:
    with ModelServer(answer=answer) as server:
        assisted = with_memory(house, server)
        gone = Wanted(op="remove", memory_uri=str(assisted.memory / "nothing.md"))
        with pytest.raises(NotFound, match="Operation 3"):
            await run(assisted, [*adding(NEW[0], ODD), gone])
        assert NEW[0] not in assisted.texts()
        assert assisted.held() == ()


async def test_a_secret_is_refused_before_any_model_sees_it(house: House) -> None:
    with ModelServer(answer=answer) as server:
        assisted = with_memory(house, server)
        with pytest.raises(Refused, match="Operation 2"):
            await run(assisted, adding(NEW[0], "the password is Tr0ub4dor-xK93"))
        assert server.requests == []


async def test_without_a_model_nothing_is_held(house: House) -> None:
    assisted = with_memory(house, None)
    found = await run(assisted, adding(*NEW, ODD))
    assert [one.verdict for one in found.results] == ["written"] * 3


@pytest.mark.parametrize("target", ["user", "notes"])
async def test_items_of_the_profile_are_reviewed_too(house: House, target: str) -> None:
    with ModelServer(answer=answer) as server:
        assisted = with_memory(house, server)
        found = await run(assisted, adding(NEW[0], ODD, target=target))
        assert [one.verdict for one in found.results] == ["written", "held"]


async def test_a_model_that_hangs_or_babbles_loses_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noctule.service.capture.reviewing_batches.LONGEST_SECONDS", 0.3)
    for reply in (Hangs(), Says("?")):
        with ModelServer(reply) as server:
            assisted = with_memory(house, server)
            found = await run(assisted, adding(*NEW))
            assert [one.verdict for one in found.results] == ["held", "held"]
            assert {row.text for row in assisted.held()} == set(NEW)
