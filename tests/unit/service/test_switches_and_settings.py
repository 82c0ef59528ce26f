"""Who decides: defaults, the person's file, a trusted project's file, the switch, the client, the environment."""

import json
from pathlib import Path

import pytest

from fakes.house import House, Process, everything_under
from noctule.errors import Disabled, NoctuleError, SettingsError
from noctule.settings import Settings


def write_project_file(folder: Path, text: str) -> None:
    (folder / ".noctule").mkdir(exist_ok=True)
    (folder / ".noctule" / "settings.json").write_text(text)


def settings_of(server: Process) -> Settings:
    return server.opened.resolved.settings


def test_memory_is_switched_off_and_on_for_one_project_in_every_process(house: House, server: Process) -> None:
    other = house.project.parent / "lighthouse"
    other.mkdir()
    server.noctule.switches.disable()
    assert not house.process().opened.is_enabled
    assert house.process(other).opened.is_enabled
    assert house.process().noctule.switches.enable().is_enabled
    assert server.opened.is_enabled


def test_switching_off_removes_nothing(server: Process) -> None:
    server.start()
    server.save("keel.md", "oak")
    server.noctule.switches.disable()
    assert (server.memory / "keel.md").read_text() == "oak"
    status = server.noctule.reporting.status()
    assert (status.enabled, status.enabled_by, status.message) == (False, "state", "Memory is off for ferry (state).")


def test_the_switch_counts_over_the_person_s_file(house: House) -> None:
    house.settings('{"memory": {"enabled": false}}')
    server = house.process()
    assert server.noctule.reporting.status().enabled_by == "user"
    assert server.noctule.switches.enable().is_enabled


@pytest.mark.parametrize("value", ["1", "true", "YES", " on "])
def test_the_environment_counts_over_the_switch_and_says_so(house: House, value: str) -> None:
    server = house.process(NOCTULE_DISABLE=value)
    with pytest.raises(Disabled, match="NOCTULE_DISABLE is set in the environment"):
        server.noctule.switches.enable()


@pytest.mark.parametrize("value", ["", "0", "no", "False", "off"])
def test_an_environment_that_says_no_disables_nothing(house: House, value: str) -> None:
    assert house.process(NOCTULE_DISABLE=value).opened.is_enabled


def test_the_client_counts_over_the_switch_and_says_so(server: Process) -> None:
    server.noctule.configuration.set_client({"enabled": False})
    with pytest.raises(Disabled, match="the client settings say so"):
        server.noctule.switches.enable()


def test_each_layer_counts_over_the_one_below(house: House) -> None:
    house.settings('{"memory": {"recall": {"maxMemories": 3, "turnBytes": 1000}}, "theme": "x"}')
    server = house.process()
    assert settings_of(server).recall.max_memories == 3
    server.noctule.configuration.set_client({"recall": {"maxMemories": 4}})
    recall = settings_of(server).recall
    assert (recall.max_memories, recall.turn_bytes, recall.memory_bytes) == (4, 1000, 4096)
    origin = server.opened.resolved.origin
    assert (origin("recall.maxMemories"), origin("recall.turnBytes"), origin("recall.memoryBytes")) == (
        "client", "user", "default",
    )  # fmt: skip


def test_a_settings_file_that_changes_counts_at_once(house: House, server: Process) -> None:
    for number in (2, 3, 4):
        house.settings(json.dumps({"memory": {"recall": {"maxMemories": number}}}))
        assert settings_of(server).recall.max_memories == number
    (house.home / "settings.json").unlink()
    assert settings_of(server).recall.max_memories == 5


BROKEN = [
    ("a syntax error", b'{"memory": {"recall": {"maxMemories": 2}', "line 1"),
    ("a list", b"[]", "no object"),
    ("null", b"null", "no object"),
    ("no text", b"\xff\xfe{", "not UTF-8"),
    ("a number too long to read", b'{"memory": {"dream": {"minHours": ' + b"9" * 5000 + b"}}}", "cannot be read"),
    ("much too large", b" " * 1_000_001, "too large"),
    ("nested too deeply", b"[" * 100_000, "cannot be read"),
]


