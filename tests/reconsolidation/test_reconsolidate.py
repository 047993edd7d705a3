"""What a use changes in the relations, how that is kept on record, and how it is taken back exactly (REALM §3.4, R-38..R-50)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from dcpm_sqlite import Memory, Settings
from dcpm_sqlite.encoder import HashEncoder
from dcpm_sqlite.errors import UnusableReply, UsageError
from dcpm_sqlite.llm.port import Request
from dcpm_sqlite.llm.scripted import ScriptedLLM
from dcpm_sqlite.records import Investigation, Outcome
from dcpm_sqlite.settings import ReconsolidationSettings, WeightRule
from tests.conftest import OpenMemory
from tests.doubles import belief, put, rows
from tests.investigation.memories import CHAIN, LINKS, build

QUESTION = "What about the violin lessons?"
ANSWER = "A wrist was broken on the ice; the violin stopped in March."


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """With the rates of Eq. 12, whose numbers are easily worked by hand."""
    rule = WeightRule(eta_strengthen=1.0, eta_weaken=1.0)
    return replace(settings, reconsolidation=replace(settings.reconsolidation, rule=rule))


@pytest.fixture
def chained(memory: Memory) -> Memory:
    """Beliefs in a chain of causes."""
    build(memory, CHAIN, LINKS)
    return memory


def weights(memory: Memory) -> dict[str, float]:
    """Weights of the relations in force, by predicate."""
    return {edge.predicate: edge.weight for edge in memory.relations() if not edge.is_closed}


def replying(**given: Any) -> ScriptedLLM:
    """A model whose audits say so."""
    plain: dict[str, Any] = {
        "topic": "how the lessons ended", "gold_supporting_node_ids": [], "supporting_associated_node_ids": [], "misleading_node_ids": [],
        "unrelated_node_ids": [], "edits": [],
    }  # fmt: skip
    return ScriptedLLM(lambda _: json.dumps({**plain, **given}), name="scripted")


def edit(action: str, **given: Any) -> dict[str, Any]:
    """An edit of a reply."""
    plain = {"edge_id": None, "source": None, "target": None, "predicate": None, "description": None, "confidence": 0.5}
    return {"action": action, **plain, **given}


def test_relations_between_used_items_grow_stronger(chained: Memory) -> None:
    """Two items hold the answer's words: the relation between them is strengthened by Eq. 12, and the report says so."""
    found = chained.investigate(QUESTION)
    report = chained.reconsolidate(found, answer=ANSWER)
    assert weights(chained)["results_in"] == pytest.approx(0.9 + 0.6 * 0.1)
    assert report.strengthened >= 1
    assert len(report.key) == 2
    assert report.job is not None


def test_a_wrong_answer_strengthens_nothing(chained: Memory) -> None:
    """What it used misled: the relation between it is weakened."""
    report = chained.reconsolidate(chained.investigate(QUESTION), answer=ANSWER, outcome="wrong")
    assert report.added == report.strengthened == 0
    assert len(report.misleading) == 2
    assert weights(chained)["results_in"] == pytest.approx(0.9 - 0.3 * (0.9 - 0.05))


def test_an_answer_that_nothing_tells_changes_nothing(chained: Memory) -> None:
    """No word of it stands in what was recalled: no edit, no job."""
    report = chained.reconsolidate(chained.investigate(QUESTION), answer="Quite something else entirely.")
    assert (report.job, report.strengthened, report.added) == (None, 0, 0)
    assert chained.reweighings() == ()


def test_every_change_is_on_record(chained: Memory) -> None:
    """Old and new weight, confidence, question and mind (R-50); what was used together is counted (R-49)."""
    report = chained.reconsolidate(chained.investigate(QUESTION), answer=ANSWER)
    of_wrist = [one for one in chained.reweighings() if one.predicate == "results_in"]
    assert [(one.old, one.confidence, one.question, one.mind, one.job) for one in of_wrist] == [(0.9, 0.6, QUESTION, "offline", report.job)]
    assert rows(chained, "SELECT count FROM coactivation")[0] == (1,)
    assert dict(chained.jobs()[0].counts)["strengthen"] == report.strengthened


