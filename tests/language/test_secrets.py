from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.language.secrets import withhold

# text, the secret in it, its kind
_SECRETS = [
    ("my password is hunter2", "hunter2", "password"),
    ("My password is swordfish.", "swordfish", "password"),
    ("the wifi password is Blue-Horse-42!", "Blue-Horse-42", "password"),
    ("password: hunter2", "hunter2", "password"),
    ("Password:\nhunter2", "hunter2", "password"),
    ("pwd: X9yz!", "X9yz!", "password"),
    ("passwd=letmein1", "letmein1", "password"),
    ("my passphrase is correct horse battery staple", "correct horse battery staple", "password"),
    ('the passphrase is "tall green tree"', "tall green tree", "password"),
    ("mein Passwort ist Sommer2024", "Sommer2024", "password"),
    ("Das Passwort lautet geheim123.", "geheim123", "password"),
    ("Kennwort: Affe77", "Affe77", "password"),
    ("mon mot de passe est soleil99", "soleil99", "password"),
    ("mi contraseña es gato123", "gato123", "password"),
    ("a senha é abacate7", "abacate7", "password"),
    ("het wachtwoord is fiets12", "fiets12", "password"),
    ("пароль: qwerty12", "qwerty12", "password"),
    ("password for the wifi is guest2020", "guest2020", "password"),
    ("the password to my laptop: Zebra!9", "Zebra!9", "password"),
    ("I changed my password to monkey77", "monkey77", "password"),
    ("set the password to 'open sesame'", "open sesame", "password"),
    ("密码是 abc12345", "abc12345", "password"),
    ("パスワードは hunter22 です", "hunter22", "password"),
    ("my pin is 4821", "4821", "pin"),
    ("PIN: 4821", "4821", "pin"),
    ("the PIN code for the card is 9931", "9931", "pin"),
    ("cvv: 123", "123", "pin"),
    ("ghp_a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1", "ghp_a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1", "api key"),
    ("glpat-abcDEF1234567890abcd", "glpat-abcDEF1234567890abcd", "api key"),
    ("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE", "api key"),
    ("xoxb-123456789012-abcdefghijkl", "xoxb-123456789012-abcdefghijkl", "api key"),
    ("AIzaSyD-1234567890abcdefghijklmnopqrstu", "AIzaSyD-1234567890abcdefghijklmnopqrstu", "api key"),
    ("sk-proj-abc123_def456-ghi789jkl012", "sk-proj-abc123_def456-ghi789jkl012", "api key"),
    ("hf_abcdefghijklmnopqrstuv", "hf_abcdefghijklmnopqrstuv", "api key"),
    ("Authorization: Bearer abcdef1234567890abcdef", "abcdef1234567890abcdef", "token"),
    ("Authorization: Basic dXNlcjpwYXNzd29yZDE=", "dXNlcjpwYXNzd29yZDE=", "token"),
    (
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
        "token",
    ),
    (
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEow\nabc==\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEow\nabc==\n-----END RSA PRIVATE KEY-----",
        "private key",
    ),
    (
        "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
        "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
        "private key",
    ),
    ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "api key"),
    ("api_key: a1b2c3d4e5f6g7h8", "a1b2c3d4e5f6g7h8", "api key"),
    ('"apiKey": "9f8e7d6c5b4a3210"', "9f8e7d6c5b4a3210", "api key"),
    ("DB_PASSWORD=supersafe", "supersafe", "password"),
    ("db_password: 'hunter2'", "hunter2", "password"),
    ("client_secret=Zx81qwerty99", "Zx81qwerty99", "api key"),
    ("export TOKEN=abcdefghijkl", "abcdefghijkl", "api key"),
    ("my api key is 9f8e7d6c5b4a3210", "9f8e7d6c5b4a3210", "api key"),
    ("4111 1111 1111 1111", "4111 1111 1111 1111", "card number"),
    ("card 4111111111111111.", "4111111111111111", "card number"),
    ("5500-0000-0000-0004", "5500-0000-0000-0004", "card number"),
    ("my amex 3782 822463 10005", "3782 822463 10005", "card number"),
    ("DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00", "bank account"),
    ("GB82WEST12345698765432", "GB82WEST12345698765432", "bank account"),
    ("IBAN: AL47 2121 1009 0000 0002 3569 8741 CODE", "AL47 2121 1009 0000 0002 3569 8741", "bank account"),
    ("postgres://bob:s3cret@db.example.com/x", "s3cret", "password"),
    ("redis://:pass1@host:6379", "pass1", "password"),
    ("https://me:pw@site.org", "pw", "password"),
    ("https://x.org/?access_token=abcd1234efgh&y=1", "abcd1234efgh", "api key"),
    ('{"password": "hunter2"}', "hunter2", "password"),
    ("login bob password hunter22", "hunter22", "password"),
    ("my password is `x y z`", "x y z", "password"),
    ("The passwords are apple77 and pear88", "apple77", "password"),
    ("Password = Tr0ub4dor&3", "Tr0ub4dor&3", "password"),
    ("my password is now P@ssw0rd", "P@ssw0rd", "password"),
    ("SG.abcdefghijklmnop1234.qrstuvwxyzABCDEF5678", "SG.abcdefghijklmnop1234.qrstuvwxyzABCDEF5678", "api key"),
    ("what's wrong, password is 12345678?", "12345678", "password"),
    ("pin=1234", "1234", "pin"),
]
_HARMLESS = [
    "the password is required",
    "I forgot my password",
    "what is my password?",
    "my password is really long",
    "The password is too weak.",
    "password is not set",
    "my password is wrong",
    "Is the password correct?",
    "the password must have 8 characters",
    "I need to change my password to something safer",
    "set my password to expire every month",
    "password manager is great",
    "the password field is empty",
    "password: required",
    "password: string",
    "the pin is on the map",
    "Pin 5 is 3.3V",
    "I put a pin in it: 3 times",
    "pin this: 2024",
    "order number 4539148803436468",
    "order 1234567890123456",
    "ISBN 978-3-16-148410-0",
    "ISBN 9783161484100",
    "call +49 151 23456789",
    "call +4915123456789012",
    "phone 555-123-4567",
    "550e8400-e29b-41d4-a716-446655440000",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "on 2024-05-01 at 12:30",
    "1714557600123",
    "max_tokens=4096",
    "tokens: 100000000",
    "the token is lost",
    "secret: the chocolate is dark",
    "secret_santa: 2023-12-24",
    "the secret is 2 tablespoons of butter",
    "sk-learn is a library",
    "sk-estonia",
    "I love scikit-learn",
    "Basic internationalization works",
    "Bearer responsibilities matter greatly",
    "https://example.com:8080/path@x",
    "user@example.com: hello",
    "git@github.com:me/repo.git",
    "eye candy",
    "DE is Germany",
    "DE89 3704 0044 0532 0130 01",
    "the passwords are stored in a vault",
    "My passphrase is stored in the safe at home somewhere",
    "token ring networks are old",
    "the key is under the mat",
    "my key is to stay calm",
    "the secret to happiness is patience",
    "clave: la paciencia",
    "la clave es la paciencia de todos",
    "le mot de passe est requis",
    "Das Passwort ist falsch.",
    "la contraseña es incorrecta",
    "passport number is X1234567",
    "the keyword is hunter2",
    "compass: north",
    "bypass: enabled",
    "password reset link: https://x.org/reset",
    "the API key is missing",
    "api key: none",
    "version: 1.2.3",
    "token_count: 12345678",
    "Senha é uma palavra",
    "10.1000/182",
    "pi is 3.14159265358979",
    "4111111111111112",
    "the price is 4111 1111 dollars",
    "AKIA is a prefix",
]


