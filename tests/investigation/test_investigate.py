"""The whole search on a small memory: what it finds, how it says that it found it, when it ends, and what it costs."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from dcpm_sqlite import Memory, Settings
from dcpm_sqlite.errors import MindUnavailable, UsageError
from dcpm_sqlite.llm.port import Request
from dcpm_sqlite.llm.scripted import ScriptedLLM
from dcpm_sqlite.records import Action, Investigation
from dcpm_sqlite.settings import Budget, InvestigationSettings, MindSettings, SearchDepth
from tests.conftest import OpenMemory
from tests.doubles import belief, put, store_of
from tests.investigation.memories import CHAIN, LINKS, build, names

QUESTION = "What about the violin lessons?"
WHY = "Why did the violin lessons stop?"
FEW = InvestigationSettings(k=1)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Few seeds: what shares no word with the question is reached along relations or not at all."""
    return replace(settings, investigation=replace(InvestigationSettings(), k=3))


@pytest.fixture
def chained(memory: Memory) -> Memory:
    """Beliefs in a chain of causes, and two that have nothing to do with it."""
    build(memory, CHAIN, LINKS)
    return memory


def with_search(open_memory: OpenMemory, memory: Memory, **changed: Any) -> Memory:
    """The same file with other settings of the search."""
    return open_memory(memory.path, settings=replace(memory.settings, investigation=replace(memory.settings.investigation, **changed)))


@pytest.mark.parametrize(("question", "mode"), [(QUESTION, "subgraph_beam"), (WHY, "path_search")])
def test_expansion_finds_what_seeds_miss(open_memory: OpenMemory, chained: Memory, question: str, mode: str) -> None:
    """Seeds alone find the one belief that shares words with the question; a beam and paths find its causes, in their order."""
    seeds = with_search(open_memory, chained, with_seeds_only=True).investigate(question)
    found = chained.investigate(question)
    assert "ice" not in names(seeds, CHAIN)
    assert names(found, CHAIN)[0] == "violin"
    assert {"wrist", "ice"} <= set(names(found, CHAIN))
    assert {action.mode for one in found.rounds for action in one.actions} == {mode}


def test_each_finding_tells_the_way_to_it(chained: Memory) -> None:
    """Path, depth and the steps' directions, from the seed to the finding."""
    found = {one.text: one for one in chained.investigate(QUESTION).findings}
    ice, violin = found[CHAIN["ice"]], found[CHAIN["violin"]]
    assert violin.depth == 0
    assert violin.path == ()
    assert ice.depth == 1
    assert [(step.predicate, step.is_forward) for step in ice.path] == [("results_in", False), ("triggers", False)]
    assert (ice.path[0].start, ice.path[-1].end) == (violin.id, ice.id)


def test_it_brings_the_subgraph_along(chained: Memory) -> None:
    """Relations among the findings, with their weights."""
    found = chained.investigate(QUESTION)
    assert {(edge.predicate, edge.weight) for edge in found.edges} == {("results_in", 0.9), ("triggers", 0.9)}


def test_it_ends_when_nothing_new_is_reached(chained: Memory) -> None:
    """A second round from the last finds converges, or has nothing left to go on from."""
    found = chained.investigate(QUESTION)
    assert found.stopped in ("converged", "enough")
    assert found.rounds[-1].found == ()


def test_it_ends_at_its_depth(open_memory: OpenMemory, memory: Memory) -> None:
    """A chain longer than rounds and hops reach is not walked to its end."""
    build(memory, CHAIN, LINKS)
    once = with_search(open_memory, memory, max_hops=1, shallow=SearchDepth(1, 1), modes=("subgraph_beam",)).investigate(QUESTION)
    assert once.stopped == "depth"
    assert "wrist" in names(once, CHAIN)
    assert "ice" not in names(once, CHAIN)


def test_nothing_found_is_said(chained: Memory) -> None:
    """An unrelated question has no findings and says so, without a round."""
    found = chained.investigate("quantum chromodynamics xyzzy")
    assert (found.findings, found.stopped, found.rounds) == ((), "nothing found", ())


def test_an_empty_memory_has_nothing(memory: Memory) -> None:
    """No space yet: no error, no finding."""
    assert memory.investigate("anything at all").stopped == "nothing found"


