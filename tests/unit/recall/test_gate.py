"""The gate lets through what fits and keeps still when nothing does, in small folders and large ones."""

import random

import pytest

from noctule.recall.rank import SHARE_OF_BEST, Document, Ranker

SMALL = [
    Document("force.md", "No force push", "Never rewrite trunk", body="A wrong commit is reverted with a new one."),
    Document("gauge.md", "Tide gauges", "Flashing the firmware", body="`tools/flash_gauge.sh` sends it over LoRa."),
    Document("datum.md", "Chart datum", "Heights in centimetres", body="`cd_offset_cm` in `stations.toml`."),
]
OPEN = {
    "words of the memory": "is a force push to trunk ever fine",
    "an identifier": "rename cd_offset_cm please",
    "a path in a pasted error": "bash: tools/flash_gauge.sh: line 12: lora: command not found",
}
SHUT = {
    "small talk": "thanks, that looks great",
    "a general question": "what is the capital of Mongolia",
    "work that any project has": "add a unit test for this function and run it",
    "small talk in German": "danke, das sieht gut aus",
    "small talk in Chinese": "谢谢你帮我",
    "small talk in Japanese": "ありがとうございます",
    "small talk in Korean": "고마워요",
}


TOPICS = "bread canal lamp violin orchard museum bicycle kettle meadow parade tunnel window garden copper linen"


def ranker_of(documents: list[Document]) -> Ranker:
    ranker = Ranker()
    for document in documents:
        ranker.update(document)
    return ranker


def large() -> Ranker:
    """The small folder among 1,500 memories about anything."""
    chance = random.Random(5)
    topics = TOPICS.split()
    names, bodies = ([" ".join(chance.choices(topics, k=length)) for _ in range(1500)] for length in (3, 30))
    others = [Document(f"{n}.md", name, body=body) for n, (name, body) in enumerate(zip(names, bodies, strict=True))]
    return ranker_of(SMALL + others)


@pytest.mark.parametrize("turn", OPEN.values(), ids=OPEN.keys())
def test_what_fits_is_let_through(turn: str) -> None:
    assert ranker_of(SMALL).pick(turn).chosen
    assert large().pick(turn).chosen


@pytest.mark.parametrize("turn", SHUT.values(), ids=SHUT.keys())
def test_what_does_not_fit_is_met_with_silence(turn: str) -> None:
    assert ranker_of(SMALL).pick(turn).chosen == []
    assert large().pick(turn).chosen == []


def test_the_gate_says_why() -> None:
    gate = ranker_of(SMALL).pick("add a commit").gate
    assert not gate.is_open
    assert gate.reason == "too little in common with the best memory"
    assert gate.features["fit"] < gate.features["openFrom"]


def test_at_most_five_and_nothing_under_a_share_of_the_best_are_chosen() -> None:
    alike = [Document(f"{n}.md", "Sluice gate", body="opens at five") for n in range(9)]
    weak = Document("weak.md", "Opening hours", body="The museum opens at ten; one sluice is on show among much else.")
    others = [Document(f"x{n}.md", f"Pier {n}", body="granite and oak") for n in range(40)]
    chosen = ranker_of([*alike, weak, *others]).pick("when does the sluice gate open").chosen
    assert [scored.path for scored in chosen] == ["0.md", "1.md", "2.md", "3.md", "4.md"]
    assert all(scored.score >= SHARE_OF_BEST * chosen[0].score for scored in chosen)


def test_a_turn_that_asks_for_two_things_gets_both() -> None:
    others = [Document(f"{n}.md", f"Pier {n}", body="granite and oak") for n in range(40)]
    crane = Document("crane.md", "Harbour crane", "Inspection of the harbour crane", body="Greased on Mondays.")
    rota = Document("rota.md", "Duties", body="The lockkeeper rota hangs in the kitchen beside the tea tin.")
    chosen = (
        ranker_of([crane, rota, *others])
        .pick("harbour crane inspection, greased on Mondays, and the lockkeeper rota")
        .chosen
    )
    assert [scored.path for scored in chosen] == ["crane.md", "rota.md"]
    assert chosen[1].score < SHARE_OF_BEST * chosen[0].score


def test_a_list_of_digits_is_no_evidence() -> None:
    others = [Document(f"{n}.md", f"Pier {n + 10}", body="granite and oak") for n in range(40)]
    lock = Document("lock.md", "Lock gates", body="Gate 3 opens before gate 9, and 5 stays shut.")
    assert ranker_of([lock, *others]).pick("sort these: 3 9").chosen == []
    assert ranker_of([lock, *others]).pick("which lock gate opens before 9").chosen


def test_a_folder_of_one_memory_speaks_and_keeps_still() -> None:
    ranker = ranker_of(SMALL[:1])
    assert ranker.pick("is a force push to trunk ever fine").chosen
    assert ranker.pick("thanks, that looks great").chosen == []


def test_what_the_editor_shows_opens_the_gate_only_for_a_turn_that_points_at_it() -> None:
    ranker, context = ranker_of(SMALL), "tools/flash_gauge.sh firmware gauge tide LoRa"
    assert [scored.path for scored in ranker.pick("when may this be run", context).chosen] == ["gauge.md"]
    assert ranker.pick("what is the capital of Mongolia", context).chosen == []
