"""Claims about what a dream may take away without a person's word."""

from collections.abc import Mapping

import pytest

from fakes.dreaming import Folder
from fakes.house import memory_text
from noctule.dream.guard import reasons_to_hold

WORDS = (
    "gravel",
    "violins",
    "orchids",
    "tariffs",
    "beehives",
    "glaciers",
    "turnips",
    "sonnets",
    "lanterns",
    "harbours",
)
ENTRIES = "".join(f"## {word}\n\nOf {word} there is much to say.\n\n" for word in WORDS)


def check(
    ferry: Folder, changed: Mapping[str, str | None], *said: str, replaces: dict[str, list[str]] | None = None
) -> None:
    """What the guard says of a dream that leaves these texts: a beginning for each reason."""
    before = {path: copied.data for path, copied in ferry.staged().files.items()}
    reasons = reasons_to_hold(before, ferry.dream(changed, replaces))
    assert len(reasons) == len(said), reasons
    assert all(reason.startswith(one) for reason, one in zip(reasons, said, strict=True)), reasons


def ten(ferry: Folder, count: int = 10, type: str = "project") -> None:
    for word in WORDS[:count]:
        ferry.memory(word, f"Of {word} there is much to say, most of it {word} and more {word} besides.", type)
    ferry.index(*WORDS[:count])


def gone(*words: str) -> dict[str, str | None]:
    return {f"{word}.md": None for word in words}


@pytest.mark.parametrize(
    ("count", "lost", "is_held"),
    [
        (10, 2, False),
        (10, 3, True),
        (8, 2, False),
        (9, 2, False),
        (4, 2, False),
        (3, 2, True),
        (2, 1, False),
        (1, 1, True),
    ],
)
def test_more_than_a_quarter_is_held_if_it_is_three_or_more_than_half(
    ferry: Folder, count: int, lost: int, is_held: bool
) -> None:
    ten(ferry, count)
    said = [f"It removes or empties {lost} of {count} memories: "] if is_held else []
    check(ferry, gone(*WORDS[:lost]), *said)


def test_a_quarter_of_many_is_not_more_than_a_quarter(ferry: Folder) -> None:
    names = [f"{word}-{number}" for word in WORDS[:4] for number in range(4)]
    for name in names:
        ferry.memory(name, f"Of {name} there is much to say.")
    check(ferry, {f"{name}.md": None for name in names[:4]})
    check(ferry, {f"{name}.md": None for name in names[:5]}, "It removes or empties 5 of 16 memories")


def test_blanking_bodies_is_loss_too(ferry: Folder) -> None:
    ten(ferry)
    blank = {f"{word}.md": memory_text(word.title(), f"about {word}", "") for word in WORDS[:3]}
    check(ferry, blank, "It removes or empties 3 of 10 memories: gravel.md, orchids.md, violins.md.")


def test_shortening_to_more_than_half_is_none(ferry: Folder) -> None:
    ten(ferry)
    shorter = {
        f"{word}.md": memory_text(word.title(), "", f"Of {word} there is much to say, most of") for word in WORDS
    }
    check(ferry, shorter)


def test_entries_that_are_dropped_are_loss(ferry: Folder) -> None:
    ferry.memory("topics", "Intro, which is long enough to be the better half of this memory. " * 12 + "\n\n" + ENTRIES)
    ten(ferry)
    kept = memory_text("Topics", "about topics", "Intro, which is long enough to be the better half. " * 14)
    check(ferry, {"topics.md": kept}, "It removes or empties 10 of 10 entries: gravel, violins")


def test_an_entry_that_moved_is_not_lost(ferry: Folder) -> None:
    intro = "Intro, which is long enough to be the better half of this memory. " * 12
    ferry.memory("topics", f"{intro}\n\n{ENTRIES}")
    check(
        ferry,
        {
            "topics.md": memory_text("Topics", "about topics", intro),
            "moved.md": memory_text("Moved", "about what moved", ENTRIES),
        },
    )


def test_index_lines_of_memories_that_stay_are_loss(ferry: Folder) -> None:
    ten(ferry)
    check(ferry, {"MEMORY.md": "# Index\n\n"}, "It drops or empties 10 of 11 lines of the index.")
    check(ferry, {"MEMORY.md": None}, "It drops or empties 11 of 11 lines of the index.")


def test_an_index_line_goes_with_its_memory(ferry: Folder) -> None:
    ten(ferry)
    lines = "".join(f"- [{word.title()}]({word}.md) — about {word}\n" for word in WORDS[2:])
    check(ferry, {**gone(*WORDS[:2]), "MEMORY.md": "# Index\n\n" + lines})


