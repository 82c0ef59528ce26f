"""What is kept of a memory that was shown."""

from noctule.recall.recall import Chosen
from noctule.store.ledger import Shown


def shown_of(chosen: Chosen) -> Shown:
    """What the ledger keeps of a memory that is shown."""
    return Shown(chosen.loaded.path, chosen.loaded.digest, chosen.block.bytes, chosen.block.text)
