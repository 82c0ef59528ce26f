"""Makes a snapshot fit an agent that takes no text of any length: fewer words of instruction, then less of the rest."""

from collections.abc import Callable

from noctule.dataclass import dataclass
from noctule.memories.text import utf16_length
from noctule.service.profile import NOTES_FILE, USER_FILE
from noctule.service.snapshot import Composed, IndexPart, ProfilePart, compose

# Of what is left beside the instructions, the index gets two thirds if both want more than there is.
_SHARE_OF_PROFILE = 3

# How long a text is, is known once it is there: some characters take two units, some are made neutral. Each try halves
# what is in doubt, from 10,000 characters to less than a line.
_TRIES = 9


@dataclass(frozen=True, slots=True)
class Material:
    """What a snapshot is made of. `store` reads a store of the profile within a number of characters."""

    folder: str
    index: IndexPart
    store: Callable[[str, int], ProfilePart]
    user_chars: int
    notes_chars: int

    def composed(self, variant: str, newest: str | None) -> Composed:
        """All of it, within the caps that hold for every session."""
        user, notes = self.store(USER_FILE, self.user_chars), self.store(NOTES_FILE, self.notes_chars)
        return compose(variant, self.folder, self.index, user, notes, newest)


def fits(composed: Composed, most_units: int) -> bool:
    """Whether a text is no longer than so many UTF-16 units."""
    return utf16_length(composed.text) <= most_units


def fitted(material: Material, variant: str, most_units: int) -> Composed:
    """The instructions, and as much of the index and the profile as fits beside them; what is left out is said."""
    nothing = ProfilePart("")
    bare = compose(variant, material.folder, IndexPart(None), nothing, nothing, None)
    room = max(0, most_units - utf16_length(bare.text))
    user, notes = _profile(material, room)
    for stores in ((user, notes), (nothing, nothing)):
        if found := _most_of_index(material, variant, stores, most_units, room):
            return found
    return compose(variant, material.folder, material.index, nothing, nothing, None, 0)


def _most_of_index(
    material: Material, variant: str, stores: tuple[ProfilePart, ProfilePart], most_units: int, room: int
) -> Composed | None:
    """The longest text that fits, found by halves; None where not even one without the index does."""
    best: Composed | None = None
    fewest, most = 0, room
    for _ in range(_TRIES):
        index_chars = (fewest + most + 1) // 2 if best else fewest
        composed = compose(variant, material.folder, material.index, *stores, None, index_chars)
        if fits(composed, most_units):
            best, fewest = composed, index_chars
        elif best is None:
            return None
        else:
            most = index_chars - 1
    return best


def _profile(material: Material, room: int) -> tuple[ProfilePart, ProfilePart]:
    """The two stores within what the index leaves, or their share; each takes what the other does not need."""
    user = material.store(USER_FILE, material.user_chars)
    notes = material.store(NOTES_FILE, material.notes_chars)
    wanted = len(user.text) + len(notes.text)
    share = max(room // _SHARE_OF_PROFILE, room - len(material.index.text or ""))
    if wanted <= share:
        return user, notes
    for_user = min(len(user.text), max(share // 2, share - len(notes.text)))
    return material.store(USER_FILE, for_user), material.store(NOTES_FILE, share - for_user)
