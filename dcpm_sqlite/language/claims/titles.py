"""Names that look like clauses: "Washington, D.C.", "Ghost in the Shell: Arise", "Who Framed Roger Rabbit", "Saint John (New Brunswick)"."""

from __future__ import annotations

from dcpm_sqlite.language.claims.finite import ADVERBS
from dcpm_sqlite.language.claims.lexicon import MONTHS, WEEKDAYS, word_set
from dcpm_sqlite.language.claims.tokens import Token
from dcpm_sqlite.language.claims.verbs import lemma_of
from dcpm_sqlite.language.stop_words import WORDS

_INNER = word_set("of the and in on at for to a an de la le del von van der di da & ' 's - – / . with from by or as")
_MARKS = word_set(', ( ) : " ! ?')
_FINITE = word_set("is was are were has had")
_COMMON = frozenset(WORDS.split()) | ADVERBS | MONTHS | WEEKDAYS
_TALKED = frozenset({"i", "you", "me", "her", "him", "it", "us", "we", "my", "your"})
_LONGEST = 18
_QUESTION_NAME = 3  # capitalised words by which "Who Framed Roger Rabbit" is known for a name


def title_end(words: list[Token], end: int) -> int | None:
    """The index of the verb behind such a name at the sentence's begin; None where there is none, or an ordinary name."""
    first = words[0]
    if not (first.word[:1].isupper() or first.word[:1].isdigit() or first.low == '"'):
        return None
    capitals = marks = 0
    for at in range(min(end, _LONGEST)):
        word = words[at]
        if word.low in _MARKS:
            if not _may_stand(words, at, capitals):
                return None
            marks += 1
        elif word.word[:1].isupper() or word.word[:1].isdigit():
            capitals += 1
        elif word.low not in _INNER:
            is_name = _is_name(words, at, capitals, marks)
            return at if is_name and at > 1 and (word.low in _FINITE or lemma_of(word.low, "third", "past")) else None
    return None


def _is_name(words: list[Token], at: int, capitals: int, marks: int) -> bool:
    is_asking = words[0].low in {"who", "what", "where", "how", "when", "why", "do", "does", "did", "is", "are", "can"}
    is_closed = words[at - 1].low not in {",", ":", "and", "or"}
    is_named = (marks > 0 and not is_asking) or (is_asking and capitals >= _QUESTION_NAME) or _is_spoken(words, at, capitals)
    return is_closed and capitals > 0 and is_named


def _is_spoken(words: list[Token], at: int, capitals: int) -> bool:
    """ "Love You To was performed by": words of talk with capitals, and something done to them all."""
    is_done = words[at].low in {"is", "was"} and at + 1 < len(words) and lemma_of(words[at + 1].low, "participle") is not None
    is_talk = any(word.low in _TALKED and word.word[:1].isupper() for word in words[:at])
    return (
        is_done
        and is_talk
        and words[at - 1].low not in {"i", "we"}
        and capitals >= _QUESTION_NAME
        and words[0].low not in ADVERBS | MONTHS | WEEKDAYS
    )


def _may_stand(words: list[Token], at: int, capitals: int) -> bool:
    """A comma between two parts of a place's name, a colon behind two words or a number, a bracket, quotation marks around it all."""
    low, before = words[at].low, words[at - 1] if at else words[0]
    following = words[at + 1] if at + 1 < len(words) else words[at]
    if low == '"':
        return at == 0 or words[0].low == '"'
    if low == "(":
        return capitals > 0 and (following.word[:1].isupper() or following.word[:1].isdigit())
    if low == ":":
        return (capitals > 1 or before.word.isdigit()) and following.word[:1].isupper()
    if low == ",":
        is_plain = before.low not in _COMMON and not before.low.endswith("ly") and words[0].low not in _COMMON
        return capitals > 0 and is_plain and following.word[:1].isupper() and following.low not in _COMMON
    return low == ")" or following.low in _FINITE
