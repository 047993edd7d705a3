"""Secrets are withheld before anything is stored (K32).

Own rules: scanners made for source code know keys by their shape, but not how people state a password in a chat, and they bring
entropy tests that fire on hashes and ids. Every repetition is bounded, so a text costs time in proportion to its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from dcpm_sqlite.language.index_text import STOP_WORDS


@dataclass(frozen=True, slots=True)
class Withheld:
    """The text as it may be kept, and the kind of each secret left out of it."""

    text: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Rule:
    """kind: its name in the text; pattern: the group `value` is the secret; length: how much of the value is one (0: none)."""

    kind: str
    pattern: re.Pattern[str]
    length: Callable[[str], int] = len


def withhold(text: str) -> Withheld:
    """Replace each recognised secret by `[withheld: kind]`.

    Doing it again changes nothing. Kinds are `private key`, `token`, `api key`, `password`, `pin`, `card number`, `bank account`.
    """
    kinds: list[str] = []
    for rule in _RULES:
        text = _apply(rule, text, kinds)
    return Withheld(text, tuple(kinds))


def _apply(rule: _Rule, text: str, kinds: list[str]) -> str:
    kept, done = [], 0
    for match in rule.pattern.finditer(text):
        start = match.start("value")
        length = rule.length(match["value"])
        if length == 0 or match["value"].startswith("[withheld:"):
            continue
        kept += [text[done:start], f"[withheld: {rule.kind}]"]
        done = start + length
        kinds.append(rule.kind)
    return "".join([*kept, text[done:]])


# --- secrets known by their shape

_KEY_SHAPES = (
    r"sk-(?=[A-Za-z]{0,199}\d)[A-Za-z0-9]{6,200}",
    r"sk-(?=[A-Za-z_-]{0,199}\d)[A-Za-z0-9_-]{20,200}",
    r"gh[pousr]_[A-Za-z0-9]{20,255}",
    r"github_pat_[A-Za-z0-9_]{20,255}",
    r"glpat-[A-Za-z0-9_-]{16,64}",
    r"(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    r"AIza[A-Za-z0-9_-]{30,60}",
    r"ya29\.[A-Za-z0-9_-]{20,400}",
    r"xox[abeoprs]-[A-Za-z0-9-]{10,255}",
    r"(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,128}",
    r"hf_[A-Za-z0-9]{20,64}",
    r"npm_[A-Za-z0-9]{30,64}",
    r"pypi-[A-Za-z0-9_-]{40,400}",
    r"SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}",
    r"\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9_-])",
)
_PEM = (
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:(?!-----)[\s\S]){0,20000}-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:\s{0,4}[A-Za-z0-9+/=]{16,100}){1,400})"
)
_JWT = r"eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{8,2000})?"
_BEARER = r"(?:\bBearer|\bAuthorization:\s{0,3}(?:Basic|Token))\s{1,3}(?P<value>(?=[A-Za-z._~+/=-]{0,200}\d)[A-Za-z0-9._~+/=-]{16,2000})"
_URL = r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,100}:(?P<value>[^\s/@]{1,200})@"


def _card(value: str) -> int:
    """Known issuers' ranges and lengths, and Luhn's check digit."""
    digits = re.sub(r"\D", "", value)
    if not _ISSUERS.fullmatch(digits):
        return 0
    backwards = [int(c) for c in reversed(digits)]
    total = sum(backwards[::2]) + sum(d * 2 - 9 * (d > 4) for d in backwards[1::2])
    return len(value) if total % 10 == 0 else 0


_ISSUERS = re.compile(
    r"4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|"
    r"(?:6011|65\d\d|64[4-9]\d|35\d\d|62\d\d)\d{12}"
)
_CARD = (
    r"(?<![\w+-])(?<!\d[.,])"
    r"(?P<value>\d{13,19}|\d{4}(?P<four>[ -])\d{4}(?P=four)\d{4}(?P=four)\d{1,4}(?:(?P=four)\d{3})?|\d{4}(?P<amex>[ -])\d{6}(?P=amex)\d{4,5})"
    r"(?![\w-])"
)


def _iban(value: str) -> int:
    """The longest beginning, up to a space, that holds the check sum; a word in capitals may follow."""
    ends = [len(value), *(i for i in range(len(value) - 1, 0, -1) if value[i] == " ")]
    return next((end for end in ends if _is_iban(value[:end].replace(" ", ""))), 0)


def _is_iban(compact: str) -> bool:
    return 15 <= len(compact) <= 34 and int("".join(str(int(c, 36)) for c in compact[4:] + compact[:4])) % 97 == 1


_IBAN = r"(?<![A-Za-z0-9])(?P<value>[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?))(?![A-Za-z0-9])"

# --- secrets that are stated

_NAME = (
    r"(?:pass(?:words?|phrase|wort|code)|passwd|pwd|kennwort|mots? de passe|contrase(?:ñ|n)a|clave|wachtwoord|senha|пароль)"
    r"(?:\s{1,3}(?:for|to|of|on|at|für|vom|zum|pour|du|de|del|da|para|voor|от)(?:\s{1,3}[^\s:=.,;?!\[]{1,40}){1,4}?)?"
)
_IS = (
    r"(?:[\"']?\s{0,3}[:=：]\s{0,3}|\s{1,3}(?:is|was|are|ist|war|lautet|heißt|est|es|era|é|è|это|—|-|=>?)"
    r"(?:\s{1,3}(?:now|still|currently|again|jetzt|maintenant|ahora))?\s{0,3}[:：]?\s{1,3})"
)
_TO = r"\b(?:chang|set|reset|updat|switch)\w{0,4}\s(?:\S{1,20}\s){0,3}?(?:password|passcode|passphrase)\s{1,3}to\s{1,3}"
_QUOTED = r"[\"'“‘«`](?P<value>[^\"'”’»`\n]{2,200})[\"'”’»`]"
_SAID_OF_PASSWORDS = """
a about access again all almost already also always an and another any anything as at awful bad based because been being better both
but by can case changed complex complicated compromised confidential configured correct created defined deleted different
disabled easy empty enabled encrypted enough entered even expired expiring extremely fine first for forgotten from gone good
great hard hashed her here hidden his how in incorrect insecure invalid it its just kept known leaked long longer lost
mandatory masked me mine missing my needed never new no nobody not nothing now obvious of ok okay old on one only optional or our out
outdated plain pretty private probably protected quite random really rejected required reset reused right safe same saved secret
secure sent set shared short simple so some someone something somewhere still stolen stored strong stuff such sure temporary
terrible that the their there these they this too tough true unchanged under undefined unique unknown unsafe up used useless usually valid
very visible weak what when where which who why with working written wrong yet you your
none null nil true false redacted hidden n/a tbd xxx xxxx todo string str text value required|optional example
aber auch das dein der die ein eine einfach falsch gut immer kein lang mein nicht noch richtig schwach sehr sicher stark
unsicher vergessen zu
abgelaufen bon ce cette correct dans expiré faible incorrect la le les long ma mon oublié pas requis sécurisé trop très un une
débil difícil el en esta fuerte incorrecta la larga las lo los mi muy no obligatoria segura una un
een het niet o os uma um não errada
"""
_NOT_A_VALUE = frozenset(_SAID_OF_PASSWORDS.split())
_TAIL = re.compile(r"[.,;:?)\]}>\"'”’»*`]+$")


def _told(value: str) -> int:
    """Length of a stated password: a word that no sentence about passwords would have there."""
    word = value[: len(value) - len(found[0])] if (found := _TAIL.search(value)) else value
    if len(word) < 3 or word.casefold().strip("!") in _NOT_A_VALUE or word[0] in "<({[$%":
        return 0
    return len(word)


def _phrase(value: str) -> int:
    """Length of a passphrase: four words or more that make no sentence."""
    words = re.split("[ -]", value.casefold())
    is_sentence = (words[0] in _NOT_A_VALUE and words[0] != "correct") or not STOP_WORDS.isdisjoint(words)
    return 0 if is_sentence else len(value)


def _token(value: str) -> int:
    """Length of an assigned key: letters with digits, no date and no plain number."""
    if re.fullmatch(r"[\d._/+=-]*|\d{4}-\d\d-\d\d\S*|v?\d+(\.\d+)+\S*", value) or not re.search(r"\d", value):
        return 0
    return len(value)


# Before "is", a plain word counts at the end of its sentence alone: "my password is swordfish", not "is really long".
_ENDS = r"(?=\s*(?:$|\n|[.,;!?)\"'”]|\s(?:and|but|und|et|y|e|en)\s))"
_PLAIN = (
    r"[\"'“‘«`]?(?![\"'“‘«`]|\[withheld:)(?P<value>(?:(?=[^\W\d_]{0,199}[^\W_]?[\d!@#$%^&*_+=~])\S{3,200}|[^\s.,;:!?()\"'”]{3,200}"
    + _ENDS
    + "))"
)
_PHRASE = r"(?P<value>[a-z0-9]{3,20}(?:[ -][a-z0-9]{3,20}){3,11})" + _ENDS
_SECRET_NAME = r"(?:api[_ -]?key|secret(?:[_ -]?(?:access)?[_ -]?key)?|token|access[_ -]?key|private[_ -]?key|credentials?)"
_ASSIGNED_PASSWORD = r"\b[A-Za-z0-9.-]{0,40}_(?:password|passwd|pwd|pass)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?P<value>[^\s\"',;&]{3,200})"
_ASSIGNED_UPPER = (
    r"\b[A-Z0-9_]{0,60}(?:SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Z0-9_]{0,30}=[\"']?(?P<value>[^\s\"',;&$<{\[(]{6,400})"
)
_ASSIGNED = (
    r"\b[A-Za-z0-9_.-]{0,60}" + _SECRET_NAME + r"(?![a-z])[A-Za-z0-9_]{0,40}[\"']?"
    r"\s{0,3}(?:[:=：]|\bis\b)\s{0,3}[\"'`]?(?P<value>[A-Za-z0-9_./+=-]{8,400})"
)
_CJK = r"(?:密码|密碼|口令|パスワード|비밀번호)\s{0,2}(?:是|为|為|は|는|은|:|：|=)?\s{0,2}[:：]?\s{0,2}(?P<value>[!-Z\\^-~]{4,64})"
_PIN = (
    r"\b(?:pin(?:[ -]?(?:code|number|nummer))?|code pin|cvv2?|cvc|passcode|geheimzahl)"
    r"(?:\s{1,3}(?:for|to|of|für|de|del)(?:\s{1,3}[^\s:=.,;?!\[]{1,40}){1,4}?)?" + _IS + r"(?P<value>\d{3,12})(?![\w.-]*\w)"
)

_RULES = (
    _Rule("private key", re.compile(f"(?P<value>{_PEM})")),
    _Rule("token", re.compile(rf"\b(?P<value>{_JWT})")),
    _Rule("api key", re.compile(rf"(?<![A-Za-z0-9_-])(?P<value>{'|'.join(_KEY_SHAPES)})")),
    _Rule("token", re.compile(_BEARER)),
    _Rule("password", re.compile(_URL, re.I)),
    _Rule("pin", re.compile(_PIN, re.I)),
    _Rule("password", re.compile(rf"(?:\b{_NAME}{_IS}|{_TO}){_QUOTED}", re.I)),
    _Rule("password", re.compile(rf"\b{_NAME}{_IS}{_PHRASE}", re.I), _phrase),
    _Rule("password", re.compile(rf"(?:\b{_NAME}{_IS}|{_TO}){_PLAIN}", re.I), _told),
    _Rule("password", re.compile(r"\b(?:password|passwort|pwd|passwd)\s(?P<value>(?=[A-Za-z]{1,40}\d)\S{6,200})", re.I), _told),
    _Rule("password", re.compile(_ASSIGNED_PASSWORD, re.I), _told),
    _Rule("password", re.compile(_CJK, re.I), _told),
    _Rule("api key", re.compile(_ASSIGNED_UPPER), _told),
    _Rule("api key", re.compile(_ASSIGNED, re.I), _token),
    _Rule("card number", re.compile(_CARD), _card),
    _Rule("bank account", re.compile(_IBAN), _iban),
)
