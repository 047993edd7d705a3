"""A night from beginning to end, with a scripted mind: what is asked, committed, resumed, bounded and taken back (DCPM D-25..D-41)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dcpm_sqlite import Memory, Message, Settings
from dcpm_sqlite.encoder import HashEncoder
from dcpm_sqlite.errors import MindUnavailable, NightRunning, OverBudget, Overtaken, UsageError
from dcpm_sqlite.llm.port import Request
from dcpm_sqlite.llm.scripted import ScriptedBatchLLM, ScriptedLLM, Step
from dcpm_sqlite.settings import Budget, ClusterSettings, MindSettings, NightSettings, SweepSettings
from dcpm_sqlite.store.changes import UnderJob
from tests.consolidation.thoughts import WIDTH, action, graph_in_words, texts, theme, think
from tests.doubles import DAY_MS, START_MS, Clock, belief, put, rows

Script = Callable[[Request], Step]
# the hash encoder knows no meaning: whatever behaves alike may collide, and clusters are where the made-up vectors put them
NIGHT = NightSettings(clusters=ClusterSettings(near=3.0), sweep=SweepSettings(behaviour=2.0, meaning=50.0), near_floor=-50.0)


@pytest.fixture
def night_settings(clock: Clock) -> Settings:
    """A night an hour after all was said."""
    clock.now_ms = START_MS + 40 * DAY_MS
    return Settings(clock=clock, night=NIGHT, mind=MindSettings(first_wait_s=0.0, retries=0))


OpenNight = Callable[..., Memory]


@pytest.fixture
def open_night(tmp_path: Path, night_settings: Settings) -> OpenNight:
    """A memory by name, with three themes in three domains, and a mind that follows a script."""

    def open_(
        name: str = "m", script: Script = think, *, is_new: bool = True, settings: Settings = night_settings, llm: Any = None
    ) -> Memory:
        memory = Memory(tmp_path / f"{name}.db", encoder=HashEncoder(WIDTH), settings=settings, mind=llm or ScriptedLLM(script))
        if is_new:
            theme(memory, "running", 4, axis=1, domain="sport")
            theme(memory, "cooking", 4, axis=2, domain="food")
            theme(memory, "piano", 4, axis=3, domain="music")
        return memory

    return open_


def test_a_night_asks_once_for_each_cluster_schema_and_collision(open_night: OpenNight) -> None:
    """Calls are clusters and new schemas and collision clusters (D-48); what was made rests on what it was made of."""
    with open_night() as memory:
        report = memory.consolidate()
        assert (report.state, report.clusters, report.described, report.collisions) == ("done", 3, 3, 1)
        assert report.calls == 3 + 3 + 1
        assert (report.schemas, report.cores, report.reasked, report.failed) == (3, 1, 0, 0)
        assert [request.purpose for request in memory.mind.llm.requests] == ["induce"] * 3 + ["describe"] * 3 + ["abstract"]  # type: ignore[union-attr]
        (core,) = memory.nodes(kind="core_schema")
        assert core.text == "Small daily steps in cooking and piano and running"
        assert (len(core.members), len(core.evidence)) == (3, 12)
        assert memory.check().problems == ()


def test_a_second_night_without_news_asks_and_changes_nothing(open_night: OpenNight) -> None:
    """No call, no row, no job."""
    with open_night() as memory:
        memory.consolidate()
        before = [rows(memory, f"SELECT * FROM {table}") for table in ("node", "evidence", "member", "question", "job", "item", "llm_call")]
        report = memory.consolidate()
        assert (report.state, report.job, report.calls) == ("nothing", None, 0)
        assert before == [
            rows(memory, f"SELECT * FROM {table}") for table in ("node", "evidence", "member", "question", "job", "item", "llm_call")
        ]


def test_the_graph_grows_from_night_to_night(open_night: OpenNight) -> None:
    """New beliefs find the schema that stands; a new theme joins the core that stands, without a question (D-35, D-40)."""
    with open_night() as memory:
        memory.consolidate()
        theme(memory, "running", 3, axis=1, domain="sport", day=10)
        theme(memory, "garden", 3, axis=4, domain="nature", day=10)
        report = memory.consolidate()
        assert (report.clusters, report.schemas, report.evidence, report.described) == (2, 1, 3, 1)
        assert (report.collisions, report.cores, report.attached, report.calls) == (0, 0, 1, 3)
        (core,) = memory.nodes(kind="core_schema")
        assert (len(core.members), len(core.evidence)) == (4, 18)
        assert memory.check().problems == ()


def test_an_interrupted_night_goes_on_to_the_same_graph(open_night: OpenNight) -> None:
    """Whichever call it was interrupted in, and whatever was cut off there."""
    with open_night("whole") as memory:
        whole = memory.consolidate()
        expected = graph_in_words(memory)
    for at in range(whole.calls):
        left = [at]

        def interrupted(request: Request, left: list[int] = left) -> Step:
            left[0] -= 1
            return KeyboardInterrupt() if left[0] == -1 else think(request)

        with open_night(f"cut {at}", interrupted) as memory:
            with pytest.raises(KeyboardInterrupt):
                memory.consolidate()
            assert [job.state for job in memory.jobs() if job.kind == "night"] == ["running"]
            report = memory.consolidate()
            assert report.is_resumed
            assert report.state == "done"
            assert graph_in_words(memory) == expected
            assert memory.consolidate().state == "nothing"
            assert memory.check().problems == ()


def test_a_reply_that_cannot_be_used_leaves_its_cluster_for_another_night(open_night: OpenNight) -> None:
    """Asked twice and given up: the other clusters stand, nothing of it is half-written, and the next night asks again (K11)."""
    bad = [True]

    def clumsy(request: Request) -> Step:
        return (
            "I would rather not say." if bad[0] and "cooking" in request.turns[0].text and request.purpose == "induce" else think(request)
        )

    with open_night(script=clumsy) as memory:
        report = memory.consolidate()
        assert (report.state, report.failed, report.schemas, report.clusters) == ("done", 1, 2, 3)
        assert report.calls - report.reasked == report.clusters + report.described + report.collisions
        assert report.reasked == 1
        bad[0] = False
        again = memory.consolidate()
        assert (again.clusters, again.schemas, again.attached, again.failed) == (1, 1, 1, 0)
        assert memory.check().problems == ()


def test_a_bad_action_is_refused_and_its_siblings_stand(open_night: OpenNight) -> None:
    """Evidence that was not offered, a domain that is not on the list; the good one is kept, the bad ones are counted."""

    def mixed(request: Request) -> Step:
        if request.purpose != "induce":
            return think(request)
        good = json.loads(think(request))["actions"]
        bad = [
            action("create_schema", text="x", domain="sport", evidence=["B99"], confidence=0.5),
            action("create_schema", text="x", domain="witchcraft", evidence=["B1"], confidence=0.5),
        ]
        return json.dumps({"actions": [bad[0], *good, bad[1]]})

    with open_night(script=mixed) as memory:
        report = memory.consolidate()
        assert report.schemas == 3
        assert sum(n for _, n in report.refused) == 6
        assert texts(memory.nodes(kind="schema")) == ["pattern of cooking", "pattern of piano", "pattern of running"]


def test_later_actions_refer_to_what_earlier_ones_made(open_night: OpenNight) -> None:
    """An edge between two nodes of the same reply, evidence for one of them (D-35)."""

    def linked(request: Request) -> Step:
        if request.purpose != "induce":
            return think(request)
        (schema,) = json.loads(think(request))["actions"]
        plan = action("create_intention", text=f"a plan of {schema['text']}", domain=schema["domain"], evidence=["B1"], confidence=0.4,
                      due_from="2026-05-01", due_until="2026-05-02", cue="soon")  # fmt: skip
        more = [
            action("add_evidence", node="A2", evidence=["B2"]),
            action("add_edge", source="A1", target="A2", predicate="enables", weight=0.5),
        ]
        return json.dumps({"actions": [schema, plan, *more]})

    with open_night(script=linked) as memory:
        report = memory.consolidate()
        assert (report.schemas, report.intentions, report.edges) == (3, 3, 3)
        plan = memory.nodes(kind="intention")[0]
        assert (len(plan.evidence), plan.state, plan.cue) == (2, "open", "soon")
        edges = {(e.source, e.target, e.predicate) for e in memory.graph().edges}
        assert all(any(e[1] == p.id and e[2] == "enables" for e in edges) for p in memory.nodes(kind="intention"))


def test_a_budget_ends_a_night_early_and_cleanly(open_night: OpenNight, night_settings: Settings) -> None:
    """What was decided stands, the rest waits for the next night, which takes it up."""
    tight = replace(night_settings, mind=replace(night_settings.mind, budget=Budget(calls_per_night=2)))
    with open_night(settings=tight) as memory:
        report = memory.consolidate()
        assert (report.state, report.calls, report.schemas) == ("partial", 2, 2)
        assert report.fault is not None
        assert "calls_per_night" in report.fault
        assert [job.state for job in memory.jobs() if job.kind == "night"] == ["partial"]
    with open_night(settings=night_settings, is_new=False) as memory:
        rest = memory.consolidate()
        assert (rest.state, rest.clusters, rest.schemas, rest.is_resumed) == ("done", 1, 1, False)
        assert len(memory.nodes(kind="core_schema")) == 1
        assert memory.check().problems == ()


def test_a_model_that_cannot_be_reached_ends_the_night_early(open_night: OpenNight) -> None:
    """The report says why; what was not asked waits."""

    def lost(request: Request) -> Step:
        return MindUnavailable("no route to it") if "piano" in request.turns[0].text else think(request)

    with open_night(script=lost) as memory:
        report = memory.consolidate()
        assert (report.state, report.fault) == ("partial", "no route to it")
        assert report.calls == report.reasked + report.schemas + report.described


def test_day_goes_on_while_a_night_thinks(open_night: OpenNight) -> None:
    """Messages are kept and recalled between any two of its transactions; the night is not disturbed."""
    said: list[str] = []

    def interrupting(request: Request) -> Step:
        with Memory(path, encoder=HashEncoder(WIDTH), settings=settings) as other:
            said.extend(other.add(Message(f"Remark {len(said)} on lanterns.", session="day")).ids)
            assert other.recall("lanterns").hits
        return think(request)

    with open_night(script=interrupting) as memory:
        path, settings = memory.path, memory.settings
        report = memory.consolidate()
        assert (report.state, report.cores) == ("done", 1)
        assert len(said) == report.calls
        assert memory.check().problems == ()


def test_one_night_at_a_time(open_night: OpenNight) -> None:
    """A second call is refused while the first one thinks."""
    refused = []

    def impatient(request: Request) -> Step:
        with Memory(path, encoder=HashEncoder(WIDTH), settings=settings, mind=ScriptedLLM(think)) as other:
            try:
                other.consolidate()
            except NightRunning as fault:
                refused.append(str(fault))
        return think(request)

    with open_night(script=impatient) as memory:
        path, settings = memory.path, memory.settings
        assert memory.consolidate().state == "done"
    assert len(refused) == 7


def test_a_night_that_slept_too_long_is_overtaken(open_night: OpenNight, clock: Clock) -> None:
    """A laptop sleeps; another process goes on with the night meanwhile; the sleeper's answer is dropped, and the graph is made once."""
    slept = []

    def sleepy(request: Request) -> Step:
        if not slept:
            slept.append(True)
            clock.advance(DAY_MS)
            with Memory(path, encoder=HashEncoder(WIDTH), settings=settings, mind=ScriptedLLM(think)) as other:
                assert other.consolidate().is_resumed
        return think(request)

    with open_night(script=sleepy) as memory:
        path, settings = memory.path, memory.settings
        with pytest.raises(Overtaken):
            memory.consolidate()
        assert texts(memory.nodes(kind="schema")) == ["pattern of cooking", "pattern of piano", "pattern of running"]
        assert memory.check().problems == ()


