"""No planted secret is in a digest or the search database, whatever kind it is of, and wherever it lies or is cut."""

from contextlib import closing
from pathlib import Path

import pytest

from adversarial.planted import PER_SEED, PLACES, Planted, digest_of, leaked, planted, split_over, write_session
from adversarial.secret_lookalikes import BENIGN
from adversarial.secret_tokens import Maker
from adversarial.secrets import SEED, ordinary_text
from noctule.safety.redact import redact
from noctule.transcripts.claude_code import ClaudeCode
from noctule.transcripts.cleaning import cleaned, redacted_together
from noctule.transcripts.search.feed import feed
from noctule.transcripts.search.pace import Pace
from noctule.transcripts.search.store import SearchStore

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6" * 3


@pytest.mark.parametrize("seed", [SEED, 1, 2])
def test_no_planted_secret_is_in_the_digest(seed: int, tmp_path: Path) -> None:
    every = list(planted(Maker(seed)))
    assert len(every) == PER_SEED
    assert len({one.kind for one in every}) == PER_SEED
    found = [
        (one.place, one.kind, leaked(one.secrets, digest_of(tmp_path, list(one.blocks), 96_000).text)) for one in every
    ]
    assert [one for one in found if one[2] is not None] == []


@pytest.mark.parametrize("seed", range(2))
def test_no_planted_secret_is_in_the_search_database(seed: int, tmp_path: Path) -> None:
    leaks = [one.place for one in planted(Maker(seed)) if leaked(one.secrets, searchable(tmp_path, one))]
    assert leaks == []


def searchable(folder: Path, one: Planted) -> str:
    """What the database holds of a session: its texts, then its terms."""
    ref = write_session(folder / "s.jsonl", "s", list(one.blocks))
    (folder / "search.db").unlink(missing_ok=True)
    with closing(SearchStore(folder / "search.db")) as store:
        feed(store, (ClaudeCode(),), [ref], Pace(), is_all=True, wait_seconds=0)
        with store.reading() as connection:
            rows = connection.execute("SELECT text, terms FROM message ORDER BY id").fetchall()
    return "\n| ".join([*(row[0] for row in rows), *(row[1] for row in rows)])


@pytest.mark.parametrize("budget", [2_000, 7_000, 30_000, 96_000])
def test_no_planted_secret_is_in_a_digest_that_is_cut(budget: int, tmp_path: Path) -> None:
    every = [one for one in planted(Maker(SEED)) if sum(len(str(block)) for block in one.blocks) < 20_000]
    text = digest_of(tmp_path, [block for one in every for block in one.blocks], budget).text
    assert len(text.encode()) <= budget
    assert [(one.place, one.kind) for one in every if leaked(one.secrets, text)] == []


@pytest.mark.parametrize("budget", range(1_600, 1_900, 7))
def test_wherever_the_cut_falls_no_half_of_a_token_is_shown(budget: int, tmp_path: Path) -> None:
    blocks: list[object] = [{"role": "user", "content": f"number {at}: the token is {TOKEN} here"} for at in range(60)]
    text = digest_of(tmp_path, blocks, budget).text
    assert "number 0" in text
    assert leaked((TOKEN,), text) is None


@pytest.mark.parametrize("at", range(2, len(TOKEN) - 1, 3))
def test_a_token_in_two_pieces_is_found_wherever_it_is_split(at: int, tmp_path: Path) -> None:
    for place, blocks in split_over(TOKEN, at):
        assert leaked((TOKEN,), digest_of(tmp_path, list(blocks), 96_000).text) is None, place


def test_a_key_that_several_messages_hold_is_taken_out_of_each(tmp_path: Path) -> None:
    m = Maker(SEED)
    lines = [m.base64(48) for _ in range(20)]
    begin, end = "-----BEGIN RSA PRIVATE " + "KEY-----", "-----END RSA PRIVATE " + "KEY-----"
    parts = ["\n".join([begin, *lines[:7]]), "\n".join(lines[7:14]), "\n".join([*lines[14:], end])]
    blocks: list[object] = [{"role": "assistant", "content": part} for part in parts]
    assert leaked(tuple(lines), digest_of(tmp_path, blocks, 96_000).text) is None


def test_every_place_is_tried() -> None:
    tried = {one.place for one in planted(Maker(SEED))}
    assert set(PLACES) <= tried
    assert {place for place, _ in split_over(TOKEN, 5)} <= tried


def test_ordinary_talk_is_redacted_as_if_it_stood_alone() -> None:
    text = ordinary_text(Maker(SEED), 60_000)
    assert redacted_together([text]) == [redact(text).text]
    assert redacted_together(BENIGN) == list(BENIGN)
    words = ["the", "risk-based", "task-0123456789abcdef0123", "commit", "3f786850e387550fdab836ed7e6dc881de23001b"]
    assert redacted_together(words) == words


def test_what_follows_a_token_on_the_next_line_stays() -> None:
    assert redacted_together([f"{TOKEN}\nDATABASE=shop\n{TOKEN}", "Thanks"]) == [
        "[redacted:github-token]\nDATABASE=shop\n[redacted:github-token]",
        "Thanks",
    ]


@pytest.mark.parametrize(
    "text",
    ["A" * 256_000, "a." * 100_000 + "token", "{" * 100_000, "x\n" * 100_000, "AB12\n" * 50_000, f"{TOKEN}\n" * 5_000],
)
def test_hostile_text_takes_no_time(text: str) -> None:
    assert cleaned([text], [8_000])[0]
