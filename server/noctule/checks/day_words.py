"""The words by which texts name days relative to when they were written, a language each, and what is none."""

import re
from typing import Final, Literal

from noctule.dataclass import dataclass

Unit = Literal["day", "week", "month", "year"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that always mean the same distance from today. A week, month or year is meant as a whole."""

    pattern: re.Pattern[str]
    unit: Unit
    distance: int


@dataclass(frozen=True, slots=True)
class Weekdays:
    """A language's weekdays, Monday first, and the words around them.

    `lead` stands right before one that is meant as a date, `past` and `next` before (or after) one that is turned back
    or on; `habit` stands before, or (`habits`) anywhere in the sentence of, one that comes round every week.
    """

    names: tuple[str, ...]
    lead: str
    past: str
    habit: str
    habits: str
    parts: str


def _phrase(pattern: str, unit: Unit, distance: int) -> Phrase:
    return Phrase(re.compile(pattern), unit, distance)


# A word of the language's own keeps `hier` from being found in German, and `morgen` as a time of day.
PHRASES: Final = (
    _phrase(r"\b[Tt]he day after tomorrow\b", "day", 2),
    _phrase(r"\b[Tt]he day before yesterday\b", "day", -2),
    _phrase(r"\b[Tt]omorrow\b(?!['’]s? [Ww]orld|\.io)", "day", 1),
    _phrase(r"\b[Yy]esterday\b|\b[Ll]ast night\b", "day", -1),
    _phrase(r"(?<!USA )\b[Tt](?:oday|onight)\b|\b[Tt]his (?:morning|afternoon|evening)\b", "day", 0),
    _phrase(r"(?<!\b[Tt]he )\b[Nn]ext week\b", "week", 1),
    _phrase(r"(?<!\b[Tt]he )\b[Ll]ast week\b(?! of\b)", "week", -1),
    _phrase(r"\b[Tt]his week\b", "week", 0),
    _phrase(r"(?<!\b[Tt]he )\b[Nn]ext month\b", "month", 1),
    _phrase(r"(?<!\b[Tt]he )\b[Ll]ast month\b(?! of\b)", "month", -1),
    _phrase(r"\b[Tt]his month\b", "month", 0),
    _phrase(r"(?<!\b[Tt]he )\b[Nn]ext year\b", "year", 1),
    _phrase(r"(?<!\b[Tt]he )\b[Ll]ast year\b(?! of\b)", "year", -1),
    _phrase(r"\b[Tt]his year\b", "year", 0),
    _phrase(r"\b[Üü]bermorgen\b", "day", 2),
    _phrase(r"\b[Vv]orgestern\b", "day", -2),
    _phrase(r"\b[Gg]estern\b", "day", -1),
    _phrase(r"\b[Hh]eute\b", "day", 0),
    _phrase(r"(?<!heute )\bmorgen\b|(?<![\w ])(?<!\w )Morgen (?=[a-zäöü])", "day", 1),
    _phrase(r"\b(?:[Nn]ächste|[Kk]ommende)[nr]? Woche\b", "week", 1),
    _phrase(r"\b(?:[Ll]etzte|[Vv]ergangene|[Vv]orige)[nr]? Woche\b", "week", -1),
    _phrase(r"\b[Dd]ieser? Woche\b", "week", 0),
    _phrase(r"\b(?:[Nn]ächst|[Kk]ommend)e[nrs] Monat\b", "month", 1),
    _phrase(r"\b(?:[Ll]etzt|[Vv]ergangen|[Vv]orig)e[nrs] Monat\b", "month", -1),
    _phrase(r"\b(?:[Nn]ächst|[Kk]ommend)e[ns] Jahr\b", "year", 1),
    _phrase(r"\b(?:[Ll]etzt|[Vv]ergangen|[Vv]orig)e[ns] Jahr\b", "year", -1),
    _phrase(r"\b[Aa]près-demain\b", "day", 2),
    _phrase(r"\b[Aa]vant-hier\b", "day", -2),
    _phrase(r"(?<!-)\b[Dd]emain\b", "day", 1),
    _phrase(r"\b[Aa]ujourd['’]hui\b", "day", 0),
    _phrase(r"(?<=[Dd]epuis )hier\b|\bhier (?:soir|matin)\b|\b[Hh]ier,|(?<=[a-zé] )hier(?=[.!;]|$)", "day", -1),
    _phrase(r"\b[Ll]a semaine prochaine\b", "week", 1),
    _phrase(r"\b[Ll]a semaine (?:dernière|passée)\b", "week", -1),
    _phrase(r"\b[Cc]ette semaine\b", "week", 0),
    _phrase(r"\b[Ll]e mois prochain\b", "month", 1),
    _phrase(r"\b[Ll]e mois dernier\b", "month", -1),
    _phrase(r"\b[Ll]['’]année prochaine\b|\b[Ll]['’]an prochain\b", "year", 1),
    _phrase(r"\b[Ll]['’]année dernière\b|\b[Ll]['’]an dernier\b", "year", -1),
    _phrase(r"\b[Pp]asado mañana\b", "day", 2),
    _phrase(r"\b[Aa]nteayer\b|\b[Aa]ntes de ayer\b", "day", -2),
    _phrase(r"(?<!\bla )(?<!\bde )(?<!cada )(?<!esta )(?<!una )(?<!pasado )(?<!Pasado )\b[Mm]añana\b", "day", 1),
    _phrase(r"(?<!antes de )\b[Aa]yer\b", "day", -1),
    _phrase(r"\b[Hh]oy\b(?! en día)", "day", 0),
    _phrase(r"\b[Ll]a (?:próxima semana|semana (?:próxima|que viene))\b", "week", 1),
    _phrase(r"\b[Ll]a semana pasada\b", "week", -1),
    _phrase(r"\b[Ee]sta semana\b", "week", 0),
    _phrase(r"\b[Ee]l (?:próximo mes|mes (?:próximo|que viene))\b", "month", 1),
    _phrase(r"\b[Ee]l mes pasado\b", "month", -1),
    _phrase(r"\b[Ee]l (?:próximo año|año que viene)\b", "year", 1),
    _phrase(r"\b[Ee]l año pasado\b", "year", -1),
    _phrase(r"(?<!以)[后後]天(?!天)|明後日|明后日|모레", "day", 2),
    _phrase(r"(?<![以之提])前天|一昨日|그저께|그제(?!야|서)", "day", -2),
    _phrase(r"明天|明日|(?<![가-힣])내일", "day", 1),
    _phrase(r"昨天|(?<!一)昨日|(?<![가-힣])어제", "day", -1),
    _phrase(r"今天|今日(?!は[、。!！]|头条)|(?<![가-힣])오늘(?!날)", "day", 0),
    _phrase(r"下(?:个|個)?(?:周|週|星期|礼拜)(?![一二三四五六日天])|来週(?!の?[月火水木金土日])", "week", 1),
    _phrase(r"上(?:个|個)?(?:周|週|星期|礼拜)(?![一二三四五六日天])|先週(?!の?[月火水木金土日])", "week", -1),
    _phrase(r"(?:本|这|這)(?:周|週)(?![一二三四五六日天])|今週(?!の?[月火水木金土日])", "week", 0),
    _phrase(r"다음 ?주(?!\w| [월화수목금토일]요일)", "week", 1),
    _phrase(r"지난 ?주(?!\w| [월화수목금토일]요일)", "week", -1),
    _phrase(r"이번 ?주(?!\w| [월화수목금토일]요일)", "week", 0),
    _phrase(r"下(?:个|個)月|来月|다음 ?달", "month", 1),
    _phrase(r"上(?:个|個)月|先月|지난 ?달", "month", -1),
    _phrase(r"这个月|這個月|本月|今月|이번 ?달", "month", 0),
    _phrase(r"明年|来年|내년", "year", 1),
    _phrase(r"去年|昨年|작년", "year", -1),
    _phrase(r"今年|올해", "year", 0),
)

WEEKDAYS: Final = (
    Weekdays(
        names=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        lead=r"on|by|until|till?|since|from|before|after|this|next|coming|last|past|starting|beginning|for|due|of"
        r"|begins?|starts?|started|began|ends?|ended|ships?|shipped|is|was|opens?|closes?|leaves?|lands?|moved to",
        past=r"last|past|since|previous",
        habit=r"every|each|any|an?|per|all|most|some|(?:every )?other|first|second|third|fourth|final|no"
        r"|Black|Good|Easter|Ash|Cyber|Palm|Holy|Casual|Super|Patch",
        habits=r"every|each|always|never|usually|stand-?ups?|retros?|retrospectives?|1:1s?|office hours|on-?call"
        r"|normally|typically|regularly|often|weekly|biweekly|fortnightly"
        r"|monthly|recurring|don't|do not|avoid|except|unless|whenever|if",
        parts=r"morning|afternoon|evening|night|noon|at|because|so|when|but|and we|in the",
    ),
    Weekdays(
        names=("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag|Sonnabend", "Sonntag"),
        lead=r"am|bis|bis zum|seit|ab|vor|nach|zum|(?:nächst|kommend|letzt|vergangen|dies)e[nrsm]",
        past=r"seit|(?:letzt|vergangen)e[nrsm]",
        habit=r"jede[nrs]?|ein(?:em|en)?|an einem|pro|kein(?:en|em)?|erste[nr]?|letzte[nr]? im",
        habits=r"jede[nrsm]?|immer|nie|niemals|stets|meist|wöchentlich|regelmäßig|wenn",
        parts=r"früh|morgen|mittag|abend|um",
    ),
    Weekdays(
        names=("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
        lead=r"jusqu['’]à|depuis|avant|après|dès|d['’]ici|pour|ce|à partir de",
        past=r"depuis",
        habit=r"chaque|tous les|les|le|un|aucun|du|premier|dernier",
        habits=r"chaque|tous|toujours|jamais|souvent|hebdomadaire",
        parts=r"matin|soir|après-midi|midi|prochain|dernier|à",
    ),
    Weekdays(
        names=("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
        lead=r"el|este|hasta el|desde el|antes del|después del|para el|próximo|pasado",
        past=r"desde(?: el)?|pasado",
        habit=r"cada|los|todos los|un|ningún|primer|último",
        habits=r"cada|todos|siempre|nunca|semanal(?:mente)?",
        parts=r"por la|a las|próximo|pasado|que viene",
    ),
)

# Scripts without spaces: the week that is named, if any, then the day. The groups are next, last, this and day.
UNSPACED: Final = (
    (
        re.compile(
            r"(?<![每隔第逢0-9一二三四五六七八九十])(?<!第.[个個])(?:(?P<next>下)|(?P<last>上)|(?P<this>[这這本]))?(?:个|個)?"
            r"(?:周|週|星期|礼拜)(?P<day>[一二三四五六日天])(?![至到~\-–、和或])"
        ),
        "一二三四五六日",
    ),
    (
        re.compile(
            r"(?<!毎週)(?<!毎週の)(?<!毎)(?<!隔週)(?<![第一二三四五1-5１-５])(?<!最終)(?:(?:(?P<next>来週)|(?P<last>先週)|(?P<this>今週|今度))の?)?"
            r"(?P<day>[月火水木金土日])曜日?(?![から~〜・ごと毎定])"
        ),
        "月火水木金土日",
    ),
    (
        re.compile(
            r"(?<!매주 )(?<!매주)(?<!격주 )(?<!매 )"
            r"(?:(?:(?P<next>다음 ?주)|(?P<last>지난(?: ?주)?)|(?P<this>이번 ?주?)) ?)?"
            r"(?P<day>[월화수목금토일])요일(?!마다|부터|~|들|에는)"
        ),
        "월화수목금토일",
    ),
)

# In a sentence without spaces: what is done so each week, or never. What has a time limit or a week is no habit.
UNSPACED_HABIT: Final = re.compile(
    r"每|总是|總是|通常|一律|必须|必須|不|勿|禁止|只|优先|優先|毎|定例|いつも|必ず|ない|ません|매주|매달|매월|항상|금지|않"
)
UNSPACED_LIMIT: Final = re.compile(r"[^，。]{0,8}(?:之前|以前|前|截止|为止|為止|まで|까지)")

_COUNT = r"\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of"
# What lasts or comes round is no date: `keys expire in 30 days`.
LASTING: Final = re.compile(
    r"\b(?:expir\w*|rotat\w*|time[sd]? ?out|ttl|retention|delet\w*|purg\w*|remov\w*|older|every|each|within|takes?"
    r"|after|finish\w*|runs?|builds?|completes?|respond\w*|answers?|if|when|once|returns?|ready|done|refund\w*|valid"
    r"|must|report\w*|läuft|abläuf\w*|verfällt|gelöscht)\b",
    re.IGNORECASE,
)
DISTANCES: Final = (
    (re.compile(rf"\b(?P<count>{_COUNT}) (?P<unit>day|week|month|year)s? ago\b", re.IGNORECASE), -1),
    (re.compile(rf"\b(?P<count>{_COUNT}) (?P<unit>day|week|month|year)s? from now\b", re.IGNORECASE), 1),
    (re.compile(rf"\b[Ii]n (?P<count>{_COUNT}) (?P<unit>day|week|month|year)s?\b(?! of\b| or\b|-)"), 1),
    (
        re.compile(r"\b[Vv]or (?P<count>\d{1,3}|ein\w{1,2}|zwei|drei|vier|fünf) (?P<unit>Tag|Woche|Monat|Jahr)e?n?\b"),
        -1,
    ),
    (re.compile(r"\b[Ii]l y a (?P<count>\d{1,3}|une?|deux|trois|quatre|cinq) (?P<unit>jour|semaine|mois|an)s?\b"), -1),
    (re.compile(r"\b[Hh]ace (?P<count>\d{1,3}|una?|dos|tres|cuatro|cinco) (?P<unit>día|semana|mes|año)(?:e?s)?\b"), -1),
)
COUNTS: Final = {
    **dict.fromkeys(("a", "an", "one", "ein", "eine", "einem", "einer", "einen", "un", "une", "una"), 1),
    **dict.fromkeys(("two", "a couple of", "zwei", "deux", "dos"), 2),
    **dict.fromkeys(("three", "a few", "drei", "trois", "tres"), 3),
    **dict.fromkeys(("four", "vier", "quatre", "cuatro"), 4),
    **dict.fromkeys(("five", "fünf", "cinq", "cinco"), 5),
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
UNITS: Final[dict[str, Unit]] = {
    **dict.fromkeys(("day", "Tag", "jour", "día"), "day"),
    **dict.fromkeys(("week", "Woche", "semaine", "semana"), "week"),
    **dict.fromkeys(("month", "Monat", "mois", "mes"), "month"),
    **dict.fromkeys(("year", "Jahr", "an", "año"), "year"),
}

_MONTH = (
    r"(?:Jan|Feb|Mar|Mär|Apr|May|Mai|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez|janv|févr|avril|juin|juil|août|déc|enero|febr"
    r"|marzo|abril|mayo|junio|julio|agosto|sept|octu|novi|dici)\w*\.?"
)
# A date that stands by itself: beside one, a relative word says nothing new.
ABSOLUTE: Final = re.compile(
    rf"\d{{4}}-\d{{2}}|\d{{1,2}}[./]\d{{1,2}}\b|\d{{4}}年|\d{{1,2}} ?[月월]"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of |de )?{_MONTH}"
    rf"|{_MONTH} \d{{1,2}}\b",
    re.IGNORECASE,
)
