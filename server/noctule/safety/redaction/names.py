"""Knows which names hold a secret (`DB_PASSWORD`, `clientSecret`) and which only sound so (`token_count`)."""

import re
from functools import lru_cache

PASSWORD = "password"
TOKEN = "token"
SECRET = "secret"
KEY = "api-key"
PRIVATE_KEY = "private-key"
CREDENTIALS = "credentials"

_WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_GLUED = re.compile(
    r"(?P<password>\w{0,24}(?:password|passwd|passphrase|passcode|passwort|kennwort|pwd|passord))$"
    r"|(?P<pass>(?:db|user|smtp|mysql|pg|root|admin|ftp|sftp|mail|imap|redis|rabbit|rabbitmq|mongo"
    r"|ldap|sql|auth|http|my|key|store|require|master|rpc"
    r"|keystore|truststore|web|app|sys|ssh|vpn|wifi|proxy|jdbc|sa|bind|login)?pass|(?:bind|root|admin|user|db|my)?pw|psk|mdp)$"
    r"|(?P<token>\w{0,24}token|authtok|pat)$"
    r"|(?P<secret>\w{0,24}secret)$"
    r"|(?P<key>(?:api|access|secret|private|encryption|auth|account|master|shared|storage|app|signing"
    r"|session|license)key)$"
)
# `x key` is a secret when x is one of these; a primary, foreign, cache or public key is not.
_KEY_QUALIFIERS_TEXT = """
    api access secret private encryption encrypt decryption signing sign auth authentication account master shared
    preshared storage service session app application consumer webhook license licence deploy admin server client
    subscription ssh crypt hmac jwt aes des rsa root bot integration write ingest instrumentation function
    functions functionapp security sending rest data apim event fernet cipher symmetric psk maps places search
    vision translate openai anthropic stripe github google azure aws cohere mistral groq datadog dd newrelic
    sentry algolia mailgun sendgrid twilio pusher cloudflare linode vultr hetzner wg wireguard ansible vault rails
    host node cookie csrf nonce logged in secure merchant partner developer dev user customer team org project
    workspace tenant seed validator signer wallet gpg pgp huggingface replicate pinecone supabase firebase
    airtable notion linear slack discord telegram heroku fastly digitalocean okta intercom segment amplitude
    mixpanel pagerduty opsgenie rollbar bugsnag snyk codecov sonar npm nuget pypi rubygems docker gitlab bitbucket
    jira confluence trello asana figma postman grafana influx elastic kibana deepseek xai perplexity together
    fireworks elevenlabs assemblyai deepgram brave tavily serper serpapi exa weather openweather
"""
# What may stand after the word: `DB_PASSWORD_STAGING`, `passwordBase64`. Anything else means another thing.
_AFTER_TEXT = """
    prod production dev development staging stage test testing live old new default b64 base base64 v value values
    plain raw current text plaintext primary secondary main master admin root user data confirmation confirm again
    repeat encoded local remote readonly ro rw us eu internal external backup tmp temp one two
"""
_KEY_QUALIFIERS = frozenset(_KEY_QUALIFIERS_TEXT.split())
_AFTER = frozenset(_AFTER_TEXT.split())
_SALTED = frozenset({"auth", "in", "nonce", "secret", "session", "app", "token", "hash", "password"})
_SOUNDS_LIKE = frozenset(
    {"bypass", "compass", "trespass", "surpass", "overpass", "tokens", "secrets", "passwords", "detoken"}
)


@lru_cache(maxsize=8192)
def kind_of_name(name: str) -> str | None:
    """The kind of secret that a value of this name is, or None. Names are read word by word, in any style."""
    words = [word.lower() for word in _WORDS.findall(name)]
    for at in range(len(words) - 1, -1, -1):
        kind = _kind_of_word(words, at)
        if kind:
            return kind if all(word in _AFTER or word.isdigit() for word in words[at + 1 :]) else None
    return None


def _kind_of_word(words: list[str], at: int) -> str | None:
    word = words[at]
    if word in _SOUNDS_LIKE:
        return None
    before = words[at - 1] if at else ""
    if word in ("key", "keys"):
        return _kind_of_key(before) if word == "key" else None
    if word in ("credential", "credentials", "creds", "auth", "authkey", "basicauth", "httpauth", "masterauth"):
        return CREDENTIALS
    if word == "salt":
        return SECRET if before in _SALTED else None
    if word in ("phrase", "code", "wd") and before == "pass":
        return PASSWORD
    if word == "word" and before == "pass":
        return PASSWORD
    glued = _GLUED.match(word)
    if glued is None:
        return None
    return {"password": PASSWORD, "pass": PASSWORD, "token": TOKEN, "secret": SECRET, "key": KEY}[str(glued.lastgroup)]


def _kind_of_key(before: str) -> str | None:
    if before == "private":
        return PRIVATE_KEY
    return KEY if before in _KEY_QUALIFIERS else None
