"""The parts of redaction: which names hold a secret, where a value ends, what a value looks like."""

import pytest

from noctule.safety.redaction import looks
from noctule.safety.redaction.names import kind_of_name
from noctule.safety.redaction.values import value_at


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("DB_PASSWORD", "password"),
        ("dbPassword", "password"),
        ("spring.datasource.password", "password"),
        ("POSTGRES_PASSWORD_STAGING", "password"),
        ("smtppass", "password"),
        ("accessToken", "token"),
        ("GITHUB_TOKEN", "token"),
        ("client-secret", "secret"),
        ("x-api-key", "api-key"),
        ("SECRET_KEY_BASE", "api-key"),
        ("tls_private_key", "private-key"),
        ("_auth", "credentials"),
        ("token_count", None),
        ("max_tokens", None),
        ("secret_name", None),
        ("password_hash", None),
        ("primary_key", None),
        ("public_key", None),
        ("bypass", None),
        ("author", None),
        ("keyboard", None),
    ],
)
def test_a_name_is_read_word_by_word(name: str, kind: str | None) -> None:
    assert kind_of_name(name) == kind


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"a b" c', "a b"),
        ("'it\\'s' c", "it\\'s"),
        ('\\"abc\\", \\"d\\"', "abc"),
        ("ab#1; x", "ab#1"),
        ("a;b1;Database=x", "a;b1"),
        ("a1&b=2", "a1"),
        ("a1&2", "a1&2"),
        ("abc1.", "abc1"),
        ("abc1).", "abc1"),
        ("f(x)", "f(x)"),
        ('abc1"}', "abc1"),
        ("abc1\\nNEXT=1", "abc1"),
        ("密码", None),
        ("abc1，好", "abc1"),
        ("|\n  abc1\nnext", "abc1"),
        ("« abc 1 »", "abc 1"),
        ('"unclosed 1', "unclosed"),
        ("", None),
    ],
)
def test_a_value_ends_where_its_line_goes_on(text: str, value: str | None) -> None:
    found = value_at(text, 0)
    assert (found.text if found else None) == value
    assert found is None or text[found.start : found.end] == value


@pytest.mark.parametrize(
    "value",
    [
        "<token>",
        "${X}",
        "$X",
        "{{ x }}",
        "changeme",
        "****",
        "your-api-key-here",
        "[redacted:password]",
        "op://v/i",
        "xxxxxxxx",
        "None",
    ],
)
def test_a_placeholder_is_no_secret(value: str) -> None:
    assert looks.is_placeholder(value)


@pytest.mark.parametrize(
    "value", ["hunter2", "$tr0ngP@ss!", "correct horse battery", "Winter2024!", "9f86d081884c7d65"]
)
def test_a_password_is_no_placeholder(value: str) -> None:
    assert not looks.is_placeholder(value)


@pytest.mark.parametrize("value", ["self.password", "get_token(x)", "os.environ['X']", "str|None", "await x"])
def test_an_expression_is_code(value: str) -> None:
    assert looks.is_code(value)


def test_words_with_signs_between_are_wordy_and_a_key_is_random() -> None:
    assert looks.is_wordy("kv/deploy")
    assert looks.is_wordy("my-app-secret-2")
    assert not looks.is_wordy("hunter2")
    assert looks.looks_random("a8F3kP0zQw")
    assert not looks.looks_random("aaaaaaaaaaaa1")
    assert looks.is_hash_or_id("3f786850e387550fdab836ed7e6dc881de23001b")
