"""One project has one key, however a client or a system spells its path."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctule.store.paths import last_name, normalise_path, project_key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/home/dev/proj", "/home/dev/proj"),
        ("/home/dev/proj/", "/home/dev/proj"),
        ("/home/dev/./x/..//proj", "/home/dev/proj"),
        ("//home/dev", "/home/dev"),
        ("/", "/"),
        ("/../..", "/"),
        ("/home/dev/a\\b", "/home/dev/a\\b"),
        ("/home/dev/100%41", "/home/dev/100%41"),
        ("file:///home/dev/my%20proj/", "/home/dev/my proj"),
        ("file://localhost/home/dev", "/home/dev"),
        ("file:///home/dev/100%25", "/home/dev/100%"),
        ("file:///c%3A/Users/dev/proj", "C:\\Users\\dev\\proj"),
        ("FILE:///C:/Users/dev/proj/", "C:\\Users\\dev\\proj"),
        ("c:/Users/dev/proj", "C:\\Users\\dev\\proj"),
        ("C:\\Users\\.\\dev\\x\\..\\proj\\", "C:\\Users\\dev\\proj"),
        ("\\\\?\\C:\\Users\\dev", "C:\\Users\\dev"),
        ("c:", "C:\\"),
        ("d:\\", "D:\\"),
        ("\\\\Server\\share\\p\\", "\\\\server\\share\\p"),
        ("\\\\server\\share", "\\\\server\\share"),
        ("\\\\?\\UNC\\server\\share\\p", "\\\\server\\share\\p"),
        ("file://SERVER/share/p", "\\\\server\\share\\p"),
        ("", ""),
    ],
)
def test_a_path_has_one_spelling(text: str, expected: str) -> None:
    assert normalise_path(text) == expected
    assert normalise_path(expected) == expected


@given(st.text(alphabet="abC:/\\.%? é\u0301~", max_size=30))
def test_a_path_spelled_our_way_stays_so(text: str) -> None:
    once = normalise_path(f"/{text}")
    assert normalise_path(once) == once


@pytest.mark.parametrize(
    "spellings",
    [
        ["/home/dev/proj", "/home/dev/proj/", "/home/dev/./proj", "/home/dev/x/../proj", "/home/dev//proj"],
        ["file:///c%3A/Users/dev/proj", "file:///C:/Users/dev/proj", "C:\\Users\\dev\\proj\\", "c:/Users/dev/proj"],
        ["\\\\server\\share\\p", "\\\\SERVER\\share\\p\\", "file://server/share/p"],
        [unicodedata.normalize("NFC", "/home/dev/café"), unicodedata.normalize("NFD", "/home/dev/café")],
    ],
)
def test_one_project_has_one_key(spellings: list[str]) -> None:
    assert len({project_key(each) for each in spellings}) == 1


def test_projects_that_others_confuse_have_keys_of_their_own() -> None:
    paths = ["/w/data-hub/proxy", "/w/data/hub-proxy", "/w/data_hub/proxy", "/w/data.hub/proxy", "/w/App", "/w/app"]
    paths += [
        "D:\\project\\open",
        "C:/Users/test",
        "\\\\server\\share\\p",
        "/home/dev/a+b@c#1?.x*",
        "/",
        "C:\\",
        "/...",
    ]
    assert len({project_key(path) for path in paths}) == len(paths)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/home/dev/My App", "my-app"),
        ("/home/dev/a+b@c#1?.x*", "a-b-c-1-x"),
        ("/home/dev/café", "cafe"),
        ("/home/dev/.dotted.", "dotted"),
        ("/home/dev/-dashed-", "dashed"),
        ("/home/dev/" + "long" * 50, "long" * 10),
        ("/home/dev/" + "x" * 39 + ".y", "x" * 39),
        ("/home/dev/日本語", "project"),
        ("/home/dev/...", "project"),
        ("/", "project"),
        ("D:\\", "project"),
        ("\\\\server\\share", "share"),
    ],
)
def test_a_key_is_a_name_for_people_and_a_hash(path: str, name: str) -> None:
    key = project_key(path)
    assert re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?-[0-9a-f]{12}", key)
    assert key.rpartition("-")[0] == name


@given(st.text(min_size=1, max_size=300))
def test_any_path_gives_a_key_that_every_disk_takes(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9-]{1,40}-[0-9a-f]{12}", project_key(f"/home/{name}"))


def test_the_last_name_of_a_path_is_found_on_every_system() -> None:
    assert [last_name(path) for path in ("/a/b/", "C:\\a\\b c", "\\\\s\\share", "/", "/a\\b")] == [
        "b",
        "b c",
        "share",
        "",
        "a\\b",
    ]
