"""Makes up secrets, look-alikes and hostile strings, and measures redaction on them.

    python tests/adversarial/secrets.py [SEED]

Every secret is put together at run time from a seed; none stands whole in this file.
"""

import base64
import random
import re
import string
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from noctule.safety.redact import redact, secrets_in

SEED = 20261130
HEX = "0123456789abcdef"
BASE62 = string.ascii_letters + string.digits
URL64 = BASE62 + "-_"
BASE64 = BASE62 + "+/"
UPPER = string.ascii_uppercase + string.digits
# A piece of a secret that is this long and still there counts as a leak.
PIECE = 5


@dataclass(frozen=True, slots=True)
class Case:
    """A text, the secrets in it, and the kind of case it is."""

    kind: str
    text: str
    secrets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """What redaction did: shares from 0 to 1, megabytes a second, seconds a hostile string."""

    shapes: float
    contexts: float
    false_alarms: float
    megabytes_a_second: float
    hostile: dict[str, float]
    missed: tuple[Case, ...]
    alarms: tuple[str, ...]


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


# Around a token: the text keeps what is outside the braces.
SURROUNDINGS = (
    "{}",
    "use {}.",
    "(see {})",
    'x = "{}"',
    "{}\nnext line",
    "令牌{}，请保管",
    "'{}', and more",
    '{{"k": "{}", "n": 1}}',
    "line\\n{}\\nmore",
    "`{}`",
    "a {}, b",
    "[{}]",
    "<{}>",
    "https://x.test/?q={}&r=1",
    "- {}; old",
)


def shapes(m: Maker) -> Iterator[Case]:
    """Each token bare and in each surrounding."""
    for kind, make in TOKENS.items():
        for around in SURROUNDINGS:
            token = make(m)
            text = around.replace("{{", "{").replace("}}", "}").replace("{}", token)
            if kind == "slack webhook":
                text = around.replace("{}", "https://hooks.slack.com/services/" + token)
            yield Case(f"shape: {kind}", text, (token,))
    yield from pem_cases(m)


