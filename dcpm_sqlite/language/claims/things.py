"""What is said of somebody or something named: "the capital of France is Paris", "Hamlet was written by Shakespeare"."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.finding import Finding, said_by
from dcpm_sqlite.language.claims.lexicon import PREPOSITIONS, SCHEDULED, word_set
from dcpm_sqlite.language.claims.objects import core_span, folded, is_plural
from dcpm_sqlite.language.claims.parsed import Parsed
from dcpm_sqlite.language.claims.talk import is_impression
from dcpm_sqlite.language.claims.verbs import PARTICIPLES, lemma_of, third

_PLACE_CLASS = re.compile(r"(?:city|town|village|country|state|nation|county|province|region|continent|municipality|island|borough)")
_NEWEST = re.compile(r"^(?:the )?(?:current|present|new|newest|latest|acting) ", re.I)
_OF_ADJECTIVE = re.compile(
    r"(?P<r>(?:best |most |well )?[a-z-]+ (?:for|of|in|with|to|at|from|as)) (?P<o>(?:the |his |her |its )?[A-Z\d\"].*)"
)
_SPOUSES = frozenset({"spouse", "husband", "wife"})
DEFINITE_OBJECT = re.compile(r"(?P<p>(?:in|at|on|by|for|with|to|from|as) )?the (?P<n>(?:[\w-]+ ){0,2}?[\w-]+) of (?P<o>.+)", re.I)
"""A definite noun says what is filled: "plays the position of goalkeeper" has one value, "plays tennis" is one of several."""
# "the capital of France": where a name follows, the relation is what stands before its "of" ("chief of staff of Acme").
_OF_NAME = re.compile(r"(?:[Tt]he )?(?P<r>[a-z][\w'-]*(?: [\w'-]+)*?) (?:of|for|in|at) (?P<s>(?:the |The )?[A-Z\d\"“].*)$")
_THE_OF = re.compile(r"(?:the |a |an )?(?P<r>[^\W\d_][\w' -]*?) (?:of|for) (?P<s>\w.*)$")
_ADJECTIVES = re.compile(
    r"(?:(?:so|very|too|really|quite|rather) )*(?:[a-z-]+(?:ing|ive|ous|ful|able|ible|less|ed|ish|ant|ent|ky|ty)|slow|fast|hot|cold|high|low|big|small|long|short|"
    r"new|old|dark|light|open|closed|heavy|loud|quiet|free|full|empty|cheap|down|up|broken)(?: (?:and|but|or) [a-z-]+)?"
)
_NUMBER = re.compile(
    r"[€$£]?\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.I,
)
_PLACED = re.compile(r"(?:(?:on|at|in|due|until|from) )*(?:(?:the )?[A-Z\d]|(?:next|this|tomorrow|today|tonight)\b)")
_NOTHING = re.compile(r"(?:you|your|that|this|it|how|what|why|so|like|such)\b", re.I)
_NOTHING_HAD = re.compile(
    r"(?:a|an|the|some|so much|no|lots of)? ?(?:[\w-]+ )?(?:time|blast|fun|ball|look|chance|idea|problem|effect|impact)\b"
)
# What happens to a thing once, so that another value contradicts the first.
_ONCE_PASSIVE = word_set(
    """
    bear found write create build direct compose design invent locate marry name discover publish develop produce paint establish base
    own headquarter elect record
    """
)
_ONCE_ACTIVE = word_set("die cost weigh start begin end open close marry locate live reside")
_RESCHEDULED = word_set("move postpone push reschedule delay")
_SEVERAL = word_set(
    "child son daughter brother sister sibling friend cousin aunt uncle colleague neighbour neighbor pet dog cat student client"
)
_TO = re.compile(r"(?:back |forward |out |up )?to (?P<o>.+)")
_MANY = word_set("speak know like visit own have love win enjoy")
_ABRUPT = word_set("die close break win lose crash hurt ache leave retire")
_IMPRESSION_VERBS = word_set("look sound seem feel taste smell help need mean make let get come go have say")
_SO = re.compile(r"(?:so|such|super|too|really|absolutely|incredibly) \w+", re.I)  # an impression, whatever the adjective
_PAST = ("past", "perfect", "past progressive")
_SHORT = 6
_BECOMES = word_set("change break cancel sell")  # "the rota's changed" is read as a passive of today


def read_thing(clause: Parsed) -> list[Finding]:
    """What is said of the subject; empty where it is an impression, an assumption, or nothing that can be named."""
    predicate = clause.predicate
    if predicate.tense in ("hypothetical", "wish", "skill") or is_impression(clause.complement) or _SO.match(clause.complement):
        return []
    rest = _rest(clause)
    if not rest:
        is_told = predicate.lemma in _ABRUPT or (_is_definite(clause) and _is_change(clause))
        return [replace(said_by(predicate, None), subject=clause.about, type="event")] if is_told else []
    if (
        _NOTHING.match(rest)
        or rest.lower() in {"me", "us", "him", "her", "them"}
        or (predicate.lemma == "have" and _NOTHING_HAD.match(rest))
    ):
        return []
    if predicate.lemma == "be":
        return [] if predicate.tense in ("plan", "progressive") else _what_is(clause, rest)
    if predicate.lemma in _IMPRESSION_VERBS and predicate.tense != "past":
        return []
    if predicate.tense == "plan":
        return [replace(said_by(predicate, None), subject=clause.about)]
    return [_what_does(clause, rest)]


def _is_definite(clause: Parsed) -> bool:
    """Whether the subject is something in particular: "my parcel", "the rota", a name."""
    return clause.subject.kind in ("belonging", "definite", "relation") and clause.predicate.lemma not in _IMPRESSION_VERBS - {"come", "go"}


def _is_change(clause: Parsed) -> bool:
    """Whether the bare verb tells what became of it: "has changed", "never came", "was sold"."""
    predicate = clause.predicate
    is_passive_now = predicate.is_passive and predicate.tense in ("past", "perfect")
    return predicate.lemma != "be" and (predicate.tense in ("past", "perfect") or is_passive_now or predicate.lemma in _BECOMES)


def _rest(clause: Parsed) -> str:
    """The complement without its adverbials, unless they are all there is ("died in 1934")."""
    whole = clause.complement.rstrip(" .,!;")
    core = clause.text[slice(*core_span(clause.text, clause.start, clause.start + len(whole)))]
    is_bare = not core or core.lower() in PREPOSITIONS
    return whole if is_bare and len(whole.split()) <= _SHORT else core


def _what_is(clause: Parsed, rest: str) -> list[Finding]:
    about, relation = _related(clause)
    base = replace(said_by(clause.predicate, None), subject=about)
    if relation is None:
        return [_defined(base, clause, rest)]
    if relation == "":
        return []
    if _ADJECTIVES.fullmatch(rest):
        return [replace(base, attribute=f"{relation} is {folded(rest)}")]
    relation = "partner" if relation in _SPOUSES else relation
    head = relation.split()[-1]
    is_one = not is_plural(head) and head not in _SEVERAL
    return [replace(base, attribute=relation, value=rest, is_single=is_one)]


def _related(clause: Parsed) -> tuple[str, str | None]:
    """S and R of "the R of S" and "S's R"; R is None where the subject is no such pair, empty where S is an activity."""
    if clause.owner is not None and clause.owned is not None:
        return clause.owner, folded(clause.owned)
    match = _OF_NAME.match(clause.about) or _THE_OF.match(clause.about)
    if match is None:
        return clause.about, None
    relation = folded(_NEWEST.sub("", match["r"]))
    return match["s"], "" if lemma_of(match["s"].split()[0], "ing") else relation


def _defined(base: Finding, clause: Parsed, rest: str) -> Finding:
    is_definite = clause.about.lower().startswith("the ")
    if match := DEFINITE_OBJECT.match(rest):
        noun, preposition = folded(match["n"]), (match["p"] or "").strip().lower()
        if preposition in ("in", "at", "from") and _PLACE_CLASS.fullmatch(noun):
            return replace(base, attribute=f"is {preposition}", value=match["o"], is_single=True)
        if preposition:
            return replace(base, attribute=f"is {preposition} {noun}", value=match["o"], is_single=True)
        if re.match(r"(?:the )?[A-Z]", match["o"]) and not is_definite and not clause.about.lower().startswith(("my ", "our ")):
            return replace(base, subject=match["o"], attribute=noun, value=clause.about, is_single=True)  # "Paris is the capital of France"
        return replace(base, attribute=f"is {noun} of", value=match["o"])
    head, _, tail = rest.partition(" ")
    is_place = head.lower() in PREPOSITIONS and _NUMBER.search(tail) is None
    if is_definite and not is_place and (_NUMBER.match(rest) or _PLACED.match(rest)):
        name = "due" if re.match(r"due\b", rest, re.I) else folded(clause.about)
        return replace(base, attribute=name, value=re.sub(r"^(?:due )?(?:on |at |in )?", "", rest), is_single=True)
    if match := _OF_ADJECTIVE.fullmatch(rest):  # "is famous for Hamlet", "is friends with Ida"
        return replace(base, attribute=f"is {match['r']}", value=match["o"])
    if head.lower() in PREPOSITIONS and tail:
        return replace(base, attribute=f"is {head.lower()}", value=tail, is_single=head.lower() in {"in", "at", "on"})
    return replace(base, attribute=f"is {folded(rest)}")


def _what_does(clause: Parsed, rest: str) -> Finding:
    predicate, lemma = clause.predicate, clause.predicate.lemma
    is_once = predicate.is_passive and lemma in _ONCE_PASSIVE
    happens = predicate.tense in _PAST or (lemma in SCHEDULED and predicate.tense == "present")
    base = replace(said_by(predicate, None), subject=clause.about, type="event" if happens and not is_once else "fact")
    verb = PARTICIPLES.get(lemma, lemma) if predicate.is_passive else third(lemma)
    if predicate.is_passive and lemma in ("call", "name") and (rest[:1].isupper() or rest[:1] == '"'):
        return replace(base, attribute="name", value=rest, is_single=True, type="fact")
    if match := DEFINITE_OBJECT.match(rest):
        noun = "" if match["p"] and _PLACE_CLASS.fullmatch(folded(match["n"])) else folded(match["n"])
        name = " ".join(part for part in (verb, (match["p"] or "").strip().lower(), noun) if part)
        return replace(base, attribute=name, value=match["o"], is_single=not noun.endswith("s") and lemma not in _MANY)
    head, _, tail = rest.partition(" ")
    if predicate.is_passive and lemma in _RESCHEDULED and (match := _TO.match(rest)) is not None and _NUMBER.search(match["o"]):
        return replace(base, attribute=folded(clause.about), value=match["o"], is_single=True, is_change=True)
    if head.lower() in PREPOSITIONS and tail:
        when = " when" if head.lower() in ("in", "on", "at") and _NUMBER.match(tail) else ""
        return replace(base, attribute=f"{verb} {head.lower()}{when}", value=tail, is_single=is_once or lemma in _ONCE_ACTIVE)
    if predicate.tense in _PAST and not predicate.is_passive:
        return base
    return replace(base, attribute=f"{verb} {folded(rest)}")
