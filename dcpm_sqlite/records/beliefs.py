"""What was drawn from messages, and the relations between it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dcpm_sqlite.records.messages import Basis, Precision, RawInput

BeliefKind = Literal["fact", "identity"]

BeliefType = Literal["fact", "event", "episode", "entity"]

# DCPM D-10: a closed list, stored as it stands here; `other` is what fits in none.
DOMAINS = (
    "art", "education", "entertainment", "family", "food", "health", "home", "money", "music", "nature", "pets", "reading",
    "relationships", "society", "spirituality", "sport", "technology", "transport", "travel", "work", "other",
)  # fmt: skip

Layer = Literal["logical", "causal", "taxonomic", "associative"]

# REALM. `supersedes` is a pointer between beliefs and never a relation's row.
PREDICATES: Mapping[str, Layer] = {
    "contradicts": "logical", "implies": "logical", "constrains": "logical", "verifies": "logical",
    "precedes": "causal", "enables": "causal", "triggers": "causal", "results_in": "causal",
    "comprises": "taxonomic", "instantiates": "taxonomic", "summarizes": "taxonomic",
    "correlates": "associative", "supersedes": "associative", "analogous_to": "associative", "contextualizes": "associative",
}  # fmt: skip

BIDIRECTIONAL = frozenset({"contradicts", "correlates", "analogous_to"})


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of time that words speak of: Unix ms, half open, None for an open end.

    precision: of the words ("in May": month); basis: `stated` as a date, or `resolved` against the time of the message.
    """

    from_ms: int | None
    until_ms: int | None
    precision: Precision
    basis: Basis = "resolved"


MentionRole = Literal["subject", "object", "participant", "place"]


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody or something that a belief mentions, by name (REALM R-11): no pronouns, neither as name nor as alias.

    category: person, place, organisation ...; None where it isn't known.
    """

    name: str
    role: MentionRole
    category: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """Code points start..end of the raw input with that key, as source of a wording."""

    raw: int
    start: int
    end: int
    role: Literal["quote", "context"] = "quote"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One item as extracted, before it is reconciled with what is stored (DCPM D-14, REALM R-11).

    text: a self-standing statement; party: name of the speaker it is about, None for the space's unnamed owner.
    subject: whom or what it is about in words, None for that party; attribute: folded ('home city'), None where none is recognised.
    domain: one of DOMAINS; salience: 0..1; said_ms: when its message was said, Unix ms.
    holds: when the state is true, None for "since said, still"; about: when the event happens that it speaks of.
    quotes: where it stands; what is extracted has at least one with the role `quote` (K7).
    """

    text: str
    said_ms: int
    quotes: tuple[Quote, ...] = ()
    kind: BeliefKind = "fact"
    type: BeliefType = "fact"
    party: str | None = None
    subject: str | None = None
    attribute: str | None = None
    domain: str = "other"
    salience: float = 0.5
    is_core: bool = False
    holds: Stretch | None = None
    about: Stretch | None = None
    keywords: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a belief's wording comes from: code points start..end of the raw input `id`."""

    id: str
    start: int
    end: int
    role: Literal["quote", "context"] = "quote"


@dataclass(frozen=True, slots=True)
class Belief:
    """One state of the world, as drawn from raw inputs (DCPM D-02, D-03, D-05).

    said_ms: when its first source was said; holds_from, holds_until: when the state is true (None: since said, still).
    supersedes, superseded_by: ids of the states before and after it; None at the ends of its chain.
    subject: whom or what it is about in words, None for the party; attribute: folded, None where none was recognised.
    number: of the current wording, from 1; is_pinned: by the user, None where the user said nothing.
    holds_precision: of the words that say since when ("since 2022": year), None where none do.
    """

    key: int
    id: str
    kind: BeliefKind
    type: BeliefType
    text: str
    party: str | None
    domain: str
    salience: float
    is_core: bool
    said_ms: int
    holds_from: int | None
    holds_until: int | None
    supersedes: str | None
    superseded_by: str | None
    recorded_at: int
    subject: str | None = None
    attribute: str | None = None
    about: Stretch | None = None
    number: int = 1
    is_pinned: bool | None = None
    holds_precision: Precision | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words of a message that a belief rests on, code points start..end; role `context`: the question that they answer."""

    message: RawInput
    words: str
    role: Literal["quote", "context"]
    start: int
    end: int
