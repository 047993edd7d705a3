"""Jobs, and taking them back: everything a job changed is as before, and can be had again."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from dcpm_sqlite import Memory, errors
from dcpm_sqlite.records import Quote
from dcpm_sqlite.store.changes import AddSource, AddSummary, Change, LogDecision, New, Pin, Settle, UnderJob, Withdraw
from tests.conftest import OpenMemory
from tests.doubles import Clock, belief, put, rows, store_of
from tests.store.beliefs_by_hand import (
    forget_belief,
    job,
    message,
    public,
    quoting,
    related,
    reworded,
    said_again,
    seen,
    sound,
    standing,
    state,
)

Prepared = dict[str, int]


@pytest.fixture
def prepared(memory: Memory) -> Prepared:
    """Messages r0..r5, and beliefs: a chain of two (home, moved), two more; all with vectors. Keys by name."""
    raws = {f"r{n}": message(memory, f"Word{n} was said that day.", session="s") for n in range(6)}
    done = job(
        memory, state("lives in Basel", raws["r0"]), state("likes tea", raws["r1"]), state("has a cat", raws["r1"]),
        related(New(3), New(4)),
    )  # fmt: skip
    moved = job(memory, state("lives in Bern", raws["r1"], after=done.keys[0]))
    memory.rebuild()
    return raws | {"home": done.keys[0], "tea": done.keys[1], "cat": done.keys[2], "relation": done.keys[3], "moved": moved.keys[0]}


Acts = Callable[[Prepared], list[Change]]

ACTIONS: dict[str, Acts] = {
    "add": lambda k: [state("plays chess", k["r2"])],
    "supersede": lambda k: [state("lives in Thun", k["r2"], after=k["moved"])],
    "slot in between": lambda k: [state("lived in Chur", k["r2"], after=k["home"], expected_next=k["moved"])],
    "go in front": lambda k: [state("grew up in Zug", k["r2"], before=k["home"])],
    "supersede twice": lambda k: [state("lives in Thun", k["r2"], after=k["moved"]), state("lives in Olten", k["r3"], after=New(2))],
    "update": lambda k: [reworded(k["tea"], "likes green tea", k["r2"])],
    "say again": lambda k: [said_again(k["tea"], k["r2"])],
    "say again with the question": lambda k: [AddSource(k["tea"], (*quoting(k["r2"]), Quote(k["r3"], 0, 4, "context")))],
    "pin": lambda k: [Pin(k["tea"], True)],
    "pin and unpin": lambda k: [Pin(k["tea"], True), Pin(k["tea"], False)],
    "relate": lambda k: [related(k["tea"], k["moved"], "contradicts")],
    "relate the new": lambda k: [state("plays chess", k["r2"]), related(New(2), k["cat"], "enables")],
    "summarise": lambda k: [AddSummary(k["r3"], "It was about homes.")],
    "withdraw": lambda k: [Withdraw((k["r0"],), "me", 1), Settle((k["r0"],), "me")],
    "withdraw what is related": lambda k: [Withdraw((k["r1"],), "me", 1), Settle((k["r1"],), "me")],
    "withdraw and draw anew": lambda k: [
        Withdraw((k["r0"], k["r1"]), "me", 1), state("lives near Basel", k["r0"]), state("lives in Bern", k["r1"], after=New(3)),
        Settle((k["r0"], k["r1"]), "me"),
    ],
    "all at once": lambda k: [
        state("plays chess", k["r2"]), said_again(k["tea"], k["r2"]), reworded(k["cat"], "has a grey cat", k["r3"]),
        state("lives in Thun", k["r2"], after=k["moved"]), said_again(k["home"], k["r4"]), related(New(2), k["cat"]), Pin(New(2), True),
        Withdraw((k["r3"],), "me", 1), Settle((k["r3"],), "me"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", ACTIONS)
def test_undo_leaves_all_as_before_and_undo_of_undo_as_after(memory: Memory, prepared: Prepared, name: str) -> None:
    """States, wordings, pointers, pins, sources, relations and indexes: back and forth three times; summaries alone are not restored."""
    before = seen(memory)
    done = job(memory, *ACTIONS[name](prepared))
    memory.rebuild()
    after = seen(memory)
    assert after != before
    assert sound(memory)
    assert memory.undo(done.id) == (done.id,)
    assert seen(memory) == before
    assert sound(memory)
    if name == "summarise":
        return
    for _ in range(2):
        memory.undo(memory.jobs(limit=1)[0].id)
        assert seen(memory) == after
        assert sound(memory)
        memory.undo(done.id)
        assert seen(memory) == before
        assert sound(memory)


def test_a_job_is_listed_with_what_it_changed(memory: Memory, prepared: Prepared, clock: Clock) -> None:
    """Latest first, counts per action, and whether it was taken back."""
    clock.advance(1_000)
    done = job(memory, state("lives in Thun", prepared["r2"], after=prepared["moved"]))
    listed = memory.jobs(limit=1)[0]
    assert (listed.id, listed.kind, listed.state, listed.started_ms) == (done.id, "add", "done", clock.now_ms)
    assert dict(listed.changed) == {"word": 1, "cite": 1, "supersedes": 1, "superseded_by": 1}
    memory.undo(done.id)
    undoing, taken = memory.jobs(limit=2)
    assert (taken.id, taken.state, undoing.kind, undoing.state) == (done.id, "undone", "undo", "done")


def test_what_is_taken_back_twice_or_unknown_is_refused(memory: Memory, prepared: Prepared) -> None:
    """A job is taken back once; another space's job is not known here."""
    done = job(memory, state("plays chess", prepared["r2"]))
    memory.undo(done.id)
    with pytest.raises(errors.UsageError, match="taken back already"):
        memory.undo(done.id)
    with pytest.raises(errors.UnknownId):
        memory.undo("zzzzzzzzzzzzz")


