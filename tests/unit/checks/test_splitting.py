"""A memory that recall would cut can be split, and no word of it is lost."""

import pytest

from noctule.checks.fixing import apply_fix
from noctule.checks.folder import check_folder
from noctule.checks.splitting import split_fix
from noctule.memories.index import parse_index
from noctule.memories.memory import parse_memory

HEAD = "---\nname: Net\ndescription: how the network is set up\ntype: project\n---\n\n"
BODIES = {
    "at an entry": "".join(f"## Host {number}\n\n{'word ' * 150}\n\n" for number in range(8)),
    "at a heading": "".join(f"### Host {number}\n\n{'word ' * 150}\n\n" for number in range(8)),
    "at a blank line": "".join(f"Host {number}: {'word ' * 150}\n\n" for number in range(8)),
}


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_long_memory_is_split(kind: str, newline: str) -> None:
    text = (HEAD + BODIES[kind]).replace("\n", newline)
    memory = parse_memory("net.md", text)
    index = f"- [Net](net.md){newline}- [Else](else.md){newline}"
    fix = split_fix(memory, parse_index(index), {"net.md", "else.md"}, 4_096)
    assert fix is not None
    after = apply_fix({"net.md": text, "MEMORY.md": index}, fix)
    (new,) = set(after) - {"net.md", "MEMORY.md"}
    assert len(after["net.md"].encode()) <= 4_096
    made = parse_memory(new, after[new])
    assert (made.type, bool(made.description)) == ("project", True)
    assert (after["net.md"] + made.body).split() == text.split()
    assert [line.target for line in parse_index(after["MEMORY.md"]).entries] == ["net.md", new, "else.md"]


def test_a_memory_without_a_place_to_cut_is_not_split() -> None:
    assert split_fix(parse_memory("a.md", HEAD + "word " * 2_000), None, {"a.md"}, 4_096) is None


def test_a_long_memory_offers_its_split() -> None:
    files = {"net.md": parse_memory("net.md", HEAD + BODIES["at an entry"])}
    (found,) = check_folder(files, "- [Net](net.md)\n")
    assert found.code == "memory-too-long"
    assert [choice.title for choice in found.choices] == ["Move the rest to net-host-5.md"]