def test_undo_takes_a_night_back_and_the_next_one_thinks_anew(open_night: OpenNight) -> None:
    """Table by table as before; what was asked counts as never asked."""
    tables = ("node", "evidence", "member", "relation", "vector", "behaviour_vector", "node_vec", "unembedded", "item", "belief", "wording")
    with open_night() as memory:
        before = {table: sorted(rows(memory, f"SELECT * FROM {table}"), key=repr) for table in tables}
        report = memory.consolidate()
        made = graph_in_words(memory)
        assert report.job is not None
        memory.undo(report.job)
        assert {table: sorted(rows(memory, f"SELECT * FROM {table}"), key=repr) for table in tables} == before
        assert memory.check().problems == ()
        assert memory.consolidate().clusters == 3
        assert graph_in_words(memory) == made


def test_evidence_that_is_superseded_is_thought_over(open_night: OpenNight) -> None:
    """The node is weakened until then; the mind is shown the node and the new state, and here it supports it anew (D-29)."""
    with open_night() as memory:
        memory.consolidate()
        (old,) = rows(memory, "SELECT belief FROM current_wording WHERE text = 'running 0'")[0]
        put(
            memory,
            UnderJob("add"),
            belief("running less", party="Ann", domain="sport", after=old, said_ms=START_MS + 30 * DAY_MS),
            embed=True,
        )
        (node,) = (n for n in memory.nodes(kind="schema") if "running" in n.text)
        assert (node.state, node.support) == ("weakened", (3 + 0.25) / 4)
        report = memory.consolidate()
        assert (report.clusters, report.revisited, report.evidence) == (1, 1, 2)
        (node,) = (n for n in memory.nodes(kind="schema") if "running" in n.text)
        assert (node.state, node.support) == ("standing", 1.0)
        assert memory.consolidate().state == "nothing"


