"""The beliefs of a cluster as statements about somebody, for the offline rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dcpm_sqlite.consolidation.induction.days import DAY_MS
from dcpm_sqlite.consolidation.induction.offer import Member, Offer
from dcpm_sqlite.language.claims.lexicon import RELATIONS
from dcpm_sqlite.language.regularity.doing import Doing, read_doing
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Belief

_OWNING = ("my ", "our ")


@dataclass(frozen=True, slots=True)
class Statement:
    """A belief that stands now. who: about whom, as a sentence begins with it; doing: None where none could be read.

    day: days since 1970 on which it happened, where that is over, or else was said.
    """

    belief: Belief
    who: str
    doing: Doing | None
    day: int


def statements(offer: Offer) -> list[Statement]:
    """Those about people and animals, in the cluster's order; what was said in the same words of the same day counts once."""
    found: dict[tuple[str, str, int], Statement] = {}
    for member in offer.members:
        if (one := _statement(member, offer)) is not None:
            found.setdefault((one.who, fold(one.belief.text), one.day), one)
    return list(found.values())


def by_person(told: Sequence[Statement]) -> list[list[Statement]]:
    """Each person's, in the order in which they come up."""
    groups: dict[str, list[Statement]] = {}
    for one in told:
        groups.setdefault(fold(one.who), []).append(one)
    return list(groups.values())


def who_of(belief: Belief, owner: str | None) -> str | None:
    """About whom it is; None of a thing. Somebody's own are told by his name ("Nora's sister Livia")."""
    speaker = belief.party or owner or "The user"
    subject = belief.subject
    if subject is None:
        return speaker
    if subject.lower().startswith(_OWNING):
        rest = subject.partition(" ")[2]
        return f"{speaker}'s {rest}" if _is_somebody(rest) else None
    return subject[0].upper() + subject[1:] if _is_somebody(subject) else None


def _is_somebody(subject: str) -> bool:
    """Kin, friends, pets, or a bare name; "the library in Voss" is none."""
    words = subject.replace("’", "'").split()
    plain = {word.lower().removesuffix("'s") for word in words}
    return bool(words) and (bool(plain & RELATIONS) or all(word[:1].isupper() for word in words))


def _statement(member: Member, offer: Offer) -> Statement | None:
    belief = member.current
    who = who_of(belief, offer.owner)
    return None if who is None else Statement(belief, who, read_doing(belief.text), _day(belief, offer.now_ms))


def _day(belief: Belief, now_ms: int) -> int:
    about = belief.about
    if about is not None and about.from_ms is not None and about.from_ms < now_ms:
        return (about.from_ms + DAY_MS // 2) // DAY_MS
    return belief.said_ms // DAY_MS
