"""Basic Memory's notes: a folder of markdown that only its owner can name."""

from noctule.imports.source import Source

SOURCE = Source(
    id="basic-memory",
    label="Basic Memory",
    folders=lambda _places: (),
    default_type="reference",
    is_bound=False,
    has_index=False,
)
