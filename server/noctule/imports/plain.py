"""Any folder of markdown files that a person names."""

from noctule.imports.source import Source

SOURCE = Source(id="dir", label="a folder", folders=lambda _places: (), is_bound=False)
