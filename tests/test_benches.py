"""The benchmarks on tiny data: each runs from end to end, and what it counts is what it says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import belief_revision, chats, fact_consolidation, filling, latency, locomo_retrieval, revision_show, writing
from bench.fact_consolidation import FactSet, Question
from bench.intervals import bootstrap
from bench.revision_state import State, fates, supersession
from bench.scripted_replies import Replies
from dcpm_sqlite import Memory
from dcpm_sqlite.encoder import HashEncoder
from dcpm_sqlite.llm.scripted import ScriptedLLM
from dcpm_sqlite.records import Hit, Recollection

FACTS = (
    "The capital of Norland is Port Ash.",
    "Ida Berg is married to Tom Vale.",
    "The author of The Blue Gate is Ann Reed.",
    "The capital of Norland is Lowmere.",
    "Ida Berg is famous for The Long Road.",
    "Ida Berg is famous for The Short Road.",
)


def write_facts(folder: Path, facts: tuple[str, ...] = FACTS, *, stale: int = 0) -> Path:
    """A data folder as published, with one question."""
    listed = "\n".join(f"{number}. {text}" for number, text in enumerate(facts))
    entry = {"metadata": {"source": "factconsolidation_tiny"}, "context": f"Here is a list of facts:\n{listed}\n"}
    (folder / fact_consolidation.FACTS).write_text(json.dumps([entry]), "utf-8")
    row = {
        "source": "factconsolidation_tiny", "qid": "q", "question": "What is the capital of Norland?", "gold_fact": [3], "stale_facts": [stale],
        "status": "ok",
    }  # fmt: skip
    (folder / fact_consolidation.GOLD).write_text("\n".join(json.dumps(r) for r in (row, {**row, "status": "wrong"})), "utf-8")
    return folder


@pytest.fixture
def tiny(tmp_path: Path) -> FactSet:
    """The six facts with their question."""
    return fact_consolidation.read(write_facts(tmp_path), ["tiny"])[0]


def state(facts: FactSet, number: int, successor: str | None = None, *also: int) -> State:
    """A belief with the words of a fact."""
    return State(facts.facts[number].text, frozenset((number, *also)), successor)


def test_belief_revision_tells_the_three_ways_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With chains the newer capital leads and the older is no more believed; without, both are; the tables show it all."""
    result: dict[str, Any] = belief_revision.run(write_facts(tmp_path), None, HashEncoder(64))
    (one,) = result["sets"]
    rows = {row["way"]: row for row in one["rows"] if row["questions"] == "all"}
    assert [rows[way]["n"] for way in revision_show.WAYS] == [1, 1, 1]
    assert rows["whole product"]["newer above stale"]["share"] == 1
    assert [rows[way]["stale absent"] and rows[way]["stale absent"]["share"] for way in revision_show.WAYS] == [1, 0, None]
    found = one["supersession"]
    assert (found["conflicts superseded"]["total"], found["… whose words allow one at a time"]["right"]) == (2, 1)
    assert found["false supersessions"] == {**found["false supersessions"], "right": 0, "total": 4}
    monkeypatch.setenv("COLUMNS", "200")
    revision_show.show(result, with_misses=True)
    assert "The capital of … is …." in capsys.readouterr().out
    revision_show.plot(result, tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 0


def test_supersession_counts_wrong_successors_and_misses(tiny: FactSet) -> None:
    """A successor that doesn't conflict is false, one that comes earlier too; a miss says which side was not read."""
    states = {
        "a": state(tiny, 0, "b"), "b": state(tiny, 3), "c": state(tiny, 1, "d"), "d": state(tiny, 2), "e": state(tiny, 5, "f"),
        "f": state(tiny, 4),
    }  # fmt: skip
    made = fates(tiny, states)
    assert [fate.is_superseded for fate in made] == [True, False, False, False, False, False]
    assert [sorted(fate.by_others) for fate in made] == [[], [2], [], [], [], [4]]
    found: Any = supersession(tiny, made, states)
    assert (found["false supersessions"]["right"], found["… of facts without a later conflict"]) == (2, 2)
    rows = {row["phrase"]: row for row in found["phrases"]}
    assert (rows["… is famous for …."]["missed"], rows["… is famous for …."]["both_stand"]) == (1, 1)
    assert rows["… is married to …."]["false_examples"] == [[tiny.facts[1].text, tiny.facts[2].text]]
    without: Any = supersession(tiny, fates(tiny, {"b": state(tiny, 3)}), {"b": state(tiny, 3)})
    assert next(row for row in without["phrases"] if row["phrase"] == "The capital of … is ….")["older_not_read"] == 1


def test_facts_that_differ_in_one_belief_are_told(tiny: FactSet) -> None:
    """A belief that rests on two facts that say different things loses one of them."""
    states = {"a": state(tiny, 0, None, 1), "b": state(tiny, 2)}
    assert supersession(tiny, fates(tiny, states), states)["beliefs that join facts that differ"] == 1


def test_what_a_hit_shows_first_leads_it(tiny: FactSet) -> None:
    """A replaced fact in the history of the right one is not above it; as a hit of its own, before it, it is."""
    numbers = {f"m{number}": number for number in range(len(FACTS))}
    states = {"old": state(tiny, 0, "new"), "new": state(tiny, 3)}

    def asked(*hits: Hit, states: dict[str, State] = states) -> belief_revision.Answered:
        return belief_revision.answer(tiny, tiny.questions[0], Recollection("", hits, (), (), None, None, 0.0, 0.0), numbers, states)

    chain = Hit("belief", "new", FACTS[3], 1.0, 0, None, None, None, ("m3", "m0"))
    stale = Hit("passage", "m0", FACTS[0], 1.0, 0, "user", None, None, ("m0",))
    other = replace(stale, id="m1", text=FACTS[1], sources=("m1",))
    assert asked(other, chain) == belief_revision.Answered(tiny.questions[0], 2, 2, True, True, True)
    assert asked(stale, chain).is_newer_above is False
    assert asked(chain, stale).is_newer_above is True
    assert asked(replace(chain, id="old", text=FACTS[0])) == belief_revision.Answered(tiny.questions[0], 1, 0, False, True, True)
    assert asked(other).found == 0
    assert asked(chain, states={**states, "again": state(tiny, 0)}).is_stale_absent is False
    assert asked(chain, states={"new": state(tiny, 3)}).is_stale_read is False


@pytest.mark.parametrize(
    ("facts", "stale", "message"),
    [
        (("The capital of Norland is Port Ash.", "Norland has a capital."), 0, "fits 0 of the data set's known phrases"),
        ((FACTS[0], f"{FACTS[1]}\n3. {FACTS[2]}"), 0, "a line that begins with `2. `"),
        (FACTS, 1, "don't conflict with its answer"),
        (FACTS[:3], 0, "not one fact of the set as its answer"),
    ],
)
def test_data_that_is_not_as_published_is_refused(tmp_path: Path, facts: tuple[str, ...], stale: int, message: str) -> None:
    """Nothing is counted on data that the bench doesn't understand."""
    with pytest.raises(SystemExit, match=message):
        fact_consolidation.read(write_facts(tmp_path, facts, stale=stale))


def test_a_set_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A missing file and a missing set are told apart."""
    with pytest.raises(SystemExit, match=r"lacks conflict_resolution\.json and singlehop_gold\.jsonl"):
        fact_consolidation.read(tmp_path)
    with pytest.raises(SystemExit, match="has no facts, or no single-hop questions, for huge"):
        fact_consolidation.read(write_facts(tmp_path), ["huge"])


def test_phrases_fit_one_at_most(tiny: FactSet) -> None:
    """Each phrase of the table reads its own sentence, and no other phrase does."""
    assert len({phrase.words for phrase in fact_consolidation.PHRASES}) == len(fact_consolidation.PHRASES)
    said = [phrase.words.replace("OFFICE", "pope").replace("…", "Someone") for phrase in fact_consolidation.PHRASES]
    for text in said:
        assert sum(phrase.pattern.fullmatch(text) is not None for phrase in fact_consolidation.PHRASES) == 1
    assert tiny.questions == (Question("What is the capital of Norland?", 3, frozenset((0,))),)


def test_bootstrap_holds_the_mean() -> None:
    """Of equal values the interval is the value itself; of nothing it is none."""
    assert bootstrap(np.full(9, 0.5)) == (0.5, 0.5)
    low, high = bootstrap(np.array([0.0, 1.0] * 20))
    assert 0.3 < low < 0.5 < high < 0.7
    assert np.isnan(bootstrap(np.array([]))).all()


def test_writing_measures_all_its_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The shares add up to the whole, the scripted mind's replies are all taken, and growth has a row per size."""
    result: dict[str, Any] = writing.run([], 12, [0, 30], HashEncoder(64))
    for stage in result["offline"]["stages"].values():
        assert sum(value for name, value in stage.items() if name.endswith("_share")) == pytest.approx(1, abs=0.01)
        assert stage["rest_share"] >= -0.01
    for way in result["asked"].values():
        assert way["faults"] == 0
        assert way["items"] > 0
    assert result["asked"]["one by one"]["extract_calls"] == 1000
    assert result["asked"]["batches"]["calls"] < result["asked"]["one by one"]["calls"]
    assert [row["stored_beliefs"] for row in result["growth"]] == [0, 30]
    writing.show(result)
    assert "reconcile tokens in" in capsys.readouterr().out
    writing.plot(result, tmp_path / "plot.png")


def test_a_run_that_leaves_messages_undecided_gives_no_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls per 1,000 messages of which some were never shown to the mind would be too few."""
    monkeypatch.setattr(writing, "Replies", lambda: lambda request: "no JSON")
    with pytest.raises(RuntimeError, match="were not decided upon"):
        writing.asked(chats.user_messages([], 6), tmp_path, HashEncoder(64), one_by_one=False)


def test_the_scripted_mind_answers_in_the_form_that_is_asked_for(tmp_path: Path) -> None:
    """Nothing of its replies is refused, and what they say stands in the messages."""
    with Memory(tmp_path / "m.db", mind=ScriptedLLM(Replies()), encoder=HashEncoder(64)) as memory:
        done = memory.add(chats.user_messages([], 10), session="s").settled
        assert done is not None
        assert done.added >= 2
        assert (done.refused, done.waiting, done.fault) == ((), 0, None)


def test_chats_are_read_from_either_folder(tmp_path: Path) -> None:
    """LongMemEval's sessions give their user turns, with time and key; an unknown folder is refused."""
    with pytest.raises(SystemExit, match="has none of"):
        chats.user_messages([tmp_path], 5)
    turns = [{"role": "user", "content": "I moved to Oslo."}, {"role": "assistant", "content": "Nice."}, {"role": "user", "content": " "}]
    (tmp_path / chats.LONGMEMEVAL).write_text(
        json.dumps({"session_id": "s1", "dates": ["2023/05/20 (Sat) 02:21"], "turns": turns}), "utf-8"
    )
    (message,) = chats.user_messages([tmp_path], 5)
    assert (message.text, message.source_key, str(message.said_at)) == ("I moved to Oslo.", "s1:0", "2023-05-20 02:21:00+00:00")


def write_locomo(folder: Path) -> Path:
    """Two conversations of three turns with one question each."""
    talks, gold = [], []
    for name, animal in (("conv-1", "otter"), ("conv-2", "heron")):
        turns = [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "Hello there, how was the weekend?"},
            {"speaker": "Ben", "dia_id": "D1:2", "text": f"I adopted an {animal} named Pip."},
            {"speaker": "Ann", "dia_id": "D1:3", "text": "The tram was late again this morning."},
        ]
        talks.append({"sample_id": name, "conversation": {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}, "qa": []})
        gold.append({"sample_id": name, "question": f"Which {animal} did Ben adopt?", "category": 4, "gold_dia_ids": ["D1:2"],
                     "gold_dia_ids_audited": ["D1:2"]})  # fmt: skip
    (folder / "locomo10.json").write_text(json.dumps(talks), "utf-8")
    (folder / "retrieval_gold.jsonl").write_text("\n".join(json.dumps(row) for row in gold), "utf-8")
    return folder