def test_a_job_of_another_space_is_not_known(open_memory: OpenMemory) -> None:
    """Nothing crosses spaces."""
    one, two = open_memory(), open_memory(space="two")
    done = job(one, state("plays chess", message(one, "Word of one.")))
    message(two, "Word of two.")
    with pytest.raises(errors.UnknownId):
        two.undo(done.id)
    assert two.jobs() == ()


@pytest.mark.parametrize("later", ["supersede", "slot in between", "update", "say again", "pin"])
def test_what_later_work_builds_on_is_not_taken_back_alone(memory: Memory, prepared: Prepared, later: str) -> None:
    """BuiltUpon names the later jobs and nothing is changed; with cascade all goes, and comes back with one undo."""
    before = seen(memory)
    base = job(memory, state("lives in Thun", prepared["r2"], after=prepared["moved"]), state("likes cocoa", prepared["r2"]))
    thun, cocoa = base.keys
    on_top: dict[str, list[Change]] = {
        "supersede": [state("lives in Olten", prepared["r3"], after=thun)],
        "slot in between": [state("lived in Chur", prepared["r3"], after=prepared["moved"], expected_next=thun)],
        "update": [reworded(cocoa, "likes hot cocoa", prepared["r3"])],
        "say again": [said_again(cocoa, prepared["r3"])],
        "pin": [Pin(cocoa, True)],
    }
    top = job(memory, *on_top[later])
    memory.rebuild()
    after = seen(memory)
    with pytest.raises(errors.BuiltUpon, match=top.id):
        memory.undo(base.id)
    assert seen(memory) == after
    assert memory.undo(base.id, cascade=True) == (top.id, base.id)
    assert seen(memory) == before
    memory.undo(memory.jobs(limit=1)[0].id)
    assert seen(memory) == after
    assert {j.state for j in memory.jobs() if j.id in (top.id, base.id)} == {"done"}
    assert sound(memory)


