"""Redaction meets its bars: on made-up secrets, on look-alikes, on hostile strings, and on what others got wrong."""

import time

import pytest

from adversarial.hostile_strings import hostile
from adversarial.secret_contexts import CONTEXTS, SURROUNDINGS
from adversarial.secret_lookalikes import BENIGN
from adversarial.secret_tokens import TOKENS, Maker
from adversarial.secrets import SEED, Case, Figures, benign, context, leaks, measure, ordinary_text, shapes
from noctule.safety.redact import redact, secrets_in

# Time is the processor's, not the wall's; a slow machine may take this many times longer. The figures are printed.
SLOW = 2


@pytest.fixture(scope="module")
def figures() -> Figures:
    measured = measure()
    print(
        f"\nshapes {measured.shapes:.2%}, contexts {measured.contexts:.2%}, false alarms {measured.false_alarms:.2%}, "
    )
    print(f"{measured.megabytes_a_second:.1f} MB/s, slowest hostile string {max(measured.hostile.values()):.3f} s")
    return measured


def test_tokens_of_known_shape_are_found(figures: Figures) -> None:
    assert figures.shapes >= 0.99, figures.missed


def test_secrets_are_found_by_what_stands_around_them(figures: Figures) -> None:
    assert figures.contexts >= 0.95, figures.missed


def test_look_alikes_are_left_alone(figures: Figures) -> None:
    assert figures.false_alarms <= 0.01, figures.alarms


def test_ordinary_text_is_read_fast(figures: Figures) -> None:
    assert figures.megabytes_a_second >= 3 / SLOW


def test_no_hostile_string_takes_long(figures: Figures) -> None:
    slow = {name: seconds for name, seconds in figures.hostile.items() if seconds >= 0.3 * SLOW}
    assert slow == {}


@pytest.mark.parametrize("seed", range(3))
def test_another_seed_makes_no_difference(seed: int) -> None:
    maker = Maker(seed)
    cases = [context(maker, template) for template in CONTEXTS]
    missed = [case.text for case in cases if leaks(case)]
    assert len(missed) <= len(cases) // 20, missed
    assert [text for text in benign(maker) if secrets_in(text)] == []


def test_there_are_enough_kinds() -> None:
    assert len(TOKENS) + 8 >= 90
    assert len(CONTEXTS) >= 100
    assert len(list(benign(Maker(SEED)))) >= 180


@pytest.mark.parametrize("name", hostile(100))
def test_twice_the_text_takes_at_most_about_twice_the_time(name: str) -> None:
    def seconds(size: int) -> float:
        text = hostile(size)[name]
        started = time.process_time()
        redact(text)
        return time.process_time() - started

    # Sixteen times as much: what grows with the square takes 256 times as long.
    small = min(seconds(25_000) for _ in range(3))
    large = min(seconds(400_000) for _ in range(2))
    assert large < 32 * small + 0.05


@pytest.mark.parametrize("kind", TOKENS)
def test_the_marker_names_a_kind_and_what_stands_around_it_is_kept(kind: str) -> None:
    maker = Maker(SEED)
    for around in SURROUNDINGS:
        token = TOKENS[kind](maker)
        frame = around.replace("{{", "{").replace("}}", "}")
        slot = "https://hooks.slack.com/services/{}" if kind == "slack webhook" else "{}"
        before, after = frame.replace("{}", slot).split("{}")
        shown = redact(before + token + after).text
        if kind == "slack webhook":
            before = before.removesuffix("services/")
        assert shown.startswith(before + "[redacted:")
        assert shown.endswith("]" + after)


def test_redacting_twice_changes_nothing_more() -> None:
    maker = Maker(SEED)
    for template in CONTEXTS:
        once = redact(context(maker, template).text).text
        assert redact(once).text == once


def test_offsets_point_at_the_secret_in_the_text_as_it_came() -> None:
    maker = Maker(SEED)
    token = TOKENS["github classic"](maker)
    text = f"İ É 漢 {token}, {token}\n"
    found = secrets_in(text)
    assert [text[start:end] for _, start, end in found] == [token, token]
    assert {kind for kind, _, _ in found} == {"github-token"}


def test_text_without_secrets_comes_back_as_it_is() -> None:
    text = "\n".join(BENIGN)
    assert redact(text).text == text
    assert redact("").text == ""


KEPT = [
    # Text, what must go, what must stay.
    ('curl -H "Authorization: Bearer abc.def-123_xyz' + '4567890" x', ["abc.def", "4567890"], ["Authorization", '" x']),
    ("authorization: Basic ZGV2" + "OnBhc3M=", ["ZGV2OnBhc3M"], ["authorization: Basic"]),
    ("Proxy-Authorization: token abcdef" + "0123456789", ["abcdef0123"], ["Proxy-Authorization"]),
    ("Cookie: session=abcdef" + "0123456789; theme=dark", ["abcdef0123"], ["session=", "; theme=dark"]),
    (
        "https://ci-bot:Pa%24%24w0rd" + "-77@repo.example.test/x",
        ["w0rd-77"],
        ["https://ci-bot:", "@repo.example.test/x"],
    ),
    ("postgres://admin:p@ss:w/" + "rd@db.internal:5432/prod", ["ss:w", "w/rd"], ["admin:", "@db.internal:5432/prod"]),
    ("redis://:only" + "pass123@h:6379", ["onlypass", "s123"], ["redis://:", "@h:6379"]),
    ("git clone https://x-access-token:T" + "OK@host/r", ["TOK"], ["x-access-token:", "@host/r"]),
    ("password = 8Th!F#1*" + "96@%dYt!xW", ["8Th!", "F#1*", "Yt!xW"], ["password = "]),
    ('DB_PASSWORD="two words' + ' # and hash"', ["two ", "hash"], ['DB_PASSWORD="', '"']),
    ("passwd: 'semi;" + "colon'", ["semi", "colon"], ["passwd: '"]),
    ("sasl_password=LIkaITK744/" + "ABgW+p4NXFr==", ["LIka", "NXFr"], ["sasl_password="]),
    ("export API_KEY=abc$" + "def{1}", ["abc$", "def{"], ["export API_KEY="]),
]


