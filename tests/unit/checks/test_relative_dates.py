"""What a text says relative to the day it was written is found, with the date that it meant; what is no date is not."""

from datetime import date

import pytest

from noctule.checks.relative_dates import relative_dates

TUESDAY = date(2026, 3, 3)


def found(text: str, today: date = TUESDAY) -> list[tuple[str, str]]:
    """The words, and what they meant on that day."""
    for one in (dates := relative_dates(text, today)):
        assert text[one.start : one.end] == one.text
    return [(one.text, one.date) for one in dates]


MEANT = [
    ("The code freeze begins Thursday.", [("Thursday", "2026-03-05")]),
    ("The quay freeze begins Thursday for the winter.", [("Thursday", "2026-03-05")]),
    ("The sprint ends Friday 17:00", [("Friday", "2026-03-06")]),
    ("The index broke last night", [("last night", "2026-03-02")]),
    ("Ab nächster Woche gilt das", [("nächster Woche", "the week of 2026-03-09")]),
    ("Reviews are due by Friday, at noon.", [("Friday", "2026-03-06")]),
    ("The audit is on Tuesday", [("Tuesday", "2026-03-03")]),
    ("next Tuesday we move", [("Tuesday", "2026-03-10")]),
    ("Broken since Monday.", [("Monday", "2026-03-02")]),
    ("since Tuesday the proxy is down", [("Tuesday", "2026-03-03")]),
    ("It was agreed last Tuesday.", [("Tuesday", "2026-02-24")]),
    ("Saturday morning the racks are moved", [("Saturday", "2026-03-07")]),
    ("We chose Rust today.", [("today", "2026-03-03")]),
    ("Yesterday the disk was full", [("Yesterday", "2026-03-02")]),
    ("the day after tomorrow, at four", [("the day after tomorrow", "2026-03-05")]),
    ("No merges next week", [("next week", "the week of 2026-03-09")]),
    ("The price rose last month.", [("last month", "2026-02")]),
    ("Support ends next year", [("next year", "2027")]),
    ("Agreed three days ago.", [("three days ago", "2026-02-28")]),
    ("They move in 2 weeks.", [("in 2 weeks", "the week of 2026-03-16")]),
    ("due Friday; frozen on Monday", [("Friday", "2026-03-06"), ("Monday", "2026-03-09")]),
    ("Ab Montag ist main gesperrt, bis Freitag.", [("Montag", "2026-03-09"), ("Freitag", "2026-03-06")]),
    ("Das gilt ab morgen.", [("morgen", "2026-03-04")]),
    ("letzte Woche beschlossen", [("letzte Woche", "the week of 2026-02-23")]),
    ("Vor drei Tagen gewechselt", [("Vor drei Tagen", "2026-02-28")]),
    ("La livraison est pour vendredi.", [("vendredi", "2026-03-06")]),
    ("décidé avant-hier", [("avant-hier", "2026-03-01")]),
    ("la semaine prochaine on gèle", [("la semaine prochaine", "the week of 2026-03-09")]),
    ("La revisión es el viernes.", [("viernes", "2026-03-06")]),
    ("Se decidió ayer.", [("ayer", "2026-03-02")]),
    ("周五之前要评审", [("周五", "2026-03-06")]),
    ("下周二发布", [("下周二", "2026-03-10")]),
    ("必须在周五之前完成", [("周五", "2026-03-06")]),
    ("下周二不发布", [("下周二", "2026-03-10")]),
    ("昨天决定用新的仓库", [("昨天", "2026-03-02")]),
    ("金曜日に凍結", [("金曜日", "2026-03-06")]),
    ("来週の水曜日に移行する", [("来週の水曜日", "2026-03-11")]),
    ("지난주 금요일에 바꿨다", [("지난주 금요일", "2026-02-27")]),
    ("내일 배포한다", [("내일", "2026-03-04")]),
]


@pytest.mark.parametrize(("text", "expected"), MEANT, ids=[text for text, _ in MEANT])
def test_a_relative_date_is_found_with_the_date_it_means(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


NO_DATE = [
    "We meet every Monday.",
    "Tickets live on Monday.com",
    "On Mondays the queue is long",
    "Friday deploys are forbidden",
    "Never release on a Friday",
    "Never release on Friday.",
    "The desk is staffed Monday to Friday.",
    "Open Monday–Thursday",
    "Freeze: Thursday, 2026-03-05.",
    "Freeze on Thursday (5 March).",
    "The freeze of 2026-03-05, Thursday, is over",
    "today (2026-03-03) we chose Rust",
    "Call `today()` for the date.",
    "```\nreport --since yesterday\n```\n",
    "date.today() is naive",
    "it is an `is_today` flag",
    "The 'Today' tab is the first one",
    "Black Friday is the busiest day",
    "The Monday meeting is in room 4",
    "Tokens expire in 30 days.",
    "Runs finish in two days when the cache is cold",
    "the last week of March",
    "Jeden Montag ist Wartung.",
    "montags ist Wartung",
    "Guten Morgen sagt der Bot.",
    "Hier liegt die Datei.",
    "chaque lundi, et le mardi aussi",
    "Los lunes no se despliega; cada martes tampoco.",
    "Se despliega por la mañana.",
    "Standup is Monday at 9:30.",
    "每周五做备份",
    "生产环境部署必须在周二上午进行",
    "每月第二个周二发布",
    "优先约周二或周四",
    "リリースは毎月第二木曜日",
    "定例会議は月曜日です",
    "本番デプロイは金曜に行わない",
    "금요일에는 배포하지 않는다",
    "毎週月曜日に確認",
    "매주 월요일에 회의",
    "Since 2026-03-05 the branch is frozen.",
    "The user prefers short answers.",
]


@pytest.mark.parametrize("text", NO_DATE)
def test_a_habit_a_name_code_and_a_date_that_stands_there_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_what_is_to_be_written_keeps_a_weekday_beside_its_date_and_says_nothing_more_then() -> None:
    for text, absolute in (("Due Friday.", "Due Friday (2026-03-06)."), ("Due tomorrow.", "Due 2026-03-04.")):
        (one,) = relative_dates(text, TUESDAY)
        after = text[: one.start] + one.absolute + text[one.end :]
        assert after == absolute
        assert found(after) == []


@pytest.mark.parametrize("today", [date.min, date.max, date(1970, 1, 1), date(2999, 12, 31)])
def test_a_day_at_the_end_of_the_calendar_breaks_nothing(today: date) -> None:
    assert isinstance(found("next week, in 999 years, 999 months ago, last Monday and tomorrow", today), list)


@pytest.mark.parametrize("hostile", ["Monday, ", "today ", "on ", "in 1 day ", "周一", "`", "2026-", "the day after "])
def test_a_text_of_one_thing_is_read_up_to_a_bound(hostile: str) -> None:
    assert len(found(hostile * 20_000)) <= 20
