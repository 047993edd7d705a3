"""Ranking, worked out by hand."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.recall import ranking
from dcpm_sqlite.recall.ranking import Candidates, Keys, Ranked, Scale, TermMatches, scale_of, term_matches
from dcpm_sqlite.settings import RecallSettings

ONE = 1 << 32
SETTINGS = RecallSettings(dense_weight=0.4, context_weight=0.5, session_weight=0.3, speaker_weight=0.4, neighbour_weight=0.15)


def posting(*ns: int) -> Keys:
    """Keys of space 1."""
    return np.array([ONE + n for n in ns], np.int64)


def candidates(
    keys: list[int], *, previous: list[int] | None = None, group: list[int] | None = None, party: list[int] | None = None,
    similarity: list[float] | None = None,
) -> Candidates:  # fmt: skip
    """Candidates, zeros where nothing is given."""
    zeros = [0] * len(keys)
    own, before, session, speaker = (np.array(x if x is not None else zeros, np.int64) for x in (keys, previous, group, party))
    return Candidates(own, before, session, speaker, np.array(similarity if similarity is not None else [np.nan] * len(keys)))


def rank(table: Candidates, matches: TermMatches, named: int | None, settings: RecallSettings) -> Ranked:
    """Ranked by the scale of that one channel."""
    return ranking.rank(table, matches, named, scale_of([(table, matches)], settings), settings)


NO_TERMS = term_matches([], limit=10, rows=10)


def test_terms_weigh_by_how_rare_they_are() -> None:
    """idf is log(1 + (N - n + 0.5) / (n + 0.5)) with the space's own counts."""
    found = term_matches([posting(9, 5, 1), posting(5)], limit=10, rows=10)
    assert found.keys.tolist() == posting(1, 5, 9).tolist()
    assert found.held.tolist() == [[True, False], [True, True], [True, False]]
    assert found.idf == pytest.approx([log(1 + 7.5 / 3.5), log(1 + 9.5 / 1.5)])


def test_a_cut_posting_stands_for_as_many_rows_as_its_density_tells() -> None:
    """Two rows within the newest ten ids, cut at two, stand for twenty among a hundred."""
    found = term_matches([posting(100, 91)], limit=2, rows=100)
    assert found.idf == pytest.approx([log(1 + 80.5 / 20.5)])


def test_a_cut_posting_never_counts_less_than_what_was_seen() -> None:
    """A word in every row is worth next to nothing, and never a negative weight."""
    found = term_matches([posting(*range(50, 0, -1))], limit=50, rows=20)
    assert found.idf == pytest.approx([log(1 + 0.5 / 50.5)])


def test_rows_without_any_term_hold_none() -> None:
    """Which terms a row holds is told for any key, known or not, also where nothing matched."""
    found = term_matches([posting(2), posting()], limit=10, rows=10)
    assert found.of(posting(1, 2, 3)).tolist() == [[False, False], [True, False], [False, False]]
    assert term_matches([posting(), posting()], limit=10, rows=10).of(posting(1)).tolist() == [[False, False]]


def test_a_score_worked_out_by_hand() -> None:
    """Three turns, two sessions, two speakers, two terms: each part and the sum."""
    matches = TermMatches(np.array([11, 12]), np.array([[True, False], [False, True]]), np.array([2.0, 1.0]))
    table = candidates([11, 12, 13], previous=[0, 11, 12], group=[5, 5, 6], party=[1, 2, 1], similarity=[0.9, 0.5, np.nan])
    ranked = rank(table, matches, 1, SETTINGS)
    assert ranked.meaning == pytest.approx([0.4, 0, 0])  # min-max over the two that have one
    assert ranked.keywords == pytest.approx([0.6, 0.6, 0.15])  # weights 2, 1 + half of 2, half of 1; the best is 2
    assert ranked.session == pytest.approx([0.16, 0.16, 0.015])  # 0.3 x (1.0 + 0.6) / 3, and 0.3 x 0.15 / 3
    assert ranked.speaker == pytest.approx([0.4, 0, 0.4])
    assert ranked.neighbour == pytest.approx([0.09, 0.15, 0.09])  # 0.15 x the better of before and after
    assert ranked.score == pytest.approx([1.65, 0.91, 0.655])
    assert ranked.own_share == pytest.approx([2 / 3, 1 / 3, 0])


def test_a_term_of_the_turn_before_counts_only_where_the_turn_lacks_it() -> None:
    """A term that both hold counts once, in full."""
    matches = TermMatches(np.array([11, 12]), np.array([[True], [True]]), np.array([2.0]))
    ranked = rank(candidates([11, 12], previous=[0, 11]), matches, None, SETTINGS)
    assert ranked.keywords == pytest.approx([0.6, 0.6])


