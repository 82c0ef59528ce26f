"""What the commands of the dream's shell print, held against what the real ones print."""

import re
from pathlib import Path

import pytest

from noctule.safety.shell.options import read_options
from noctule.safety.shell.run import CommandRefused, Vault, run
from noctule.safety.shell.table import COMMANDS, command_list
from noctule.safety.shell.words import Word

FILES = {
    "a.md": "alpha\nbeta\n\n\ngamma delta\n",
    "b.md": "alpha\nBETA\ngamma delta\nlast\n",
    "n.md": "10 x\n9 y\n9 y\n100 z\n",
    "t.md": "k:v:w\nplain\nx:y\n",
    "sub/c.md": "alpha again\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    (tmp_path / "sub").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return Vault(tmp_path)


PRINTS = [
    ("ls", "a.md\nb.md\nn.md\nsub\nt.md\n"),
    ("ls -F", "a.md\nb.md\nn.md\nsub/\nt.md\n"),
    ("ls -r *.md", "t.md\nn.md\nb.md\na.md\n"),
    ("ls a.md sub", "a.md\n\nsub:\nc.md\n"),
    ("ls -R", ".:\na.md\nb.md\nn.md\nsub\nt.md\n\nsub:\nc.md\n"),
    ("ls -d sub", "sub\n"),
    ("ls -d */", "sub\n"),
    ("stat -c '%s %F %U%%' t.md", "16 regular file ?%\n"),
    ("rg -t md -l again", "sub/c.md\n"),
    ("ls gone.md", "ls: gone.md: no such file or folder\n"),
    ("cat -n t.md", "     1\tk:v:w\n     2\tplain\n     3\tx:y\n"),
    ("cat -sE a.md", "alpha$\nbeta$\n$\ngamma delta$\n"),
    ("cat gone.md t.md", "k:v:w\nplain\nx:y\ncat: gone.md: no such file\n"),
    ("head -n 2 a.md", "alpha\nbeta\n"),
    ("head -2 a.md b.md", "==> a.md <==\nalpha\nbeta\n\n==> b.md <==\nalpha\nBETA\n"),
    ("head -n -4 a.md", "alpha\n"),
    ("head -c 3 a.md", "alp"),
    ("tail -n 1 a.md", "gamma delta\n"),
    ("tail -n +3 b.md", "gamma delta\nlast\n"),
    ("tail -c 5 b.md", "last\n"),
    ("wc -l a.md", "5 a.md\n"),
    ("wc t.md n.md", " 3  3 16 t.md\n 4  8 19 n.md\n 7 11 35 total\n"),
    ("cat a.md | wc -l", "5\n"),
    ("nl t.md", "     1\tk:v:w\n     2\tplain\n     3\tx:y\n"),
    ("nl a.md | head -3", "     1\talpha\n     2\tbeta\n       \n"),
    ("echo a  'b  c'", "a b  c\n"),
    ("echo -e 'a\\tb'", "a\tb\n"),
    ("echo -n x", "x"),
    ("echo -x *.zip", "-x *.zip\n"),
    ("diff a.md a.md", ""),
    ("diff a.md b.md", "2,4c2\n< beta\n< \n< \n---\n> BETA\n5a4\n> last\n"),
    ("diff -U0 n.md t.md | head -3", "--- n.md\n+++ t.md\n@@ -1,4 +1,3 @@\n"),
    ("diff -u a.md b.md | tail -n +3 | head -3", "@@ -1,5 +1,4 @@\n alpha\n-beta\n"),
    ("diff -q a.md b.md", "Files a.md and b.md differ\n"),
    ("diff -i a.md b.md", "3,4d2\n< \n< \n5a4\n> last\n"),
    ("comm -12 a.md a.md", "alpha\nbeta\n\n\ngamma delta\n"),
    ("comm n.md n.md | head -1", "\t\t10 x\n"),
    ("sort n.md", "10 x\n100 z\n9 y\n9 y\n"),
    ("sort -n n.md", "9 y\n9 y\n10 x\n100 z\n"),
    ("sort -rnu n.md", "100 z\n10 x\n9 y\n"),
    ("sort -k2r n.md", "100 z\n9 y\n9 y\n10 x\n"),
    ("sort -t: -k2 t.md", "plain\nk:v:w\nx:y\n"),
    ("uniq -c n.md", "      1 10 x\n      2 9 y\n      1 100 z\n"),
    ("uniq -d n.md", "9 y\n"),
    ("cut -d: -f2 t.md", "v\nplain\ny\n"),
    ("cut -d: -f1,3 -s t.md", "k:w\nx\n"),
    ("cut -c2-3 t.md", ":v\nla\n:y\n"),
    ("cut -c 3- --complement t.md", "k:\npl\nx:\n"),
    ("cat t.md | tr a-z A-Z", "K:V:W\nPLAIN\nX:Y\n"),
    ("cat t.md | tr -d ':\\n'", "kvwplainxy"),
    ("cat t.md | tr -s 'a-z' x", "x:x:x\nx\nx:x\n"),
    ("cat t.md | tr -cd '[:alpha:]'", "kvwplainxy"),
    ("grep alpha a.md", "alpha\n"),
    ("grep -n a a.md", "1:alpha\n2:beta\n5:gamma delta\n"),
    ("grep -c a a.md b.md", "a.md:3\nb.md:3\n"),
    ("grep -il BETA *.md", "a.md\nb.md\n"),
    ("grep -L beta *.md", "b.md\nn.md\nt.md\n"),
    ("grep -r alpha sub", "sub/c.md:alpha again\n"),
    ("grep -rh alpha --include=c.md", "alpha again\n"),
    ("grep -w delt a.md", ""),
    ("grep -ow delta a.md", "delta\n"),
    ("grep -x alpha a.md b.md", "a.md:alpha\nb.md:alpha\n"),
    ("grep -oE '[a-z]+' t.md | head -2", "k\nv\n"),
    ("grep -nA1 alpha a.md", "1:alpha\n2-beta\n"),
    ("grep -C1 BETA b.md", "alpha\nBETA\ngamma delta\n"),
    ("grep -e 9 -e 100 n.md", "9 y\n9 y\n100 z\n"),
    ("grep -F '*' a.md", ""),
    ("grep -v a a.md | uniq -c", "      2 \n"),
    ("grep -m1 a a.md", "alpha\n"),
    ("rg alpha", "a.md:alpha\nb.md:alpha\nsub/c.md:alpha again\n"),
    ("rg -n BETA b.md", "2:BETA\n"),
    ("rg '(?i)beta' -l", "a.md\nb.md\n"),
    ("rg -c alpha -g '!sub/*'", "a.md:1\nb.md:1\n"),
    ("rg --files -g 'c*'", "sub/c.md\n"),
    ("cat b.md | rg last", "last\n"),
    ("stat -c '%n is a %F of %s bytes' t.md", "t.md is a regular file of 16 bytes\n"),
    ("ls [ab].md", "a.md\nb.md\n"),
    ("ls [a-m].md", "a.md\nb.md\n"),
    ("ls [!a-m]*.md", "n.md\nt.md\n"),
    ("ls [^ab].md", "n.md\nt.md\n"),
    ("ls [a'-'t].md", "a.md\nt.md\n"),
    ("ls []n].md", "n.md\n"),
    ("echo [ab '[ab].md' x]", "[ab [ab].md x]\n"),
    ("tail +3 b.md", "gamma delta\nlast\n"),
    ("grep -s alpha gone.md", ""),
    ("grep -s alpha gone.md t.md a.md", "a.md:alpha\n"),
    ("echo -e 'a\\x41\\0102\\x1bc'", "aABc\n"),
    ("echo -e 'a\\\\x41\\cb'", "a\\x41"),
    ("echo -n 'a b' | cat -n", "     1\ta b"),
    ("echo -n 'a b' | cat -E", "a b"),
    ("echo -n alpha | diff - sub/c.md", "1c1\n< alpha\n\\ No newline at end of file\n---\n> alpha again\n"),
    ("echo -n 'alpha again' | diff -q - sub/c.md", "Files - and sub/c.md differ\n"),
    ("echo -n 'alpha again' | diff -w - sub/c.md", ""),
    ("cat t.md | wc", "      3       3      16\n"),
    ("wc -l t.md n.md", " 3 t.md\n 4 n.md\n 7 total\n"),
]


@pytest.mark.parametrize(("command", "expected"), PRINTS)
def test_a_command_prints_what_the_real_one_prints(vault: Vault, command: str, expected: str) -> None:
    assert run(command, vault) == expected


SENTENCES = [
    ("ls; pwd", "one command"),
    ("echo hi > x.md", "write tool"),
    ("echo $HOME", "single quotes"),
    ("cat ~/x", "single quotes"),
    ("find .", "There are ls, cat"),
    ("cat --bogus x", "It takes"),
    ("sort -o x y", "write tool"),
    ("grep -P x y", "-E"),
    ("rm *.md", "rm -f"),
    ("rm -f *.md", "write each name out"),
    ("cat", "name a file"),
    ("cat ../x", "leaves the memory folder"),
    ("cat a.md/", "a file, not a folder"),
    ("rm -f a.md/", "names a folder"),
    ("rm -f [ab].md", "write each name out"),
    ("echo !!", "single quotes"),
    ("echo [a]!", "single quotes"),
]


@pytest.mark.parametrize(("command", "hint"), SENTENCES)
def test_a_refusal_tells_what_to_write_instead(vault: Vault, command: str, hint: str) -> None:
    with pytest.raises(CommandRefused) as refused:
        run(command, vault)
    assert hint in str(refused.value)


def test_the_list_for_the_prompt_has_every_command_of_the_table() -> None:
    lines = command_list().splitlines()
    assert [line.removeprefix("- `").split(" ")[0].rstrip("`") for line in lines] == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_option_that_the_list_names_is_taken(vault: Vault, name: str) -> None:
    line = next(line for line in command_list().splitlines() if line.startswith((f"- `{name} ", f"- `{name}`")))
    for option, value in re.findall(r"\[(--?[\w-]+)(?: (N|C|TEXT))?\]", line):
        letters = [option] if option.startswith("--") or value else [f"-{letter}" for letter in option[1:]]
        for letter in letters:
            words = [letter, *({"N": ["1"], "C": [":"], "TEXT": ["x"]}[value] if value else [])]
            given = read_options(name, COMMANDS[name].row, [Word(word, None, True) for word in words])
            assert given.flags or given.values, letter


def test_a_name_with_accents_is_found_in_either_spelling(vault: Vault) -> None:
    (vault.root / "re\u0301sume\u0301.md").write_text("accents\n")
    assert run("cat résumé.md", vault) == "accents\n"
