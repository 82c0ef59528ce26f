"""Takes apart what German and its relatives write as one: `Readerfirmware` is asked for where `firmware` is written."""

from collections.abc import Iterator

# The languages that join nouns freely; elsewhere two words in one (`girlfriend`) mean another thing than both.
LANGUAGES = frozenset(["german", "dutch", "swedish", "danish", "norwegian", "finnish", "hungarian"])
SHORTEST_PART = 4
# A longer one has three parts or more, or is no word.
LONGEST = 30
# What may stand between the two: Arbeit-s-platz, Karte-n-leser, Bild-er-rahmen.
LINKS = ("", "s", "n", "e", "en", "es", "er")


def splits(word: str) -> Iterator[tuple[str, str]]:
    """Each two words that a folded `word` may be made of, those with the longest first word first."""
    if len(word) > LONGEST or not word.isalpha():
        return
    for place in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
        head, tail = word[:place], word[place:]
        for link in LINKS:
            if head.endswith(link) and len(head) - len(link) >= SHORTEST_PART:
                yield head.removesuffix(link), tail