def test_builds_upon_goes_on_from_job_to_job(memory: Memory, prepared: Prepared) -> None:
    """What builds on what builds on it goes too, and a job about something else stays."""
    first = job(memory, state("lives in Thun", prepared["r2"], after=prepared["moved"]))
    second = job(memory, state("lives in Olten", prepared["r3"], after=first.keys[0]), state("likes cocoa", prepared["r3"]))
    third = job(memory, reworded(second.keys[1], "likes hot cocoa", prepared["r4"]))
    other = job(memory, state("plays chess", prepared["r2"]))
    assert memory.undo(first.id, cascade=True) == (third.id, second.id, first.id)
    assert "plays chess" in standing(memory)
    assert memory.jobs(limit=2)[1].id == other.id


def test_a_shared_message_is_nothing_built_upon(memory: Memory, prepared: Prepared) -> None:
    """Two jobs that drew from one message go apart."""
    first = job(memory, state("plays chess", prepared["r2"]))
    job(memory, state("plays go", prepared["r2"]))
    assert memory.undo(first.id) == (first.id,)


def test_a_later_job_that_was_taken_back_is_no_hindrance(memory: Memory, prepared: Prepared) -> None:
    """It and its undoing come to nothing, and neither comes back."""
    base = job(memory, state("likes cocoa", prepared["r2"]))
    top = job(memory, state("likes cocoa no more", prepared["r3"], after=base.keys[0]))
    memory.undo(top.id)
    assert memory.undo(base.id) == (base.id,)
    assert standing(memory) == ["likes tea", "has a cat", "lives in Bern"]
    assert sound(memory)


def test_what_rests_on_what_is_gone_comes_back_after_it_only(memory: Memory, prepared: Prepared) -> None:
    """The undoing of the upper job can't be taken back while the lower one is away, not even with cascade."""
    base = job(memory, state("likes cocoa", prepared["r2"]))
    top = job(memory, state("likes cocoa no more", prepared["r3"], after=base.keys[0]))
    memory.rebuild()
    after = seen(memory)
    memory.undo(top.id)
    undone_top = memory.jobs(limit=1)[0].id
    memory.undo(base.id)
    undone_base = memory.jobs(limit=1)[0].id
    for cascade in (False, True):
        with pytest.raises(errors.BuiltUpon, match=undone_base):
            memory.undo(undone_top, cascade=cascade)
    memory.undo(undone_base)
    memory.undo(undone_top)
    assert seen(memory) == after
    assert sound(memory)


def test_undo_after_the_state_between_was_forgotten(memory: Memory, prepared: Prepared) -> None:
    """A chain that forgetting closed stays one list, whichever end is taken back."""
    middle = job(memory, state("lives in Thun", prepared["r2"], after=prepared["moved"]))
    last = job(memory, state("lives in Olten", prepared["r3"], after=middle.keys[0]))
    forget_belief(memory, middle.keys[0])
    assert sound(memory)
    memory.undo(last.id)
    assert "lives in Bern" in standing(memory)
    assert sound(memory)
    memory.undo(memory.jobs(limit=1)[0].id)
    assert "lives in Olten" in standing(memory)
    assert sound(memory)


def test_a_place_that_is_taken_meanwhile_is_left_to_who_has_it(memory: Memory, prepared: Prepared) -> None:
    """Where forgetting joined others over the old place, what comes back stands by itself."""
    chess = job(memory, state("plays chess", prepared["r2"])).keys[0]
    back = job(memory, state("plays no chess", prepared["r3"], after=chess))
    memory.undo(back.id)
    undoing = memory.jobs(limit=1)[0].id
    between = job(memory, state("plays chess on Sundays", prepared["r4"], after=chess))
    job(memory, state("plays go", prepared["r5"], after=between.keys[0]))
    forget_belief(memory, between.keys[0])
    memory.undo(undoing)
    assert sound(memory)
    assert standing(memory)[-2:] == ["plays no chess", "plays go"]


def test_undo_after_the_neighbour_was_forgotten(memory: Memory, prepared: Prepared) -> None:
    """The first state is gone: the later one becomes the first, and can still be taken back."""
    last = job(memory, state("plays no chess", prepared["r3"], after=job(memory, state("plays chess", prepared["r2"])).keys[0]))
    forget_belief(memory, rows(memory, "SELECT supersedes FROM belief WHERE id = ?", last.keys[0])[0][0])
    memory.undo(last.id)
    assert sound(memory)
    assert not any("chess" in text for text in standing(memory))


