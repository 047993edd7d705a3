"""What a search has found so far: each item once, with the best way to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from dcpm_sqlite.investigation.evidence import Shown
from dcpm_sqlite.investigation.scoring import final
from dcpm_sqlite.investigation.walking import Hop, Reached
from dcpm_sqlite.recall.telling import Scored
from dcpm_sqlite.records import Reason
from dcpm_sqlite.settings import InvestigationSettings


@dataclass(frozen=True, slots=True)
class Entry:
    """One item. access: s_aces, of a seed its seed score (R-36); depth: the round that reached it, 0 for a seed; hops: from that seed.

    held, share: which of the question's words a seed holds, and their share of its weight, as the search for seeds told.
    """

    kind: Literal["belief", "passage"]
    key: int
    access: float
    depth: int = 0
    hops: tuple[Hop, ...] = ()
    held: bytes = b""
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Detail:
    """What is known of an item beside how it was reached. shown: without its score and place in the search; nearness: to the question."""

    id: str
    shown: Shown
    nearness: float


@dataclass(slots=True)
class Board:
    """entries, details: by key; an item without details was forgotten meanwhile and counts for nothing. expanded: keys gone on from."""

    settings: InvestigationSettings
    entries: dict[int, Entry] = field(default_factory=dict)
    details: dict[int, Detail] = field(default_factory=dict)
    expanded: set[int] = field(default_factory=set)

    def put(self, entries: Iterable[Entry]) -> list[int]:
        """Keys of those that are new. Of an item that is there the better access is kept (R-36: of several edges the best)."""
        new = []
        for entry in entries:
            there = self.entries.get(entry.key)
            if there is None:
                new.append(entry.key)
            if there is None or there.access < entry.access:
                self.entries[entry.key] = entry
        return new

    def reach(self, reached: Sequence[Reached], depth: int) -> list[int]:
        """Put what a round's walks reached; keys of those that are new. A way goes on from that of its seed."""
        return self.put(
            Entry("belief", one.key, one.access, depth, (*self.entries[one.hops[0].lead.start].hops, *one.hops)) for one in reached
        )

    def learn(self, details: Mapping[int, Detail]) -> None:
        """What was read of new items; those of which nothing could be read are gone."""
        self.details.update(details)
        self.entries = {key: entry for key, entry in self.entries.items() if key in self.details}

    def score(self, key: int) -> float:
        """Eq. 9."""
        return final(self.entries[key].access, self.details[key].nearness, self.settings)

    def ranked(self) -> list[int]:
        """Keys, best first; of equal ones the older."""
        return sorted(self.entries, key=lambda key: (-self.score(key), key))

    def shown(self) -> tuple[Shown, ...]:
        """All items as a mind is shown them, best first."""
        return tuple(
            replace(
                self.details[key].shown,
                score=min(1.0, max(0.0, self.score(key))),
                depth=self.entries[key].depth,
                is_expanded=key in self.expanded,
            )
            for key in self.ranked()
        )

    def frontier(self) -> list[int]:
        """The best items that have relations and were not gone on from yet (R-24)."""
        open_ = [key for key in self.ranked() if key not in self.expanded and self.details[key].shown.leads]
        return open_[: self.settings.frontier]

    def scored(self) -> list[Scored]:
        """All items as recall tells which of them say the same, best first."""
        return [
            Scored(entry.kind, key, self.score(key), Reason((), None, None), self.details[key].shown.said_ms, entry.held, entry.share)
            for key in self.ranked()
            for entry in (self.entries[key],)
        ]