def test_lines_that_led_nowhere_are_no_loss(ferry: Folder) -> None:
    ferry.memory("gravel", "Of gravel there is much to say.")
    ferry.save("MEMORY.md", "- [Gravel](gravel.md) — about gravel\n- [A](a.md) — a\n- [B](b.md) — b\n- [C](c.md) — c\n")
    check(ferry, {"MEMORY.md": "- [Gravel](gravel.md) — about gravel\n"})


@pytest.mark.parametrize("type", ["user", "feedback"])
def test_what_a_person_said_of_themselves_or_asked_for_is_guarded(ferry: Folder, type: str) -> None:
    ten(ferry)
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", type)
    check(
        ferry, {"wish.md": None}, "It removes a memory about you or what you asked for, with nothing in the place: wish"
    )


@pytest.mark.parametrize("type", ["project", "reference"])
def test_other_memories_may_go_one_by_one(ferry: Folder, type: str) -> None:
    ten(ferry)
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", type)
    check(ferry, {"wish.md": None})


def test_a_memory_that_names_it_stands_in_its_place(ferry: Folder) -> None:
    ten(ferry)
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", "feedback")
    merged = memory_text("Rules", "rules for releases", "Releases wait for Mondays.", "feedback")
    check(ferry, {"wish.md": None, "rules.md": merged}, replaces={"rules.md": ["wish.md"]})


def test_a_memory_with_most_of_its_rare_words_stands_in_its_place(ferry: Folder) -> None:
    ten(ferry)
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", "feedback")
    most = memory_text(
        "Rules", "rules", "A deploy never happens on Friday, whatever a ticket or a wish says.", "feedback"
    )
    check(ferry, {"wish.md": None, "rules.md": most})
    few = memory_text("Rules", "rules", "Mondays are for deploys.", "feedback")
    check(ferry, {"wish.md": None, "rules.md": few}, "It removes a memory about you")


def test_a_twin_that_is_there_already_stands_in_its_place(ferry: Folder) -> None:
    ten(ferry)
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", "feedback")
    ferry.memory("twin", "Never deploy on a Friday, whatever the ticket says.", "feedback")
    check(ferry, {"twin.md": None})


def test_a_model_that_removes_all_is_held_for_every_reason(ferry: Folder) -> None:
    ten(ferry, type="user")
    check(
        ferry,
        {**gone(*WORDS), "MEMORY.md": ""},
        "It removes or empties 10 of 10 memories",
        "It removes 10 memories about you or what you asked for",
    )


def test_texts_of_which_no_word_is_left_are_lost_however_long_the_new_ones_are(ferry: Folder) -> None:
    ten(ferry)
    filler = {
        f"{word}.md": memory_text(word.title(), f"about {word}", "Placeholder prose fills these lines. " * 4)
        for word in WORDS[:3]
    }
    check(ferry, filler, "It removes 3 of 10 memories, or writes something else over them: gravel.md")


def test_one_memory_may_be_written_anew(ferry: Folder) -> None:
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", "feedback")
    check(ferry, {"wish.md": memory_text("Wish", "about wish", "Releases happen each Monday at noon, by tag alone.")})


@pytest.mark.parametrize("left", ["", "  \n\t\n", "---", "Gone.", "<!-- -->"])
def test_a_memory_about_a_person_is_not_emptied_in_its_place(ferry: Folder, left: str) -> None:
    ten(ferry)
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", "feedback")
    emptied = memory_text("Wish", "never deploy on a Friday, whatever the ticket says", left, "feedback")
    check(ferry, {"wish.md": emptied}, "It removes or empties a memory about you")


def test_a_memory_about_a_person_is_not_retyped_and_emptied(ferry: Folder) -> None:
    ten(ferry)
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", "user")
    check(ferry, {"wish.md": memory_text("Wish", "a wish", "", "project")}, "It removes or empties a memory about you")


def test_a_memory_about_a_person_may_be_said_more_shortly(ferry: Folder) -> None:
    ten(ferry)
    long = (
        "Never deploy on a Friday, whatever the ticket says. "
        + "Friday deploys are never right, whatever says so. " * 4
    )
    ferry.memory("wish", long, "feedback")
    check(ferry, {"wish.md": memory_text("Wish", "a wish", "Never deploy on a Friday, whatever the ticket says.")})


def test_a_memory_about_a_person_may_move_into_another(ferry: Folder) -> None:
    ten(ferry)
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", "feedback")
    rules = memory_text("Rules", "rules", "Never deploy on a Friday, whatever the ticket says.", "feedback")
    check(ferry, {"wish.md": memory_text("Wish", "a wish", "See [[rules]].", "feedback"), "rules.md": rules})


def test_a_memory_that_says_nothing_stands_in_no_place(ferry: Folder) -> None:
    ten(ferry)
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", "feedback")
    empty = memory_text("Rules", "rules for deploys", "", "feedback")
    check(ferry, {"wish.md": None, "rules.md": empty}, "It removes a memory", replaces={"rules.md": ["wish.md"]})