def test_a_node_is_weakened_by_forgetting_a_part_of_its_evidence(open_night: OpenNight) -> None:
    """Its words hold nothing that only the forgotten one said: it stays, with the others, and the receipt says so (K30)."""
    with open_night() as memory:
        memory.consolidate()
        receipt = memory.forget(next(c[0].id for c in memory.graph().chains if c[0].text == "running 0"))
        assert (dict(receipt.removed)["nodes"], dict(receipt.removed)["nodes_weakened"]) == (0, 2)
        (node,) = (n for n in memory.nodes(kind="schema") if "running" in n.text)
        assert (node.state, len(node.evidence)) == ("weakened", 3)
        assert memory.check().problems == ()


def test_a_node_whose_words_hold_what_is_forgotten_goes_and_the_rest_is_thought_over(open_night: OpenNight) -> None:
    """No byte of it is left, and the next night asks about what else it rested on."""

    def quoting(request: Request) -> Step:
        return (
            think(request).replace("pattern of running", "pattern of running 0") if "running 0" in request.turns[0].text else think(request)
        )

    with open_night(script=quoting) as memory:
        memory.consolidate()
        receipt = memory.forget(next(c[0].id for c in memory.graph().chains if c[0].text == "running 0"))
        assert dict(receipt.removed)["nodes"] >= 1
        assert not any("running" in n.text for n in memory.nodes(kind="schema"))
        assert memory.check().problems == ()
        assert memory.consolidate().schemas == 1
        (node,) = (n for n in memory.nodes(kind="schema") if "running" in n.text)
        assert len(node.evidence) == 3


