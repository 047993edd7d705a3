"""Taking a sentence apart into clauses, each with a subject of its own or the one it shares with the clause before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from dcpm_sqlite.language.claims.finite import ADVERBS
from dcpm_sqlite.language.claims.lexicon import DETERMINERS, PREPOSITIONS, SUBORDINATORS, word_set
from dcpm_sqlite.language.claims.predicates import Predicate, read_after_be, read_predicate
from dcpm_sqlite.language.claims.refusing import is_question_start
from dcpm_sqlite.language.claims.subjects import Subject, find_subject, is_time
from dcpm_sqlite.language.claims.titles import title_end
from dcpm_sqlite.language.claims.tokens import Token
from dcpm_sqlite.language.claims.verbs import lemma_of

_HARD = word_set("; — – : ( )")
_JOINERS = word_set("and but so or plus also then yet because cause cos cuz bc though although whereas while")
_SOFT = word_set("and but , so because cause cos cuz bc though although whereas plus yet")
_REASONS = word_set("because cause cos cuz bc")
_STARTERS = word_set("i we my our he she they it you the this that there his her their mum mom dad")
_BE = word_set("am is are was were 'm 're 's been")
_AFTER_BE = word_set(
    """
    based born married single divorced allergic vegan vegetarian originally from currently living working self-employed retired
    """
)
_HELPERS = word_set("do does did have has had am is was were can used don't")
_NO_OBJECT = word_set(", and or . ! of for")
_MODALS = word_set("will 'll would 'd could can may might should must shall let lets gonna wanna help helps make makes")
_RELATIVES = frozenset({"who", "which", "that", "where", "whose", "how"})
_LIMITS = word_set("no nothing not ideally maybe keep avoid skip")
_REQUEST = re.compile(
    r"(?:so |and )?(?:do ?n'?t (?:expect|worry|bother|wait|call|ask|tell|suggest|give|send|use|even|forget)|please|pls|text me|send me|tell me|let me|give me|keep that)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens first..after of a sentence with subject and predicate.

    shared: the subject that this clause leans on, of the one before ("I live in Bergen and work as a nurse"); None where it has its own.
    shared_after: index after what it shares: the subject, or the subject with its copula ("I'm 34, based in Rotterdam").
    """

    first: int
    after: int
    subject: Subject
    predicate: Predicate
    shared: Subject | None = None
    shared_after: int = 0


def clauses(text: str, words: list[Token], *, is_question: bool) -> list[Clause]:
    """The clauses of one sentence that state something, in order. Of a question only those are left that stand before it."""
    found: list[Clause] = []
    pieces = list(_pieces(text, words))
    for index, (first, after) in enumerate(pieces):
        if is_question and not any(is_question_start(text, words[start].start) for start, _ in pieces[index + 1 :]):
            break
        is_asked = is_question_start(text, words[first].start) and (is_question or words[first].low not in SUBORDINATORS)
        is_asked = is_asked and (first > 0 or is_question or title_end(words, after) is None)
        if is_asked or words[first].low in {"if", "unless", "whether"}:
            if is_asked and is_question:
                break
            continue
        clause = _read(words, first, after, found[-1] if found else None)
        if clause is not None:
            found.append(clause)
    return found


def _read(words: list[Token], first: int, after: int, before: Clause | None) -> Clause | None:
    subject = find_subject(words, first, after)
    if subject is not None:
        predicate = read_predicate(words, subject.after, after)
        if predicate is not None and words[subject.first].low == "neither":
            predicate = replace(predicate, is_negated=True)
        return Clause(first, after, subject, predicate) if predicate is not None else None
    if (
        before is not None
        and before.after <= first
        and (be := _be_of(words, before)) is not None
        and _continues_be(words, first, after, before)
    ):
        return Clause(first, after, before.subject, read_after_be(words, first, after), before.subject, be)
    predicate = _own_verb(words, first, after)
    if predicate is None or (first and words[first - 1].low == "so" and lemma_of(words[first].low, "base")):
        return None  # "..., so skip the cheese" asks for something
    if before is not None:
        return Clause(first, after, before.subject, predicate, before.subject, before.subject.after)
    return Clause(first, after, Subject(first, first, "speaker"), predicate) if _is_elided(words, first, after) else None