@pytest.mark.parametrize(("text", "secret", "kind"), _SECRETS)
def test_a_secret_is_withheld_and_the_rest_kept(text: str, secret: str, kind: str) -> None:
    """What is kept is the text with the secret alone replaced (K32)."""
    kept = withhold(text)
    assert kept.text == text.replace(secret, f"[withheld: {kind}]")
    assert kept.kinds == (kind,)


@pytest.mark.parametrize("text", _HARMLESS)
def test_a_harmless_text_is_kept_whole(text: str) -> None:
    """Talk about passwords, ids, numbers and dates is no secret."""
    assert withhold(text).text == text
    assert withhold(text).kinds == ()


def test_several_secrets_are_counted_each() -> None:
    """The sentence of K32: both are gone, and both are counted."""
    kept = withhold("my password is hunter2, the key is sk-abc123...")
    assert kept.text == "my password is [withheld: password], the key is [withheld: api key]..."
    assert sorted(kept.kinds) == ["api key", "password"]


_PART = st.sampled_from(
    ["password is ", "hunter2 ", "pin: ", "4821", "sk-abc123def", "key=", "4111 1111 1111 1111", "token: ", "a", " ", "\n", "'", ":"]
)


@given(st.lists(_PART, max_size=12).map("".join))
def test_withholding_again_changes_nothing(text: str) -> None:
    """A text as kept holds nothing more to withhold, so that adding an export again is harmless."""
    kept = withhold(text)
    assert withhold(kept.text).text == kept.text


@pytest.mark.parametrize(
    "unit",
    ["a", " ", "1", "a.", "a_", "sk-", "eyJa.b", "AB12 ", "1234 ", "token-", "password is ", "password: \"", "x://a:b", "SG.",
     "password for a b ", "changed my my my ", "abcd ", "-----BEGIN PRIVATE KEY-----", "the quick brown fox. ", "密码", "password is abcd efgh "],
)  # fmt: skip
def test_long_texts_take_linear_time(unit: str) -> None:
    """200,000 characters of the worst beginnings take a second or two at most."""
    text = unit * (200_000 // len(unit))
    started = time.process_time()
    withhold(text)
    assert time.process_time() - started < 5
