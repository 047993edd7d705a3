"""Beams and paths over hand-made graphs; each filter with what it changes (REALM R-27..R-34, C.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dcpm_sqlite.investigation.walking import expand
from dcpm_sqlite.records import Action, Allowed, Decay
from dcpm_sqlite.settings import InvestigationSettings
from tests.investigation.graphs_by_hand import HandMade

S = InvestigationSettings()
DAY = 86_400_000
CHAIN = HandMade([(1, "triggers", 2, 0.9), (2, "results_in", 3, 0.9), (3, "precedes", 4, 0.9), (4, "precedes", 5, 0.9)])


def beam(seed: int = 1, **kwargs: Any) -> Action:
    """A beam from a seed."""
    return Action(seed, "subgraph_beam", "why", **kwargs)


def path(seed: int = 1, **kwargs: Any) -> Action:
    """Paths from a seed."""
    return Action(seed, "path_search", "why", **kwargs)


def keys(action: Action, graph: HandMade, *, known: tuple[int, ...] = (), settings: InvestigationSettings = S) -> list[int]:
    """What one action reaches, in order."""
    return [one.key for one in expand([action], known, graph, settings)]


def test_a_beam_goes_on_from_what_it_admitted() -> None:
    """Hop by hop, each from the last hop's finds, up to the hard cap of hops."""
    assert keys(beam(), CHAIN) == [2, 3, 4, 5]
    assert keys(beam(), CHAIN, settings=replace(S, max_hops=2)) == [2, 3]


def test_a_beam_spends_one_budget_on_all_hops() -> None:
    """`max_nodes` counts what was admitted over all hops (R-33), best first."""
    star = HandMade([(1, "correlates", n, w) for n, w in ((2, 0.5), (3, 0.9), (4, 0.7))] + [(3, "correlates", 5, 0.9)])
    assert keys(beam(max_nodes=2), star) == [3, 4]
    assert keys(beam(max_nodes=4), star) == [3, 4, 2, 5]


def test_a_path_is_as_deep_as_it_may_be() -> None:
    """`max_depth` counts edges from the seed."""
    assert keys(path(max_depth=1), CHAIN) == [2]
    assert keys(path(max_depth=3), CHAIN) == [2, 3, 4]


def test_paths_that_are_pruned_do_not_come_back() -> None:
    """After each hop the best `top_k` go on; what fell out is not reached later either (R-34)."""
    graph = HandMade([(1, "correlates", 2, 0.9), (1, "correlates", 3, 0.2), (2, "correlates", 3, 0.9)])
    assert keys(path(top_k=1, max_depth=3), graph) == [2]
    assert keys(path(top_k=2, max_depth=3), graph) == [2, 3]


def test_a_path_carries_all_its_hops_and_its_mean() -> None:
    """Score of two hops of 0.66 each: their mean less 0.03."""
    found = {one.key: one for one in expand([path()], (), CHAIN, S)}
    assert [hop.lead.end for hop in found[3].hops] == [2, 3]
    assert found[3].score == pytest.approx(0.6 * 0.5 + 0.4 * 0.9 - 0.03)


def test_one_target_is_reached_by_its_best_edge() -> None:
    """Candidates of a hop are deduplicated by target."""
    graph = HandMade([(1, "correlates", 2, 0.4), (1, "triggers", 2, 0.8)])
    (found,) = expand([beam()], (), graph, S)
    assert found.hops[-1].lead.link.predicate == "triggers"


def test_what_is_below_the_threshold_is_dropped() -> None:
    """Eq. 14's score of an edge of weight 0.1 to something of nearness 0.5 is 0.34."""
    weak = HandMade([(1, "correlates", 2, 0.1)])
    assert keys(beam(threshold=0.33), weak) == [2]
    assert keys(beam(threshold=0.35), weak) == []


def test_only_allowed_predicates_are_walked() -> None:
    """A layer, and a predicate of it where one is given (R-30); none given allows all."""
    graph = HandMade([(1, "triggers", 2, 0.9), (1, "precedes", 3, 0.9), (1, "comprises", 4, 0.9)])
    assert keys(beam(), graph) == [2, 3, 4]
    assert keys(beam(allowed=(Allowed("causal"),)), graph) == [2, 3]
    assert keys(beam(allowed=(Allowed("causal", "precedes"),)), graph) == [3]
    assert keys(beam(allowed=(Allowed("taxonomic"), Allowed("causal", "triggers"))), graph) == [2, 4]


def test_direction_counts_except_where_a_relation_has_none() -> None:
    """Forward goes from source to target; contradicts, correlates and analogous_to go both ways (R-06)."""
    graph = HandMade([(1, "triggers", 2, 0.9), (3, "triggers", 1, 0.9), (4, "correlates", 1, 0.9)])
    assert keys(beam(allowed=(Allowed("causal", direction="forward"),)), graph) == [2]
    assert keys(beam(allowed=(Allowed("causal", direction="backward"),)), graph) == [3]
    assert keys(beam(allowed=(Allowed("associative", direction="forward"),)), graph) == [4]


def test_conflict_is_inhibited_where_that_is_asked() -> None:
    """Edges that contradict are not walked (R-32)."""
    graph = HandMade([(1, "contradicts", 2, 0.9), (1, "implies", 3, 0.9)])
    assert keys(beam(), graph) == [2, 3]
    assert keys(beam(inhibits_conflict=True), graph) == [3]


def test_hard_decay_keeps_out_what_is_outside_of_the_window() -> None:
    """And, where that is asked, what has no time."""
    graph = HandMade([(1, "correlates", n, 0.9) for n in (2, 3, 4)], spans={2: (0, DAY), 3: (50 * DAY, 51 * DAY)})
    window = Decay(0, 2 * DAY, is_hard=True)
    assert keys(beam(), graph) == [2, 3, 4]
    assert keys(beam(decay=window), graph) == [2, 4]
    assert keys(beam(decay=replace(window, keeps_undated=False)), graph) == [2]


def test_soft_decay_ranks_behind() -> None:
    """What is far outside comes after what has no time, which comes after what is inside."""
    graph = HandMade([(1, "correlates", n, 0.9) for n in (2, 3, 4)], spans={3: (0, DAY), 2: (50 * DAY, 51 * DAY)})
    assert keys(beam(decay=Decay(0, 2 * DAY)), graph) == [3, 4, 2]


def test_what_is_known_or_another_seed_is_not_reached_again() -> None:
    """R-29: candidates reached from elsewhere are dropped before they are scored, and not walked through."""
    assert keys(beam(), CHAIN, known=(3,)) == [2]
    other = replace(CHAIN, actions=2)
    assert [one.key for one in expand([beam(1), beam(4)], (), other, S)] == [2, 3, 5]


def test_a_ring_ends() -> None:
    """A walk does not revisit its own path."""
    ring = HandMade([(1, "precedes", 2, 0.9), (2, "precedes", 3, 0.9), (3, "precedes", 1, 0.9)])
    assert sorted(keys(path(max_depth=6), ring)) == [2, 3]


def test_reads_count_hops_and_not_items() -> None:
    """Two hundred edges in two hops are read in two rounds of reading, for five seeds together."""
    edges = [(seed, "correlates", 100 * seed + n, 0.9) for seed in range(1, 6) for n in range(40)]
    graph = HandMade(edges, actions=5)
    expand([beam(seed, max_nodes=32) for seed in range(1, 6)], (), graph, replace(S, max_hops=2))
    assert graph.asked <= 2
