"""Where a clause's predicate begins: which word is a finite verb there."""

from __future__ import annotations

from dcpm_sqlite.language.claims.lexicon import BODY, DETERMINERS, IMPRESSIONS, PREPOSITIONS, RELATIONS, word_set
from dcpm_sqlite.language.claims.tokens import Token
from dcpm_sqlite.language.claims.verbs import guessed, lemma_of

AUXILIARIES = word_set(
    """
    am is are was were be been 'm 're 's have has had 've do does did will wo 'll would 'd can could may might must should shall
    """
)
ADVERBS = word_set(
    """
    also just really still always usually never now currently recently actually definitely probably already only even often sometimes
    rarely seldom hardly barely normally generally typically mostly mainly occasionally regularly finally eventually originally
    formerly previously once soon truly absolutely totally completely honestly personally kinda sorta simply strongly deeply quite
    pretty very so too both all literally basically officially temporarily permanently lately nowadays today yesterday tonight ever
    secretly unfortunately sadly luckily fortunately first then initially particularly especially frequently maybe perhaps apparently
    supposedly allegedly
    """
)
_NAMING = frozenset({"called", "named", "titled", "dubbed"})  # "a concert called Spring": what it is, not what it does
_MAX_NOUN_PHRASE = 9


def predicate_start(words: list[Token], at: int, end: int) -> int | None:
    """The index of the first finite verb after a noun phrase that begins at `at`, adverbs before it included."""
    i, limit = at, min(end, at + 16)
    nouns = 0
    while i < limit:
        low = words[i].low
        if nouns and _is_finite(words, i, end):
            return i
        if low == "," and nouns:  # an apposition: "Livia, my sister, lives"
            if i + 1 < end and words[i + 1].word[:1].isupper() and i + 2 < end and words[i + 2].low == "of":
                i += 1  # a title: "Prince Andrew, Duke of York"
                continue
            close = next((j for j in range(i + 1, min(end, i + 7)) if words[j].low == ","), None)
            if close is None or any(_is_finite(words, j, end) for j in range(i + 1, close)) or close + 1 >= end:
                return None
            i = close
        elif low in {".", ";", ":", "!", "?", "—", "–"}:
            return None
        elif low not in DETERMINERS and low not in PREPOSITIONS and low not in {"'s", "and", "'"}:
            nouns += 1
        i += 1
        if nouns > _MAX_NOUN_PHRASE:
            return None
    return None


def _is_finite(words: list[Token], i: int, end: int) -> bool:
    low = words[i].low
    nxt = words[i + 1].low if i + 1 < end else ""
    if low in ADVERBS and low not in {"first"}:
        return bool(nxt) and i + 1 < end and _is_finite(words, i + 1, end)
    if (
        nxt in {"me", "us"}
        and words[i].word[:1].islower()
        and (lemma_of(low, "base", "third", "past") or guessed(low))
        and words[i - 1].low != "to"
    ):
        return True  # "spiders scare me"
    if low in {"used", "no"} and nxt in {"to", "longer"}:
        return True
    if words[i].word[:1].islower() and lemma_of(low, "base") and nxt not in AUXILIARIES and _is_plural(words, i - 1):
        return True
    if low == "'s":
        return _follows_be(words, i + 1, end)
    if low in {"may", "will", "can", "might", "must"} and words[i].word[:1].isupper():
        return False
    if low in AUXILIARIES:
        return True
    if nxt in AUXILIARIES or nxt in _PLAIN_VERBS or (low in _NAMING and i + 1 < end and words[i + 1].word[:1].isupper()):
        return False
    if words[i].word[:1].isupper() or (nxt in {"of", "is", "are", "was", "'s"} and low != "dreams"):
        return False
    if words[i - 1].low in {
        "these",
        "those",
        "this",
        "that",
        "some",
        "many",
        "of",
        "the",
        "a",
        "an",
        "my",
        "our",
        "his",
        "her",
        "their",
        "and",
        "to",
        "for",
        "in",
        "on",
        "at",
        "'s",
    }:
        return False
    return lemma_of(low, "third", "past") is not None


def _is_plural(words: list[Token], at: int) -> bool:
    """Whether the noun before a verb takes its base form: "my parents live", "Tom and Anna live", "my wife and I live"."""
    word = words[at]
    if word.low == "i" or word.low in _PLURALS:
        return True
    return at >= 2 and words[at - 1].low == "and" and (word.word[:1].isupper() or word.low in RELATIONS)


_PLURALS = frozenset(word for word in RELATIONS | BODY if word.endswith("s")) | {
    "children",
    "people",
    "feet",
    "teeth",
    "guys",
    "folks",
    "grandchildren",
}
_PLAIN_VERBS = frozenset(
    {"get", "make", "give", "let", "keep", "take"}
)  # behind another verb form, that one is a noun: "my dance moves get ..."
_BE_NEXT = word_set(
    """
    a an the my our not n't from in at on called named very really so too always still never now based also getting only
    """
)


def _follows_be(words: list[Token], i: int, end: int) -> bool:
    """Whether an 's is "is" or "has" rather than a possessive: "my sister's getting married"."""
    if i >= end or words[i - 2].low in {"today", "tomorrow", "yesterday"}:
        return False
    low = words[i].low
    return (
        low in _BE_NEXT
        or lemma_of(low, "ing") is not None
        or (lemma_of(low, "participle") is not None and low not in {"set", "run", "read", "hit", "cut"})
        or (low in IMPRESSIONS and words[i - 2].low in RELATIONS)
        or low
        in {"been", "got", "allergic", "vegan", "vegetarian", "pregnant", "ill", "sick", "married", "single", "divorced", "moving", "due"}
        or words[i].word.isdigit()
        or (words[i - 2].low in {"name", "birthday"} and words[i].word[:1].isupper())
    )
