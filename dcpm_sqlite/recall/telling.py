"""Which hits say the same: a message and the belief drawn from it take one place (K20), and what was superseded is led by what is current.

A message that is little more than a quote of a belief with a history, or of one that several messages say, is shown as that belief
with its chain; any other is shown itself, and the belief that only repeats it is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dcpm_sqlite.records import Belief, Reason, Source

MOSTLY = 0.5  # of a passage: a quote of that share tells what it says


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate among the best: a passage, belief or summary by its key."""

    kind: str
    key: int
    score: float
    reason: Reason


@dataclass(frozen=True, slots=True)
class Told:
    """What candidates have to do with each other.

    quoting: per passage the beliefs that quote it, with the share of it that they quote. visible: per belief the states of its chain
    that the read may see, oldest first. cited: per belief its sources.
    """

    quoting: Mapping[int, Mapping[int, float]]
    visible: Mapping[int, tuple[Belief, ...]]
    cited: Mapping[int, tuple[Source, ...]]

    def sources(self, key: int) -> tuple[str, ...]:
        """Ids of the messages that a chain rests on, those of its latest state first."""
        return tuple(dict.fromkeys(s.id for b in reversed(self.visible[key]) for s in self.cited.get(b.key, ())))

    def distinct(self, scored: Sequence[Scored], k: int) -> list[Scored]:
        """The k best that say something of their own, in their order; a chain once, by its best state (D-22)."""
        chosen: list[Scored] = []
        shown: set[int] = set()  # first states of chains that were shown, themselves or by the message that says it
        for item in scored:
            if len(chosen) == k:
                break
            if item.kind == "passage":
                item, told = self._passage(item)
                if told & shown:
                    continue
                shown |= told
            elif item.kind == "belief":
                chain = self.visible.get(item.key, ())
                if not chain or chain[0].key in shown:
                    continue
                shown.add(chain[0].key)
            chosen.append(item)
        return chosen

    def _passage(self, item: Scored) -> tuple[Scored, set[int]]:
        """How a passage is shown, and the chains that are told with it."""
        mostly = [key for key, share in self.quoting.get(item.key, {}).items() if share >= MOSTLY and self.visible.get(key)]
        with_history = [key for key in mostly if len(self.visible[key]) > 1 or len(self.sources(key)) > 1]
        told = {self.visible[key][0].key for key in mostly}
        return (replace(item, kind="belief", key=with_history[0]) if with_history else item), told
