"""One statement read as a doing: which activity, upon what, whether it is done, was done, liked or denied, and how often."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from dcpm_sqlite.language.claims.clauses import clauses
from dcpm_sqlite.language.claims.lexicon import LANGUAGES, PREPOSITIONS
from dcpm_sqlite.language.claims.objects import core_span
from dcpm_sqlite.language.claims.openers import skip_openers
from dcpm_sqlite.language.claims.parsed import Parsed, parsed
from dcpm_sqlite.language.claims.plans import is_aiming
from dcpm_sqlite.language.claims.predicates import Predicate
from dcpm_sqlite.language.claims.tokens import plain, tokens
from dcpm_sqlite.language.claims.verbs import OUTINGS, lemma_of
from dcpm_sqlite.language.regularity.classes import ACTIVITIES, ENDINGS, PARTICLES, PHASES, PLACES, RUN_AWAY, RUN_THINGS, UNITS
from dcpm_sqlite.language.regularity.content import Word, is_content, words
from dcpm_sqlite.language.regularity.frequency import Frequency, frequency
from dcpm_sqlite.language.sentences import sentences

Mode = Literal["does", "did", "likes", "dislikes", "other"]
Article = Literal["", "a", "the", "own"]

_LIKING = frozenset({"like", "love", "enjoy", "adore", "prefer", "cherish", "fancy"})
_DISLIKING = frozenset({"hate", "dislike", "detest", "loathe", "despise"})
_WISHING = frozenset({"want", "wish", "need", "hope", "dream"})
_OF_BEING = re.compile(
    r"(?:(?:so|really|very|quite|super|a|an|big|huge|totally) )*(?:passionate about|fond of|keen on|into|(?:big |huge )?fan of) ", re.I
)
_OUTING = re.compile(r"(?:(?:for|on) )?(?:a|an|another|some|our|my) (?:\w+ ){0,2}?(?P<what>\w+)\b", re.I)
_OUTING_VERBS = frozenset({"go", "have", "take", "do", "get"})
_ARTICLES: dict[str, Article] = {
    **dict.fromkeys(("the", "his", "her", "their", "its", "this", "that", "these", "those"), "the"),
    **dict.fromkeys(("a", "an", "another", "one"), "a"),
    **dict.fromkeys(("my", "our"), "own"),
}  # fmt: skip
_MY = re.compile(r"\b(?:my|our)(?: own)?\b", re.I)
_ME = re.compile(r"\b(?:i|me|we|us|it|them|this|that|these|those|you|your)\b", re.I)
_LONGEST_OBJECT = 6
_ACRONYM = re.compile(r"[A-Z]{2,}\+?")


@dataclass(frozen=True, slots=True)
class Thing:
    """A content word of what a doing is upon. form: by which it is told alike; text: as it stands; article: the kind before its phrase ("own": "my").

    after: the preposition before its phrase, None for an object; is_name: a name that tells no kind of thing; is_head: the last content word
    of its phrase, which says what it is ("adoption advice" is advice).
    """

    form: str
    text: str
    article: Article
    after: str | None
    is_name: bool
    is_head: bool = True


@dataclass(frozen=True, slots=True)
class Doing:
    """verb: lemma of the main verb, with its particle ("run out"), None for a copula. acts: activities that it tells of, main verb or not.

    is_outing: told as "going camping". what: its object in the statement's words, None where there is none that can be told of another.
    """

    mode: Mode
    verb: str | None
    acts: frozenset[str]
    things: tuple[Thing, ...]
    is_negated: bool
    is_outing: bool
    often: Frequency | None
    what: str | None = None

    @property
    def kinds(self) -> frozenset[str]:
        """Forms of the things that are no names."""
        return frozenset(thing.form for thing in self.things if not thing.is_name)


@lru_cache(maxsize=4096)
def read_doing(text: str) -> Doing | None:
    """The doing of a statement's first clause; None where none can be read."""
    lined = plain(text)
    for start, end in sentences(text):
        if text[start:end].rstrip().endswith("?"):
            continue
        found = tokens(lined, skip_openers(lined, start, end), end)
        while len(found) > 1 and found[-1].low in (".", "!", "?", "..", "...", "…"):
            found.pop()
        for clause in clauses(lined, found, is_question=False) if len(found) > 1 else ():
            stop = found[clause.after - 1].end
            return _read(parsed(lined, found, clause.subject, clause.predicate, stop))
    return None


def _read(clause: Parsed) -> Doing:
    clause, is_over = _past_phases(clause)
    predicate = clause.predicate
    start = clause.start
    mode = _mode(predicate)
    if predicate.lemma == "be" and predicate.tense == "present" and (match := _OF_BEING.match(clause.text, clause.start, clause.end)):
        mode, start = "likes", match.end()
    is_negated = predicate.is_negated != is_over
    cant_stand = predicate.lemma == "stand" and predicate.tense == "skill" and predicate.is_negated
    if cant_stand or (mode == "likes" and is_negated):
        mode, is_negated = "dislikes", False
    things = tuple(_things(clause, start))
    acts, is_outing = _acts(clause, start, things)
    low, high = core_span(clause.text, start, clause.end)
    what = _told_of_another(clause.text[low:high])
    verb = None if predicate.lemma == "be" else _with_particle(clause)
    return Doing(mode, verb, acts, things, is_negated, is_outing, frequency(clause.text), what)


