"""Strings made to keep a pattern of redaction busy."""


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