@pytest.mark.parametrize(("case", "data", "says"), BROKEN, ids=[case for case, *_ in BROKEN])
def test_a_settings_file_that_cannot_be_read_is_named_and_the_defaults_stand(
    house: House, case: str, data: bytes, says: str
) -> None:
    house.home.mkdir()
    (house.home / "settings.json").write_bytes(data)
    server = house.process()
    assert settings_of(server) == Settings(), case
    (problem,) = server.noctule.reporting.status().problems
    assert says in problem
    assert "settings.json" in problem
    assert server.start().enabled


@pytest.mark.parametrize("value", ["1e999", "-1e999", "9" * 400, "NaN", "true", '"24"', "null", "-1"])
def test_a_number_that_is_none_is_not_taken(house: House, value: str) -> None:
    house.settings(f'{{"memory": {{"dream": {{"minHours": {value}}}}}}}')
    server = house.process()
    assert settings_of(server).dream.min_hours == 24
    assert "dream.minHours" in server.noctule.reporting.status().problems[0]


def test_a_mark_and_comments_are_read(house: House) -> None:
    house.home.mkdir()
    text = '\ufeff{\n  // mine\n  "memory": { "recall": { "enabled": false, }, },\n}'
    (house.home / "settings.json").write_text(text)
    assert settings_of(house.process()).recall.enabled is False


def test_a_project_s_file_counts_only_where_the_folder_is_trusted(house: House, server: Process) -> None:
    write_project_file(house.project, '{"memory": {"enabled": false}}')
    assert server.opened.is_enabled
    server.noctule.switches.trust()
    assert not house.process().opened.is_enabled
    assert server.noctule.reporting.status().enabled_by == "project"
    server.noctule.switches.distrust()
    assert server.opened.is_enabled


def test_trust_holds_for_what_lies_inside_a_trusted_folder(house: House) -> None:
    house.process(house.project.parent).noctule.switches.trust()
    write_project_file(house.project, '{"memory": {"enabled": false}}')
    assert not house.process().opened.is_enabled


