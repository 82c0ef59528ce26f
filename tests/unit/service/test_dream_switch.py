"""Claims about switching automatic dreams on and off in a person's own settings file."""

import pytest

from fakes.house import House, Process
from noctule.errors import SettingsError
from noctule.service.dream.switch import DreamSwitch, SwitchAnswer

COMMENTED = (
    '{\n  // my theme\n  "theme": "x",\n  "memory": { "recall": { "enabled": false, }, },\n'
    '  /* the last */\n  "zoom": 1\n}\n'
)


def turn(server: Process, enabled: bool | None = None) -> SwitchAnswer:
    return DreamSwitch(server.noctule.projects).turn(enabled)


def content(house: House) -> str:
    return (house.home / "settings.json").read_bytes().decode()


def test_a_file_that_is_not_there_is_made(house: House, server: Process) -> None:
    answer = turn(server)
    assert (answer.enabled, answer.message, answer.warning) == (True, "Automatic dreams are on.", None)
    assert server.opened.resolved.settings.dream.enabled


def test_every_other_key_comment_and_the_order_stay(house: House, server: Process) -> None:
    house.settings(COMMENTED)
    assert turn(server).enabled
    after = content(house)
    assert after.replace('\n    "dream": {\n      "enabled": true\n    },', "").split() == COMMENTED.split()
    for kept in ("// my theme", '"theme": "x"', "/* the last */", '"zoom": 1'):
        assert kept in after
    assert server.opened.resolved.settings.dream.enabled
    assert not server.opened.resolved.settings.recall.enabled


def test_twice_gives_back_what_was_there(house: House, server: Process) -> None:
    house.settings(COMMENTED)
    turn(server)
    on = content(house)
    assert not turn(server).enabled
    assert content(house) == on.replace("true", "false")
    assert turn(server).enabled
    assert content(house) == on


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (
            '{"memory": {"dream": {"enabled": false, "minHours": 4}}}',
            '{"memory": {"dream": {"enabled": true, "minHours": 4}}}',
        ),
        ('{"memory": {"dream.enabled": false}}', '{"memory": {"dream.enabled": true}}'),
        (
            '\ufeff{"theme":"x","memory":{"dream":{"enabled":false}}}',
            '\ufeff{"theme":"x","memory":{"dream":{"enabled":true}}}',
        ),
        (
            '{\r\n  "memory": {"dream": {"enabled": false}}\r\n}\r\n',
            '{\r\n  "memory": {"dream": {"enabled": true}}\r\n}\r\n',
        ),
    ],
)
def test_only_the_value_is_changed(house: House, server: Process, text: str, after: str) -> None:
    house.home.mkdir(exist_ok=True)
    (house.home / "settings.json").write_bytes(text.encode())
    assert turn(server).enabled
    assert content(house) == after


def test_a_file_with_windows_line_ends_keeps_them(house: House, server: Process) -> None:
    house.home.mkdir(exist_ok=True)
    (house.home / "settings.json").write_bytes(b'{\r\n  "theme": "x"\r\n}\r\n')
    turn(server)
    after = content(house)
    assert after.count("\n") == after.count("\r\n")
    assert "\r\r" not in after


@pytest.mark.parametrize(
    "text", ['{"theme": }', "[]", "null", '{"memory": 3}', '{"memory": {"dream": []}}', "{\n  a\n}"]
)
def test_a_file_that_cannot_be_read_is_refused_and_stays_byte_for_byte(
    house: House, server: Process, text: str
) -> None:
    house.settings(text)
    with pytest.raises(SettingsError) as caught:
        turn(server)
    assert "settings.json" in str(caught.value)
    assert content(house) == text


def test_a_syntax_error_is_named_by_its_line(house: House, server: Process) -> None:
    house.settings('{\n  "theme": "x",\n  oops\n}')
    with pytest.raises(SettingsError, match="line 3"):
        turn(server)


def test_bytes_that_are_no_text_are_refused(house: House, server: Process) -> None:
    house.home.mkdir(exist_ok=True)
    (house.home / "settings.json").write_bytes(b'{"theme": "\xff"}')
    with pytest.raises(SettingsError):
        turn(server)


def test_a_project_that_keeps_it_off_is_told_of(house: House, server: Process) -> None:
    folder = house.project / ".noctule"
    folder.mkdir()
    (folder / "settings.json").write_text('{"memory": {"dream": {"enabled": false}}}')
    server.noctule.switches.trust()
    house.settings('{"memory": {"dream": {"enabled": false}}}')
    answer = turn(server)
    assert answer.enabled
    assert answer.warning == "Here it has no effect: this project's own settings keep it off."


def test_an_editor_that_keeps_it_on_is_told_of(house: House, server: Process) -> None:
    house.settings('{"memory": {"dream": {"enabled": true}}}')
    server.noctule.configuration.set_client({"dream": {"enabled": True}})
    answer = turn(server)
    assert not answer.enabled
    assert answer.warning == "Here it has no effect: the editor's settings keep it on."


def test_a_link_is_followed_and_stays_one(house: House, server: Process) -> None:
    house.home.mkdir(exist_ok=True)
    real = house.user_home / "dotfiles.json"
    real.write_text("{}")
    (house.home / "settings.json").symlink_to(real)
    turn(server, enabled=True)
    assert (house.home / "settings.json").is_symlink()
    assert '"enabled": true' in real.read_text()


def test_saying_what_is_so_already_writes_nothing(house: House, server: Process) -> None:
    house.settings('{"memory": {"dream": {"enabled": true}}}')
    file = house.home / "settings.json"
    before = file.stat().st_mtime_ns, file.stat().st_ino
    assert turn(server, enabled=True).enabled
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == before
