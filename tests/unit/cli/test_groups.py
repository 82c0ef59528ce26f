"""A command loads its own group only, and the table of groups is what the groups bring."""

import argparse
from importlib import import_module

import pytest

from fakes.shell import Shell
from noctule.cli.command import GROUPS, parser


@pytest.mark.parametrize("group", sorted(GROUPS))
def test_a_group_brings_the_words_of_the_table(group: str) -> None:
    commands = argparse.ArgumentParser().add_subparsers()
    import_module(f"noctule.cli.{group}").add_commands(commands)
    assert tuple(commands.choices) == GROUPS[group]


def test_one_word_loads_one_group_and_help_loads_all() -> None:
    every = [word for words in GROUPS.values() for word in words]
    for word, there in (("list", list(GROUPS["reading"])), ("--help", every), ("nonsense", every), (None, every)):
        commands = next(one for one in parser(word)._actions if isinstance(one.choices, dict))
        assert list(commands.choices or ()) == there


def test_a_mistyped_command_is_told_what_was_meant(shell: Shell) -> None:
    ran = shell.run("recal", "x")
    assert (ran.code, "there is no command recal: did you mean recall?" in ran.err) == (2, True)
    assert "there is no command xyzzy: --help lists them." in shell.run("xyzzy").err
    assert "choose from" not in shell.run("dreams", "undu").err
