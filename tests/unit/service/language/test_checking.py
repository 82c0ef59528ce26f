"""The findings that an editor shows follow what happens to the workspace beside the memories."""

from pathlib import Path

from fakes.shelf_of_pages import a_shelf
from noctule.service.language.checking import Findings

BERTHS = "---\nname: Berths\ndescription: numbered from the sea\ntype: project\n---\n\nSee `src/berths.py`.\n"


def test_a_workspace_file_that_comes_and_goes_is_noticed_a_little_later(tmp_path: Path) -> None:
    now = 0.0
    files = {"berths.md": BERTHS, "MEMORY.md": "- [Berths](berths.md)\n"}
    with a_shelf(tmp_path, files, {"README.md": "x"}) as shelf:
        findings = Findings(shelf.library, shelf.root, lambda: now)

        def codes() -> list[str]:
            return [one.code for one in findings.of(shelf.page("berths.md"))]

        assert codes() == ["path-gone"]
        (shelf.root / "src").mkdir()
        (shelf.root / "src" / "berths.py").write_text("x")
        assert codes() == ["path-gone"]
        now = 10.0
        assert codes() == []
        (shelf.root / "src" / "berths.py").unlink()
        now = 20.0
        assert codes() == ["path-gone"]
