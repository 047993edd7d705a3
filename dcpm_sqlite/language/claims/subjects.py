"""Who or what a clause is about, and where its predicate begins (K4, K5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.language.claims.finite import ADVERBS, AUXILIARIES, predicate_start
from dcpm_sqlite.language.claims.lexicon import (
    DETERMINERS,
    MONTHS,
    PREPOSITIONS,
    PRONOUNS,
    RELATION_ADJECTIVES,
    RELATIONS,
    SUBORDINATORS,
    WEEKDAYS,
    word_set,
)
from dcpm_sqlite.language.claims.titles import title_end
from dcpm_sqlite.language.claims.tokens import Token
from dcpm_sqlite.language.claims.verbs import lemma_of
from dcpm_sqlite.language.stop_words import WORDS

SubjectKind = Literal["speaker", "relation", "belonging", "named", "definite", "pronoun", "other"]

_FIRST = frozenset({"i", "we"})
_POSSESSIVES = frozenset({"my", "our"})
_COMMON = frozenset(WORDS.split()) | PREPOSITIONS | ADVERBS | DETERMINERS
_RELATIVES = frozenset({"that", "who", "which", "where", "whose"})
_NO_LEAD = SUBORDINATORS | word_set("if what who how why where which that case : ? as than ( like")

_MAX_LEAD = 10
_TIMES = frozenset(
    {"last", "next", "this", "week", "month", "year", "ago", "today", "tomorrow", "yesterday", "these", "morning"}
) | word_set(
    "weeks months years morning mornings evening evenings night nights afternoon afternoons weekend weekends weekdays day days summer summers winter winters"
)
_LEADS = frozenset({"last", "back", "most", "every"})  # a time begins with them, though some can be a verb
_ASKED_FOR = frozenset({"me", "us", "a", "an", "the", "my", "this", "it", "some", "your"})


@dataclass(frozen=True, slots=True)
class Subject:
    """A clause's subject as a token range, with what it says about whom is spoken of.

    first, after: token indexes; `after` is where the predicate begins.
    kind: `speaker` (I, we), `relation` (my sister Livia), `belonging` (my favourite player), `named`, `definite` ("the ..."),
    `pronoun` (names nobody), or `other`. owner_end: index after the possessor in "X's R"; None where there is none.
    """

    first: int
    after: int
    kind: SubjectKind
    owner_end: int | None = None


def find_subject(words: list[Token], first: int, end: int) -> Subject | None:
    """The subject of the clause words[first:end], after an adverbial that leads in; None where no clause is seen."""
    at = first
    if first == 0 and (verb := title_end(words, end)) is not None:
        return Subject(0, verb, "named")
    if words[at].low in SUBORDINATORS or (words[at].low in PREPOSITIONS and words[at].low != "like"):
        comma = next((i for i in range(at, min(end, at + 14)) if words[i].low == ","), None)
        if comma is not None and comma + 1 < end and (found := _subject_at(words, comma + 1, end)) is not None:
            return found
        is_date = words[at].low == "as" and at + 1 < end and words[at + 1].low in {"of", "from"}  # "As of May 1st I ..."
        return _after_lead(words, at + 1, end) if is_date or words[at].low not in SUBORDINATORS else None
    return _subject_at(words, at, end) or _after_lead(words, at, end)


def _after_lead(words: list[Token], first: int, end: int) -> Subject | None:
    """ "Last week I went": a few words without a verb, then a pronoun of the first person or "my ..."."""
    comma = None
    for at in range(first, min(end, first + _MAX_LEAD)):
        low = words[at].low
        if low in _FIRST or (low in _POSSESSIVES and at > first):
            is_lead = words[first].low in ADVERBS or words[first - 1 if first else 0].low in PREPOSITIONS or is_time(words, first, at)
            if not is_lead or (comma is not None and comma != at - 1):
                return None
        if low == ",":
            comma = at
        if low in _FIRST and not (at + 1 < end and words[at + 1].low == "."):
            return _subject_at(words, at, end)
        if low in _POSSESSIVES and at > first and words[at - 1].low not in PREPOSITIONS:
            return _subject_at(words, at, end)
        if low == "," and at + 1 < end and (words[first].low in ADVERBS or is_time(words, first, at)):
            return _subject_at(words, at + 1, end)
        if (low in AUXILIARIES and not (low in MONTHS and words[at].word[:1].isupper())) or low in _NO_LEAD:
            return None
        if low not in PREPOSITIONS and low not in ADVERBS and low not in _LEADS and lemma_of(low, "base", "third") and at == first:
            return None
    return None


def is_time(words: list[Token], first: int, end: int) -> bool:
    """Whether words[first:end] speak of a time ("these days")."""
    return any(_is_time_word(word) for word in words[first:end])


def _is_time_word(word: Token) -> bool:
    is_year = len(word.low) == 4 and word.low.isdigit() and word.low[:2] in ("19", "20")
    is_named = word.low.removesuffix("s") in WEEKDAYS or (word.low in MONTHS and word.word[:1].isupper())
    return word.low in _TIMES or is_named or is_year


def _subject_at(words: list[Token], at: int, end: int) -> Subject | None:
    while at < end - 1 and words[at].low in ADVERBS and words[at].low not in _FIRST:
        at += 1
    low = words[at].low
    if low in _FIRST:
        return Subject(at, at + 1, "speaker") if at + 1 < end else None
    if at + 1 < end and words[at + 1].low in _ASKED_FOR and lemma_of(low, "base") is not None:
        return None  # "Write me a poem about ..."
    if low in ("he", "she", "they", "it", "you", "there", "y'all"):
        return Subject(at, at + 1, "pronoun")
    after = predicate_start(words, at, end) if low not in AUXILIARIES else None
    relative = next((i for i in range(at + 1, after or at) if words[i].low in _RELATIVES and words[i - 1].low not in PREPOSITIONS), None)
    if low == "the" and relative is not None:
        main = _main_copula(words, relative, end)
        return None if main is None else Subject(at, main, "definite")  # "The company that made it is ..."
    if after is None or after == at or _has_relative(words, at, after):
        return None
    if words[after - 1].low == "i" and words[after - 2].low in {"and", "nor"}:  # "my wife and I"
        return Subject(at, after, "speaker")
    if low in _POSSESSIVES:
        return _possessed(words, at, after)
    if low in PRONOUNS or (low in {"your", "his", "her", "their", "its"}):
        return Subject(at, after, "pronoun")
    owner = _owner_end(words, at, after)
    if low == "the":
        return Subject(at, after, "definite", owner)
    if low in {"mum", "mom", "dad", "grandma", "grandpa", "granny"} and after == at + 1:
        return Subject(at, after, "relation")
    if _is_name(words, at, after):
        return Subject(at, after, "named", owner)
    return Subject(at, after, "other", owner)


def _main_copula(words: list[Token], relative: int, end: int) -> int | None:
    """The copula of the main clause, behind the verb of the relative clause."""
    inner = next((i for i in range(relative + 1, end) if words[i].low in AUXILIARIES or lemma_of(words[i].low, "third", "past")), end)
    return next((i for i in range(inner + 1, end) if words[i].low in {"is", "was", "are", "were"}), None)


def _has_relative(words: list[Token], at: int, after: int) -> bool:
    """ "The way the hosts tell stories": a clause inside of the subject, so that the verb found is not the main one."""
    if words[after - 1].low == "i" and (words[after - 2].low in {"and", "nor"} or _is_numeral(words, after - 1)):
        return False
    inner = {"i", "they", "he", "she", "we", "you", "it", "that"} | ({"the"} if words[at].low == "the" else set())
    linked = PREPOSITIONS | {"and", "or", ",", "both", "all"}
    return any(words[i].low in inner and (words[i].low != "the" or words[i - 1].low not in linked) for i in range(at + 1, after))


def _is_numeral(words: list[Token], at: int) -> bool:
    """Whether an "I" is a king's or a pope's: "John Paul I was"."""
    verb = words[at + 1].low if at + 1 < len(words) else ""
    return words[at - 1].word[:1].isupper() and (verb in {"is", "was", "has"} or lemma_of(verb, "third") is not None)


def _possessed(words: list[Token], at: int, after: int) -> Subject:
    """ "my sister Livia", "my dog's name", "my favourite player"."""
    owner = _owner_end(words, at, after)
    stop = owner - 1 if owner is not None else after
    i = at + 1
    while i < stop and words[i].low in RELATION_ADJECTIVES:
        i += 1
    if i < stop and words[i].low in RELATIONS and (i + 1 == stop or _names_on(words, i + 1, stop)):
        return Subject(at, after, "relation", owner)
    return Subject(at, after, "belonging", owner)


def _names_on(words: list[Token], i: int, stop: int) -> bool:
    """After "my friend": a name, a list ("my wife and kids"), or a place ("from work")."""
    low = words[i].low
    return words[i].word[:1].isupper() or low in {",", "and", "from", "in", "at", "(", "who"} or low in RELATIONS


def _owner_end(words: list[Token], at: int, after: int) -> int | None:
    """The index of the word after "X's", where a thing of X's follows it inside the subject."""
    for i in range(at + 1, after - 1):
        if words[i].low == "'s" or (words[i].low == "'" and words[i - 1].low.endswith("s")):
            return i + 1
    return None


def _is_name(words: list[Token], at: int, after: int) -> bool:
    """Capitalised, and not only because it stands first: names have no determiner and are no common word."""
    first = words[at]
    is_capital = first.word[:1].isalpha() and first.word != first.low
    is_followed = at + 1 < after and words[at + 1].word[:1].isupper()
    if not is_capital or (first.low in _COMMON and not is_followed) or first.low in PRONOUNS | _POSSESSIVES | DETERMINERS:
        return False
    others = [w for w in words[at + 1 : after] if w.word[:1].isalpha() and w.low not in _COMMON]
    if lemma_of(first.low, "ing", "base", "past") and not any(w.word[:1].isupper() for w in others):
        return False
    if not others and after < len(words) and words[after].low in {"are", "'re", "were", "have"} and first.low.endswith("s"):
        return False  # "Weddings are ..."
    return not others or any(w.word[:1].isupper() for w in others) or words[at + 1].low in {"'s", ","}