def test_a_folder_inside_a_repository_has_the_repository_s_settings(house: House) -> None:
    inner = house.project / "packages" / "winch"
    inner.mkdir(parents=True)
    (house.project / ".git").mkdir()
    (house.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    write_project_file(house.project, '{"memory": {"enabled": false}}')
    assert house.process(inner).opened.is_enabled, "nobody trusts the repository yet"
    house.process().noctule.switches.trust()
    assert not house.process(inner).opened.is_enabled
    write_project_file(inner, '{"memory": {"recall": {"enabled": false}}}')
    nearer = house.process(inner).opened
    assert (nearer.is_enabled, nearer.resolved.settings.recall.enabled) == (True, False)


def test_the_client_s_word_on_trust_counts_over_the_recorded_one(house: House, server: Process) -> None:
    write_project_file(house.project, '{"memory": {"enabled": false}}')
    server.noctule.switches.trust()
    server.noctule.workspaces.set_trusted([])
    assert server.opened.is_enabled
    server.noctule.workspaces.set_trusted([house.project.as_uri()])
    assert not server.opened.is_enabled
    server.noctule.workspaces.set_trusted([(house.project.parent / "ferry-evil").as_uri()])
    assert server.opened.is_enabled


def test_a_trusted_project_may_tighten_and_do_nothing_else(house: House, server: Process) -> None:
    write_project_file(
        house.project,
        '{"memory": {"recall": {"maxMemories": 2, "memoryBytes": 9999, "model": "x/y"}, "location": "/tmp/evil",'
        ' "dream": {"enabled": true, "minHours": 48}, "profile": {"directory": "/tmp/evil"},'
        ' "models": {"providers": {"x": {"baseUrl": "http://evil"}}}}}',
    )
    server.noctule.switches.trust()
    settings = settings_of(server)
    assert (settings.recall.max_memories, settings.dream.min_hours) == (2, 48)
    assert (settings.recall.memory_bytes, settings.recall.model, settings.location) == (4096, (), "own")
    assert (settings.dream.enabled, settings.profile.directory, dict(settings.models.providers)) == (False, "own", {})
    named = " ".join(server.noctule.reporting.status().problems)
    for name in (
        "recall.memoryBytes",
        "recall.model",
        "location",
        "dream.enabled",
        "profile.directory",
        "models.providers",
    ):
        assert name in named


LOCATIONS = [
    ("~/notes/mem", "person/notes/mem"),
    ("./rel/mem", "ferry/rel/mem"),
    ("rel/../mem", "ferry/mem"),
    ("$PLACE/mem", "place/mem"),
    ("${PLACE}/mem/", "place/mem"),
    ("{base}/x/mem/", "x/mem"),
]


@pytest.mark.parametrize(("location", "place"), LOCATIONS, ids=[location for location, _ in LOCATIONS])
def test_every_use_of_a_named_folder_is_the_same_absolute_path(house: House, location: str, place: str) -> None:
    base = house.project.parent
    named = location.replace("{base}", str(base))
    server = house.process(NOCTULE_MEMORY_DIR=named, PLACE=str(base / "place"))
    answer = server.start()
    assert answer.snapshot is not None
    assert f"{base / place}/\n" in answer.snapshot.text
    assert f"{base / place}/MEMORY.md" in answer.snapshot.text
    assert answer.folder_uri == (base / place).as_uri()
    assert (base / place).is_dir()
    server.save("keel.md", "The keel is of oak.\n")
    assert server.recalled("the keel of oak") == ["keel.md"]
    assert server.noctule.reporting.status().folder_uri == answer.folder_uri


@pytest.mark.parametrize("location", ["", "  "])
def test_an_empty_location_is_not_set(house: House, location: str) -> None:
    assert house.process(NOCTULE_MEMORY_DIR=location).memory.is_relative_to(house.home)


def test_a_location_that_is_a_file_or_names_nothing_is_a_clear_error(house: House) -> None:
    (house.project / "file").write_text("x")
    for location, says in (("file", "is a file"), ("$NOWHERE/x", "NOWHERE"), ("~", "cannot be a memory folder")):
        server = house.process(NOCTULE_MEMORY_DIR=location)
        for call in (server.start, server.noctule.reporting.status, server.noctule.reading.list):
            with pytest.raises(SettingsError, match=says):
                call()
        assert server.recall("anything").notes == ("settings",)
    assert everything_under(house.home) == []


def test_a_folder_reached_in_two_ways_is_one_folder(house: House) -> None:
    other = house.project.parent / "lighthouse"
    other.mkdir()
    shared, link = house.project.parent / "shared", house.project.parent / "link"
    shared.mkdir()
    link.symlink_to(shared)
    server = house.process(NOCTULE_MEMORY_DIR=str(shared))
    server.start("s1")
    server.recall("a turn begins", "s1")
    linked = house.process(other, NOCTULE_MEMORY_DIR=str(link))
    linked.follow()
    linked.save("keel.md", "oak\n")
    assert linked.look() == ["saved keel.md by agent s1"]
    assert [row.session_id for row in linked.noctule.sessions.all(None)] == ["s1"]


def test_worktrees_and_sub_folders_share_their_repository_s_memory_or_stand_alone(house: House) -> None:
    (house.project / ".git" / "worktrees" / "fix").mkdir(parents=True)
    (house.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (house.project / ".git" / "worktrees" / "fix" / "commondir").write_text("../..\n")
    tree, inner = house.project.parent / "ferry-fix", house.project / "deck"
    for folder in (tree, inner):
        folder.mkdir()
    (tree / ".git").write_text(f"gitdir: {house.project}/.git/worktrees/fix\n")
    main = house.process().memory
    assert house.process(tree).memory == house.process(inner).memory == main
    house.settings('{"memory": {"project": {"scope": "folder"}}}')
    assert len({house.process(root).memory for root in (house.project, tree, inner)}) == 3


def test_one_project_has_one_folder_however_its_path_is_spelled(house: House) -> None:
    link = house.project.parent / "link"
    link.symlink_to(house.project)
    spelled = (house.project, link, Path(f"{house.project}/./x/.."), Path(f"{house.project}//"))
    assert len({house.process(root).memory for root in spelled}) == 1


def test_two_projects_whose_lossy_names_are_equal_share_nothing(house: House) -> None:
    base = house.project.parent
    first, second = base / "data-hub" / "proxy", base / "data" / "hub-proxy"
    for folder in (first, second):
        folder.mkdir(parents=True)
    writer, reader = house.process(first), house.process(second)
    writer.start("s1")
    writer.save("keel.md", "The keel is of oak.\n")
    reader.start("s2")
    assert reader.recalled("the keel of oak", "s2") == []
    assert writer.memory != reader.memory


def test_no_setting_makes_an_error_without_a_kind(house: House) -> None:
    house.settings('{"memory": {"profile": {"directory": "$NOWHERE"}}}')
    with pytest.raises(NoctuleError):
        house.process().start()
