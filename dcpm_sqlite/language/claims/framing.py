"""Reading what a predicate says of somebody: by the frames, and by its bare verb where no frame fits."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.beginnings import begun, given_up
from dcpm_sqlite.language.claims.finding import Finding, said_by
from dcpm_sqlite.language.claims.frames import Frame, frames_of
from dcpm_sqlite.language.claims.habits import named_habit, read_bare
from dcpm_sqlite.language.claims.lexicon import PREPOSITIONS, word_set
from dcpm_sqlite.language.claims.objects import core_span, folded, folded_activity, listed
from dcpm_sqlite.language.claims.parsed import Parsed
from dcpm_sqlite.language.claims.plans import is_aiming, is_soon, read_plan
from dcpm_sqlite.language.claims.predicates import Predicate
from dcpm_sqlite.language.claims.talk import DEICTIC, POINTING, TALK, YOU
from dcpm_sqlite.language.claims.verbs import PARTICIPLES

_MAX_NAME = 80  # a longer object is a story, not a thing
_POINTED = 2
_OFFERED = word_set("idea ideas suggestion suggestions question questions schedule option options plan tips sound approach")
_VAGUE = re.compile(r"\b(?:something|anything|things|stuff)$|\b(?:something|anything) \w+$")
_POINTING_NAME = re.compile(r"(?:.* )?(?:their|theirs|its)\b|especially\b|(?:few|one|ones|some|any)$")
_GOOD_TIME = re.compile(r"\b(?:great|good|nice|amazing|fun|hard|tough) (?:time|day)\b")
_JOINING = frozenset({"marry", "divorce", "separate"})
_RELATIVE = frozenset({"is", "are", "was", "were", "has", "will"})


def read_personal(clause: Parsed) -> list[Finding]:
    """What the predicate says of somebody, without a subject yet; empty where it says nothing that could be kept.

    A list of objects gives a finding each where the frame says so.
    """
    predicate = clause.predicate
    if predicate.lemma == "become":
        predicate = replace(predicate, lemma="be", is_change=True)
        clause = replace(clause, predicate=predicate)
    if predicate.tense in ("hypothetical", "plan", "wish") and predicate.lemma not in ("prefer", "turn", "describe"):
        return read_plan(clause)
    if clause.low(predicate.complement) in _RELATIVE:
        return []  # "what I love is ...": the verb belongs to a relative clause
    if is_soon(clause):
        return [replace(said_by(predicate, None), type="event", tense="plan", salience=0.6)]
    if (inner := _read_begun(clause)) is not None:
        return inner
    if found := _by_frames(clause):
        return found
    return read_plan(clause) if is_aiming(predicate) else read_bare(clause)


def _read_begun(clause: Parsed) -> list[Finding] | None:
    """What begins or ends; None where the verb is not about that."""
    aspect = begun(clause)
    if aspect is None:
        return None
    predicate = clause.predicate
    if aspect.inner is None:
        return given_up(clause, aspect)
    found = read_personal(aspect.inner)
    if not found and aspect.inner.predicate.lemma not in TALK and DEICTIC.search(aspect.inner.complement) is None:
        found = [Finding(named_habit(aspect.inner))]
    return [
        replace(
            finding,
            kind=finding.kind if aspect.is_end else "fact",
            type="event" if predicate.tense == "past" else "fact",
            is_negated=finding.is_negated != aspect.is_end,
            is_change=True,
            tense=predicate.tense,
        )
        for finding in found
    ]


def _by_frames(clause: Parsed) -> list[Finding]:
    predicate = clause.predicate
    for frame, pattern in frames_of(predicate.lemma):
        if predicate.tense not in frame.tenses or (frame.is_passive is not None and frame.is_passive != predicate.is_passive):
            continue
        match = pattern.match(clause.text, clause.start, clause.end)
        if match is not None and (found := _fill(clause, frame, match)):
            return found
    return []


def _fill(clause: Parsed, frame: Frame, match: re.Match[str]) -> list[Finding]:
    text, predicate = clause.text, clause.predicate
    whole = core_span(text, *match.span("o"))
    if (whole[0] == whole[1] and match["o"].strip()) or POINTING.match(text, *whole) or _points(text, *whole):
        return []
    base = replace(
        said_by(predicate, frame.attribute),
        kind=frame.kind,
        type=frame.type,
        domain=frame.domain,
        salience=frame.salience,
        is_core=frame.is_core,
        is_negated=predicate.is_negated != frame.flips,
        is_single=frame.is_single and not predicate.adverbs & {"also", "both"},
        is_change=predicate.is_change or frame.is_change,
    )
    groups = match.groupdict()
    if "{o}" in frame.attribute:
        spans = listed(text, *match.span("o")) if frame.is_each else [whole]
        return [finding for span in spans if (finding := _about_one(text, base, spans, span, groups.get("name"))) is not None]
    parts = {name: folded(text[slice(*core_span(text, *match.span(name)))]) for name, value in groups.items() if value is not None}
    if "other" in parts:  # "tea over coffee" and "coffee over tea" are two values of one preference
        parts["pair"] = " and ".join(sorted((parts["o"], parts["other"])))
    return [replace(base, attribute=frame.attribute.format(**parts), value=text[slice(*whole)] or _participle(predicate))]


def _points(text: str, start: int, end: int) -> bool:
    """Whether the object is but a pronoun behind a preposition ("with them")."""
    words = [word for word in text[start:end].split() if not word.endswith("ly")]
    return len(words) <= _POINTED and DEICTIC.search(text, start, end) is not None


def _participle(predicate: Predicate) -> str | None:
    """The value that the verb itself is: "divorced", and of "we married" too."""
    return PARTICIPLES.get(predicate.lemma) if predicate.is_passive or predicate.lemma in _JOINING else None


def _about_one(text: str, base: Finding, spans: list[tuple[int, int]], span: tuple[int, int], value: str | None) -> Finding | None:
    name = folded_activity(text[slice(*span)])
    if name.startswith("no "):  # "I have no kids" denies what "I have kids" says
        name, base = name.removeprefix("no "), replace(base, is_negated=not base.is_negated)
    words = name.split()
    is_nothing = not words or len(name) > _MAX_NAME or words[-1] == "one" or (words[0] in PREPOSITIONS and words[-1] in PREPOSITIONS)
    is_of_the_talk = base.attribute == "likes {o}" and words[-1:] and words[-1] in _OFFERED
    if name.isdigit() or _POINTING_NAME.match(name):
        return None
    if is_of_the_talk or YOU.search(name) or _VAGUE.search(name):
        return None
    if is_nothing or base.attribute is None or DEICTIC.search(name) or _GOOD_TIME.search(name):
        return None
    listing = (spans[0][0], spans[-1][1]) if len(spans) > 1 else None
    return replace(base, attribute=base.attribute.format(o=name), value=value, part=span if listing else None, listing=listing)