def _be_of(words: list[Token], clause: Clause) -> int | None:
    """The index after the copula or auxiliary of a clause with `be`; None where it has none."""
    for at in range(clause.subject.after, clause.predicate.complement):
        if words[at].low in _BE:
            return at + 1
    return None


def _continues_be(words: list[Token], first: int, after: int, before: Clause) -> bool:
    low = words[first].low
    if words[first - 1].low not in {",", "and"}:
        return False
    if before.predicate.tense in ("progressive", "past progressive"):
        if any(
            words[i].low in {"to", "of", "about"} and lemma_of(words[i + 1].low, "ing")
            for i in range(before.predicate.complement, first - 1)
        ):
            return False  # "looking forward to joining and watching": both belong to what is looked forward to
        return lemma_of(low, "ing") is not None and first + 1 < after and low not in {"including", "ranging", "depending", "starting"}
    return low in _AFTER_BE


def _shares_be(words: list[Token], start: int, at: int, nxt: int, end: int) -> bool:
    """ "I'm 34, based in Rotterdam", "I'm flying to Oslo and staying there"."""
    clause = _read(words, start, at, None)
    return (
        clause is not None
        and _be_of(words, clause) is not None
        and (words[at].low == "," or words[at].low == "and")
        and _continues_be(words, nxt, end, clause)
    )


def _own_verb(words: list[Token], first: int, after: int) -> Predicate | None:
    at = first
    while at < after and words[at].low in ADVERBS:
        at += 1
    if at >= after or not _is_verb(words, at, after):
        return None
    return read_predicate(words, first, after)


def _is_verb(words: list[Token], at: int, after: int) -> bool:
    low = words[at].low
    if low in {"do", "does", "did", "have", "has", "had", "am", "is", "are", "was", "were", "can", "will", "used", "been"}:
        return True
    if words[at].word[:1].isupper() and at > 0:
        return False
    return lemma_of(low, "third", "past", "base") is not None and at + 1 < after


def _is_elided(words: list[Token], first: int, after: int) -> bool:
    """ "got a new job", "just moved to Oslo": the speaker left out; only where the verb form can be no request."""
    at = first
    while at < after - 1 and words[at].low in ADVERBS:
        at += 1
    low = words[at].low
    if low == "been" and at + 1 < after:
        return True  # "Been sober for six years"
    is_past = lemma_of(low, "past") is not None and lemma_of(low, "base", "third") is None and words[at].word[1:].islower()
    return is_past and low not in {"made", "turned", "sounded", "looked", "seemed", "thought", "meant", "felt"}


def _pieces(text: str, words: list[Token]) -> Iterator[tuple[int, int]]:
    """Token ranges between the connectors at which another clause begins."""
    start, at, end = 0, 1, len(words)
    guard = title_end(words, end) or _lead_end(words, 0, end)
    has_clause = False
    while at < end:
        low = words[at].low
        if at < guard or not (low in _HARD or low in _SOFT or _is_dash(text, words, at)):
            at += 1
            continue
        nxt = at
        while nxt < end and (words[nxt].low in _JOINERS or words[nxt].low in _HARD or words[nxt].low in {",", "-"}):
            nxt += 1
        if nxt >= end:
            break
        has_clause = has_clause or _is_clause(words, start, at)
        if _begins(text, words, start, at, nxt, end, has_clause):
            if nxt > at and at > start:
                yield start, at
            start, has_clause = nxt, False
            guard = _lead_end(words, nxt, end) if words[nxt].low in SUBORDINATORS else nxt
        at = max(nxt, at + 1)
    yield start, end


def _lead_end(words: list[Token], first: int, end: int) -> int:
    """Commas up to here belong to what leads in ("When I was small, ...")."""
    if words[first].low not in SUBORDINATORS and words[first].low not in PREPOSITIONS:
        return first
    comma = next((i for i in range(first, min(end, first + 14)) if words[i].low == ","), None)
    return first if comma is None else comma + 1


def _is_dash(text: str, words: list[Token], at: int) -> bool:
    word = words[at]
    return word.low == "-" and text[word.start - 1 : word.start].isspace() and text[word.end : word.end + 1].isspace()


def _is_clause(words: list[Token], first: int, end: int) -> bool:
    subject = find_subject(words, first, end) if first < end else None
    return (subject is not None and read_predicate(words, subject.after, end) is not None) or _own_verb(words, first, end) is not None


