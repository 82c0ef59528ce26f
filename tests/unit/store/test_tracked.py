"""Whether a folder lies in a git work tree, and whether a file in it is the very one that git's index has."""

from pathlib import Path

import pytest
from dulwich import porcelain

from noctule.store.tracked import is_as_in_index, is_in_work_tree


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "ferry"
    (root / ".memory" / "sub").mkdir(parents=True)
    (root / ".memory" / "a.md").write_bytes(b"one\n")
    (root / ".memory" / "sub" / "caf\u00e9.md").write_bytes(b"two\n")
    with porcelain.init(str(root)):
        porcelain.add(str(root), [str(root / ".memory" / "a.md"), str(root / ".memory" / "sub" / "caf\u00e9.md")])
    return root


def test_a_folder_in_a_repository_lies_in_its_work_tree(repository: Path, tmp_path: Path) -> None:
    assert is_in_work_tree(repository / ".memory")
    assert is_in_work_tree(repository / "not" / "there" / "yet")
    assert not is_in_work_tree(tmp_path / "elsewhere")


def test_a_file_is_known_by_its_path_and_content(repository: Path) -> None:
    memory = repository / ".memory"
    assert is_as_in_index(memory / "a.md", b"one\n")
    assert is_as_in_index(memory / "sub" / "caf\u00e9.md", b"two\n")
    assert not is_as_in_index(memory / "a.md", b"two\n")
    assert not is_as_in_index(memory / "b.md", b"one\n")


@pytest.mark.parametrize("damage", [b"", b"DIRC\x00\x00\x00\x09", b"nonsense"])
def test_an_index_that_cannot_be_read_knows_nothing(repository: Path, damage: bytes) -> None:
    (repository / ".git" / "index").write_bytes(damage)
    assert not is_as_in_index(repository / ".memory" / "a.md", b"one\n")


def test_outside_any_repository_nothing_is_known(tmp_path: Path) -> None:
    assert not is_as_in_index(tmp_path / "a.md", b"one\n")
