"""Finds secrets that a sentence gives away: "the password is ...", in the languages people write notes in."""

import re
from collections.abc import Iterator

from noctule.safety.redaction import looks
from noctule.safety.redaction.found import Found
from noctule.safety.redaction.keywords import hits
from noctule.safety.redaction.values import Value, value_at

# In lower case: words in Latin letters, of which English has the first, and words in other scripts.
_LATIN = (
    "pass",
    "pw",
    "pin",
    "login",
    "credential",
    "token",
    "secret",
    "key",
    "kennwort",
    "zugangscode",
    "motdepasse",
    "mdp",
    "contrase",
    "clave",
    "senha",
    "parol",
    "hasło",
    "haslo",
    "wachtwoord",
    "lösenord",
    "losenord",
    "adgangskode",
    "şifre",
    "sifre",
    "heslo",
    "salasana",
    "jelszó",
    "lozinka",
    "geslo",
    "slaptažodis",
    "sandi",
    "mật khẩu",
)
_OTHERS = (
    "пароль",
    "пароля",
    "парола",
    "токен",
    "κωδικός",
    "密码",
    "密碼",
    "口令",
    "密钥",
    "密鑰",
    "秘钥",
    "令牌",
    "パスワード",
    "暗証番号",
    "トークン",
    "비밀번호",
    "암호",
    "토큰",
    "كلمة المرور",
    "كلمة السر",
    "סיסמה",
    "סיסמא",
    "รหัสผ่าน",
    "पासवर्ड",
)
_WHOLE_WORD = re.compile(
    r"(?<![a-z_.-])(?:(?:mot de |palavra-)?pass(?: ?(?:word|phrase|code)|e|wort|ord|wd)?|pwd?|pin"
    r"|login|credentials?|creds|tokens?|secret|keys?"
    r"|kennwort|zugangscode|motdepasse|mdp|contrase[nñ]a|clave|senha|parol[ae]?|has[łl]o|wachtwoord|l[öo]senord"
    r"|adgangskode|[şs]ifre|heslo"
    r"|salasana|jelszó|lozinka|geslo|slaptažodis|sandi|mật khẩu)(?![a-z_-])"
)
_KEY_OF = (
    "the ",
    "this ",
    "my ",
    "our ",
    "your ",
    "api ",
    "api-",
    "access ",
    "secret ",
    "private ",
    "license ",
    "auth ",
    "encryption ",
    "master ",
    "signing ",
)
# Those of the words that mean nothing else: a pass is made through data, and a pin sits on a board.
_PASSWORD = re.compile(r"pass(?:word|phrase|code|wort|ord|wd)|pwd|kennwort|[^\x00-\x7f]+")
_ENGLISH = re.compile("pass(?!e|wort|ord)|pwd?|token|secret|key|cred")
_MACHINE_MADE = re.compile("token|key|secret|токен|令牌|密钥|密鑰|秘钥|トークン|토큰")
_LINK = re.compile(
    r"(?P<where>(?:\s(?:for|to|of|on|in|at|für|von|am|im|pour|de|du|da|do|para|del|per|voor|för|til"
    r"|dla|do|от|для|к)\s[^\n.:=;!?]{1,60}?)?)"
    r"\s{0,2}(?:(?:is|was|are|ist|war|lautet|heißt|est|es|é|è|jest|to|är|er|je|on|olan|là|εiναι|είναι"
    r"|это|就?是|为|為|は|が|은|는|이|:|：|＝|->|→|—|–|-(?=\s)|=|as|set to|changed to|now)"
    r"(?:\s(?:now|currently|still|jetzt|set to|changed to|always|actually))?)(?:\s{1,3}|(?<=[^a-zé])\s{0,3})[:：]?\s?",
)
_MOST_IN_WORDS = 200
_TWELVE_WORDS = re.compile(
    r"(?:\s(?:is|was))?\s{0,2}[:=]?\s{0,3}[\"'`]?(?P<words>[a-z]{3,8}(?:\s{1,2}[a-z]{3,8}){11,23})(?![a-z])"
)


def told_secrets(text: str, lower: str) -> Iterator[Found]:
    """What a sentence says a password, key or token is; bare words count only if no plain word looks like them."""
    for start, end in _words(lower):
        value = _value_of(text, lower, start, end, is_foreign=_ENGLISH.match(lower, start) is None)
        if value is None:
            continue
        is_machine_made = _MACHINE_MADE.match(lower, start) is not None
        if not is_machine_made or looks.looks_random(value.text):
            yield Found("token" if is_machine_made else "password", value.start, value.end)
    yield from _phrases(text, lower)


def _words(lower: str) -> Iterator[tuple[int, int]]:
    for start, _ in hits(lower, _LATIN):
        whole = _WHOLE_WORD.match(lower, start)
        if whole and (not whole[0].startswith("key") or lower.endswith(_KEY_OF, 0, start)):
            yield start, whole.end()
    if not lower.isascii():
        yield from hits(lower, _OTHERS)


def _value_of(text: str, lower: str, start: int, end: int, *, is_foreign: bool) -> Value | None:
    link = _LINK.match(lower, end)
    # `name:value` without a blank is an assignment, and looked at there.
    value = value_at(text, link.end()) if link and (link[0] not in (":", "=") or is_foreign) else None
    if value is not None and len(value.text) <= _MOST_IN_WORDS:
        is_weak = looks.is_weak(value.text) and _PASSWORD.fullmatch(lower, start, end) is not None
        if _is_told(value, is_weak_enough=is_weak):
            return value
    # "log in as ana, password hunter2!": no link at all, so only what can be nothing else.
    value = value_at(text, end + 1) if text.startswith(" ", end) else None
    is_strong = value is not None and len(value.text) <= _MOST_IN_WORDS and looks.is_strong(value.text)
    return value if value is not None and is_strong and _is_told(value) and not _is_address(value.text) else None


def _phrases(text: str, lower: str) -> Iterator[Found]:
    """The twelve or more words that open a wallet."""
    for _, end in hits(
        lower, ("mnemonic", "recovery phrase", "seed phrase", "backup phrase", "recovery words", "seed words")
    ):
        phrase = _TWELVE_WORDS.match(text, end)
        if phrase:
            yield Found("recovery-phrase", *phrase.span("words"))


def _is_told(value: Value, *, is_weak_enough: bool = False) -> bool:
    text = value.text
    if len(text) < 4 or looks.is_placeholder(text) or looks.is_technical(text) or looks.names_a_secret(text):
        return False
    if value.is_quoted:
        return not looks.is_prose(text) and not re.match(r"[\s)]|[,+]\s", text) and not looks.is_path(text)
    is_word = looks.is_wordy(text) and not looks.is_chosen(text)
    if is_weak_enough:
        return True
    if is_word or looks.is_identifier(text) or looks.is_code(text) or looks.is_path(text):
        return False
    return any(c.isdigit() for c in text) or _sorts_of_signs(text) >= 1


def _is_address(text: str) -> bool:
    return "/" in text or "(" in text or text.count(".") > 1 or looks.is_hash_or_id(text)


def _sorts_of_signs(value: str) -> int:
    """Signs that no prose has inside a word."""
    return len(set(value[:-1]) & set("!@#$%^&*+=~?|{}<>")) if any(c.isalpha() for c in value) else 0