def test_no_text_and_no_belief_changes(chained: Memory) -> None:
    """R-46: relations alone."""
    before = rows(chained, "SELECT * FROM belief"), rows(chained, "SELECT * FROM wording")
    chained.reconsolidate(chained.investigate(QUESTION), answer=ANSWER)
    assert before == (rows(chained, "SELECT * FROM belief"), rows(chained, "SELECT * FROM wording"))


def test_undo_takes_one_use_back(chained: Memory) -> None:
    """Weights, history and relations are as before; the undoing can be undone."""
    before = weights(chained)
    report = chained.reconsolidate(chained.investigate(QUESTION), answer=ANSWER)
    after = weights(chained)
    assert report.job is not None
    (taken,) = chained.undo(report.job)
    assert taken == report.job
    assert weights(chained) == before
    assert chained.reweighings() == ()
    chained.undo(chained.jobs()[0].id)
    assert weights(chained) == after
    assert not chained.check().problems


def test_undo_of_an_earlier_use_replays_the_later_ones(chained: Memory) -> None:
    """As if only the later one had been."""
    first = chained.reconsolidate(chained.investigate(QUESTION), answer=ANSWER)
    chained.reconsolidate(chained.investigate(QUESTION), answer=ANSWER, outcome="wrong")
    assert first.job is not None
    chained.undo(first.job)
    assert weights(chained)["results_in"] == pytest.approx(0.9 - 0.3 * (0.9 - 0.05))


def test_a_model_adds_a_relation(open_memory: OpenMemory, chained: Memory) -> None:
    """Between recalled beliefs; its weight is 0.8 x its confidence."""
    found = chained.investigate(QUESTION)
    mind = replying(edits=[edit("add_edge", source="F1", target="F2", predicate="contextualizes", description="why", confidence=0.9)])
    report = open_memory(chained.path, mind=mind).reconsolidate(found, answer=ANSWER)
    assert report.added == 1
    assert weights(chained)["contextualizes"] == pytest.approx(0.72)


def test_a_relation_that_only_an_undone_use_made_is_closed(open_memory: OpenMemory, chained: Memory) -> None:
    """Closed, not removed; and made again where a later use adds it too."""
    found = chained.investigate(QUESTION)
    memory = open_memory(chained.path, mind=replying(edits=[edit("add", source="F1", target="F2", predicate="enables", confidence=0.5)]))
    first, second = (memory.reconsolidate(found, answer=ANSWER) for _ in range(2))
    assert weights(memory)["enables"] == pytest.approx(0.4 + 0.5 * 0.6)
    assert first.job is not None
    assert second.job is not None
    memory.undo(first.job)
    assert weights(memory)["enables"] == pytest.approx(0.4)
    memory.undo(second.job)
    assert "enables" not in weights(memory)
    assert [edge.is_closed for edge in memory.relations() if edge.predicate == "enables"] == [True]
    assert not memory.check().problems


def test_pairs_without_direction_share_one_weight(open_memory: OpenMemory, chained: Memory) -> None:
    """correlates from F2 to F1 strengthens the one from F1 to F2 (R-06)."""
    found = chained.investigate(QUESTION)
    for source, target in (("F1", "F2"), ("F2", "F1")):
        mind = replying(edits=[edit("add", source=source, target=target, predicate="correlates", confidence=0.5)])
        open_memory(chained.path, mind=mind).reconsolidate(found, answer=ANSWER)
    assert [edge.weight for edge in chained.relations() if edge.predicate == "correlates"] == [pytest.approx(0.7)]


def test_hostile_edits_are_refused_and_counted(open_memory: OpenMemory, chained: Memory) -> None:
    """Unknown ids, unknown predicates, supersedes, edges to themselves, confidence of 40, a hundred thousand edits."""
    found = chained.investigate(QUESTION)
    wild = [
        edit("strengthen", edge_id="E99"), edit("weaken", edge_id="x"), edit("explode"), edit("add", source="F1", target="F1", predicate="enables"),
        edit("add", source="F1", target="F99", predicate="enables"), edit("add", source="F1", target="F2", predicate="loves"),
        edit("add", source="F1", target="F2", predicate="supersedes"), edit("strengthen", edge_id="E1", confidence=40.0),
    ]  # fmt: skip
    report = open_memory(chained.path, mind=replying(edits=wild)).reconsolidate(found, answer=ANSWER)
    refused = dict(report.refused)
    assert refused == {
        "unknown relation": 2, "unknown action": 1, "edge to itself": 1, "unknown item": 1, "unknown predicate": 1,
        "supersedes is not judged here": 1, "out of bounds": 1,
    }  # fmt: skip
    assert max(weights(chained).values()) <= 1.0
    assert not chained.check().problems


