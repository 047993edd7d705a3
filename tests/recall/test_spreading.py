"""One step along the relations in a plain read: what it raises, what it leaves, and what it costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.recall.spreading import gained
from dcpm_sqlite.settings import RecallSettings
from dcpm_sqlite.store.changes import AddRelation
from dcpm_sqlite.store.relations import Link
from tests.conftest import OpenMemory
from tests.doubles import belief, put, store_of

S = RecallSettings()


def link(source: int, target: int, weight: float, relation: int | None = 1) -> Link:
    """A relation."""
    return Link(relation, source, target, "correlates", "", weight, None)


def test_a_relation_passes_on_a_share_by_its_weight() -> None:
    """0.3 x 0.8 x 0.5 from one end to the other, whichever way it points."""
    assert gained({1: 0.8}, [link(1, 2, 0.5)], S) == pytest.approx({2: 0.12})
    assert gained({2: 0.8}, [link(1, 2, 0.5)], S) == pytest.approx({1: 0.12})


def test_the_best_relation_counts() -> None:
    """Gains are not summed: many weak ones do not outweigh one strong."""
    assert gained({1: 1.0, 3: 1.0}, [link(1, 2, 0.2), link(3, 2, 0.9), link(1, 2, 0.4)], S) == pytest.approx({2: 0.27})


def test_a_pointer_between_states_passes_nothing_on() -> None:
    """A chain is one hit already."""
    assert gained({1: 1.0}, [link(1, 2, 1.0, relation=None)], S) == {}


@pytest.fixture
def related(open_memory: OpenMemory) -> Memory:
    """A belief that the question names, one that shares no word with it but is related, and others."""
    memory = open_memory()
    texts = (
        "The violin lessons stopped in March.",
        "A wrist was broken on the ice.",
        "Bread is baked on Sundays.",
        "The roof leaks a little.",
    )
    first, second, *_ = put(memory, *[belief(text) for text in texts], embed=True)
    put(memory, AddRelation(second, first, "results_in", "the fall ended the lessons", 0.9))
    return memory


def rank_of(memory: Memory, words: str, *, relations: bool, question: str = "violin lessons") -> int | None:
    """The place of the hit that holds these words, None where there is none."""
    hits = memory.recall(question, k=4, relations=relations).hits
    return next((place for place, hit in enumerate(hits) if words in hit.text), None)


def test_what_is_related_to_the_best_hit_rises(related: Memory) -> None:
    """It comes right after the hit that it is tied to, and says why."""
    assert rank_of(related, "wrist", relations=True) == 1
    hit = related.recall("violin lessons", relations=True).hits[1]
    assert dict(hit.reason.parts)["relation"] > 0  # type: ignore[union-attr]


def test_without_the_switch_nothing_changes(related: Memory) -> None:
    """It is off by default, and no score has a part from relations."""
    assert all("relation" not in dict(hit.reason.parts) for hit in related.recall("violin lessons").hits)  # type: ignore[union-attr]


def test_the_first_hit_stays_first(related: Memory) -> None:
    """A share of its score never lifts another over it by itself."""
    assert rank_of(related, "violin", relations=True) == 0


def test_weights_of_today_are_not_used_for_what_was_known_then(related: Memory) -> None:
    """With known_at there is no spread."""
    hits = related.recall("violin lessons", relations=True, known_at="2030-01-01").hits
    assert all("relation" not in dict(hit.reason.parts) for hit in hits)  # type: ignore[union-attr]


def test_a_superseded_state_is_led_by_the_current_one(open_memory: OpenMemory) -> None:
    """A relation to an earlier state brings up its chain, once."""
    memory = open_memory()
    (violin,) = put(memory, belief("The violin lessons stopped in March."), embed=True)
    (old,) = put(memory, belief("The left hand is in plaster."), embed=True)
    put(memory, belief("The left hand is well again.", after=old, expected_next=None), embed=True)
    put(memory, AddRelation(old, violin, "results_in", "", 0.9))
    hits = memory.recall("violin lessons", relations=True).hits
    assert [hit.text for hit in hits].count("The left hand is well again.") == 1
    assert all(hit.text != "The left hand is in plaster." for hit in hits)


def test_it_takes_three_statements_more_at_most(related: Memory) -> None:
    """However many relations there are."""
    counts = {}
    related.recall("violin lessons")  # the first one also loads codes
    for relations in (False, True):
        seen: list[str] = []
        reader = store_of(related).file._reader()
        reader.exec_trace = lambda cursor, sql, bindings, seen=seen: seen.append(sql) or True
        related.recall("violin lessons", relations=relations)
        reader.exec_trace = None
        counts[relations] = len(seen)
    assert 1 <= counts[True] - counts[False] <= 3


def test_nothing_passes_on_at_weight_zero(open_memory: OpenMemory, related: Memory) -> None:
    """The share is a setting."""
    settings = replace(related.settings, recall=replace(S, relation_weight=0.0, with_relations=True))
    memory = open_memory(related.path, settings=settings)
    assert [h.id for h in memory.recall("violin lessons").hits] == [h.id for h in related.recall("violin lessons").hits]