def test_what_was_taken_back_is_forgotten_with_its_message(memory: Memory, prepared: Prepared) -> None:
    """A withdrawn wording keeps its quotes, so that forgetting finds it; taking the undoing back brings nothing then."""
    done = job(memory, state("fears the dentist", prepared["r2"]), reworded(prepared["tea"], "likes tea and dentists", prepared["r2"]))
    memory.undo(done.id)
    memory.forget(public(memory, prepared["r2"]))
    assert rows(memory, "SELECT text FROM wording WHERE text LIKE '%dentist%'") == []
    memory.undo(memory.jobs(limit=1)[0].id)
    assert "likes tea" in standing(memory)
    assert sound(memory)


def test_what_only_the_undone_said_after_forgetting_is_withdrawn(memory: Memory, prepared: Prepared) -> None:
    """A belief whose first message was forgotten stood on its repetition alone; with that taken back nothing carries it."""
    first = job(memory, state("fears the dentist", prepared["r2"]))
    again = job(memory, AddSource(first.keys[0], (*quoting(prepared["r3"]), Quote(prepared["r3"], 5, 8))))
    memory.forget(public(memory, prepared["r2"]))
    after = seen(memory)["sources"]
    memory.undo(again.id)
    assert "fears the dentist" not in standing(memory)
    assert sound(memory)
    memory.undo(memory.jobs(limit=1)[0].id)
    assert seen(memory)["sources"] == after
    memory.undo(again.id)
    memory.forget(public(memory, prepared["r3"]))
    assert rows(memory, "SELECT text FROM wording WHERE text LIKE '%dentist%'") == []
    assert sound(memory)


def test_what_was_decided_anew_meanwhile_is_not_told_twice(memory: Memory, prepared: Prepared) -> None:
    """What was taken back does not come back beside what was drawn from its message since; with cascade that goes."""
    first = job(memory, state("fears the dentist", prepared["r2"]))
    memory.undo(first.id)
    undoing = memory.jobs(limit=1)[0].id
    anew = job(memory, Withdraw((prepared["r2"],), "me", 1), state("is afraid of dentists", prepared["r2"]), kind="rethink")
    with pytest.raises(errors.BuiltUpon, match=anew.id):
        memory.undo(undoing)
    assert memory.undo(undoing, cascade=True) == (anew.id, undoing)
    assert [text for text in standing(memory) if "dentist" in text] == ["fears the dentist"]
    assert sound(memory)


def test_a_relation_to_what_is_taken_back_is_closed_and_comes_back_with_it(memory: Memory, prepared: Prepared) -> None:
    """Whoever made it; the job that related the two is not built upon, and stays."""
    base = job(memory, state("plays chess", prepared["r2"]))
    top = job(memory, state("has a chess board", prepared["r3"]), related(New(2), base.keys[0], "implies"))
    after = seen(memory)["relations"]
    memory.undo(base.id)
    assert "has a chess board" in standing(memory)
    assert sound(memory)
    memory.undo(memory.jobs(limit=1)[0].id)
    assert seen(memory)["relations"] == after
    memory.undo(base.id)
    memory.undo(top.id)
    assert sound(memory)


def test_a_relation_made_anew_meanwhile_stays_the_only_one(memory: Memory, prepared: Prepared) -> None:
    """The former one stays closed when its undoing is taken back."""
    first = job(memory, related(prepared["tea"], prepared["moved"], "enables"))
    memory.undo(first.id)
    undoing = memory.jobs(limit=1)[0].id
    job(memory, related(prepared["tea"], prepared["moved"], "enables"))
    memory.undo(undoing)
    assert len([r for r in seen(memory)["relations"] if r[2] == "enables"]) == 1
    assert sound(memory)