def pem_cases(m: Maker) -> Iterator[Case]:
    """Private keys whole, cut, indented, escaped, on one line."""
    for label in (
        "RSA PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "EC PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    ):
        lines = [m.base64(48) for _ in range(12)] + [m.base64(20)]
        begin, end = f"-----BEGIN {label}-----", f"-----END {label}-----"
        whole = "\n".join([begin, *lines, end])
        yield Case("shape: pem", f"before\n{whole}\nafter", tuple(lines))
        yield Case("shape: pem cut at the end", whole[: len(whole) // 2], tuple(lines[:6]))
        yield Case("shape: pem cut at the start", whole[len(whole) // 2 :], tuple(lines[8:]))
        yield Case("shape: pem escaped", '{"key": "' + whole.replace("\n", "\\n") + '\\n", "id": 1}', tuple(lines))
        yield Case("shape: pem indented", "key: |\n  " + whole.replace("\n", "\n  ") + "\nnext: 1", tuple(lines))
        yield Case("shape: pem on one line", whole.replace("\n", " "), tuple(lines))
        yield Case("shape: pem with CRLF", whole.replace("\n", "\r\n"), tuple(lines))
        yield Case("shape: pem quoted", "> " + whole.replace("\n", "\n> "), tuple(lines))


# `{p}` a password, `{t}` a token without a known shape, `{h}` 32 hex digits, `{u}` a UUID, `{b}` base 64.
CONTEXTS = (
    "DB_PASSWORD={p}",
    "export DB_PASSWORD='{p}'",
    'MYSQL_ROOT_PASSWORD="{p}"',
    "POSTGRES_PASSWORD: {p}",
    "password = {p}",
    'password: "{p}"',
    "passwd: '{p}'",
    "pwd={p};",
    '{"username": "ana", "password": "{p}"}',
    '{\\"user\\": \\"ana\\", \\"password\\": \\"{p}\\"}',
    "  password: {p}  # for staging",
    "spring.datasource.password={p}",
    "set DB_PASS={p}",
    '$env:DB_PASSWORD = "{p}"',
    "ENV APP_PASSWORD {t}",
    "ENV APP_PASSWORD={p}",
    'const dbPassword = "{p}";',
    "let userPwd: string = '{p}'",
    'password := "{p}"',
    ":password => '{p}',",
    "'password' => '{p}',",
    "<password>{p}</password>",
    '<property name="password" value="{p}"/>',
    'setPassword("{p}")',
    "define('DB_PASSWORD', '{p}');",
    'os.environ["DB_PASSWORD"] = "{p}"',
    "login --user ana --password {p}",
    "login --password={p} --verbose",
    "mysql -u root -p'{p}' shop",
    "sshpass -p '{p}' ssh ana@host",
    "curl -u ana:{p} https://x.test/",
    "curl --user 'ana:{p}' https://x.test/",
    "redis-cli -h x -a {p} ping",
    "docker login -u ana -p {p} registry.test",
    "machine x.test login ana password {p}",
    "CREATE USER ana IDENTIFIED BY '{p}';",
    "ALTER ROLE ana WITH PASSWORD '{p}';",
    "The password is {p}.",
    "the password for staging is `{p}`",
    "Wifi password: {p}",
    "Passwort: {p}",
    "Das Passwort lautet {p}",
    "le mot de passe est {p}",
    "contraseña: {p}",
    "la contraseña es {p}",
    "a senha é {p}",
    "пароль: {p}",
    "密码是{p}，请勿外传",
    "密码：{p}",
    "パスワードは{p}です",
    "비밀번호: {p}",
    "hasło: {p}",
    "wachtwoord: {p}",
    "postgres://ana:{t}@db.test:5432/shop",
    "mongodb+srv://ana:{t}@cluster.test/shop?retryWrites=true",
    "amqp://ana:{t}@mq.test/vhost",
    "redis://:{t}@cache.test:6379/0",
    "https://ana:{t}@git.test/r.git",
    "https://x-access-token:{t}@git.test/r.git",
    "mysql://ana:p@{t}:x/y@db.test/shop",
    "Server=db.test;Database=shop;User Id=sa;Password={t};Encrypt=true",
    "jdbc:postgresql://db.test/shop?user=ana&password={t}&ssl=true",
    "jdbc:oracle:thin:scott/{t}@db.test:1521:x",
    "DefaultEndpointsProtocol=https;AccountName=x;AccountKey={b};EndpointSuffix=core.test",
    "Authorization: Bearer {t}",
    "authorization: Basic {b}",
    "curl -H 'Authorization: token {t}' https://x.test",
    '"Authorization": "Bearer {t}"',
    "headers={{'Authorization': f'Bearer {t}'}}",
    "Proxy-Authorization: Basic {b}",
    "X-Api-Key: {t}",
    "x-auth-token: {t}",
    "PRIVATE-TOKEN: {t}",
    "Cookie: session={t}; theme=dark",
    "Set-Cookie: sid={t}; Path=/; HttpOnly",
    "https://x.test/cb?access_token={t}&state=1",
    "https://x.test/a?api_key={h}",
    "https://x.test/b?sv=2022&sig={t}%3D",
    "API_KEY={t}",
    "apiKey: '{t}'",
    'api_key = "{h}"',
    "SECRET_KEY={t}",
    "client_secret: {t}",
    'clientSecret="{t}"',
    "aws_secret_access_key = {b40}",
    "secret_key_base: {h}{h}",
    "ENCRYPTION_KEY={b}",
    "access_token: {t}",
    '"refresh_token":"{t}"',
    "HEROKU_API_KEY={u}",
    "SNYK_TOKEN={u}",
    'token = "{h}"',
    "//registry.npmjs.test/:_authToken={u}",
    "_auth={b}",
    '{"auths": {"x.test": {"auth": "{b}"}}}',
    "[pypi]\nusername = __token__\npassword = {t}",
    "users:\n- name: x\n  user:\n    client-key-data: {b}",
    "  token: {t}\n",
    "PrivateKey = {b32}",
    "db.test:5432:shop:ana:{p}",
    "ana:$2y$10${h}aBcDeFgHiJkLmNoPqRsTu",
    'variable "x" {{\n  default = 1\n}}\npassword = "{p}"',
    "echo {t} | docker login --password-stdin",
    "openssl rsa -passin pass:{p} -in k.pem",
    "keytool -storepass {t}x -alias a",
    "AUTH_TOKEN={t}",
    "the API key is {t}",
    "My access token: {t}",
    "| password | {p} |",
    "**Password:** `{p}`",
    'passphrase: "{w}"',
    "A=1\nDB_HOST=x\nDB_PASSWORD={p}\nDB_PORT=5432",
    "password: |\n  {p}\nnext: 1",
)


def contexts(m: Maker) -> Iterator[Case]:
    """Each context three times, with other values."""
    for template in CONTEXTS:
        for _ in range(3):
            yield context(m, template)


def context(m: Maker, template: str) -> Case:
    values = {
        "{p}": m.password,
        "{t}": lambda: m.word(m.random.choice((20, 28, 40))),
        "{h}": lambda: m.hex(32),
        "{u}": m.uuid,
        "{b40}": lambda: m.some(BASE64, 38) + "4k",
        "{b32}": lambda: m.base64(32),
        "{b}": lambda: m.base64(m.random.choice((24, 32, 64))),
        "{w}": lambda: " ".join(m.some(string.ascii_lowercase, 6) for _ in range(4)),
    }
    text, secrets = template.replace("{{", "{").replace("}}", "}"), []
    for mark, make in values.items():
        while mark in text:
            secrets.append(make())
            text = text.replace(mark, secrets[-1], 1)
    return Case(f"context: {template}", text, tuple(secrets))


BENIGN = (
    "password: ${DB_PASSWORD}",
    "password: <your password>",
    "password = os.environ['DB_PASSWORD']",
    "password = process.env.DB_PASSWORD;",
    "password: changeme",
    "password: ********",
    "PASSWORD=xxxxxxxx",
    "password = None",
    "password: str | None = None",
    "def login(user: str, password: str) -> Token:",
    "const token = await getToken();",
    "token = response.json()['access_token']",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "api_key=YOUR_API_KEY",
    "apiKey: 'your-api-key-here'",
    "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer ${token}",
    "-H 'Authorization: Bearer YOUR_TOKEN'",
    "curl -u user:password https://x.test",
    "postgres://user:password@localhost:5432/db",
    "postgres://postgres:postgres@localhost/test",
    "postgres://${USER}:${PASS}@db/shop",
    "http://localhost:8080/a@b",
    "https://cdn.x.test/npm/vue@3.4.21/dist/vue.js",
    "mailto:dev@example.test",
    "git@github.com:o/r.git",
    "ssh://git@host.test:22/r.git",
    "risk-based-authentication-migration-plan-2026",
    "task-0123456789abcdef0123",
    "asia-southeast1-docker.pkg.dev/p/r/i:v1.2.3",
    "max_tokens: 4096",
    "total_tokens = 15321",
    "tokens: [1, 2, 3]",
    "token_count = 12",
    "tokenizer: cl100k_base",
    "The token is expired.",
    "The password is stored in the vault.",
    "Password is required",
    "password must be at least 12 characters",
    '"password": "Password"',
    'label: "Enter your password"',
    "secret_name: my-app-secrets",
    "secretName: tls-cert",
    "The deploy token lives in the vault, path kv/deploy.",
    "secret: kv/deploy",
    "key: value",
    "primary_key: id",
    "cache_key = f'user:{id}'",
    "public_key: ssh-ed25519",
    "sort_key: created_at",
    "foreign_key: user_id",
    "key_id: abc-def",
    "idempotency_key: 5f1c7b52-8f6b-4c1e-9d8e-1c2b3a4d5e6f",
    "passes: 12, failures: 0",
    "pass: true",
    "bypass = 'cache-for-admins'",
    "compass: north",
    "author: Ana Lopes <ana@x.test>",
    "authority: https://login.x.test/common",
    "authentication: oauth2",
    "auth: basic",
    "auth = HTTPBasicAuth(user, pw)",
    "password_hash = bcrypt.hashpw(pw, salt)",
    "PASSWORD_HASHERS = ['Argon2']",
    "password_file: /run/secrets/db",
    "token_url: https://x.test/oauth/token",
    "keyboard: qwerty-us-intl",
    "monkey=banana42x",
    "const key = Object.keys(map)[0];",
    "secrets.token_urlsafe(32)",
    "import secrets",
    "read -s -p 'Password: ' pw",
    "input('Password: ')",
    "print('token:', token)",
    "docker run -e POSTGRES_PASSWORD=postgres postgres:16",
    "see the password policy in docs/password-policy.md",
    "`--password` asks for it",
    "pip install keyring==24.3.0",
    "registry.x.test/team/app:2026.11.30-3f78685",
    "the secret sauce: simple code and good tests",
    "op://vault/item/password",
    "vault kv get -field=password kv/deploy",
    "password: !vault |",
    "aws secretsmanager get-secret-value --secret-id prod/db",
    "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-AbCdEf",
    "token.type === 'identifier'",
    "if (token == null) return;",
    "while token := next(stream):",
    "case TOKEN_STRING: return parse_string();",
    "signature: (a: string) => void",
    "The key is to keep it short.",
    "PIN the version: requests==2.31.0",
    "Session cookies: HttpOnly and SameSite=Lax",
    "Cookie: theme=dark; lang=en",
    "x-request-id: 7f3b2a1c-55aa-4c1e-9d8e-1c2b3a4d5e6f",
    'etag: W/"5f1c7b528f6b4c1e"',
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "chunk-vendors.3f786850.js",
    "0x7ffee4b3c9a0",
    "192.168.1.10:5432",
    "2026-11-30T14:06:11.123Z",
    "#a1b2c3",
    "fingerprint SHA256:uNiVztksCsDhcc0u9e8BrBJ9PPUlqWwMoJdhZ4WSa2o",
    "export PATH=$HOME/.local/bin:$PATH",
    "React.useCallback(async (token) => setToken(token), [])",
    "type Token = { kind: TokenKind; text: string }",
    "CI=true npm run build -- --mode=production",
    "s3://bucket/prefix/2026/11/30/part-00000-of-00128.parquet",
    "passed 128 tests in 12.5s",
    "Mot de passe oublié ?",
    "密码不正确",
    "パスワードを入力してください",
    "Das Passwort ist falsch",
    "la contraseña es obligatoria",
    "password is case-sensitive",
    "password: at least 8 characters, one digit",
    "token expires in 15m",
    "tokens are cached for 3600s",
    "secret: true",
    "secret=false",
    "private: true",
    "private_key: ./keys/id_ed25519",
    "PRIVATE_KEY_PATH=/etc/ssl/private/key.pem",
    "ssh-keygen -t ed25519 -C ana@x.test",
    "openssl genrsa -out key.pem 4096",
    "token-bucket rate limiter, 100 req/s",
    "CSRF token: see middleware.py",
    "api_key: str = Field(..., min_length=32)",
    "api_key = config['api_key']",
    "apiKey={apiKey}",
    "apikey: {{ .Values.apiKey }}",
    "password=%s",
    "password={}",
    'password: ""',
    "password: ''",
    "PASSWORD=",
    "password = getpass.getpass()",
    "password=self.password",
    "password: this.form.password,",
    "encrypted_password: [FILTERED]",
    "credentials: include",
    "credentials = service_account.Credentials.from_service_account_file(path)",
    "with_credentials: true",
    "auth_method: kubernetes",
    "OAUTH_SCOPES=read:user,repo",
)


def benign(m: Maker) -> Iterator[str]:
    """Look-alikes of coding life: fixed ones, and digests, ids and image names from the seed."""
    yield from BENIGN
    for _ in range(6):
        yield f"commit {m.hex(40)}"
        yield f"sha256:{m.hex(64)}"
        yield f"md5 {m.hex(32)}"
        yield f"id {m.uuid()}"
        yield f"integrity sha512-{m.base64(64)}"
        yield f"image: registry.x.test/app@sha256:{m.hex(64)}"
        yield f"index {m.hex(7)}..{m.hex(7)} 100644"
        yield f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{m.some(BASE64, 43)} ana@x"
        yield f"pi_{m.word(24)}"
        yield f"trace {m.hex(32)}-{m.hex(16)}-01"


def hostile(size: int = 100_000) -> dict[str, str]:
    """Strings made to keep a pattern busy, each about `size` characters long."""
    units = {
        "letters": "A",
        "dotted then a keyword": "a.",
        "braces": "{",
        "hex": "ABCDEF0123456789",
        "keywords": "password=",
        "keywords with quotes": "password:'",
        "keywords with blanks": "password   ",
        "tokens": "token",
        "keys": "api_key_",
        "backslashes": "\\",
        "begin lines": "-----BEGIN " + "PRIVATE KEY-----\n",
        "end lines": "-----END " + "PRIVATE KEY-----\n",
        "schemes": "://",
        "schemes with at signs": "a://b:c@",
        "at signs": "@",
        "ampersands": "&",
        "parameters": "&token=",
        "authorization": "authorization: ",
        "bearer": "Bearer ",
        "cookies": "cookie: a=b;",
        "curl": "curl -u ",
        "echo": "echo a | ",
        "mysql": "mysql -p ",
        "machine": "machine a login b password ",
        "prefixes": "gh" + "p_",
        "jwt heads": "ey" + "J",
        "jwt dots": "ey" + "Jaaaaaaaa.",
        "dashes": "sk-",
        "digits": "1234567890:A",
        "sendgrid heads": "S" + "G.",
        "colons": ":",
        "words of sentences": "password is for ",
        "foreign words": "密码是",
        "short lines": "x:\n",
        "base64 lines": "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=\n",
        "quotes": "\"'",
        "pipes": "password | ",
        "slashes": "https://a/",
        "hashes": "a:$2y$",
    }
    strings = {name: unit * (size // len(unit)) for name, unit in units.items()}
    strings["begin and a long line"] = "-----BEGIN " + "RSA PRIVATE KEY-----\n" + "A" * size
    strings["password and backslashes"] = "{'password': '" + "\\" * (size // 2)
    strings["dotted and token"] = "a." * (size // 2) + "token"
    strings["one long name"] = "x_" * (size // 2) + "password=hunter"
    return strings


def ordinary_text(m: Maker, size: int) -> str:
    """A session as it is on most days: prose, code, logs and output, with few secrets in it."""
    lines = (
        "The retry in the payment worker fails because the token bucket is shared by two queues.",
        "    def refresh(self, token: str, *, timeout: float = 5.0) -> Session:",
        '{"role": "assistant", "content": [{"type": "text", "text": "I changed the key in config.yaml."}]}',
        "2026-11-30T14:06:11Z INFO  http GET /api/v2/users/8123 200 12ms trace=" + m.hex(32),
        "+        return self._cache.get(key) or self._load(key, password=self.password)",
        "tests/unit/test_auth.py::test_a_wrong_password_is_refused PASSED                  [ 42%]",
        "drwxr-xr-x  6 ana ana 4096 Nov 30 13:59 node_modules/.bin -> ../typescript/bin/tsc",
        "import { useCallback, useEffect } from 'react';  // hooks of the settings page",
        "commit " + m.hex(40) + " (HEAD -> main, origin/main)",
        "Please read https://docs.example.test/guide/start?lang=en#install before you go on.",
        "日本語のメモ: テストは毎晩走ります。",
        "",
    )
    text = "\n".join(m.random.choice(lines) for _ in range(size // 60))
    return text[:size]


def leaks(case: Case) -> bool:
    """Whether a piece of a secret is still in the redacted text."""
    shown = re.sub(r"\[redacted:[a-z-]+\]", " ", redact(case.text).text)
    return any(
        secret[i : i + PIECE] in shown for secret in case.secrets for i in range(max(1, len(secret) - PIECE + 1))
    )


def measure(seed: int = SEED) -> Figures:
    """All figures for one seed."""
    m = Maker(seed)
    of_shapes, of_contexts, harmless = list(shapes(m)), list(contexts(m)), list(benign(m))
    missed_shapes = [case for case in of_shapes if leaks(case)]
    missed_contexts = [case for case in of_contexts if leaks(case)]
    alarms = tuple(text for text in harmless if secrets_in(text))
    text = ordinary_text(m, 1_000_000)
    started = time.process_time()
    redact(text)
    seconds = time.process_time() - started
    return Figures(
        1 - len(missed_shapes) / len(of_shapes),
        1 - len(missed_contexts) / len(of_contexts),
        len(alarms) / len(harmless),
        len(text) / 1e6 / seconds,
        {name: _seconds(string_) for name, string_ in hostile().items()},
        (*missed_shapes, *missed_contexts),
        alarms,
    )


def _seconds(text: str) -> float:
    started = time.process_time()
    redact(text)
    return time.process_time() - started


def main(seed: int) -> None:
    """Prints the figures, what was missed, and each false alarm."""
    figures = measure(seed)
    for case in figures.missed:
        print(f"missed  {case.kind}: {case.text[:100]!r} -> {redact(case.text).text[:100]!r}")
    for text in figures.alarms:
        print(f"alarm   {text!r} -> {redact(text).text!r}")
    slowest = max(figures.hostile.items(), key=lambda item: item[1])
    print(f"shapes {figures.shapes:.2%}, contexts {figures.contexts:.2%}, false alarms {figures.false_alarms:.2%}")
    print(f"{figures.megabytes_a_second:.1f} MB/s; slowest hostile string: {slowest[0]}, {slowest[1]:.3f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SEED)
