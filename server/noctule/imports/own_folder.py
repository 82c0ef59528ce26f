"""Memories of ours, of a project that was moved: they come as they are, with all that their heads say."""

from noctule.imports.source import Source

# Ours are read whatever their size; what is beyond this is none that anybody wrote.
MOST_BYTES = 10_000_000

SOURCE = Source(id="noctule", label="Noctule", folders=lambda _places: (), is_bound=False, is_ours=True)