def test_a_relation_of_a_job_that_was_taken_back_stays_closed(memory: Memory, prepared: Prepared) -> None:
    """Even when what had closed it first is taken back."""
    first = job(memory, related(prepared["tea"], prepared["moved"], "enables"))
    again = job(memory, Withdraw((prepared["r1"],), "me", 1), kind="rethink")
    memory.undo(first.id)
    memory.undo(again.id)
    assert [r[2] for r in seen(memory)["relations"]] == ["correlates"]
    assert sound(memory)


def test_going_on_under_a_job_that_was_taken_back_begins_another(memory: Memory, prepared: Prepared) -> None:
    """What a long piece of work still writes can be taken back too."""
    done = job(memory, state("plays chess", prepared["r2"]))
    key = rows(memory, "SELECT max(id) FROM job")[0][0]
    memory.undo(done.id)
    assert put(memory, UnderJob("add", key), state("plays go", prepared["r3"]))[0] > key + 1
    last = memory.jobs(limit=1)[0]
    assert (last.kind, last.state) == ("add", "done")
    memory.undo(last.id)
    assert sound(memory)


def test_whoever_decides_meanwhile_sees_that_something_was_taken_back(memory: Memory, prepared: Prepared) -> None:
    """The count of ids moves on, by which a writer knows that nothing happened since it looked."""
    done = job(memory, Pin(prepared["tea"], True))
    before = rows(memory, "SELECT next_n FROM space")
    memory.undo(done.id)
    assert rows(memory, "SELECT next_n FROM space") != before


def test_withdraw_takes_wordings_nobody_else_said_and_quotes_of_the_others(memory: Memory, prepared: Prepared) -> None:
    """What another message says too stays, without the quote; what is left of nothing leaves its chain; relations to it close."""
    job(memory, said_again(prepared["cat"], prepared["r2"]))
    job(memory, Withdraw((prepared["r1"],), "me", 9), kind="rethink")
    assert standing(memory) == ["lives in Basel", "has a cat"]
    assert rows(memory, "SELECT raw FROM belief_source AS s JOIN wording AS w ON w.id = s.wording WHERE w.belief = ?", prepared["cat"]) == [
        (prepared["r2"],)
    ]
    assert seen(memory)["relations"] == []
    assert rows(memory, "SELECT id, lease_by, lease_until FROM raw_input WHERE lease_by IS NOT NULL") == [(prepared["r1"], "me", 9)]
    assert sound(memory)


def test_withdraw_leaves_the_users_word(memory: Memory, prepared: Prepared) -> None:
    """What is pinned, remembered as it stands, or placed by the user stays."""
    job(memory, Pin(prepared["tea"], False))
    raw = message(memory, "Word of the user himself.")
    own = put(memory, UnderJob("remember"), *_by("user", "scripted"), state_by(raw, "keeps bees", drawn=1, placed=2))[-1]
    placed = put(memory, UnderJob("correct"), *_by("scripted", "user"), state_by(raw, "keeps ants", drawn=1, placed=2))[-1]
    job(memory, Withdraw((prepared["r1"], raw), "me", 9), kind="rethink")
    assert standing(memory) == ["lives in Basel", "likes tea", "keeps bees", "keeps ants"]
    assert own < placed
    assert sound(memory)


def _by(*minds: str) -> list[Change]:
    return [LogDecision("reconcile", 1, mind) for mind in minds]


def state_by(raw: int, text: str, *, drawn: int, placed: int) -> Change:
    """A belief whose wording and place two decisions gave, by their index."""
    return replace(state(text, raw), drawn_by=New(drawn), placed_by=New(placed))


def test_a_question_alone_carries_no_wording(memory: Memory, prepared: Prepared) -> None:
    """K49: with the answer's message goes what it says; the question that is cited with it says nothing by itself."""
    sources = (*quoting(prepared["r2"]), Quote(prepared["r3"], 0, 4, "context"))
    job(memory, belief("eats no meat", sources=sources))
    job(memory, Withdraw((prepared["r2"],), "me", 9), kind="rethink")
    assert "eats no meat" not in standing(memory)
    assert sound(memory)