def test_equal_similarities_all_count_in_full() -> None:
    """Where all are as near, none is punished for it."""
    assert rank(candidates([1, 2], similarity=[0.7, 0.7]), NO_TERMS, None, SETTINGS).score == pytest.approx([0.4, 0.4])


def test_only_the_three_best_of_a_session_carry_it() -> None:
    """A long session gains nothing by its many weak turns; what has no session gains nothing at all."""
    table = candidates([1, 2, 3, 4, 5], group=[7, 7, 7, 7, 0], similarity=[1.0, 0.75, 0.5, 0.0, 0.25])
    ranked = rank(table, NO_TERMS, None, SETTINGS)
    assert ranked.session == pytest.approx([0.3 * (0.4 + 0.3 + 0.2) / 3] * 4 + [0])


def test_a_named_speaker_counts_only_for_what_matches_at_all() -> None:
    """Being said by the one who is named is no reason by itself."""
    table = candidates([1, 2], party=[9, 9], similarity=[0.8, 0.2])
    assert rank(table, NO_TERMS, 9, SETTINGS).speaker == pytest.approx([0.4, 0])
    assert rank(table, NO_TERMS, None, SETTINGS).speaker == pytest.approx([0, 0])


def test_neighbours_are_found_in_any_order_of_rows() -> None:
    """The better of the turn before and the turn after counts, wherever they stand in the arrays."""
    table = candidates([30, 10, 20], previous=[20, 0, 10], similarity=[0.0, 1.0, 0.5])
    assert rank(table, NO_TERMS, None, SETTINGS).neighbour == pytest.approx([0.03, 0.03, 0.06])


def test_no_candidates_no_scores() -> None:
    """Nothing in, nothing out."""
    ranked = rank(candidates([]), NO_TERMS, None, SETTINGS)
    assert ranked.score.tolist() == ranked.own_share.tolist() == []


@given(st.lists(st.tuples(st.floats(-1, 1), st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=30), st.integers(0, 2))
def test_the_parts_always_add_up(rows: list[tuple[float, int, int]], named: int) -> None:
    """A score is the sum of its parts, finite, and no part is negative."""
    keys = list(range(1, len(rows) + 1))
    table = candidates(
        keys, previous=[k - 1 for k in keys], group=[r[1] for r in rows], party=[r[2] for r in rows], similarity=[r[0] for r in rows]
    )
    matches = TermMatches(np.array(keys[::2]), np.ones((len(keys[::2]), 1), bool), np.array([1.5]))
    ranked = rank(table, matches, named or None, SETTINGS)
    parts = [ranked.meaning, ranked.keywords, ranked.session, ranked.speaker, ranked.neighbour]
    assert ranked.score == pytest.approx(np.sum(parts, axis=0))
    assert np.isfinite(ranked.score).all()
    assert all((part >= 0).all() for part in parts)


def test_channels_share_the_first_ones_scale() -> None:
    """Another channel's rows are held against the first one's nearest and farthest, and change nothing among its own."""
    passages, beliefs = candidates([1, 2], similarity=[0.9, 0.5]), candidates([3, 4], similarity=[0.95, 0.7])
    scale = scale_of([(passages, NO_TERMS), (beliefs, NO_TERMS)], SETTINGS)
    assert (scale.low, scale.high) == (0.5, 0.9)
    assert scale.nearness(passages.similarity) == pytest.approx([1, 0])
    assert scale.nearness(beliefs.similarity) == pytest.approx([1, 0.5])


def test_words_are_weighed_against_the_best_of_all_channels() -> None:
    """A channel without a word of the question doesn't make its least bad row the best there is."""
    matches = TermMatches(np.array([1, 3]), np.array([[True, False], [True, True]]), np.array([1.0, 1.0]))
    passages, beliefs = candidates([1]), candidates([3])
    scale = scale_of([(passages, matches), (beliefs, matches)], SETTINGS)
    assert scale.most == 1.0
    assert ranking.rank(passages, matches, None, scale, SETTINGS).keywords == pytest.approx([0.3])
    assert ranking.rank(beliefs, matches, None, scale, SETTINGS).keywords == pytest.approx([0.6])


def test_a_scale_of_nothing_is_harmless() -> None:
    """No candidates, no similarities."""
    assert scale_of([(candidates([]), NO_TERMS)], SETTINGS) == Scale(0.0, 0.0, 0.0)
