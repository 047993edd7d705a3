"""How a search goes on, without a model: by the question's words alone, the same from every item of the frontier."""

from __future__ import annotations

from dcpm_sqlite.investigation.expanding.offer import Actions, Offer
from dcpm_sqlite.investigation.question import asks_for_a_chain, asks_for_a_change, closed, window_of
from dcpm_sqlite.records import Action, Decay, Expansion
from dcpm_sqlite.settings import InvestigationSettings

_DAY_MS = 86_400_000


def expand(offer: Offer) -> Actions:
    """Paths where it asks why or in which order, else a beam; what contradicts only where it asks for a change.

    A time that it names decays softly: what a belief's own words tell of time is often another time than the question's. No predicate is
    asked for: which words of a question call for which relation is not surely told.
    """
    mode = _mode("path_search" if asks_for_a_chain(offer.question) else "subgraph_beam", offer.settings)
    decay, inhibits = _decay(offer), not asks_for_a_change(offer.question)
    return Actions(tuple(Action(one.key, mode, offer.question, decay=decay, inhibits_conflict=inhibits) for one in offer.frontier))


def _mode(wanted: Expansion, settings: InvestigationSettings) -> Expansion:
    return wanted if wanted in settings.modes else settings.modes[0]


def _decay(offer: Offer) -> Decay | None:
    window = window_of(offer.question, offer.now_ms)
    ends = None if window is None else closed(window)
    return None if ends is None else Decay(*ends, tolerance_ms=max(_DAY_MS, ends[1] - ends[0]))
