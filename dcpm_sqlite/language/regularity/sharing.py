"""What several doings of one person have in common: the regularity that they show together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from dcpm_sqlite.language.claims.finite import ADVERBS
from dcpm_sqlite.language.claims.lexicon import PREPOSITIONS, RELATIONS
from dcpm_sqlite.language.regularity.classes import LIGHT, PURSUITS
from dcpm_sqlite.language.regularity.doing import Doing, Thing

LEAST = 3  # statements that make a regularity: two may be chance
LEAST_DAYS = 2  # on which they happened or were said, unless one of them names a rhythm
LEAST_TOPIC_DAYS = 3  # of what is only spoken of, whatever is done with it
LEAST_TOPIC_SPAN = 14  # days from the first to the last of these: what was busy for a week is an episode
HEADS = 1 / 3  # share of a topic's statements in which it must be more than the first part of another word
AGREEMENT = 0.7  # share of those that affirm, among all that speak of it

Kind = Literal["act", "object", "pursuit", "likes", "dislikes", "topic", "denies"]


@dataclass(frozen=True, slots=True)
class Told:
    """A doing and its day (days since 1970): on which it happened, or else was said. subject_domain: the life domain of its statement."""

    doing: Doing
    day: int
    domain: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regularity. which: indexes of the statements that show it, in their order.

    verb: what is done, None of a topic; forms: of the things that all of them share; things: these as one of them says it.
    objects: where no thing is in common what is liked, or what it is done with, each once; agreement: share of those that affirm it.
    """

    kind: Kind
    which: tuple[int, ...]
    verb: str | None
    forms: frozenset[str]
    things: tuple[Thing, ...] = ()
    objects: tuple[str, ...] = ()
    agreement: float = 1.0


def patterns(told: Sequence[Told], *, most: int = 3) -> list[Pattern]:
    """At most `most` regularities, the one that most statements show first; a statement shows one at most."""
    found: list[Pattern] = []
    left = set(range(len(told)))
    while len(found) < most:
        best = _best(told, left)
        if best is None:
            break
        found.append(best)
        left -= set(best.which)
    return found


def _best(told: Sequence[Told], left: set[int]) -> Pattern | None:
    made = [*_acts(told, left), *_upon_things(told, left), *_tastes(told, left), *_pursuits(told, left)]
    return max(made, key=lambda p: (len(p.which), _STRENGTH.index(p.kind), len(p.forms), p.verb or "", sorted(p.forms)), default=None)


_SAYING = frozenset({"do", "go"})  # of the light verbs those that say enough with a thing: "does yoga", "goes to the gym"
_MANNERS = frozenset({"together", "hard", "well", "better", "ever", "again", "more", "outside", "alone", "along"})
_STRENGTH: tuple[Kind, ...] = (
    "topic",
    "pursuit",
    "dislikes",
    "likes",
    "denies",
    "object",
    "act",
)  # of equally frequent ones the last says most


def _acts(told: Sequence[Told], left: set[int]) -> list[Pattern]:
    """Activities that say by themselves what is done."""
    found = []
    for act in sorted({act for i in left for act in told[i].doing.acts}):
        mine = [i for i in sorted(left) if act in told[i].doing.acts]
        which = tuple(i for i in mine if _affirms(told[i].doing))
        against = [t for t in told if act in t.doing.acts and _denies(t.doing)]
        agreement = _agreement(told, which, against)
        if _is_regular(told, which) and agreement is not None and any(told[i].doing.mode != "likes" for i in which):
            forms = _shared(told, which)
            found.append(Pattern("act", which, act, forms, _as_said(told, which, forms), agreement=agreement))
    return found


def _affirms(doing: Doing) -> bool:
    return doing.mode in ("does", "did", "likes") and not doing.is_negated


def _denies(doing: Doing) -> bool:
    return doing.mode == "dislikes" or (doing.mode != "other" and doing.is_negated)


def _upon_things(told: Sequence[Told], left: set[int]) -> list[Pattern]:
    """What is done with one kind of thing, liked of it, or denied."""
    found = []
    for form in sorted({form for i in left for form in told[i].doing.kinds}):
        mine = [i for i in sorted(left) if form in told[i].doing.kinds]
        which = tuple(i for i in mine if _affirms(told[i].doing))
        against = [t for t in told if form in t.doing.kinds and _denies(t.doing)]
        agreement = _agreement(told, which, against)
        if agreement is not None and _is_regular(told, which):
            found += _of_thing(told, which, agreement)
        hated = tuple(i for i in mine if told[i].doing.mode == "dislikes")
        if _is_regular(told, hated):
            forms = _shared(told, hated)
            found.append(Pattern("dislikes", hated, None, forms, _as_said(told, hated, forms)))
        denied = tuple(i for i in mine if _denies(told[i].doing) and i not in hated)
        if (verb := _one_verb(told, denied)) is not None and verb not in LIGHT and _is_regular(told, denied):
            forms = _shared(told, denied)
            found.append(Pattern("denies", denied, verb, forms, _as_said(told, denied, forms)))
    return found