def test_a_chain_of_states_is_one_finding(open_memory: OpenMemory, memory: Memory) -> None:
    """An earlier state that a relation leads to is led by the current one, with the story."""
    keys = build(memory, CHAIN, LINKS)
    put(memory, belief("The wrist has healed.", after=keys["wrist"], expected_next=None), embed=True)
    found = [one for one in memory.investigate(QUESTION).findings if len(one.chain) == 2]
    assert [one.text for one in found] == ["The wrist has healed."]
    assert [state.text for state in found[0].chain] == [CHAIN["wrist"], "The wrist has healed."]


def test_messages_that_no_belief_tells_are_evidence_too(open_memory: OpenMemory, chained: Memory) -> None:
    """A message is found as itself; the ablation leaves it out."""
    chained.add("Could somebody tune the violin before the lessons?", decide="later")
    assert "passage" in {one.kind for one in chained.investigate(QUESTION).findings}
    without = with_search(open_memory, chained, with_passages=False)
    assert {one.kind for one in without.investigate(QUESTION).findings} == {"belief"}


def test_another_space_is_not_searched(open_memory: OpenMemory, chained: Memory) -> None:
    """Nothing crosses."""
    assert open_memory(chained.path, space="other").investigate(QUESTION).findings == ()


@pytest.mark.parametrize("question", ["", "   ", None])
def test_an_empty_question_is_refused(memory: Memory, question: Any) -> None:
    """With a clear word."""
    with pytest.raises(UsageError, match="empty"):
        memory.investigate(question)


def test_an_unknown_preset_is_refused(memory: Memory) -> None:
    """With what there is."""
    with pytest.raises(UsageError, match="shallow, deep"):
        memory.investigate("anything", preset="deepest")  # type: ignore[arg-type]


def statements(memory: Memory, question: str) -> tuple[int, int]:
    """SQL statements of a search, and its rounds."""
    memory.investigate(question)
    seen: list[str] = []
    reader = store_of(memory).file._reader()
    reader.exec_trace = lambda cursor, sql, bindings: seen.append(sql) or True
    found = memory.investigate(question)
    reader.exec_trace = None
    return sum(not one.startswith(("BEGIN", "ROLLBACK")) for one in seen), len(found.rounds)


def test_statements_are_bounded_by_rounds_and_hops(open_memory: OpenMemory) -> None:
    """Ten times as many neighbours, the same number of statements a round."""
    counts = {}
    for size in (6, 60):
        memory = open_memory(space=f"of {size}")
        texts = {"start": "The violin lessons stopped.", **{f"n{i}": f"Neighbour number {i} of it." for i in range(size)}}
        build(memory, texts, [("start", "correlates", f"n{i}", 0.9) for i in range(size)])
        counts[size] = statements(memory, "violin lessons")
    (few, rounds_few), (many, rounds_many) = counts[6], counts[60]
    assert many / rounds_many <= few / rounds_few + 12  # 3 for each further hop of one round, 4 at most


def test_reading_only_writes_nothing(open_memory: OpenMemory, chained: Memory) -> None:
    """Offline it works on a file that was opened for reading."""
    chained.close()
    found = open_memory(chained.path, read_only=True).investigate(QUESTION)
    assert found.calls == 0


class Script(ScriptedLLM):
    """A model that answers each of the search's questions as told, by purpose; further times as the last."""

    def __init__(self, **replies: list[Any]) -> None:
        self.left = {purpose: list(given) for purpose, given in replies.items()}
        super().__init__(self._reply, name="scripted")

    def _reply(self, request: Request) -> str:
        given = self.left[request.purpose]
        reply = given.pop(0) if len(given) > 1 else given[0]
        return reply if isinstance(reply, str) else json.dumps(reply)


PLAN = {
    "plans": [{"mode": "hybrid_match", "query": "violin lessons", "keywords": ["violin"], "allowed_node_types": None, "time_range": None}]
}
GO_ON = {"is_enough": False, "nodes_to_expand": ["F1"], "nodes_to_skip": []}
ENOUGH = {"is_enough": True, "nodes_to_expand": [], "nodes_to_skip": []}


def action(**given: Any) -> dict[str, Any]:
    """An action of a reply, from F1."""
    plain = {
        "seed_id": "F1", "expansion_mode": "path_search", "layer_predicate_include": [], "score_threshold": 0.1, "subgraph_max_nodes": None,
        "path_max_depth": 2, "path_top_k": 2, "temporal_decay": None, "conflict_inhibit": False, "reasoning": "what ended the lessons",
    }  # fmt: skip
    return {"actions": [{**plain, **given}]}