def test_endless_edits_are_cut(chained: Memory) -> None:
    """A hundred thousand edits are read within bounds: at most the settings' number is taken."""
    from dcpm_sqlite.reconsolidation.auditing.offer import Offer, Recalled
    from dcpm_sqlite.reconsolidation.auditing.reply import read

    items = tuple(Recalled(n, 100 + n, f"id{n}", f"text {n}", "fact", None, 0, 0.5) for n in range(30))
    names = [f"F{n}" for n in range(1, 31)]
    edits = [edit("add", source=a, target=b, predicate="enables") for a in names for b in names if a != b] * 115
    audit = read(Offer("q", "a", None, items, (), 20), {"topic": "t", "edits": edits})
    assert len(edits) > 100_000
    assert len(audit.edits) == 20
    assert dict(audit.refused)["surplus"] == len(edits) - 20


def test_an_item_is_in_one_group_at_most(open_memory: OpenMemory, chained: Memory) -> None:
    """The first that names it (R-40)."""
    found = chained.investigate(QUESTION)
    mind = replying(gold_supporting_node_ids=["F1"], misleading_node_ids=["F1", "F2", "F99"])
    report = open_memory(chained.path, mind=mind).reconsolidate(found, answer=ANSWER)
    assert len(report.key) == len(report.misleading) == 1
    assert dict(report.refused) == {"in two groups": 1, "unknown item": 1}


def test_a_reply_that_cannot_be_used_changes_nothing(open_memory: OpenMemory, chained: Memory) -> None:
    """K11: harm none."""
    found, before = chained.investigate(QUESTION), weights(chained)
    memory = open_memory(chained.path, mind=ScriptedLLM(lambda _: "no JSON", name="scripted"))
    with pytest.raises(UnusableReply):
        memory.reconsolidate(found, answer=ANSWER)
    assert weights(chained) == before
    assert chained.reweighings() == ()


def test_what_was_forgotten_meanwhile_is_left_out(open_memory: OpenMemory, memory: Memory) -> None:
    """A belief goes while the model thinks: its edits are refused and counted, the others stand."""
    build(memory, CHAIN, LINKS)
    found = memory.investigate(QUESTION)
    by_text = {one.text: place for place, one in enumerate(found.findings, 1)}
    violin, wrist, ice = (f"F{by_text[CHAIN[name]]}" for name in ("violin", "wrist", "ice"))
    victim = next(one.id for one in found.findings if one.text == CHAIN["ice"])

    def forget_first(_: Request) -> str:
        if not rows(memory, "SELECT 1 FROM tombstone"):
            memory.forget(victim)
        edits = [edit("add", source=violin, target=end, predicate="enables") for end in (wrist, ice)]
        return json.dumps({
            "topic": "t", "gold_supporting_node_ids": [violin], "supporting_associated_node_ids": [], "misleading_node_ids": [],
            "unrelated_node_ids": [], "edits": edits,
        })  # fmt: skip

    report = open_memory(memory.path, mind=ScriptedLLM(forget_first, name="scripted")).reconsolidate(found, answer=ANSWER)
    assert report.added == 1
    assert dict(report.refused) == {"changed meanwhile": 1}
    assert not memory.check().problems


def test_forgetting_takes_the_question_along(chained: Memory) -> None:
    """The question of a use that recalled it may hold its words; the change of weight stays on record without."""
    report = chained.reconsolidate(chained.investigate(QUESTION), answer=ANSWER)
    chained.forget(report.key[0])
    assert {question for (question,) in rows(chained, "SELECT question FROM use")} == {None}
    assert not chained.check().problems


