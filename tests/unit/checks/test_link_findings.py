"""A link of a memory to a memory that is not there is found; what is only written in brackets is none."""

import pytest

from fakes.checked import check_folder
from noctule.memories.memory import parse_memory

HEAD = "---\nname: Alpha\ndescription: how alpha is built\ntype: project\n---\n\n"
INDEX = "- [Alpha](a.md)\n- [Release order](ops/release_order.md)\n"
ORDER = "---\nname: Release order\ndescription: which repository goes first\ntype: project\n---\n\nFirst the schema.\n"


def links(body: str) -> list[tuple[str, str]]:
    files = {
        "a.md": parse_memory("a.md", HEAD + body),
        "ops/release_order.md": parse_memory("ops/release_order.md", ORDER),
    }
    found = [one for one in check_folder(files, INDEX) if one.path == "a.md"]
    lines = (HEAD + body).split("\n")
    return [(one.code, lines[one.start[0]][one.start[1] : one.end[1]]) for one in found]


@pytest.mark.parametrize(
    "body",
    [
        "See [[release_order]], [[Release order]], [[release-order|that]], [[ops/release_order#top]] and [[MEMORY]].",
        "See [order](ops/release_order.md#x), [self](a.md) and [index](MEMORY.md).",
        "Code: `[[gone]]` and\n\n```\n[[gone]]\n[x](gone.md)\n```\n",
        "if [[ -f x ]]; then [[ $a == b ]] fi; x[[1]] and df[['a']]",
        'The [guide](docs/guide.md "Guide") of the workspace, and [this](./docs/other.md).',
        "<!-- [[gone]] and\n[x](gone.md) --> as in a comment",
        "TOML has [[tool.ferry]] and `[[package]]`.",
        "An [address](https://x.example/gone.md) and a [file](../gone.md).",
    ],
)
def test_a_link_that_leads_somewhere_is_no_finding(body: str) -> None:
    assert links(body) == []


@pytest.mark.parametrize(
    "link",
    ["[[gone]]", "[[Gone place|there]]", "[there](gone.md)", "[there](ops/gone.md#x)", "[[docs/guide]]", "[[plan.md]]"],
)
def test_a_link_that_leads_nowhere_is_found(link: str) -> None:
    assert links(f"See {link}.") == [("link-dead", link)]
