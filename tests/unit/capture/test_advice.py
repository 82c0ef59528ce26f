"""What a writer is told: dates that will fade, with the date to write, and what nearly says the same already."""

from datetime import date

import pytest

from noctule.capture.advice import Part, date_warnings, near


def test_each_fading_date_is_told_once_with_the_date_to_write() -> None:
    text = "The gate shuts Thursday. Until Thursday, no ferries; the next one is tomorrow."
    assert date_warnings(text, date(2026, 3, 3)) == (
        "“Thursday” means another day each time it is read: write 2026-03-05.",
        "“tomorrow” means another day each time it is read: write 2026-03-04.",
    )
    assert date_warnings("The gate shuts on 2026-03-05; every Thursday it is oiled.", date(2026, 3, 3)) == ()


KNOWN = [
    Part("gate.md", "The eastern gate of the harbour is oiled with graphite grease, never with diesel."),
    Part("crane.md", "The crane on quay four lifts nine tonnes when the wind is below twelve knots."),
    Part("radio.md", "Harbour radio listens on channel 12; the pilots answer on channel 9."),
    Part("harbour.md", "The harbour office opens at six."),
    Part("empty.md", "…"),
]

# A new text, then the files that are near to it.
NEAR = [
    ("Oil the eastern gate with graphite grease.", ["gate.md"]),
    ("Never use diesel on the eastern gate: graphite grease only.", ["gate.md"]),
    (
        "The crane at quay four can lift nine tonnes in a wind below twelve knots, says the manual of 1987.",
        ["crane.md"],
    ),
    ("Pilots answer on channel 9 and harbour radio on channel 12.", ["radio.md"]),
    ("The harbour has a chapel.", []),
    ("The gate is painted green.", []),
    ("Grease.", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "paths"), NEAR, ids=[text[:30] or "nothing" for text, _ in NEAR])
def test_what_shares_its_rarer_words_is_near(text: str, paths: list[str]) -> None:
    assert [one.part.path for one in near(text, KNOWN)] == paths


def test_words_that_all_memories_share_bring_none_near() -> None:
    known = [Part(f"{name}.md", f"The ferry team keeps the {name} in the blue shed.") for name in "abcdefgh"]
    assert near("The ferry team keeps the lantern in the blue shed.", known[:1]) != ()
    unlike = [
        Part(f"{n}.md", f"The ferry team keeps {a} and {b} in the shed.")
        for n, (a, b) in enumerate(
            zip(
                ("anchors", "bollards", "compasses", "davits", "fenders"),
                ("winches", "sextants", "oars", "sails", "ropes"),
                strict=True,
            )
        )
    ]
    assert near("The ferry team keeps lanterns, kerosene, matches and wicks in the shed.", unlike) == ()


def test_at_most_three_are_told_the_nearest_first() -> None:
    text = "The eastern gate is oiled with graphite grease each spring"
    known = [Part(f"{n}.md", f"{text}{' and painted' * n}.") for n in range(5)]
    found = near(text, known)
    assert len(found) == 3
    assert [one.share for one in found] == sorted((one.share for one in found), reverse=True)