def test_a_memory_that_names_itself_or_is_gone_stands_in_no_place(ferry: Folder) -> None:
    ten(ferry)
    ferry.memory("wish", "Never deploy on a Friday, whatever the ticket says.", "feedback")
    for naming in ({"wish.md": ["wish.md"]}, {"gravel.md": ["wish.md"]}, {"nowhere.md": ["wish.md"]}):
        check(ferry, {"wish.md": None, "gravel.md": None}, "It removes a memory about you", replaces=naming)


def test_of_entries_with_one_title_each_counts(ferry: Folder) -> None:
    intro = "Intro, which is long enough to be the better half of this memory. " * 6
    for word in WORDS[:8]:
        ferry.memory(word, f"{intro}\n\n## Why\n\nOf {word} there is much to say, and why it is so.\n")
    cut = {f"{word}.md": memory_text(word.title(), f"about {word}", intro) for word in WORDS[1:8]}
    check(ferry, cut, "It removes or empties 7 of 8 entries: Why")


def test_entries_under_a_new_title_or_merged_under_one_are_not_lost(ferry: Folder) -> None:
    intro = "Intro, which is long enough to be the better half of this memory. " * 12
    ferry.memory("topics", f"{intro}\n\n{ENTRIES}")
    renamed = memory_text("Topics", "about topics", f"{intro}\n\n{ENTRIES.replace('## ', '## On ')}")
    check(ferry, {"topics.md": renamed})
    ferry.memory("twice", f"{intro}\n\n## Why\n\nOf gravel there is much to say.\n")
    ferry.memory("again", f"{intro}\n\n## Why\n\nOf violins there is much to say.\n")
    both = "Of gravel there is much to say. Of violins there is much to say."
    check(
        ferry,
        {
            "twice.md": memory_text("Twice", "", f"{intro}\n\n## Why\n\n{both}\n"),
            "again.md": memory_text("Again", "", intro),
        },
    )


def test_three_memories_become_one_of_them(ferry: Folder) -> None:
    ten(ferry, 6, "feedback")
    body = " ".join(f"Of {word} there is much to say, most of it {word} and more {word} besides." for word in WORDS[:3])
    merged = memory_text("Gravel", "three in one", body, "feedback")
    replaced = {"gravel.md": ["violins.md", "orchids.md"]}
    check(ferry, {"gravel.md": merged, "violins.md": None, "orchids.md": None}, replaces=replaced)
    check(ferry, {"gravel.md": merged, "violins.md": None, "orchids.md": None})


def test_a_memory_is_renamed(ferry: Folder) -> None:
    ten(ferry, 4, "user")
    text = "Of gravel there is much to say, most of it gravel and more gravel besides."
    check(ferry, {"gravel.md": None, "roads.md": memory_text("Roads", "of roads", text, "user")})


def test_a_memory_is_split_in_three(ferry: Folder) -> None:
    ten(ferry, 4)
    parts = [f"Of {word} there is much to say, of {word} and its kind. " * 3 for word in ("oars", "sails", "ropes")]
    ferry.memory("boats", "".join(parts), "feedback")
    new = {f"part-{number}.md": memory_text(f"Part {number}", "", part) for number, part in enumerate(parts[1:])}
    check(ferry, {"boats.md": memory_text("Boats", "about boats", parts[0], "feedback"), **new})


def test_copies_that_go_are_no_loss_while_one_stays(ferry: Folder) -> None:
    texts = {word: memory_text(word.title(), f"about {word}", f"Of {word} there is much to say.") for word in WORDS[:3]}
    for word, text in texts.items():
        for name in (word, f"{word}-copy", f"{word}-2"):
            ferry.save(f"{name}.md", text)
    copies = [f"{word}{end}.md" for word in WORDS[:3] for end in ("-copy", "-2")]
    check(ferry, dict.fromkeys(copies))
    check(
        ferry, dict.fromkeys([*copies, "gravel.md"]), "It removes or empties 3 of 9 memories: gravel-2.md, gravel-copy"
    )


@pytest.mark.parametrize(("count", "is_held"), [(1, False), (2, False), (3, True)])
def test_many_memories_about_a_person_do_not_become_others_unseen(ferry: Folder, count: int, is_held: bool) -> None:
    ten(ferry, type="user")
    bodies = {word: f"Of {word} there is much to say, most of it {word} and more {word} besides." for word in WORDS}
    retyped = {f"{word}.md": memory_text(word.title(), f"about {word}", bodies[word]) for word in WORDS[:count]}
    check(ferry, retyped, *(["It no longer counts 3 of 10 memories as about you"] if is_held else []))
