"""Where beliefs come from: the words they rest on, and who decided."""

from __future__ import annotations

from dcpm_sqlite import Memory
from dcpm_sqlite.records import Quote
from dcpm_sqlite.store import provenance
from dcpm_sqlite.store.changes import AddBelief, AddSource, LogDecision, New, UnderJob
from tests.doubles import Clock, belief, put, rows, store_of
from tests.store.beliefs_by_hand import job, message, public, quoting, reworded, said_again, state


def evidence(memory: Memory, key: int) -> list[tuple[str, str]]:
    """Words and role of what a belief rests on."""
    with store_of(memory).file.read() as db:
        return [(e.words, e.role) for e in provenance.evidence(db, key)]


def test_the_words_of_all_wordings_that_stand_latest_first(memory: Memory) -> None:
    """Cut out of the messages by code points; what was taken back is not among them."""
    first, second, third = (message(memory, text) for text in ("🍵 tea is good", "teas, greens", "cold tea"))
    key = job(memory, state("likes tea", first)).keys[0]
    job(memory, reworded(key, "likes green tea", second))
    assert evidence(memory, key) == [("teas", "quote"), ("🍵 te", "quote")]
    last = job(memory, reworded(key, "likes cold tea", third, number=2))
    assert evidence(memory, key)[0] == ("cold", "quote")
    memory.undo(last.id)
    assert evidence(memory, key) == [("teas", "quote"), ("🍵 te", "quote")]


def test_a_question_stands_beside_its_answer(memory: Memory) -> None:
    """K49: the quote first, then its context."""
    asked, answered = message(memory, "Meat at all?", role="assistant"), message(memory, "No, never.")
    sources = (Quote(asked, 0, 4, "context"), Quote(answered, 0, 3))
    key = job(memory, belief("eats no meat", sources=sources)).keys[0]
    assert evidence(memory, key) == [("No,", "quote"), ("Meat", "context")]


def test_a_question_alone_carries_no_belief(memory: Memory) -> None:
    """K49, K28: with the answer's message goes what it said, though the question that it answered is kept."""
    asked, answered = message(memory, "Meat at all?", role="assistant"), message(memory, "No, never.")
    job(memory, belief("eats no meat", sources=(*quoting(answered), Quote(asked, 0, 4, "context"))))
    memory.forget(public(memory, answered))
    assert rows(memory, "SELECT text FROM wording") == []
    assert memory.check().problems == ()


def test_who_drew_it_and_who_placed_it(memory: Memory, clock: Clock) -> None:
    """Two decisions with mind and time; None for what was put in by hand; a later wording names its own."""
    raw = message(memory, "Word of tea.")
    changes = [UnderJob("add"), LogDecision("extract", 1, "offline"), LogDecision("reconcile", 2, "scripted")]
    added = AddBelief(state("likes tea", raw).candidate, drawn_by=New(1), placed_by=New(2))
    key = put(memory, *changes, added)[-1]
    with store_of(memory).file.read() as db:
        drawn, placed = provenance.decisions(db, key)
    assert (drawn.name, drawn.version, drawn.mind, drawn.decided_ms) == ("extract", 1, "offline", clock.now_ms)
    assert (placed.name, placed.version, placed.mind) == ("reconcile", 2, "scripted")
    job(memory, reworded(key, "likes green tea", raw), mind="another")
    (by_hand,) = put(memory, belief("by hand"))
    with store_of(memory).file.read() as db:
        assert [d.mind for d in provenance.decisions(db, key)] == ["another", "scripted"]
        assert provenance.decisions(db, by_hand) == (None, None)


def test_current_of_a_party_and_its_own(memory: Memory) -> None:
    """Not superseded, not taken back, not another's; the owner's are also what was said before being named, and what is "my" own."""
    raw = message(memory, "Word of tea.", party="Ann")
    (ann,) = rows(memory, "SELECT id FROM party")[0]
    old = job(memory, state("likes tea", raw, party="Ann")).keys[0]
    job(memory, state("likes cocoa", raw, party="Ann", after=old))
    job(memory, state("likes ink", raw, party="Ben"), state("is old", raw, subject="cat"), state("unnamed", raw))
    job(
        memory,
        state("is grey", raw, subject="my cat"),
        state("is tall", raw, subject="Ann's sister"),
        state("is short", raw, subject="Anne"),
    )
    memory.undo(job(memory, state("likes mud", raw, party="Ann")).id)
    with store_of(memory).file.read() as db:
        assert [b.text for b in provenance.of_party(db, 1, ann, "Ann", is_owner=False)] == ["likes cocoa", "is tall"]
        assert [b.text for b in provenance.of_party(db, 1, ann, "Ann", is_owner=True)] == ["likes cocoa", "unnamed", "is grey", "is tall"]
        assert [b.text for b in provenance.of_party(db, 1, None, None, is_owner=True)] == ["unnamed", "is grey"]


def test_what_rests_on_messages(memory: Memory) -> None:
    """By any wording that stands, each once."""
    one, two, three = (message(memory, f"Word {n}.") for n in range(3))
    first = job(memory, state("likes tea", one), state("likes ink", two)).keys
    job(memory, said_again(first[0], two), AddSource(first[0], (Quote(two, 1, 3),)))
    gone = job(memory, state("likes mud", one))
    memory.undo(gone.id)
    with store_of(memory).file.read() as db:
        assert sorted(provenance.current_since(db, [two])) == sorted(first)
        assert provenance.current_since(db, [three]) == []
        assert provenance.current_since(db, [one]) == [first[0]]