def _begins(text: str, words: list[Token], start: int, at: int, nxt: int, end: int, has_clause: bool) -> bool:
    """Whether another clause begins at `nxt`, behind the connector at `at`."""
    low = words[nxt].low
    if words[at].low in _HARD or words[at].low == "-":
        return True
    if (
        is_question_start(text, words[nxt].start)
        and low not in {"is", "are", "was", "were", "am", "any"}
        and (words[at].low in {",", "so", "but"})
    ):
        return True
    if _REQUEST.match(text, words[nxt].start) or (has_clause and words[nxt - 1].low == "so" and low in _LIMITS):
        return True
    if has_clause and _shares_be(words, start, at, nxt, end):
        return True
    subject = find_subject(words, nxt, end)
    if subject is not None and read_predicate(words, subject.after, end) is not None:
        is_plain = (
            subject.first == nxt
            or is_time(words, nxt, subject.first)
            or all(w.low in ADVERBS or w.low in _STARTERS for w in words[nxt : subject.first])
        )
        if subject.kind in ("speaker", "pronoun", "relation", "belonging", "definite", "named") and (is_plain or low in PREPOSITIONS):
            return has_clause or _is_fragment(words, start, at, nxt, end, subject)
    if words[at].low in _REASONS or not has_clause:
        return False
    return _shares(words, start, at, nxt, end)


def _is_fragment(words: list[Token], start: int, at: int, nxt: int, end: int, subject: Subject) -> bool:
    """Whether what stands before is neither part of the subject ("Anna and I") nor leads in ("Last week, I")."""
    if words[at].low == "and" and words[nxt].low in {"i", "we"}:
        return False
    whole = find_subject(words, start, end)
    return subject.kind in ("speaker", "relation", "belonging") and (whole is None or whole.first != subject.first)


def _is_aim(words: list[Token], at: int) -> bool:
    """Whether the "to" at that place is followed by what somebody wants or has to do."""
    return lemma_of(words[at + 1].low, "base") is not None or lemma_of(words[at - 1].low, "base", "third", "ing") is not None


def _tells_past(words: list[Token], verb: int) -> bool:
    """ "keeps sheep and promised me wool": a past form that has an object or a time of its own, and is no adjective."""
    low, following = words[verb].low, words[verb + 1]
    if lemma_of(low, "past") is None or lemma_of(low, "base") is not None or low in {"based", "set", "read", "cut", "used", "left"}:
        return False
    if following.low in PREPOSITIONS and verb + 2 < len(words):
        following = words[verb + 2]
    return following.low in DETERMINERS | {"me", "us", "him", "them", "it", "here", "there"} or following.word[:1].isupper()


def _shares(words: list[Token], start: int, at: int, nxt: int, end: int) -> bool:
    """Whether a second verb of the same subject stands at `nxt`, in a form that agrees with the first."""
    if words[at].low == "," and not any(w.low in {"and", "but"} for w in words[at:nxt]):
        return False
    verb = nxt
    while verb < end - 1 and words[verb].low in ADVERBS:
        verb += 1
    if any(words[i].low in _RELATIVES and words[i - 1].low not in PREPOSITIONS for i in range(start + 2, at)):
        return False  # "people who accepted and supported me"
    low = words[verb].low
    before = _read(words, start, at, None)
    tense = before.predicate.tense if before is not None else None
    if low in _HELPERS:
        return verb + 1 < end
    if words[verb].word[:1].isupper() or verb + 1 >= end or words[verb + 1].low in _NO_OBJECT:
        return False
    is_speaker = before is None or before.subject.kind == "speaker"
    is_now = is_speaker and lemma_of(low, "base") is not None and any(word.low == "now" for word in words[verb + 1 : verb + 6])
    if is_now:
        return True  # "I moved out and live alone now"
    if tense in ("past", "perfect", "past progressive"):
        return lemma_of(low, "past", "participle") is not None and low not in {"led", "set", "read", "cut", "based"}
    is_scoped = any(words[i].low in _MODALS or (words[i].low == "to" and _is_aim(words, i)) for i in range(start, at))
    if tense != "present" or is_scoped:
        return False  # "I want to rest and read a book": both belong to what is wanted
    if _tells_past(words, verb):
        return True
    if not is_speaker:
        return lemma_of(low, "third") is not None
    return lemma_of(low, "base") is not None and words[verb + 1].low in PREPOSITIONS | DETERMINERS | {"to", "it", "like", "also"}