@pytest.mark.parametrize(("text", "gone", "kept"), KEPT)
def test_the_whole_value_goes_and_the_rest_of_the_line_stays(text: str, gone: list[str], kept: list[str]) -> None:
    shown = redact(text).text
    assert [piece for piece in gone if piece in shown] == []
    assert [piece for piece in kept if piece not in shown] == []


CHOSEN = [
    # What people choose: a word, a sign, a number, wherever it is written down.
    ("密码: PHFKC#" + "3678", "密码: []"),
    ("- 密码：PHFKC#" + "3678\n- 端口: 22", "- 密码：[]\n- 端口: 22"),
    ("パスワード: Sakura@" + "1994", "パスワード: []"),
    ("Das Passwort lautet Geheim#" + "77", "Das Passwort lautet []"),
    ("password: hunter" + "2", "password: []"),
    ("password=hunter" + "2\nport=1", "password=[]\nport=1"),
    ("the password for staging is hunter" + "2", "the password for staging is []"),
    ("Set DB_PASSWORD to hunter" + "2!x in the env", "Set DB_PASSWORD to [] in the env"),
    (
        '{"xml": "<add key=\\"DbPassword\\" value=\\"s3cr3t' + 'Pw9\\"/>"}',
        '{"xml": "<add key=\\"DbPassword\\" value=\\"[]\\"/>"}',
    ),
    ('<property name=\\"password\\" value=\\"qX9!' + 'vv21\\"/>', '<property name=\\"password\\" value=\\"[]\\"/>'),
    ('<input type=\\"password\\" value=\\"qX9!' + 'vv21\\">', '<input type=\\"password\\" value=\\"[]\\">'),
]


@pytest.mark.parametrize(("text", "shown"), CHOSEN)
def test_a_password_that_a_person_chose_goes(text: str, shown: str) -> None:
    assert redact(text).text.replace("[redacted:password]", "[]") == shown


@pytest.mark.parametrize(
    "text",
    [
        "密码: min=8",
        "密码长度: 至少 12 位",
        "密码：见 PR#3678",
        "密码: PR#3678",
        "the password is told in issue#12345",
        "the pass is phase2",
        "password = value2",
        "connect(user=name1, password=value2)",
        "Password: test1",
        "MAX_TOKENS is now 4096",
        "set AUTH_TOKEN to the new one",
        "API_KEY is required",
        '<property name=\\"passwordEncoder\\" value=\\"bcrypt\\"/>',
    ],
)
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize(
    ("before", "after"), [("ok.\n", ""), ("", "\nmore"), ("a | b\n\n", "\n\nc | d"), ("x:\r\n", "\r\n")]
)
def test_what_stands_on_the_lines_around_hides_no_secret(before: str, after: str) -> None:
    maker = Maker(SEED)
    cases = [context(maker, template) for template in CONTEXTS]
    alone = [case for case in cases if not leaks(case)]
    hidden = [one.text for one in alone if leaks(Case(one.kind, before + one.text + after, one.secrets))]
    assert hidden == []


def test_every_secret_of_a_line_goes() -> None:
    maker = Maker(SEED)
    key, token = TOKENS["aws key id"](maker), TOKENS["github classic"](maker)
    shown = redact(f"AWS: {key} and gh: {token} and again {key}").text
    assert shown == "AWS: [redacted:aws-access-key] and gh: [redacted:github-token] and again [redacted:aws-access-key]"


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\\n"])
def test_a_key_that_was_cut_goes_to_its_last_letter_and_no_further(line_break: str) -> None:
    maker = Maker(SEED)
    key = line_break.join(["-----BEGIN " + "RSA PRIVATE KEY-----", *(maker.base64(48) for _ in range(60)), "QUJD"])
    assert redact(f"log: {key}").text == "log: [redacted:private-key]"
    cut = key.removesuffix(line_break + "QUJD")
    assert redact(f"{cut}{line_break}and then prose").text == f"[redacted:private-key]{line_break}and then prose"


def test_a_secret_is_found_in_a_long_session() -> None:
    maker = Maker(SEED)
    token = TOKENS["anthropic"](maker)
    text = ordinary_text(maker, 200_000)
    shown = redact(f"{text}\nkey {token}\n{text}").text
    assert token not in shown
    assert shown.count("[redacted:anthropic-key]") == 1


def test_shapes_are_made_of_what_the_program_prints() -> None:
    assert all(secret in case.text for case in shapes(Maker(1)) for secret in case.secrets if "pem" not in case.kind)