def test_a_model_drives_the_whole_search(open_memory: OpenMemory, chained: Memory) -> None:
    """Plan, judge, expand, judge: four calls, and what its actions reached."""
    mind = Script(plan=[PLAN], judge=[GO_ON, ENOUGH], expand=[action()])
    found = open_memory(chained.path, settings=replace(chained.settings, investigation=FEW), mind=mind).investigate(QUESTION)
    assert found.stopped == "enough"
    assert found.calls == 4
    assert [request.purpose for request in mind.requests] == ["plan", "judge", "expand", "judge"]
    assert found.rounds[0].actions[0].reasoning == "what ended the lessons"
    assert len(found.rounds[0].found) == 2


def drive(open_memory: OpenMemory, memory: Memory, **replies: list[Any]) -> Investigation:
    """A search by a model that replies so."""
    mind = Script(**{"plan": [PLAN], "judge": [GO_ON, ENOUGH], "expand": [action()], **replies})
    return open_memory(memory.path, mind=mind).investigate(QUESTION)


def test_hostile_actions_are_clamped_and_counted(open_memory: OpenMemory, chained: Memory) -> None:
    """Depth of a thousand million, endless breadth, predicates of the wrong layer, unknown items: brought within bounds, or not taken."""
    wild = action(
        path_max_depth=10**9, path_top_k=10**9, subgraph_max_nodes=-5, score_threshold=17.0,
        layer_predicate_include=[{"layer": "causal", "predicate": "comprises", "direction": "forward"}, {"layer": "psychic", "predicate": None, "direction": None}],
    )  # fmt: skip
    wild["actions"].append({**action()["actions"][0], "seed_id": "F999"})
    found = drive(open_memory, chained, expand=[wild])
    (taken,) = found.rounds[0].actions
    bounds = chained.settings.investigation
    assert (taken.max_depth, taken.top_k, taken.max_nodes, taken.threshold, taken.allowed) == (
        bounds.max_depth,
        bounds.max_top_k,
        1,
        1.0,
        (),
    )
    refused = dict(found.rounds[0].refused)
    assert refused["out of bounds"] == 4
    assert refused["predicate not of its layer"] == 1
    assert refused["unknown layer"] == 1
    assert refused["unknown item"] == 1


def test_an_unknown_frontier_falls_to_the_best_items(open_memory: OpenMemory, chained: Memory) -> None:
    """R-24: what was not shown is refused, and the search chooses itself."""
    found = drive(open_memory, chained, judge=[{"is_enough": False, "nodes_to_expand": ["F77", "nonsense"], "nodes_to_skip": []}, ENOUGH])
    assert dict(found.rounds[0].refused)["unknown item"] == 2
    assert found.rounds[0].frontier


@pytest.mark.parametrize("purpose", ["plan", "judge", "expand"])
def test_unusable_replies_are_answered_by_the_rule(open_memory: OpenMemory, chained: Memory, purpose: str) -> None:
    """Garbage twice: the rule answers in its place, and that is counted."""
    found = drive(open_memory, chained, **{purpose: ["this is no JSON"]})
    assert any(reason.startswith(f"{purpose}: no reply could be used") for reason, _ in found.refused)
    assert found.findings


def test_over_the_budget_it_ends_with_what_it_has(open_memory: OpenMemory, chained: Memory) -> None:
    """Two calls may be made: plan and one judgement; the seeds are returned."""
    settings = replace(chained.settings, mind=MindSettings(budget=Budget(calls_per_batch=2)))
    mind = Script(plan=[PLAN], judge=[GO_ON], expand=[action()])
    found = open_memory(chained.path, settings=settings, mind=mind).investigate(QUESTION)
    assert found.stopped == "budget"
    assert found.calls == 2
    assert names(found, CHAIN)[0] == "violin"


def test_a_model_that_is_not_reached_is_said(open_memory: OpenMemory, chained: Memory) -> None:
    """Nothing pretends to be its answer."""

    def down(_: Request) -> str:
        raise MindUnavailable("not reached")

    settings = replace(chained.settings, mind=MindSettings(retries=0, deadline_s=1.0))
    with pytest.raises(MindUnavailable):
        open_memory(chained.path, settings=settings, mind=ScriptedLLM(down, name="down")).investigate(QUESTION)


def test_reasoning_without_words_is_the_question(open_memory: OpenMemory, chained: Memory) -> None:
    """Edges are held against something."""
    found = drive(open_memory, chained, expand=[action(reasoning="  ")])
    (taken,) = found.rounds[0].actions
    assert isinstance(taken, Action)
    assert taken.reasoning == QUESTION