@pytest.mark.parametrize("pad", [0, 40])
def test_locomo_is_asked_with_and_without_beliefs(tmp_path: Path, pad: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A belief counts for the turns that it rests on, so that the difference is one of ranking; padding counts for none."""
    result: dict[str, Any] = locomo_retrieval.run(write_locomo(tmp_path), pad, None, HashEncoder(64))
    row = result["rows"][0]
    assert (row["questions"], row["n"], row["recall@10"], row["without@10"], row["difference@10"]) == ("all", 2, 1.0, 1.0, 0.0)
    assert result["beliefs"] >= 2
    assert (result["questions"], result["belief_hits_without"]) == (2, 0)
    locomo_retrieval.show(result)
    assert "passages_added_to_each" in capsys.readouterr().out
    locomo_retrieval.plot(result, tmp_path / "plot.png")


def test_recall_counts_every_turn_that_a_hit_rests_on() -> None:
    """Two gold turns in one hit are both found by it, and one behind the first k is not."""
    question = locomo_retrieval.Question("c", "?", 1, {"published": frozenset("abc")})
    found = [locomo_retrieval.Found([frozenset("ab"), *[frozenset[str]()] * 4, frozenset("c")], [False] * 6)]
    assert locomo_retrieval.scores([question], found, "published").tolist() == [[2 / 3, 1.0, 1.0]]


def test_a_difference_of_nothing_says_how_far_the_ways_differ() -> None:
    """Other turns, another order and beliefs that only stand for their message are told apart."""
    a, b = frozenset("a"), frozenset("b")
    plain = locomo_retrieval.Found([a, b], [False, False])
    others = [plain, replace(plain, is_belief=[True, False]), replace(plain, turns=[b, a]), replace(plain, turns=[a, a])]
    assert locomo_retrieval._play({"with beliefs": others, "without": [plain] * 4}) == {
        "questions": 4, "questions_with_a_belief_in_10": 1, "questions_with_other_turns_in_10": 1, "questions_with_other_order_in_10": 2,
        "belief_hits_without": 0,
    }  # fmt: skip


def test_latency_fills_beliefs_that_quote_their_passage(tmp_path: Path) -> None:
    """Each belief rests on its message, nothing is left to be decided, and the file is sound."""
    encoder = HashEncoder(64)
    with Memory(tmp_path / "m.db", encoder=encoder) as memory:
        latency.grow(memory, filling.around(latency.topics(encoder), 0.5, seed=1), 0, 30, with_beliefs=True)
        counts = dict(memory.stats().counts)
        assert (counts["messages"], counts["beliefs"], counts["waiting for beliefs"], counts["waiting for a vector"]) == (30, 30, 0, 0)
        with memory._store.file.read() as db:
            assert db.execute("SELECT count(DISTINCT raw) FROM belief_source").get == 30
        assert memory.check().problems == ()


def test_latency_has_a_row_per_size(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The fields that were always there, at each size."""
    result: dict[str, Any] = latency.run([20, 40], 6, True, "hash")
    assert [(row["passages"], row["beliefs"]) for row in result["rows"]] == [(20, 20), (40, 40)]
    assert {"recall_p50_ms", "with_encoding_p95_ms", "add_p50_ms", "after_add_ratio", "statements", "file_mb"} <= set(result["rows"][0])
    latency.show(result)
    assert "recall p95 ms" in capsys.readouterr().out
    latency.plot(result, tmp_path / "plot.png")
