"""The ranker finds what fits, in a fixed order, whatever happened to the folder before."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from noctule.recall.rank import Document, Ranker

FOLDER = [
    Document("gauge.md", "Tide gauge", "Firmware of the gauges", "reference", body="Sent over LoRa.", modified=3e8),
    Document("surge.md", "Surge model", "Storm surge forecast", "project", ("Grid",), "A solver on a 200 m grid."),
    Document("reviews.md", "Reviews", "Two reviewers", "feedback", body="The surge model needs two reviewers."),
    Document("ja.md", "本番反映", "デプロイは金曜日に行わない", "feedback", body="緊急の修正だけ。"),
    Document("ko.md", "끝말잇기", "규칙", "project", body="오늘 끝말잇기 규칙을 정했다."),
    Document("zh.md", "成语接龙", "游戏规则", "project", body="每人一句。"),
]


def ranker_of(documents: list[Document]) -> Ranker:
    ranker = Ranker()
    for document in documents:
        ranker.update(document)
    return ranker


def paths(query: str, context: str = "", documents: list[Document] = FOLDER) -> list[str]:
    return [scored.path for scored in ranker_of(documents).rank(query, context)]


FIRST = {
    "a word of the description": ("which firmware do they run", "gauge.md"),
    "a heading": ("grid", "surge.md"),
    "the name before the body": ("surge model", "surge.md"),
    "Japanese": ("デプロイ", "ja.md"),
    "Korean": ("끝말잇기", "ko.md"),
    "Chinese": ("成语接龙", "zh.md"),
    "another language by a word of the trade": ("may I deploy on Friday", "ja.md"),
    "a day it was changed": ("what changed in July 1979", "gauge.md"),
}


@pytest.mark.parametrize(("query", "expected"), FIRST.values(), ids=FIRST.keys())
def test_the_memory_that_fits_comes_first(query: str, expected: str) -> None:
    assert paths(query)[:1] == [expected]


@pytest.mark.parametrize("query", ["", "   ", "???", "the of and", "zzzzqqqq"])
def test_nothing_in_common_finds_nothing(query: str) -> None:
    assert paths(query) == []
    assert ranker_of(FOLDER).pick(query).chosen == []


def test_an_empty_folder_answers() -> None:
    pick = Ranker().pick("surge")
    assert pick.chosen == []
    assert not pick.gate.is_open


def test_of_equal_memories_the_newer_then_the_more_binding_type_then_the_path_comes_first() -> None:
    same = Document("c.md", "Sluice", body="opens at five", type="project", modified=0.0)
    old = replace(same, path="b.md", type="reference")
    binding = replace(same, path="z.md", type="feedback")
    newer = replace(same, path="y.md", modified=86_400.0 * 400)
    assert paths("sluice", documents=[old, same, binding, newer]) == ["y.md", "z.md", "c.md", "b.md"]


def test_the_parts_add_up_to_the_score() -> None:
    for scored in ranker_of(FOLDER).rank("the surge model's reviewers", "surge.md solver grid"):
        assert sum(scored.parts.values()) == pytest.approx(scored.score)


def test_a_changed_memory_is_found_by_its_new_words_only() -> None:
    ranker = ranker_of(FOLDER)
    ranker.update(Document("gauge.md", "Lighthouse", body="Its lamp turns."))
    ranker.remove("surge.md")
    assert ranker.rank("LoRa") == []
    assert [scored.path for scored in ranker.rank("lamp")] == ["gauge.md"]
    assert len(ranker) == len(FOLDER) - 1


def test_a_cache_answers_as_the_ranker_did_and_knows_the_stamps() -> None:
    ranker = ranker_of([replace(document, stamp=f"v-{document.path}") for document in FOLDER])
    opened = Ranker.from_bytes(ranker.to_bytes())
    assert opened is not None
    assert opened.rank("surge model reviewers") == ranker.rank("surge model reviewers")
    assert opened.stamps() == {document.path: f"v-{document.path}" for document in FOLDER}


def test_a_damaged_cache_is_no_ranker() -> None:
    data = ranker_of(FOLDER).to_bytes()
    for spoilt in (b"", data[:-3], data.replace(b"noctule", b"octopus", 1)):
        assert Ranker.from_bytes(spoilt) is None


def test_an_explanation_names_the_words_and_their_share() -> None:
    explained, gate = ranker_of(FOLDER).explain("surge model")
    assert explained[0].words == ("surge", "model")
    assert explained[0].coverage > explained[1].coverage > 0
    assert gate.is_open


def test_the_context_brings_up_what_the_editor_shows() -> None:
    assert paths("is that allowed", "src/surge/solver.rs")[0] == "surge.md"
    assert paths("two reviewers", "src/surge/solver.rs")[0] == "reviews.md"


def test_the_order_does_not_depend_on_the_seed_of_hashes() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_rank import FOLDER, ranker_of\n"
        "print(ranker_of(FOLDER).rank('which revewers does the surge model need', 'grid'))"
    )
    command = [sys.executable, "-c", program, str(Path(__file__).parent)]
    answers = {
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1
