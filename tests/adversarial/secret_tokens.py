"""Makes up tokens of every provider's shape, each put together at run time so that none stands whole in a file."""

import base64
import random
import string
import uuid
from collections.abc import Callable

HEX = "0123456789abcdef"
BASE62 = string.ascii_letters + string.digits
URL64 = BASE62 + "-_"
BASE64 = BASE62 + "+/"
UPPER = string.ascii_uppercase + string.digits


class Maker:
    """Makes values of all sorts from one seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def some(self, alphabet: str, length: int) -> str:
        return "".join(self.random.choice(alphabet) for _ in range(length))

    def hex(self, length: int) -> str:
        return self.some(HEX, length)

    def word(self, length: int) -> str:
        """Base 62 with at least a digit, a capital and a small letter, as nearly every real one has."""
        return self.some(BASE62, length - 3) + self.some(string.digits, 1) + self.some("QWXZ", 1) + self.some("jkvq", 1)

    def url(self, length: int) -> str:
        return self.some(URL64, length - 2) + "7q"

    def base64(self, length: int) -> str:
        return base64.b64encode(self.random.randbytes(length)).decode()

    def uuid(self) -> str:
        return str(uuid.UUID(bytes=self.random.randbytes(16), version=4))

    def password(self) -> str:
        """What a person or a generator comes up with."""
        styles: tuple[Callable[[], str], ...] = (
            lambda: self.some(string.ascii_letters, 5) + self.some("!@#$%^&*", 1) + self.some(string.digits, 4),
            lambda: self.some(BASE62 + "!@#%^*_-+=", 14) + "4v",
            lambda: self.random.choice(["Winter", "Falcon", "Dragon", "Sesame"]) + self.some(string.digits, 4) + "!",
            lambda: self.word(12),
            lambda: self.some(string.ascii_lowercase, 6) + self.some(string.digits, 3),
            lambda: self.word(18) + "==",
        )
        return self.random.choice(styles)()


# Kind of token: how to make one. Prefixes are cut in two where a scanner would know them.
TOKENS: dict[str, Callable[[Maker], str]] = {
    "github classic": lambda m: "gh" + m.random.choice("pousr") + "_" + m.word(36),
    "github fine-grained": lambda m: "github" + "_pat_" + m.word(22) + "_" + m.word(59),
    "gitlab": lambda m: "gl" + m.random.choice(["pat", "dt", "rt", "cbt", "ptt"]) + "-" + m.url(20),
    "gitlab routable": lambda m: "gl" + "pat-" + m.url(27) + ".01." + m.hex(9),
    "slack bot": lambda m: (
        "xo" + "xb-" + m.some(string.digits, 12) + "-" + m.some(string.digits, 12) + "-" + m.word(24)
    ),
    "slack user": lambda m: (
        "xo" + "xp-" + m.some(string.digits, 12) + "-" + m.some(string.digits, 12) + "-" + m.hex(32)
    ),
    "slack app": lambda m: "xa" + "pp-1-" + m.some(UPPER, 11) + "-" + m.some(string.digits, 13) + "-" + m.hex(64),
    "slack webhook": lambda m: "T" + m.some(UPPER, 10) + "/B" + m.some(UPPER, 10) + "/" + m.word(24),
    "aws key id": lambda m: "AK" + "IA" + m.some(UPPER, 16),
    "aws session key id": lambda m: "AS" + "IA" + m.some(UPPER, 16),
    "openai old": lambda m: "s" + "k-" + m.word(48),
    "openai project": lambda m: "s" + "k-proj-" + m.url(74) + "T3Blbk" + "FJ" + m.url(74),
    "anthropic": lambda m: "s" + "k-ant-api03-" + m.url(93) + "AA",
    "anthropic oauth": lambda m: "s" + "k-ant-oat01-" + m.url(93),
    "openrouter": lambda m: "s" + "k-or-v1-" + m.hex(64),
    "deepseek": lambda m: "s" + "k-" + m.hex(31) + "7",
    "google api": lambda m: "AI" + "za" + m.url(35),
    "google oauth secret": lambda m: "GOC" + "SPX-" + m.url(28),
    "google access": lambda m: "ya" + "29." + m.url(120),
    "google refresh": lambda m: "1/" + "/0" + m.url(60),
    "npm": lambda m: "np" + "m_" + m.word(36),
    "pypi": lambda m: "py" + "pi-AgEIcHlwaS5vcmc" + m.url(120),
    "rubygems": lambda m: "ruby" + "gems_" + m.hex(48),
    "huggingface": lambda m: "h" + "f_" + m.word(34),
    "stripe secret": lambda m: "s" + "k_live_" + m.word(24),
    "stripe restricted": lambda m: "r" + "k_live_" + m.word(24),
    "stripe webhook": lambda m: "wh" + "sec_" + m.word(32),
    "square": lambda m: "sq" + "0atp-" + m.url(22),
    "sendgrid": lambda m: "S" + "G." + m.url(22) + "." + m.url(43),
    "digitalocean": lambda m: "do" + "p_v1_" + m.hex(64),
    "shopify": lambda m: "sh" + "pat_" + m.hex(32),
    "twilio": lambda m: "S" + "K" + m.hex(32),
    "mailgun": lambda m: "ke" + "y-" + m.hex(32),
    "mailchimp": lambda m: m.hex(32) + "-" + "us14",
    "brevo": lambda m: "xkey" + "sib-" + m.hex(64) + "-" + m.word(16),
    "telegram": lambda m: m.some("123456789", 10) + ":A" + "A" + m.url(33),
    "discord": lambda m: "M" + m.word(23) + "." + m.url(6) + "." + m.url(38),
    "databricks": lambda m: "da" + "pi" + m.hex(32),
    "new relic": lambda m: "NR" + "AK-" + m.some(UPPER, 27),
    "grafana": lambda m: "gl" + "sa_" + m.word(32) + "_" + m.hex(8),
    "grafana cloud": lambda m: "gl" + "c_" + m.base64(60).rstrip("="),
    "sentry": lambda m: "sn" + "tryu_" + m.hex(64),
    "linear": lambda m: "lin" + "_api_" + m.word(40),
    "notion": lambda m: "nt" + "n_" + m.word(46),
    "atlassian": lambda m: "ATA" + "TT3xFfGF0" + m.url(170),
    "airtable": lambda m: "pa" + "t" + m.word(14) + "." + m.hex(64),
    "figma": lambda m: "fi" + "gd_" + m.url(40),
    "postman": lambda m: "PM" + "AK-" + m.hex(24) + "-" + m.hex(34),
    "supabase": lambda m: "sb" + "p_" + m.hex(40),
    "netlify": lambda m: "nf" + "p_" + m.word(36),
    "vault": lambda m: "hv" + "s." + m.url(90),
    "terraform cloud": lambda m: m.word(14) + ".at" + "lasv1." + m.url(64),
    "pulumi": lambda m: "pu" + "l-" + m.hex(40),
    "doppler": lambda m: "d" + "p.pt." + m.word(43),
    "age": lambda m: "AGE-SEC" + "RET-KEY-1" + m.some("023456789ACDEFGHJKLMNPQRSTUVWXYZ", 58),
    "docker hub": lambda m: "dck" + "r_pat_" + m.url(27),
    "artifactory": lambda m: "AK" + "Cp" + m.word(69),
    "nuget": lambda m: "oy" + "2" + m.some(string.ascii_lowercase + string.digits, 43),
    "alibaba": lambda m: "LT" + "AI" + m.word(20),
    "hubspot": lambda m: "pa" + "t-na1-" + m.uuid(),
    "facebook": lambda m: "EA" + "AC" + m.word(150),
    "twitter bearer": lambda m: "A" * 22 + m.word(80),
    "sonar": lambda m: "sq" + "p_" + m.hex(40),
    "circleci": lambda m: "CCI" + "PAT_" + m.word(22) + "_" + m.hex(40),
    "tailscale": lambda m: "ts" + "key-auth-" + m.word(12) + "-" + m.word(32),
    "dynatrace": lambda m: "dt" + "0c01." + m.some(UPPER, 24) + "." + m.some(UPPER, 64),
    "planetscale": lambda m: "ps" + "cale_tkn_" + m.url(43),
    "replicate": lambda m: "r" + "8_" + m.word(37),
    "groq": lambda m: "gs" + "k_" + m.word(52),
    "xai": lambda m: "xa" + "i-" + m.word(80),
    "perplexity": lambda m: "pp" + "lx-" + m.word(48),
    "nvidia": lambda m: "nv" + "api-" + m.url(64),
    "azure ad secret": lambda m: m.some(BASE62, 3) + "8" + "Q~" + m.url(34),
    "mapbox": lambda m: "sk" + ".eyJ1" + m.url(60) + "." + m.url(22),
    "dropbox": lambda m: "s" + "l." + m.url(140),
    "jwt": lambda m: jwt(m.hex(12), m.url(43)),
    "cloudflare origin": lambda m: "v1" + ".0-" + m.hex(24) + "-" + m.hex(146),
    "heroku": lambda m: "HR" + "KU-" + m.url(60),
    "bitbucket": lambda m: "AT" + "BB" + m.word(32),
    "typeform": lambda m: "tf" + "p_" + m.url(59),
    "langsmith": lambda m: "ls" + "v2_pt_" + m.hex(32) + "_" + m.hex(10),
    "resend": lambda m: "r" + "e_" + m.word(8) + "_" + m.word(24),
    "sourcegraph": lambda m: "sg" + "p_" + m.hex(16) + "_" + m.hex(40),
    "openshift": lambda m: "sha256" + "~" + m.url(43),
    "maxmind": lambda m: m.word(6) + "_" + m.word(29) + "_m" + "mk",
    "buildkite": lambda m: "bk" + "ua_" + m.hex(40),
    "shippo": lambda m: "ship" + "po_live_" + m.hex(40),
}


def jwt(subject: str, signature: str) -> str:
    """A signed token as a server would give it."""
    parts = (b'{"alg":"HS256","typ":"JWT"}', f'{{"sub":"{subject}","exp":1900000000}}'.encode())
    head, body = (base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
    return f"{head}.{body}.{signature}"