def _of_thing(told: Sequence[Told], which: tuple[int, ...], agreement: float) -> list[Pattern]:
    """As one thing that is done, as a liking, or as a topic where it is this and that."""
    forms = _shared(told, which)
    things = _as_said(told, which, forms)
    modes = {told[i].doing.mode for i in which}
    if modes == {"likes"}:
        return [Pattern("likes", which, None, forms, things, agreement=agreement)]
    verb = _one_verb(told, which)
    if verb is not None and verb not in LIGHT - _SAYING and "likes" not in modes:
        return [Pattern("object", which, verb, forms, things, agreement=agreement)]
    days = {told[i].day for i in which}
    is_lasting = len(days) >= LEAST_TOPIC_DAYS and max(days) - min(days) >= LEAST_TOPIC_SPAN
    is_somebody = all(thing.text.lower() in RELATIONS for thing in things)
    if not is_lasting or is_somebody or not _is_named(told, which, forms):
        return []
    return [Pattern("topic", which, None, forms, things, agreement=agreement)]


def _is_named(told: Sequence[Told], which: tuple[int, ...], forms: frozenset[str]) -> bool:
    """Whether enough of them speak of the thing itself, and not of something that it only tells the kind of ("a transgender teen")."""
    heads = sum(any(thing.is_head and thing.form in forms for thing in told[i].doing.things) for i in which)
    return heads >= HEADS * len(which)


def _tastes(told: Sequence[Told], left: set[int]) -> list[Pattern]:
    """Several things of one life domain that are liked, or disliked."""
    found = []
    for mode in ("likes", "dislikes"):
        for domain in sorted({told[i].domain for i in left} - {"other"}):
            which = tuple(i for i in sorted(left) if told[i].doing.mode == mode and told[i].domain == domain and told[i].doing.what)
            liked = tuple(dict.fromkeys(what for i in which if (what := told[i].doing.what)))
            if len(liked) >= LEAST and len({told[i].day for i in which}) >= LEAST_DAYS:
                kind: Kind = "likes" if mode == "likes" else "dislikes"
                found.append(Pattern(kind, which, None, frozenset(), objects=liked))
    return found


def _pursuits(told: Sequence[Told], left: set[int]) -> list[Pattern]:
    """One thing that is done with several: "learns the piano, the violin and German"."""
    found = []
    for verb in sorted({told[i].doing.verb or "" for i in left} & PURSUITS):
        mine = [i for i in sorted(left) if told[i].doing.verb == verb and told[i].doing.mode in ("does", "did")]
        which = tuple(i for i in mine if _affirms(told[i].doing) and _is_object(told[i].doing.what))
        done = tuple(dict.fromkeys(what for i in which if (what := told[i].doing.what)))
        if len(done) >= LEAST and _is_regular(told, which):
            found.append(Pattern("pursuit", which, verb, frozenset(), objects=done))
    return found


def _is_object(what: str | None) -> bool:
    """Whether it says upon what, and not only how or where."""
    first = "" if what is None else what.split()[0].lower()
    return first != "" and first not in ADVERBS | PREPOSITIONS | _MANNERS and not first.endswith("ly")


def _is_regular(told: Sequence[Told], which: tuple[int, ...]) -> bool:
    """Enough statements, of more than one day: what was said on one day is one occasion, unless it names a rhythm."""
    if len(which) < LEAST:
        return False
    is_named = any((often := told[i].doing.often) is not None and often.rate == "regularly" for i in which)
    return is_named or len({told[i].day for i in which}) >= LEAST_DAYS


def _agreement(told: Sequence[Told], which: tuple[int, ...], against: Sequence[Told]) -> float | None:
    """Share of those that affirm; None where too many deny, or the latest does: then it may be over."""
    if not which:
        return None
    share = len(which) / (len(which) + len(against))
    is_over = bool(against) and max(t.day for t in against) >= max(told[i].day for i in which)
    return None if share < AGREEMENT or is_over else share


def _one_verb(told: Sequence[Told], which: tuple[int, ...]) -> str | None:
    """The main verb that all of them have."""
    verbs = {told[i].doing.verb for i in which}
    return verbs.pop() if len(verbs) == 1 else None


def _shared(told: Sequence[Told], which: tuple[int, ...]) -> frozenset[str]:
    """Forms of the things that every one of them has, names too."""
    return frozenset.intersection(*(frozenset(thing.form for thing in told[i].doing.things) for i in which))


def _as_said(told: Sequence[Told], which: tuple[int, ...], forms: frozenset[str]) -> tuple[Thing, ...]:
    """The shared things in the words of most of them; what half of them call "a" is one of several, else it is the one that is known."""
    spoken = Counter(_things(told[i].doing, forms) for i in which)
    several = {things: n for things, n in spoken.items() if _is_one_of_several(things)}
    of = several if 2 * sum(several.values()) >= len(which) else {things: n for things, n in spoken.items() if things not in several}
    return max(of, key=lambda things: (of[things], -sum(len(thing.text) for thing in things), [thing.text for thing in things]))


def _is_one_of_several(things: tuple[Thing, ...]) -> bool:
    return bool(things) and all(thing.article == "a" for thing in things)


def _things(doing: Doing, forms: frozenset[str]) -> tuple[Thing, ...]:
    """Each of the forms once, in the statement's order; an article goes with the last word of its phrase, or not at all."""
    first: dict[str, Thing] = {}
    for place, thing in enumerate(doing.things):
        if thing.form in forms:
            is_whole = thing.is_head or any(later.is_head and later.form in forms for later in doing.things[place + 1 : place + 2])
            first.setdefault(thing.form, replace(thing, is_head=True, article=thing.article if is_whole else ""))
    return tuple(first.values())