def test_intentions_expire_when_their_time_is_over(open_night: OpenNight, clock: Clock) -> None:
    """The next night marks them, and undo opens them again."""

    def planner(request: Request) -> Step:
        if request.purpose != "induce" or "piano" not in request.turns[0].text:
            return json.dumps({"actions": []}) if request.purpose == "induce" else think(request)
        return json.dumps({"actions": [action("create_intention", text="a concert", domain="music", evidence=["B1"], confidence=0.6,
                                              due_from="2026-03-01", due_until="2026-03-01")]})  # fmt: skip

    with open_night(script=planner) as memory:
        assert memory.consolidate().intentions == 1
        clock.advance(60 * DAY_MS)
        assert memory.intentions() == ()
        report = memory.consolidate()
        assert (report.state, report.expired, report.calls) == ("done", 1, 0)
        assert memory.nodes(kind="intention")[0].state == "expired"
        assert report.job is not None
        memory.undo(report.job)
        assert memory.nodes(kind="intention")[0].state == "open"


def test_batches_make_the_same_graph(open_night: OpenNight) -> None:
    """Independent questions go out together: three batches, as many calls, the same nodes."""
    with open_night("one by one") as memory:
        memory.consolidate()
        expected = graph_in_words(memory)
    llm = ScriptedBatchLLM(think, looks=0)
    with open_night("together", llm=llm) as memory:
        report = memory.consolidate(batch=True)
        assert (report.calls, report.state, len(llm.submitted)) == (7, "done", 3)
        assert graph_in_words(memory) == expected


