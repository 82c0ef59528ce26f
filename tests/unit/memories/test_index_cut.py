"""A long index is cut where the first limit trips, and says what is missing."""

from noctule.memories.index import MOST_CHARACTERS, is_loaded, truncate


def lines(count: int, length: int = 0) -> str:
    made = (f"- [N{number:03d}](n{number:03d}.md) — hook" for number in range(1, count + 1))
    return "".join(line.ljust(length, "x") + "\n" for line in made)


def test_a_short_index_is_shown_as_it_is() -> None:
    text = lines(200)
    cut = truncate(text)
    assert (cut.text, cut.truncated, cut.lines, cut.shown_lines, cut.hidden) == (text, False, 200, 200, ())
    assert truncate("").text == ""
    assert truncate("# I\n\n\n").lines == 1


def test_a_line_too_many_is_named() -> None:
    text = lines(201)
    cut = truncate(text)
    assert cut.text.startswith(lines(200).rstrip("\n") + "\n\n> WARNING: ")
    assert cut.text.count("> WARNING:") == 1
    assert "201 lines" in cut.text
    assert "200 lines" in cut.text
    assert "n201.md" in cut.text.split("> WARNING:")[1]
    assert (cut.lines, cut.shown_lines, cut.truncated) == (201, 200, True)
    assert [line.target for line in cut.hidden] == ["n201.md"]


def test_too_many_characters_are_cut_at_a_line_end() -> None:
    text = lines(120, 300)
    cut = truncate(text)
    assert (cut.chars, cut.shown_lines, cut.shown_chars) == (36_120, 83, 83 * 301 - 1)
    warning = cut.text.split("> WARNING:")[1]
    assert "36,120 characters" in warning
    assert "25,000 characters" in warning
    assert " lines, over" not in warning
    assert cut.text.startswith(text[: cut.shown_chars] + "\n\n> WARNING:")


def test_the_limit_that_trips_first_is_the_one_that_is_named() -> None:
    assert "characters, over" in truncate(lines(300, 200)).text
    assert "lines, over" in truncate(lines(300, 100)).text


def test_one_endless_line_is_cut_where_it_stands() -> None:
    cut = truncate("é" * 30_000)
    assert cut.text.startswith("é" * MOST_CHARACTERS + "\n\n> WARNING:")
    assert (cut.shown_lines, cut.shown_chars) == (1, MOST_CHARACTERS)


def test_text_of_exactly_the_limit_is_not_cut() -> None:
    assert not truncate("x" * MOST_CHARACTERS + "\n").truncated
    two = "x" * (MOST_CHARACTERS - 10) + "\n" + "y" * 9
    assert not truncate(two).truncated
    assert truncate(two + "z").shown_chars == MOST_CHARACTERS - 10


def test_a_line_end_just_at_the_limit_keeps_the_line_before_it() -> None:
    cut = truncate("x" * MOST_CHARACTERS + "\nmore\n")
    assert (cut.shown_chars, cut.shown_lines) == (MOST_CHARACTERS, 1)


def test_windows_line_ends_are_not_halved() -> None:
    cut = truncate(lines(201).replace("\n", "\r\n"))
    assert "\r\n\n" not in cut.text
    assert cut.text.split("\n\n> WARNING:")[0].endswith("hook")


def test_a_writer_can_ask_whether_its_line_is_shown() -> None:
    text = lines(201)
    assert is_loaded(text, "n200.md")
    assert not is_loaded(text, "n201.md")
    assert not is_loaded(text, "n999.md")
    assert is_loaded(lines(3), "n003.md")
    wide = lines(120, 300)
    assert (is_loaded(wide, "n083.md"), is_loaded(wide, "n084.md")) == (True, False)
    assert not is_loaded("- [A](a.md) — " + "x" * 30_000, "a.md")


def test_many_hidden_names_are_counted() -> None:
    warning = truncate(lines(400)).text.split("> WARNING:")[1]
    assert "and 180 more" in warning
