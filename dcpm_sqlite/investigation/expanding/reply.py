"""What a model sends back as actions, and how it is read: every parameter within its bounds, whatever was sent (R-25, R-26)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from dcpm_sqlite.deciding.parsing import items
from dcpm_sqlite.errors import UsageError
from dcpm_sqlite.investigation.expanding.offer import Actions, Offer
from dcpm_sqlite.investigation.expanding.rule import expand
from dcpm_sqlite.investigation.showing import place_of
from dcpm_sqlite.language.dates import end_ms, read_moment
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import PREDICATES, Action, Allowed, Decay, Direction, Expansion, Layer

MAX_READ = 60  # actions that are looked at
MAX_ALLOWED = 16
MAX_REASONING_CHARS = 300
_UNIT_MS = {
    "minute": 60_000,
    "hour": 3_600_000,
    "day": 86_400_000,
    "week": 7 * 86_400_000,
    "month": 30 * 86_400_000,
    "year": 365 * 86_400_000,
}
_MAX_TOLERANCE_MS = 100 * _UNIT_MS["year"]
_LAYERS: dict[str, Layer] = {**{layer: layer for layer in PREDICATES.values()}, "hierarchical": "taxonomic"}  # REALM says both
_DIRECTIONS: dict[str, Direction] = {"forward": "forward", "backward": "backward", "both": "both", "none": "both", "": "both"}


@dataclass(frozen=True, slots=True)
class ReplyAllowed:
    """Edges of a layer, of one predicate of it, in a direction."""

    layer: str
    predicate: str | None = None
    direction: str | None = None


@dataclass(frozen=True, slots=True)
class ReplyTolerance:
    """So many minutes, hours, days, weeks, months or years."""

    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class ReplyDecay:
    """time: a date, or two of them as first and last."""

    time: str | list[str]
    delta_t: ReplyTolerance | None = None
    mode: str | None = None
    missing_time_mode: str | None = None


@dataclass(frozen=True, slots=True)
class ReplyAction:
    """One action; what its mode has no use for is null."""

    seed_id: str
    expansion_mode: str
    layer_predicate_include: list[ReplyAllowed] | None = None
    score_threshold: float | None = None
    subgraph_max_nodes: float | None = None
    path_max_depth: float | None = None
    path_top_k: float | None = None
    temporal_decay: ReplyDecay | None = None
    conflict_inhibit: bool | None = None
    reasoning: str | None = None


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """The whole reply."""

    actions: list[ReplyAction]


def read(offer: Offer, data: dict[str, Any]) -> Actions:
    """One action for each item of the frontier; where the reply has none that can be used, the rule's. Raises Unusable for no list."""
    found = items(data, "actions", ReplyAction, limit=MAX_READ)
    reading = _Reading(offer, Counter({"unreadable": found.faulty, "surplus": found.surplus}))
    chosen: dict[int, Action] = {}
    for given in found.records:
        place = place_of(given.seed_id, len(offer.frontier))
        if place is None:
            reading.refused["unknown item"] += 1
        elif place in chosen:
            reading.refused["said twice"] += 1
        else:
            chosen[place] = reading.action(place, given)
    by_rule = expand(offer).actions
    reading.refused["no action for an item"] += len(by_rule) - len(chosen)
    return Actions(tuple(chosen.get(place, rule) for place, rule in enumerate(by_rule)), tuple(sorted((+reading.refused).items())))


@dataclass(frozen=True, slots=True)
class _Reading:
    offer: Offer
    refused: Counter[str]

    def action(self, place: int, given: ReplyAction) -> Action:
        """Within the bounds of the settings; each value that was not is counted."""
        bounds, plain = self.offer.settings, Action(0, "subgraph_beam", "")
        reasoning = " ".join((given.reasoning or "").split())[:MAX_REASONING_CHARS]
        return Action(
            self.offer.frontier[place].key,
            self._mode(given.expansion_mode),
            reasoning or self.offer.question,
            self._allowed(given.layer_predicate_include or []),
            self._within(given.score_threshold, plain.threshold, 0.0, 1.0),
            int(self._within(given.subgraph_max_nodes, plain.max_nodes, 1, bounds.max_nodes)),
            int(self._within(given.path_max_depth, plain.max_depth, 1, bounds.max_depth)),
            int(self._within(given.path_top_k, plain.top_k, 1, bounds.max_top_k)),
            None if given.temporal_decay is None else self._decay(given.temporal_decay),
            bool(given.conflict_inhibit),
        )

    def _mode(self, given: str) -> Expansion:
        """Of the modes that the settings leave."""
        modes = self.offer.settings.modes
        for mode in modes:
            if fold(given) == mode:
                return mode
        self.refused["unknown mode"] += 1
        return modes[0]

    def _within(self, given: float | None, default: float, low: float, high: float) -> float:
        if given is None:
            return default
        kept = min(high, max(low, given))
        self.refused["out of bounds"] += kept != given
        return kept

    def _allowed(self, given: list[ReplyAllowed]) -> tuple[Allowed, ...]:
        """R-30: a predicate that is not of its layer is ignored, with its layer; nothing left is no filter."""
        self.refused["surplus filters"] += max(0, len(given) - MAX_ALLOWED)
        kept = []
        for one in given[:MAX_ALLOWED]:
            layer, direction = _LAYERS.get(fold(one.layer)), _DIRECTIONS.get(fold(one.direction or ""))
            predicate = fold(one.predicate or "").replace(" ", "_") or None
            if layer is None:
                self.refused["unknown layer"] += 1
            elif predicate is not None and PREDICATES.get(predicate) != layer:
                self.refused["predicate not of its layer"] += 1
            else:
                self.refused["unknown direction"] += direction is None
                kept.append(Allowed(layer, predicate, direction or "both"))
        return tuple(dict.fromkeys(kept))

    def _decay(self, given: ReplyDecay) -> Decay | None:
        times = [given.time] if isinstance(given.time, str) else given.time[:2]
        try:
            moments = [read_moment(one, now_ms=self.offer.now_ms) for one in times]
            start, end = moments[0].ms, end_ms(moments[-1])
        except (UsageError, ValueError, OverflowError, IndexError):
            self.refused["unreadable date"] += 1
            return None
        if start >= end:
            self.refused["dates out of order"] += 1
            return None
        return Decay(
            start, end, self._tolerance(given.delta_t), fold(given.mode or "") == "hard", fold(given.missing_time_mode or "") != "drop"
        )

    def _tolerance(self, given: ReplyTolerance | None) -> int:
        if given is None:
            return 0
        unit = _UNIT_MS.get(fold(given.unit).removesuffix("s"))
        if unit is None:
            self.refused["unknown unit"] += 1
            return 0
        return int(self._within(given.value * unit, 0, 0, _MAX_TOLERANCE_MS))