def _told_of_another(what: str) -> str | None:
    """ "my own studio" as "the studio"; None where it is long, empty, or speaks of the speaker otherwise."""
    plain_words = _MY.sub("the", what.removeprefix("to ")).strip()
    return None if not plain_words or _ME.search(plain_words) or len(plain_words.split()) > _LONGEST_OBJECT else plain_words


def _mode(predicate: Predicate) -> Mode:
    """What was so and is over, is wished, planned or supposed, or suffered, is neither done nor liked."""
    if predicate.lemma in _LIKING | _DISLIKING and predicate.tense in ("present", "perfect", "progressive"):
        return "likes" if predicate.lemma in _LIKING else "dislikes"
    if predicate.lemma in _LIKING | _DISLIKING | _WISHING or is_aiming(predicate) or predicate.lemma == "be" or predicate.is_passive:
        return "other"
    if predicate.tense in ("present", "progressive"):
        return "does"
    return "did" if predicate.tense in ("past", "perfect", "past progressive") else "other"


def _past_phases(clause: Parsed) -> tuple[Parsed, bool]:
    """ "started learning Norwegian" as learning it; True where what follows was stopped."""
    predicate = clause.predicate
    if predicate.lemma not in PHASES | ENDINGS or predicate.lemma in _LIKING:
        return clause, False
    at = predicate.complement
    if clause.low(at) == "to" and predicate.lemma not in ENDINGS:
        verb, step = lemma_of(clause.low(at + 1), "base"), 2
    else:
        verb, step = lemma_of(clause.low(at), "ing"), 1
    if verb is None:
        return clause, False
    return clause.with_predicate(replace(predicate, lemma=verb, complement=at + step)), predicate.lemma in ENDINGS


def _with_particle(clause: Parsed) -> str:
    lemma, follows = clause.predicate.lemma, clause.low(clause.predicate.complement)
    is_other = follows in (RUN_AWAY if lemma == "run" else frozenset[str]() if lemma in OUTINGS else PARTICLES)
    return f"{lemma} {follows}" if is_other else lemma


def _acts(clause: Parsed, start: int, things: tuple[Thing, ...]) -> tuple[frozenset[str], bool]:
    """Activities, and whether one is told as an outing."""
    verb = _with_particle(clause)
    verb = "work-out" if verb == "work out" else verb
    found = {verb} & ACTIVITIES
    if verb == "run" and not _is_on_foot(clause):
        found.clear()
    before = clause.words[clause.predicate.complement - 1].low
    is_outing = (
        bool(found) and lemma_of(before, "ing") == verb and verb in OUTINGS and clause.low(clause.predicate.complement - 2) in _GOING
    )
    outing = _OUTING.match(clause.text, start, clause.end) if clause.predicate.lemma in _OUTING_VERBS else None
    if outing is not None and outing["what"].lower() in OUTINGS:
        found.add(outing["what"].lower())
    for word in words(clause.text[start : clause.end]):
        act = lemma_of(word.text.lower(), "ing")
        if act in ACTIVITIES and act is not None and not (act == "run" and verb in _LIKING and not _is_on_foot_after(clause, start, word)):
            found.add(act)
            is_outing = is_outing or act in OUTINGS
    return frozenset(found), is_outing


_GOING = frozenset({"go", "goes", "went", "gone", "going"})
_OBJECT = re.compile(
    r"\s*(?!a (?:little|bit|lot)\b)(?:a|an|the|my|our|another|this|that|some|his|her|their)\s+(?:[\w'-]+\s+){0,3}?(?P<noun>[\w'-]+)\s*(?=$|[,.;!?]|\b(?:in|on|at|for|with|to|and|of|from|yesterday|today|last|this)\b)",
    re.I,
)


def _is_on_foot(clause: Parsed) -> bool:
    return _runs(clause.text[clause.start : clause.end])


def _is_on_foot_after(clause: Parsed, start: int, word: Word) -> bool:
    return _runs(clause.text[start + word.end : clause.end])


def _runs(rest: str) -> bool:
    """Whether "run" with these words behind it is done on one's feet: without an object, or with one that can be run."""
    match = _OBJECT.match(rest)
    return match is None or match["noun"].lower().removesuffix("s") in RUN_THINGS


def _things(clause: Parsed, start: int) -> list[Thing]:
    """Content words behind the verb; activities and what can only be a verb there are none."""
    article: Article = ""
    after: str | None = None
    found: list[Thing] = []
    rest = clause.text[start : clause.end]
    end, before = -1, ""
    for word in words(rest):
        low = word.text.lower()
        is_topic = is_content(word) and word.form not in UNITS and not word.form[0].isdigit()
        is_thing = is_topic and not _is_verb_only(low) and not (before == "to" and lemma_of(low, "base"))
        if found and end >= 0 and is_content(word) and not rest[end : word.start].strip():
            found[-1] = replace(found[-1], is_head=False)
        if low in PREPOSITIONS:
            article, after = "", low
        elif low in _ARTICLES:
            article = _ARTICLES[low]
        elif is_thing:
            is_name = word.text[:1].isupper() and low not in LANGUAGES and not (_ACRONYM.fullmatch(word.text) and after not in PLACES)
            found.append(Thing(word.form, word.text if word.text[:1].isupper() else low, article, after, is_name))
        end, before = word.end if is_thing else -1, low
    return found


def _is_verb_only(low: str) -> bool:
    act = lemma_of(low, "ing")
    if act is not None:
        return act in ACTIVITIES
    return lemma_of(low, "past", "participle") is not None and lemma_of(low, "base") is None
