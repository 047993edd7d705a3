"""What a clause says of its subject: the main verb with tense, polarity and change, and where its complement begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.language.claims.finite import ADVERBS
from dcpm_sqlite.language.claims.lexicon import DETERMINERS, PREPOSITIONS, word_set
from dcpm_sqlite.language.claims.tokens import Token
from dcpm_sqlite.language.claims.verbs import OUTINGS, guessed, guessed_past, lemma_of

Tense = Literal["present", "past", "perfect", "progressive", "past progressive", "plan", "skill", "past habit", "wish", "hypothetical"]

_BE = word_set("am is are was were be been 'm 're 's")
_PAST_BE = frozenset({"was", "were"})
_HAVE = word_set("have has had 've")
_MODALS = word_set("could may might must should shall")
_NEGATORS = word_set("not n't never neither nor hardly barely rarely seldom")
_GOT = word_set("over up into used married engaged divorced promoted rid better worse through away along out")
_CHANGES = frozenset({"now", "nowadays", "anymore"})


@dataclass(frozen=True, slots=True)
class Predicate:
    """lemma: of the main verb, `be` for a copula; voice: whether the subject suffers the verb.

    adverbs: those before the verb; complement: index of the first token after the verb.
    """

    lemma: str
    tense: Tense
    complement: int
    is_passive: bool = False
    is_negated: bool = False
    is_change: bool = False
    adverbs: frozenset[str] = frozenset()


class _Reader:
    """Walks over auxiliaries, negation and adverbs to the main verb."""

    def __init__(self, words: list[Token], at: int, end: int) -> None:
        self.words, self.at, self.end = words, at, end
        self.adverbs: set[str] = set()
        self.is_negated = self.is_change = False

    def low(self, ahead: int = 0) -> str:
        return self.words[self.at + ahead].low if self.at + ahead < self.end else ""

    def skip_adverbs(self) -> None:
        while self.at < self.end:
            low = self.low()
            if low == "no" and self.low(1) == "longer":
                self.is_negated = self.is_change = True
                self.at += 2
            elif low in ("sort", "kind") and self.low(1) == "of":
                self.at += 2
            elif low in _NEGATORS:
                self.is_negated = True
                self.adverbs.add(low)
                self.at += 1
            elif low in ADVERBS or (
                low.endswith("ly") and lemma_of(low, "base") is None and low not in {"family", "only", "italy", "july"}
            ):
                self.adverbs.add(low)
                self.is_change |= low in _CHANGES
                self.at += 1
            else:
                return

    def is_plain(self) -> bool:
        """Whether the word here begins in lower case and is not the last of its clause."""
        return self.at + 1 < self.end and self.words[self.at].word[:1].islower()

    def follows_first_person(self) -> bool:
        """Whether "I" or "we" stands before the word here, adverbs aside, so that it can only be a verb."""
        before = self.at - 1
        while before > 0 and self.words[before].low in ADVERBS:
            before -= 1
        is_after = before >= 0 and self.words[before].low in ("i", "we") and self.is_plain()
        return is_after and self.low(1) in (PREPOSITIONS | DETERMINERS) - {"a"}  # so that other languages' "I" is none

    def result(self, lemma: str, tense: Tense, *, is_passive: bool = False) -> Predicate:
        if lemma == "go" and (outing := lemma_of(self.low(), "ing")) in OUTINGS and outing is not None:
            lemma, self.at = outing, self.at + 1
        return Predicate(lemma, tense, self.at, is_passive, self.is_negated, self.is_change, frozenset(self.adverbs))


def read_predicate(words: list[Token], at: int, end: int) -> Predicate | None:
    """The predicate that begins at `at`; None where no verb is known."""
    reader = _Reader(words, at, end)
    reader.skip_adverbs()
    low = reader.low()
    if low == "used" and reader.low(1) == "to":
        return _past_habit(reader)
    if low == "'s" and _is_has(reader):
        return _after_have(reader, is_past=False)
    if low in _BE:
        return _after_be(reader, is_past=low in _PAST_BE)
    if low in _HAVE:
        return _after_have(reader, is_past=low == "had")
    if low in ("do", "does", "did") and _is_helper(reader):
        reader.at += 1
        reader.skip_adverbs()
        if low == "did" and reader.low() == "use" and reader.low(1) == "to":
            return _past_habit(reader)
        return _base(reader, "past" if low == "did" else "present")
    if low in ("will", "'ll", "wo"):
        return _modal(reader, "plan")
    if low == "can":
        return _modal(reader, "skill")
    if low in ("would", "'d"):
        return _would(reader)
    if low in _MODALS:
        return _modal(reader, "hypothetical")
    return _finite(reader)


def read_after_be(words: list[Token], at: int, end: int) -> Predicate:
    """The predicate whose copula or auxiliary `be` stands elsewhere: "based in Rotterdam", "staying there"."""
    return _behind_be(_Reader(words, at, end), is_past=False)


def _is_has(reader: _Reader) -> bool:
    """ "my sister's been ill", "Tom's got a dog"."""
    ahead = 1
    while reader.low(ahead) in ADVERBS | {"not"}:
        ahead += 1
    return reader.low(ahead) in {"been", "got", "had", "gone", "become"}


def _is_helper(reader: _Reader) -> bool:
    """ "I do n't like", "I do like", against "I do yoga"."""
    nxt = reader.low(1)
    return nxt in _NEGATORS or nxt in {"really", "also", "still"} or lemma_of(nxt, "base") is not None


def _past_habit(reader: _Reader) -> Predicate | None:
    reader.at += 2
    reader.skip_adverbs()
    reader.is_change = True
    return _base(reader, "past habit")


def _base(reader: _Reader, tense: Tense) -> Predicate | None:
    low = reader.low()
    lemma = "be" if low == "be" else lemma_of(low, "base") or (guessed(low) if reader.is_plain() else None)
    if lemma is None:
        return None
    reader.at += 1
    if lemma == "be":
        reader.skip_adverbs()
    return reader.result(lemma, tense)


def _modal(reader: _Reader, tense: Tense) -> Predicate | None:
    reader.at += 1
    reader.skip_adverbs()
    return _base(reader, tense)


def _would(reader: _Reader) -> Predicate | None:
    reader.at += 1
    reader.skip_adverbs()
    low = reader.low()
    if low == "rather" and lemma_of(reader.low(1), "base"):
        reader.at += 1
        return reader.result("prefer", "wish")
    if low in ("love", "like", "prefer"):
        reader.at += 1
        return reader.result("prefer" if low == "prefer" else "wish", "wish")
    return _base(reader, "hypothetical")


def _after_be(reader: _Reader, *, is_past: bool) -> Predicate:
    reader.at += 1
    return _behind_be(reader, is_past=is_past)


def _behind_be(reader: _Reader, *, is_past: bool) -> Predicate:
    reader.skip_adverbs()
    low = reader.low()
    ing = lemma_of(low, "ing")
    if ing is not None and low not in {"building", "clothing"}:
        reader.at += 1
        if ing == "go" and reader.low() == "to" and (lemma_of(reader.low(1), "base") or reader.low(1) == "be"):
            reader.at += 1
            return _base(reader, "plan") or reader.result("be", "plan")
        return reader.result(ing, "past progressive" if is_past else "progressive")
    participle = lemma_of(low, "participle", "past")
    if participle is not None and low not in {"read", "set", "put", "cost", "hit"} and not reader.low(1).startswith("hand"):
        reader.at += 1
        return reader.result(participle, "past" if is_past else "present", is_passive=True)
    return reader.result("be", "past" if is_past else "present")


def _after_have(reader: _Reader, *, is_past: bool) -> Predicate | None:
    reader.at += 1
    place = reader.at
    reader.skip_adverbs()
    low = reader.low()
    if low == "been":
        reader.at += 1
        reader.skip_adverbs()
        ing = lemma_of(reader.low(), "ing")
        if ing is not None:
            reader.at += 1
            return reader.result(ing, "progressive")
        participle = lemma_of(reader.low(), "participle", "past")
        if participle is not None:
            reader.at += 1
            return reader.result(participle, "perfect", is_passive=True)
        return reader.result("be", "perfect")
    if low == "got" and not is_past:
        reader.at += 1
        is_got = reader.low() in _GOT  # "I've got over it", "she's got married"
        return reader.result("get", "perfect") if is_got else reader.result("have", "present")
    participle = lemma_of(low, "participle", "past")
    is_sure = reader.at > place or reader.words[place - 1].low == "'ve"  # "haven't read", "I've set", against "I have set meals"
    if participle is not None and (is_sure or low not in {"set", "cut", "read"}):
        reader.at += 1
        return reader.result(participle, "perfect")
    reader.at = place
    return reader.result("have", "past" if is_past else "present")


def _finite(reader: _Reader) -> Predicate | None:
    low = reader.low()
    lemma = lemma_of(low, "third")
    if lemma is not None:
        reader.at += 1
        return reader.result(lemma, "present")
    past, base = lemma_of(low, "past"), lemma_of(low, "base")
    if past is None and base is None and (reader.follows_first_person() or reader.low(1) in ("me", "us")):
        past, base = guessed_past(low), guessed(low)
    if past is None and base is None:
        return None
    reader.at += 1
    if base is not None:
        return reader.result(base, "present")
    assert past is not None
    return reader.result(past, "past")
