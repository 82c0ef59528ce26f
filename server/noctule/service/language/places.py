"""What stands at a place of a page: a link to a memory, a file of the workspace, the memory's own name."""

from noctule.checks.finding import Place
from noctule.dataclass import dataclass
from noctule.memories.block import find_block
from noctule.service.language.library import Library
from noctule.service.language.pages import Page, PlacedLink, PlacedReference, Span


@dataclass(frozen=True, slots=True)
class ToMemory:
    """A link at a place: `path` is the page that it leads to, None where there is no such page."""

    placed: PlacedLink
    path: str | None

    @property
    def span(self) -> Span:
        return self.placed.span


@dataclass(frozen=True, slots=True)
class OwnName:
    """The value of the `name` in a memory's own head."""

    span: Span
    path: str


Thing = ToMemory | PlacedReference | OwnName


def thing_at(library: Library, page: Page, place: Place) -> Thing | None:
    """What a cursor at `place` is on."""
    for placed in page.links:
        if placed.line == place[0] and placed.span.holds(place):
            return ToMemory(placed, library.leads_to(page, placed.link))
    name = name_span(page)
    if name is not None and name.holds(place):
        return OwnName(name, page.path)
    for reference in page.references:
        if reference.line == place[0] and reference.span.holds(place):
            return reference
    return None


def name_span(page: Page) -> Span | None:
    """Where a memory's head says its name, without quotes; None where it does not, or not on one line."""
    if page.is_index:
        return None
    block = find_block(page.text)
    for pair in block.pairs:
        if pair.key == "name" and pair.raw and not pair.rest:
            start = len(pair.prefix) + len(pair.gap)
            quoted = len(pair.raw) > 1 and pair.raw[0] in "'\"" and pair.raw[-1] == pair.raw[0]
            line = block.first_line + pair.first
            return Span((line, start + quoted), (line, start + len(pair.raw) - quoted))
    return None
