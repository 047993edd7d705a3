""" "stopped eating meat", "started learning Spanish", "gave up coffee": states that begin or end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dcpm_sqlite.language.claims.finding import Finding, said_by
from dcpm_sqlite.language.claims.lexicon import DRINKS, FOODS
from dcpm_sqlite.language.claims.objects import folded, listed
from dcpm_sqlite.language.claims.parsed import Parsed
from dcpm_sqlite.language.claims.predicates import Predicate
from dcpm_sqlite.language.claims.verbs import lemma_of

_PHRASES = {("give", "up"): True, ("cut", "out"): True, ("take", "up"): False}  # whether a state ends
_VERBS = {"start": False, "begin": False, "stop": True, "quit": True}


@dataclass(frozen=True, slots=True)
class Begun:
    """inner: the clause read with the verb of the state; None where the state is named by a noun only, which begins at token `at`."""

    is_end: bool
    at: int
    inner: Parsed | None


def begun(clause: Parsed) -> Begun | None:
    """The beginning or end that the clause tells of; None where it tells of none, or of none that says what."""
    predicate = clause.predicate
    at, lemma = predicate.complement, predicate.lemma
    low = clause.low(at)
    if predicate.is_passive or not low:
        return None
    is_phrase = (lemma, low) in _PHRASES
    if not is_phrase and lemma not in _VERBS:
        return None
    is_end = _PHRASES[lemma, low] if is_phrase else _VERBS[lemma]
    if is_phrase or (low == "to" and not is_end):
        at += 1
    verb = lemma_of(clause.low(at), "ing") or (lemma_of(clause.low(at), "base") if low == "to" else None)
    if verb is None:
        return Begun(is_end, at, None) if clause.low(at) and (is_phrase or lemma == "quit") else None
    inner = Predicate(verb, "present", at + 1, is_negated=predicate.is_negated, is_change=True, adverbs=predicate.adverbs)
    return Begun(is_end, at, clause.with_predicate(inner))


def given_up(clause: Parsed, aspect: Begun) -> list[Finding]:
    """What is given up or taken up by name: "coffee", "sugar and bread", "the gym"."""
    spans = listed(clause.text, clause.words[aspect.at].start, clause.end)
    found = []
    for span in spans:
        name = folded(clause.text[slice(*span)])
        if not name or name.startswith(("on ", "it", "that", "hope", "trying")):
            continue
        words = set(name.split())
        verb = "drinks" if words & DRINKS else "eats" if words & FOODS else "does"
        listing = (spans[0][0], spans[-1][1]) if len(spans) > 1 else None
        base = said_by(clause.predicate, f"{verb} {name}")
        found.append(
            replace(
                base,
                kind="identity",
                domain="food" if verb != "does" else None,
                salience=0.7,
                is_negated=base.is_negated != aspect.is_end,
                is_change=True,
                part=span if listing else None,
                listing=listing,
            )
        )
    return found
