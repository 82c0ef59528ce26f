"""Judges a value by its looks: a placeholder, a piece of code, a plain word, or something only a secret looks like."""

import itertools
import math
import re
from collections import Counter

_STANDS_FOR_ANOTHER = re.compile(
    r"[<\[({]{1,2}[\s\w.:/!%*-]{0,120}[>\])}]{1,2}\Z|<[A-Za-z][\w-]{0,40}\Z"  # <token>, [redacted:token], (see vault)
    r"|\$(?:\(|\{|[A-Za-z_]\w{0,80}(?:[^\w!@#%^&*+=~$-]|\Z)|env:)"  # $(cmd), ${VAR}, $VAR, $env:VAR
    r"|%[A-Za-z_]\w{0,60}%\Z|%(?:\(|[sdv@]\Z)|#\{|\{\{|\{%|<%|!(?:vault|secret|ref|env|sub|getatt|include)\b"
    r"|(?:op|vault|awssm|gcpsm|sm|azurekeyvault|keyvault|ref\+\w{1,20}|secretref|secretsmanager|ssm|file|env)(?::|://)"
    r"|arn:aws|projects/|(?-i:(?:\.{0,2}|~)(?:/[A-Z]?[a-z0-9_.-]+){2,}/?\Z)|/run/secrets"
    r"|[A-Za-z]:\\|https?://[^@\s]*\Z",
    re.IGNORECASE | re.DOTALL,
)
_NOUN = (
    r"(?:pass(?:word|wd|phrase|code)?|passwort|pwd|pw|secrets?|tokens?|keys?|apikey|cred(?:ential)?s?"
    r"|here|value|string|hash|id"
    r"|code|pin|auth|name|user|db|me|this|it)"
)
_ADJECTIVE = (
    r"(?:your|my|our|the|some|any|an?|new|old|fake|dummy|mock|sample|example|tests?|insert|enter"
    r"|replace|change|put|add|set|use"
    r"|get|no|invalid|wrong|bad|with|own|real|actual|secret|super|very|top|api|access|auth|client|app"
    r"|db|user|bot|github|gitlab"
    r"|openai|anthropic|slack|stripe|aws|private|personal|secure|strong|root|admin|database|redis"
    r"|postgres|value|default|jwt"
    r"|bearer|refresh|session|signing|encryption|token|key|password)"
)
_PLACEHOLDER = re.compile(
    r"[x*.•●_#?-]{3,}|[0]{4,}|123(?:4(?:5(?:6(?:7(?:89?0?)?)?)?)?)?|abc(?:123|def)?(?:456)?|foo\w{0,6}|bar|baz|qux"
    rf"|(?:{_ADJECTIVE}[-_ .]?){{0,4}}{_NOUN}(?:[-_ .]?here)?[-_]?\d{{0,3}}"
    r"|change[-_ ]?(?:me|it|this)\w{0,12}|placeholder|redacted|removed|masked|hidden|omitted|encrypted"
    r"|censored|sensitive"
    r"|confidential|null|none|nil|undefined|nan|true|false|yes|no|on|off|n/?a|tbd|todo|fixme|unset"
    r"|unknown|empty|blank|default"
    r"|disabled|enabled|required|optional|missing|expired|invalid|valid|revoked|rotated|present|absent"
    r"|generated|random|auto"
    r"|manual|inherit|ignored?|str(?:ing)?|int(?:eger)?|bool(?:ean)?|bytes?|float|number|object|any"
    r"|text|varchar|char|void|dict"
    r"|list|array|map|type|enum|const|basic|bearer|digest|oauth2?|saml|oidc|ldap|kerberos|sso|mfa|totp"
    r"|plain|login|username"
    r"|root|guest|anonymous|admin|postgres|mysql|mariadb|mongo|redis|rabbitmq|minioadmin|elastic"
    r"|testing|demo|env(?:ironment)?|vault|keychain|keyring|stdin|stdout|prompt|file|path|url|config"
    r"|settings",
    re.IGNORECASE,
)
_TELLTALES = (
    "example",
    "placeholder",
    "changeme",
    "change_me",
    "your-",
    "your_",
    "your ",
    "xxxx",
    "***",
    "...",
    "…",
    "redacted",
    "dummy",
    "insert-",
    "insert_",
    "replaceme",
    "replace_me",
    "replace-me",
    "not-a-",
    "not_a_",
    "do-not-use",
    "do_not_use",
    "fake-",
    "fake_",
    "lorem",
)
_SLOT = re.compile(r"<[A-Za-z_ -]{1,40}(?:>|\Z)")  # sk-<your-key>, and Option<String>
# No placeholder is longer; a long value need not be read to its end to know that it is none.
_LONGEST_PLACEHOLDER = 64
_CODE = re.compile(
    r"[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)+(?:[\[(].{0,400})?\Z"  # a.b, a.b(c), a::b
    r"|[A-Za-z_$][\w$.:]*\(.{0,400}\Z"  # call(...)
    r"|[A-Za-z_$][\w$.]*\[.{0,400}\Z"  # map[...]
    r"|[(\[{]+\w+[(.\[].{0,400}\Z|[(\[{*&.:]+[\"']?[A-Za-z_.]+[\"',)\]}]{0,3}\Z"  # (self.user, *args, .split
    r"|(?:await|new|return|lambda|function|not|async|self|this|super|null|f|b|r|rb|u)\b[\s.(\"'].{0,400}\Z"
    r"|&?[A-Za-z_]+(?:\s?\|\s?[A-Za-z_]+|\?|!!|\[\])\Z",  # a | b, T?, x[]
    re.DOTALL,
)
# No name in code is as long and mixed; a token with a dot in it is.
_LONG_PART = re.compile(
    r"(?=[A-Za-z]{0,60}\d)(?=[a-z0-9]{0,60}[A-Z])(?=[A-Z0-9]{0,60}[a-z])[A-Za-z0-9]{20,}(?![A-Za-z0-9(])"
)
_PATTERN = re.compile(r"\(\?[:=!<P]|\[\^|\\[wdsSWDb][+*?)\]]|\[[a-zA-Z0-9]-[a-zA-Z0-9]|\[%s|%s[\])]")
_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z_$]*(?:[-_.][A-Za-z]+)*\d?\Z")
_WORDY = re.compile(
    r"(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,4}|v\d{1,3})(?:[-_./:@, #+]{1,2}(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,4}|v\d{1,3})){0,24}\Z"
)
_SHORTEST_CHOSEN = 7
# Not the number of an issue, nor somebody at a host.
_CHOSEN = re.compile(
    r"(?!(?:pr|mr|issues?|bug|gh|ticket|case|task|story|build|job|run|step|page|line)s?#)"
    r"(?:[A-Za-z]{3,24}[#+@]\d{1,8}|\d{1,8}[#+@][A-Za-z]{3,24})",
    re.IGNORECASE,
)
_WEAK = re.compile(r"[A-Za-z][a-z]{4,20}\d")
_TECHNICAL = re.compile(
    r"(?:base(?:16|32|58|64)\w{0,12}|(?:hmac[-_]?)?sha[-_]?\d{1,3}(?:[-_]\d{3})?|md5|[rhep]s(?:256|384"
    r"|512)|ed25519|x25519|secp\d{3}\w\d"
    r"|ecdsa\w{0,16}|oauth2?\w{0,8}|utf-?\d{1,2}|x\.?509(?:v3)?|p-?\d{3}|aes-?\d{3}(?:-?[a-z]{3})?"
    r"|argon2\w{0,2}|pbkdf2\w{0,12}|bcrypt\w{0,8}"
    r"|rsa-?\d{3,4}|\d{1,5}[- ]?(?:bits?|bytes?|chars?|characters?|digits?|days?|hours?|minutes?"
    r"|seconds?|[kmg]i?b|ms|[smhdy])|http[/ ]?\d(?:\.\d)?"
    r"|(?:min|max|len|length)[<>=]{1,2}\d{1,4}|cl100k_base|o200k_base|p50k_base|(?:gpt|claude|llama|gemini)-[\w.-]{0,24}|o\d(?:-\w{0,12})?|k8s"
    r"|s3|ec2|ipv[46]|\d{4}-\d\d-\d\d\S{0,16}|v?\d{1,4}(?:\.\d{1,6}){1,3}\w{0,8})",
    re.IGNORECASE,
)
_PATH = re.compile(
    r"(?:[\w.-]{0,60}/){1,12}[\w.-]{0,60}\Z|[\w.+-]{1,64}@[\w-]{1,40}(?:\.[\w-]{1,20}){1,4}\Z"
    r"|https?://\S*\Z|\w{1,20}://"
)
_SECRET_NAME = re.compile(
    r"[A-Za-z_-]{0,40}(?:pass(?:word|wd|phrase)?|pwd|token|secret|key|credentials?)s?", re.IGNORECASE
)
_HASH = re.compile(r"(?:[0-9a-f]{7,12}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})\Z", re.IGNORECASE)
UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\Z", re.IGNORECASE)
_PROSE_WORD = re.compile(
    r"\b(?:pass(?:words?|phrases?)|passwor[dt]|kennwort|enter|required?|must|your|please|invalid"
    r"|forgot|reset|tokens?|secrets?|keys?|expire[ds]?"
    r"|missing|optional|field|the|at least|should|stored|characters|use|see|ask|from|same as)\b",
    re.IGNORECASE,
)