def test_a_batch_needs_a_model_that_takes_batches(open_night: OpenNight) -> None:
    """It says so, and no night is left under way."""
    with open_night() as memory:
        with pytest.raises(UsageError, match="batch"):
            memory.consolidate(batch=True)
        assert memory.consolidate().state == "done"


def test_a_preview_asks_and_changes_nothing(open_night: OpenNight) -> None:
    """Clusters in words, calls and cost; the file is as it was."""
    with open_night() as memory:
        before = rows(memory, "SELECT count(*) FROM job")
        plan = memory.preview_night()
        assert sorted(len(texts) for texts in plan.clusters) == [4, 4, 4]
        assert (plan.fresh, plan.noise, plan.calls_least) == (12, 0, 3)
        assert plan.calls_about == 3 + 3 + 1
        assert rows(memory, "SELECT count(*) FROM job") == before
        assert memory.mind.llm.requests == []  # type: ignore[union-attr]
        memory.consolidate()
        assert memory.preview_night().clusters == ()


def test_an_empty_space_has_a_quiet_night(memory: Memory) -> None:
    """Nothing was said: nothing to think."""
    assert memory.consolidate().state == "nothing"
    assert memory.preview_night().clusters == ()


def test_without_collisions_no_schema_is_described(open_night: OpenNight, night_settings: Settings) -> None:
    """The ablation's first step (D-51)."""
    bare = replace(night_settings, night=replace(NIGHT, with_collisions=False))
    with open_night(settings=bare) as memory:
        report = memory.consolidate()
        assert (report.calls, report.schemas, report.described, report.cores) == (3, 3, 0, 0)


def test_spaces_think_apart(open_night: OpenNight) -> None:
    """A night in one space sees nothing of another."""
    with open_night() as memory:
        with Memory(memory.path, space="other", encoder=HashEncoder(WIDTH), settings=memory.settings, mind=ScriptedLLM(think)) as other:
            theme(other, "sewing", 4, axis=5, domain="art")
            report = other.consolidate()
            assert (report.clusters, report.schemas, report.cores) == (1, 1, 0)
            assert texts(other.nodes()) == ["pattern of sewing"]
        memory.consolidate()
        assert "pattern of sewing" not in texts(memory.nodes())


def test_the_whole_files_budget_of_a_day_counts(open_night: OpenNight, night_settings: Settings) -> None:
    """A night pays from the same purse as the day."""
    none = replace(night_settings, mind=replace(night_settings.mind, budget=Budget(calls_per_day=0)))
    with open_night(settings=none) as memory:
        report = memory.consolidate()
        assert (report.state, report.calls) == ("partial", 0)
        assert OverBudget.__name__ in [row[0] for row in rows(memory, "SELECT fault FROM job WHERE kind = 'night'")]
