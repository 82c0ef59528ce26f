"""Which project a call is about."""

from pathlib import Path

import pytest

from noctule.errors import NoWorkspace, PathRefused, UnknownWorkspace, WhichProject
from noctule.service.uris import path_of, real, uri_of
from noctule.service.workspace import Workspaces


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("app", "lib"):
        (tmp_path / name / "sub").mkdir(parents=True)
    return tmp_path / "app", tmp_path / "lib"


def test_without_a_folder_there_is_no_project() -> None:
    with pytest.raises(NoWorkspace):
        Workspaces().which(None)
    with pytest.raises(NoWorkspace):
        Workspaces().which("file:///x")


def test_the_only_folder_is_meant_and_of_several_one_is_named(folders: tuple[Path, Path]) -> None:
    app, lib = folders
    workspaces = Workspaces()
    workspaces.set_roots([app.as_uri()])
    assert workspaces.which(None).path == app
    workspaces.change_roots([lib.as_uri()], [])
    with pytest.raises(WhichProject, match="app, lib"):
        workspaces.which(None)
    assert workspaces.which(lib.as_uri()).path == lib
    workspaces.change_roots([], [app.as_uri()])
    assert workspaces.which(None).path == lib


def test_a_folder_inside_an_open_one_may_be_named_and_no_other(folders: tuple[Path, Path]) -> None:
    app, lib = folders
    workspaces = Workspaces()
    workspaces.set_roots([app.as_uri()])
    assert workspaces.which((app / "sub").as_uri()).path == app / "sub"
    for uri in (lib.as_uri(), app.parent.as_uri(), (app.parent / "app-evil").as_uri(), f"{app.as_uri()}/../lib"):
        with pytest.raises(UnknownWorkspace):
            workspaces.which(uri)


def test_a_root_keeps_the_spelling_its_client_gave_it(folders: tuple[Path, Path]) -> None:
    app, _ = folders
    link = app.parent / "my link"
    link.symlink_to(app)
    spelled = link.as_uri().replace("%20", "%20")
    workspaces = Workspaces()
    workspaces.set_roots([spelled])
    assert workspaces.which(None).uri == spelled
    assert workspaces.which(app.as_uri()).uri == spelled
    assert workspaces.root_at(app).uri == workspaces.root_at(link).uri == spelled
    assert workspaces.which(str(app / "sub")).uri == (app / "sub").as_uri()


def test_a_link_that_leads_to_itself_is_a_root_like_any_other(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    workspaces = Workspaces()
    workspaces.set_roots([loop.as_uri()])
    assert workspaces.which(None).path == loop


def test_trust_is_for_a_folder_and_what_is_inside(folders: tuple[Path, Path]) -> None:
    app, lib = folders
    workspaces = Workspaces()
    assert not workspaces.declares_trust
    workspaces.set_trusted([app.as_uri()])
    assert workspaces.declares_trust
    assert [workspaces.is_trusted(path) for path in (app, app / "sub", lib, app.parent)] == [True, True, False, False]


SPELLINGS = [
    ("file:///a/b%20c.md", "/a/b c.md"),
    ("file:///a/100%25.md", "/a/100%.md"),
    ("file:///a/a%2520b.md", "/a/a%20b.md"),
    ("file://localhost/a.md", "/a.md"),
    ("FILE:///a.md", "/a.md"),
    ("file:/a.md", "/a.md"),
    ("/a/100%.md", "/a/100%.md"),
    ("file:///%E9t%E9", "/\udce9t\udce9"),
]


@pytest.mark.parametrize(("uri", "path"), SPELLINGS)
def test_a_uri_is_decoded_once(uri: str, path: str) -> None:
    assert path_of(uri) == Path(path)


@pytest.mark.parametrize(
    "uri", ["", "a.md", "file:", "file://", "file:///\0", "/a\0b", "http://x/a", "file://[/a", "~"]
)
def test_what_names_no_path_is_refused(uri: str) -> None:
    with pytest.raises(PathRefused):
        path_of(uri)


@pytest.mark.parametrize("path", ["/a b", "/100%", "/a%20b", "/é", "/cafe\u0301", "/a#b?c", "/a;b", "/\udce9", "/鯨/x"])
def test_a_path_comes_back_from_its_uri(path: str) -> None:
    uri = uri_of(path)
    assert uri.isascii()
    assert path_of(uri) == Path(path)


def test_the_real_path_of_nothing_is_itself(tmp_path: Path) -> None:
    assert real(tmp_path / "never" / "x") == tmp_path.resolve() / "never" / "x"