def is_placeholder(value: str) -> bool:
    """Whether a value stands for one that is elsewhere, or for none: `<token>`, `${VAR}`, `changeme`, `****`."""
    if len(set(value)) <= max(2, min(len(value), 64) // 16) or _STANDS_FOR_ANOTHER.match(value):
        return True
    if len(value) <= _LONGEST_PLACEHOLDER and _PLACEHOLDER.fullmatch(value):
        return True
    lower = value.lower()
    return any(word in lower for word in _TELLTALES) or ("<" in value and _SLOT.search(value) is not None)


def is_technical(value: str) -> bool:
    """Whether a value names a method, a format or a size: `sha256`, `aes-256-gcm`, `oauth2`, `32-byte`."""
    return _TECHNICAL.fullmatch(value) is not None


def is_code(value: str) -> bool:
    """Whether an unquoted value is an expression: a call, an attribute, an index."""
    return _CODE.match(value) is not None and _LONG_PART.search(value) is None


def is_pattern(value: str) -> bool:
    """Whether a value is a regular expression."""
    return _PATTERN.search(value) is not None


def is_camel(value: str) -> bool:
    """Whether a value is letters in words run together, as names in code are: `privateKeyOf`, `_RSAPublicKey`."""
    letters = value.replace("_", "")
    if not letters.isalpha():
        return False
    changes = sum(a.islower() and b.isupper() for a, b in itertools.pairwise(letters))
    return changes <= len(letters) / 5


def names_a_secret(value: str) -> bool:
    """Whether a value is itself the name of one: `challengePassword`, `oauth_token`."""
    return _SECRET_NAME.fullmatch(value) is not None


def is_strong(value: str) -> bool:
    """Whether a bare word can only be a secret: long, of three sorts of characters, a digit among them."""
    return len(value) >= 8 and _sorts(value) >= 3 and any(c.isdigit() for c in value) and looks_random(value)


def is_identifier(value: str) -> bool:
    """Whether a value could be a name in code or a plain word: letters, with dashes, dots or underscores between."""
    return _IDENTIFIER.match(value) is not None


def is_wordy(value: str) -> bool:
    """Whether a value is made of words and small numbers with signs between: `kv/deploy`, `my-app-secret-2`."""
    return _WORDY.match(value) is not None


def is_chosen(value: str) -> bool:
    """Whether a value is words and numbers put together by a sign, as people make passwords: `Geheim#77`."""
    return len(value) >= _SHORTEST_CHOSEN and _CHOSEN.fullmatch(value) is not None


def is_weak(value: str) -> bool:
    """Whether a value is a word and a digit, as careless people make passwords, and some make names in code."""
    return _WEAK.fullmatch(value) is not None


def is_path(value: str) -> bool:
    """Whether a value is a path or an address rather than a secret."""
    return _PATH.match(value) is not None


def is_hash_or_id(value: str) -> bool:
    """Whether a value is a commit, digest or UUID to look at."""
    return _HASH.match(value) is not None or UUID.match(value) is not None


def is_prose(value: str) -> bool:
    """Whether a quoted value of several words is a message rather than a passphrase."""
    return " " in value and (_PROSE_WORD.search(value) is not None or value.endswith((".", ":", "?")))


def looks_random(value: str, at_least: int = 8) -> bool:
    """Whether a value looks made by a machine or a careful person: two sorts of characters or more, and few repeats."""
    if len(value) < at_least or len(set(value)) < min(len(value), 24) * 0.4:
        return False
    return _sorts(value) >= 2 and entropy(value) >= min(2.5, math.log2(len(value)) * 0.7)


def entropy(value: str) -> float:
    """Shannon's, in bits a character."""
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in Counter(value).values()) if total else 0.0


def _sorts(value: str) -> int:
    kinds = (str.islower, str.isupper, str.isdigit, lambda c: not c.isalnum())
    return sum(any(kind(c) for c in value) for kind in kinds)
