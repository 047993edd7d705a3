"""Which hits say the same: a message and the belief drawn from it take one place (K20), and what was superseded is led by what is current.

A message that is little more than a quote of a belief with a history, or of one that several messages say, is shown as that belief
with its chain; any other is shown itself, and the belief that only repeats it is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dcpm_sqlite.records import Belief, Reason, Source

MOST_OF_THE_QUESTION = 0.5  # of its keyword weight
ABOUT_AS_GOOD = 0.9  # of the best score among those that hold the same words
MOSTLY = 0.5  # of a passage: a quote of that share tells what it says


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate among the best: a passage, belief or summary by its key.

    said_ms: when it was said, or the state it tells of began; held: which of the question's words stand in it, a bit each;
    share: their share of the question's keyword weight.
    """

    kind: str
    key: int
    score: float
    reason: Reason
    said_ms: int
    held: bytes
    share: float


def later_first(ranked: Sequence[Scored]) -> list[Scored]:
    """Of hits that hold the same words of the question, and most of it, the later leads: to the question they say the same, or the
    one says otherwise than the other did before. The places that they take together stay the same.
    """
    groups: dict[bytes, list[int]] = {}
    for place, item in enumerate(ranked):
        if item.share >= MOST_OF_THE_QUESTION:
            groups.setdefault(item.held, []).append(place)
    ordered = list(ranked)
    for places in groups.values():
        best = ranked[places[0]].score
        near = [place for place in places if ranked[place].score >= best * ABOUT_AS_GOOD]
        for place, item in zip(near, sorted((ranked[p] for p in near), key=lambda s: (-s.said_ms, -s.key)), strict=True):
            ordered[place] = _at(item, ranked[place].score)
    return ordered


def _at(item: Scored, score: float) -> Scored:
    """The item with the score of the place that it takes, and that said among its reasons."""
    if score == item.score:
        return item
    parts = (*item.reason.parts, ("later" if score > item.score else "earlier", score - item.score))
    return replace(item, score=score, reason=replace(item.reason, parts=parts))


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

    def beliefs(self, item: Scored) -> tuple[tuple[int, float], ...]:
        """What a hit shows of beliefs: itself, or for a message those that quote it, each with the share of it that they quote."""
        return (
            ((item.key, 1.0),) if item.kind == "belief" else tuple(self.quoting.get(item.key, {}).items()) if item.kind == "passage" else ()
        )

    def distinct(self, scored: Sequence[Scored], k: int) -> list[Scored]:
        """The k best that say something of their own, in their order; a chain once, by its best state (D-22)."""
        chosen: list[Scored] = []
        shown: set[int] = set()  # first states of chains that were shown, themselves or by the message that says it
        passages: set[int] = set()
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
                if not chain or chain[0].key in shown or self._is_repeated(item.key, passages):
                    continue
                shown.add(chain[0].key)
            if item.kind == "passage":
                passages.add(item.key)
            chosen.append(item)
        return later_first(chosen)

    def _is_repeated(self, key: int, shown: set[int]) -> bool:
        """Whether a belief without a history only repeats what stands in messages that are shown already."""
        quoted_in = {passage for passage, shares in self.quoting.items() if key in shares}
        has_history = len(self.visible[key]) > 1
        return not has_history and bool(quoted_in) and quoted_in <= shown and len(self.sources(key)) <= len(quoted_in)

    def _passage(self, item: Scored) -> tuple[Scored, set[int]]:
        """How a passage is shown, and the chains that are told with it."""
        mostly = [key for key, share in self.quoting.get(item.key, {}).items() if share >= MOSTLY and self.visible.get(key)]
        with_history = [key for key in mostly if len(self.visible[key]) > 1 or len(self.sources(key)) > 1]
        told = {self.visible[key][0].key for key in mostly}
        return (replace(item, kind="belief", key=with_history[0]) if with_history else item), told
