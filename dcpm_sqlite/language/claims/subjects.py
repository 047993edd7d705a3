"""Who or what a clause is about, and where its predicate begins (K4, K5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.language.claims.lexicon import DETERMINERS, PREPOSITIONS, PRONOUNS, RELATION_ADJECTIVES, RELATIONS, SUBORDINATORS
from dcpm_sqlite.language.claims.tokens import Token
from dcpm_sqlite.language.claims.verbs import lemma_of
from dcpm_sqlite.language.stop_words import WORDS

SubjectKind = Literal["speaker", "relation", "belonging", "named", "definite", "pronoun", "other"]

AUXILIARIES = frozenset(
    ["am", "is", "are", "was", "were", "be", "been", "'m", "'re", "'s", "have", "has", "had", "'ve", "do", "does", "did", "will", "wo", "'ll", "would", "'d", "can", "could", "may", "might", "must", "should", "shall"]
)
ADVERBS = frozenset(
    ["also", "just", "really", "still", "always", "usually", "never", "now", "currently", "recently", "actually", "definitely", "probably", "already", "only", "even", "often", "sometimes", "rarely", "seldom", "hardly", "barely", "normally", "generally", "typically", "mostly", "mainly", "occasionally", "regularly", "finally", "eventually", "originally", "formerly", "previously", "once", "soon", "truly", "absolutely", "totally", "completely", "honestly", "personally", "kinda", "sorta", "simply", "strongly", "deeply", "quite", "pretty", "very", "so", "too", "both", "all", "literally", "basically", "officially", "temporarily", "permanently", "lately", "nowadays", "today", "yesterday", "tonight", "ever", "secretly", "unfortunately", "sadly", "luckily", "fortunately", "first", "then", "initially", "particularly", "especially", "generally", "frequently", "mostly", "maybe", "perhaps", "apparently", "supposedly", "allegedly"]
)
_NEGATORS = frozenset({"not", "n't", "no"})
_FIRST = frozenset({"i", "we"})
_POSSESSIVES = frozenset({"my", "our"})
_COMMON = frozenset(WORDS.split()) | PREPOSITIONS | ADVERBS | DETERMINERS
_NO_LEAD = SUBORDINATORS | frozenset({"if", "what", "who", "how", "why", "where", "which", "that", ":", "?", "as", "than", "(", "like"})
_MAX_NOUN_PHRASE = 9
_MAX_LEAD = 10


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
    if words[at].low in SUBORDINATORS or (words[at].low in PREPOSITIONS and words[at].low != "like"):
        comma = next((i for i in range(at, min(end, at + 14)) if words[i].low == ","), None)
        if comma is not None and comma + 1 < end and (found := _subject_at(words, comma + 1, end)) is not None:
            return found
        return _after_lead(words, at + 1, end) if words[at].low not in SUBORDINATORS else None
    return _subject_at(words, at, end) or _after_lead(words, at, end)


def _after_lead(words: list[Token], first: int, end: int) -> Subject | None:
    """ "Last week I went": a few words without a verb, then a pronoun of the first person or "my ..."."""
    comma = None
    for at in range(first, min(end, first + _MAX_LEAD)):
        low = words[at].low
        if low in _FIRST or (low in _POSSESSIVES and at > first):
            is_lead = words[first].low in ADVERBS or words[first - 1 if first else 0].low in PREPOSITIONS or _is_time(words, first, at)
            if not is_lead or (comma is not None and comma != at - 1):
                return None
        if low == ",":
            comma = at
        if low in _FIRST and not (at + 1 < end and words[at + 1].low == "."):
            return _subject_at(words, at, end)
        if low in _POSSESSIVES and at > first and words[at - 1].low not in PREPOSITIONS:
            return _subject_at(words, at, end)
        if low == "," and at + 1 < end and (words[first].low in ADVERBS or _is_time(words, first, at)):
            return _subject_at(words, at + 1, end)
        if low in AUXILIARIES or low in _NO_LEAD:
            return None
        if low not in PREPOSITIONS and low not in ADVERBS and lemma_of(low, "base", "third") and at == first:
            return None
    return None


def _is_time(words: list[Token], first: int, end: int) -> bool:
    return any(w.low in {"last", "next", "this", "week", "month", "year", "ago", "today", "yesterday", "these", "morning"} for w in words[first:end])


def _subject_at(words: list[Token], at: int, end: int) -> Subject | None:
    while at < end - 1 and words[at].low in ADVERBS and words[at].low not in _FIRST:
        at += 1
    low = words[at].low
    if low in _FIRST:
        return Subject(at, at + 1, "speaker") if at + 1 < end else None
    if low in ("he", "she", "they", "it", "you", "there", "y'all"):
        return Subject(at, at + 1, "pronoun")
    after = _predicate_start(words, at, end) if low not in AUXILIARIES else None
    if after is None or after == at or _has_relative(words, at, after):
        return None
    if any(w.low == "i" for w in words[at:after]):  # "my wife and I"
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


def _has_relative(words: list[Token], at: int, after: int) -> bool:
    """ "The way the hosts tell stories": a clause inside of the subject, so that the verb found is not the main one."""
    return words[at].low == "the" and any(
        words[i].low in {"the", "i", "they", "he", "she", "we", "you"} and words[i - 1].low not in PREPOSITIONS | {"and", "or", ",", "both", "all"} for i in range(at + 1, after)
    )


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
    if not (first.word[:1].isupper() or first.word[:1].isdigit()) or first.low in _COMMON or not first.word[:1].isalpha():
        return False
    others = [w for w in words[at + 1 : after] if w.word[:1].isalpha() and w.low not in _COMMON]
    if lemma_of(first.low, "ing", "base", "past") and not any(w.word[:1].isupper() for w in others):
        return False
    if not others and after < len(words) and words[after].low in {"are", "'re", "were", "have"} and first.low.endswith("s"):
        return False  # "Weddings are ..."
    return not others or any(w.word[:1].isupper() for w in others) or words[at + 1].low in {"'s", ","}


def _predicate_start(words: list[Token], at: int, end: int) -> int | None:
    """The index of the first finite verb after a noun phrase that begins at `at`, adverbs before it included."""
    i, limit = at, min(end, at + 16)
    nouns = 0
    while i < limit:
        low = words[i].low
        if nouns and _is_finite(words, i, end):
            return i
        if low == "," and nouns:  # an apposition: "Livia, my sister, lives"
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
    if low in {"used", "no"} and nxt in {"to", "longer"}:
        return True
    if words[i - 1].low == "i" and lemma_of(low, "base"):
        return True
    if low == "'s":
        return _follows_be(words, i + 1, end)
    if low in {"may", "will", "can", "might", "must"} and words[i].word[:1].isupper():
        return False
    if low in AUXILIARIES:
        return True
    if nxt in AUXILIARIES:
        return False
    if words[i].word[:1].isupper() or (nxt in {"of", "is", "are", "was", "'s"} and low != "dreams"):
        return False
    if words[i - 1].low in {"of", "the", "a", "an", "my", "our", "his", "her", "their", "and", "to", "for", "in", "on", "at", "'s"}:
        return False
    return lemma_of(low, "third", "past") is not None


_BE_NEXT = frozenset(["a", "an", "the", "my", "our", "not", "n't", "from", "in", "at", "on", "called", "named", "very", "really", "so", "too", "always", "still", "never", "now", "based", "also", "getting", "only"])


def _follows_be(words: list[Token], i: int, end: int) -> bool:
    """Whether an 's is "is" or "has" rather than a possessive: "my sister's getting married"."""
    if i >= end:
        return False
    low = words[i].low
    return (
        low in _BE_NEXT
        or lemma_of(low, "ing") is not None
        or (lemma_of(low, "participle") is not None and low not in {"set", "run", "read", "hit", "cut"})
        or low in {"been", "allergic", "vegan", "vegetarian", "pregnant", "ill", "sick", "married", "single", "divorced", "moving", "due"}
        or words[i].word.isdigit()
        or (words[i - 2].low in {"name", "birthday"} and words[i].word[:1].isupper())
    )