def test_undo_of_one_of_two_summaries(memory: Memory, prepared: Prepared) -> None:
    """The later one of a session stays and is searched; with it gone too, the first would be."""
    first = job(memory, AddSummary(prepared["r1"], "It was about herons."))
    second = job(memory, AddSummary(prepared["r2"], "It was about storks."))
    memory.undo(second.id)
    assert sound(memory)
    assert [h.text for h in memory.recall("herons").hits if h.kind == "summary"] == ["It was about herons."]
    memory.undo(first.id)
    assert rows(memory, "SELECT id FROM summary") == []
    assert sound(memory)


@pytest.mark.parametrize("seed", range(12))
def test_any_history_of_jobs_undoings_and_forgettings_is_sound(memory: Memory, seed: int) -> None:
    """Random acts on a few chains; after each the file is sound, and a last job taken back leaves what was there before it."""
    chance = random.Random(seed)
    raws: list[int] = []
    for step in range(30):
        before = seen(memory)
        known = [r[0] for r in rows(memory, "SELECT b.id FROM belief AS b JOIN current_wording AS c ON c.belief = b.id")]
        what = chance.choice(["add", "state", "state", "state", "word", "cite", "relate", "pin", "undo", "undo", "forget", "withdraw"])
        if not raws or what == "add" or (len(known) < 2 and what != "undo"):
            raws.append(message(memory, f"Word{step} was said.", session=f"s{step % 3}"))
            changes: list[Change] = [state(f"belief {step}", raws[-1])]
        elif what == "undo":
            listed = [j.id for j in memory.jobs() if j.state == "done"]
            with contextlib.suppress(errors.BuiltUpon):
                memory.undo(chance.choice(listed), cascade=True)
            assert sound(memory)
            continue
        elif what == "forget":
            memory.forget(public(memory, raws.pop(chance.randrange(len(raws)))))
            assert sound(memory)
            continue
        else:
            changes = _random_changes(memory, chance, what, step, known, raws)
        done = job(memory, *changes)
        memory.rebuild() if chance.random() < 0.2 else None
        assert sound(memory)
        if chance.random() < 0.3:
            memory.undo(done.id)
            after = seen(memory)
            assert {**after, "vectors": 0, "live": 0} == {**before, "vectors": 0, "live": 0}
            assert sound(memory)
            if chance.random() < 0.5:
                memory.undo(memory.jobs(limit=1)[0].id)
                assert sound(memory)


def _random_changes(memory: Memory, chance: random.Random, what: str, step: int, known: list[int], raws: list[int]) -> list[Change]:
    key, other = chance.sample(known, 2)
    raw = chance.choice(raws)
    number, before, after = rows(
        memory, "SELECT c.number, b.supersedes, b.superseded_by FROM belief AS b JOIN current_wording AS c ON c.belief = b.id WHERE b.id = ?",
        key,
    )[0]  # fmt: skip
    match what:
        case "state" if before is None and chance.random() < 0.3:
            return [state(f"belief {step}", raw, before=key)]
        case "state":
            return [state(f"belief {step}", raw, after=key, expected_next=after), said_again(other, raw)]
        case "word":
            return [reworded(key, f"words {step}", raw, number=number)]
        case "cite":
            return [said_again(key, raw)]
        case "relate":
            return [related(key, other, chance.choice(["correlates", "enables"]))]
        case "pin":
            return [Pin(key, chance.choice([True, False, None]))]
        case _:
            return [Withdraw((raw,), "me", 1), state(f"belief {step}", raw), Settle((raw,), "me")]


def test_a_guarded_writer_is_told(memory: Memory, prepared: Prepared) -> None:
    """What a job that was taken back had left can't be built upon by who saw it before."""
    done = job(memory, state("plays chess", prepared["r2"]))
    memory.undo(done.id)
    for change in (
        state("plays go", prepared["r3"], after=done.keys[0]),
        reworded(done.keys[0], "plays chess well", prepared["r3"]),
        said_again(done.keys[0], prepared["r3"]),
        related(done.keys[0], prepared["tea"]),
    ):
        with pytest.raises(errors.Stale):
            store_of(memory).apply(memory.space, [change])