def test_the_pointer_between_states_is_never_moved(open_memory: OpenMemory, memory: Memory) -> None:
    """X-06: two states of one belief are one item, and supersedes is refused."""
    keys = build(memory, CHAIN, LINKS)
    put(memory, belief("The violin lessons began again in May.", after=keys["violin"], expected_next=None), embed=True)
    found = memory.investigate(QUESTION)
    before = rows(memory, "SELECT id, supersedes, superseded_by FROM belief ORDER BY id")
    mind = replying(edits=[edit("add", source="F1", target="F2", predicate="supersedes"), edit("weaken", edge_id="E1", confidence=1.0)])
    open_memory(memory.path, mind=mind).reconsolidate(found, answer=ANSWER)
    assert before == rows(memory, "SELECT id, supersedes, superseded_by FROM belief ORDER BY id")


def test_another_spaces_investigation_changes_nothing(open_memory: OpenMemory, chained: Memory) -> None:
    """Keys of another space are left out."""
    found = chained.investigate(QUESTION)
    report = open_memory(chained.path, space="other").reconsolidate(found, answer=ANSWER)
    assert report.job is None
    assert weights(chained)["results_in"] == 0.9


@pytest.mark.parametrize(("answer", "outcome"), [("", None), ("yes", "maybe")])
def test_unreadable_feedback_is_refused(chained: Memory, answer: str, outcome: Any) -> None:
    """With a clear word."""
    with pytest.raises(UsageError):
        chained.reconsolidate(chained.investigate(QUESTION), answer=answer, outcome=outcome)


Use = tuple[str, Outcome | None]
answers = st.sampled_from([ANSWER, "skating on the frozen lake", "wrist", "violin lessons in March", "nothing of it"])
outcomes: st.SearchStrategy[Literal["right", "wrong"] | None] = st.sampled_from([None, "right", "wrong"])
uses = st.lists(st.tuples(answers, outcomes), min_size=1, max_size=5)


@hypothesis_settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(uses, st.data())
def test_undo_restores_exactly(tmp_path_factory: pytest.TempPathFactory, listed: list[Use], data: st.DataObject) -> None:
    """Whichever use is taken back, weights are as if it had never been; brought back, as before."""
    gone = data.draw(st.integers(0, len(listed) - 1))
    with_all, jobs, found = _after(tmp_path_factory, listed, None)
    without, _, _ = _after(tmp_path_factory, [use for place, use in enumerate(listed) if place != gone], found)
    with with_all, without:
        before = _by_ends(with_all)
        if jobs[gone] is not None:
            with_all.undo(jobs[gone])
        assert _by_ends(with_all) == pytest.approx(_by_ends(without))
        if jobs[gone] is not None:
            with_all.undo(with_all.jobs()[0].id)
        assert _by_ends(with_all) == before
        assert not with_all.check().problems


def _after(factory: pytest.TempPathFactory, listed: list[Use], found: Investigation | None) -> tuple[Memory, list[Any], Investigation]:
    """A fresh memory with these uses of one investigation; the jobs. The same keys in each memory, as they are made alike."""
    memory = Memory(factory.mktemp("uses") / "m.db", encoder=HashEncoder(width=64), mind="offline")
    build(memory, CHAIN, LINKS)
    found = found or memory.investigate(QUESTION)
    return memory, [memory.reconsolidate(found, answer=answer, outcome=outcome).job for answer, outcome in listed], found


def _by_ends(memory: Memory) -> dict[tuple[str, str, str], float]:
    """Weights of the relations in force, by what they tie."""
    texts: dict[str, str] = {}
    for edge in memory.relations():
        for end in (edge.source, edge.target):
            texts[end] = getattr(memory.get(end), "text", "")
    return {(texts[edge.source], edge.predicate, texts[edge.target]): edge.weight for edge in memory.relations() if not edge.is_closed}


def test_smaller_rates_move_less(open_memory: OpenMemory, chained: Memory) -> None:
    """The rule is a setting."""
    rule = replace(chained.settings.reconsolidation.rule, eta_strengthen=0.1)
    memory = open_memory(chained.path, settings=replace(chained.settings, reconsolidation=ReconsolidationSettings(rule)))
    memory.reconsolidate(memory.investigate(QUESTION), answer=ANSWER)
    assert weights(memory)["results_in"] == pytest.approx(0.9 + 0.1 * 0.6 * 0.1)
