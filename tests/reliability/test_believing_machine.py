"""Any order of telling, settling, correcting, pinning, undoing, forgetting and rethinking, compared with a model of chains."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from dcpm_sqlite import Memory
from dcpm_sqlite.errors import BuiltUpon
from dcpm_sqlite.llm.port import Request
from dcpm_sqlite.llm.scripted import ScriptedLLM
from dcpm_sqlite.store import beliefs
from dcpm_sqlite.store.ids import as_text
from tests.doubles import Clock
from tests.reliability.chain_model import Act, History
from tests.reliability.scripted_mind import item
from tests.reliability.support import PATIENT, START, open_memory, said

_NEW = re.compile(r"Message (\d+), NEW, .*?\n<stored-message \d+>\nAnn: (.*?)\n</stored-message", re.DOTALL)
_KNOWN = re.compile(r"^K(\d+) \(.*?\n<stored-belief \d+>\nAnn: (.*?)\n", re.DOTALL | re.MULTILINE)
_NUMBER = re.compile(r"word(\d+)q")
OPERATIONS = st.sampled_from(["ADD", "SUPERSEDE", "SUPERSEDE", "UPDATE", "DUPLICATE"])
PICK = st.integers(0, 10_000)


class Mind:
    """Draws one item from each message and does with it what `wanted` says: per text an operation and the text of its target."""

    def __init__(self) -> None:
        self.wanted: dict[str, tuple[str, str | None]] = {}
        self.rephrased = ""
        self.is_silent = False
        self.done: dict[str, str] = {}

    def __call__(self, request: Request) -> str:
        prompt = request.turns[0].text
        if request.purpose == "extract":
            texts = [] if self.is_silent else _NEW.findall(prompt)
            items = [
                item(f"Belief {text}{self.rephrased}", _attribute(self.wanted.get(text, ("", None))[1] or text), int(n), text)
                for n, text in texts
            ]
            return json.dumps({"items": items, "summary": None})
        offered = {text: f"K{number}" for number, text in _KNOWN.findall(prompt)}
        operations = []
        for number, text in re.findall(r"^I(\d+) \(.*?\n<stored-item \d+>\nAnn: Belief (.*?)\n", prompt, re.DOTALL | re.MULTILINE):
            operation, target = self.wanted.get(text, ("ADD", None))
            if target is not None and target not in offered:
                operation = "ADD"
            self.done[text] = operation
            new = f"Reworded {text}" if operation == "UPDATE" else None
            operations.append({"item": f"I{number}", "operation": operation, "target": offered.get(target or ""), "text": new})
        return json.dumps({"operations": operations, "relations": []})


def _attribute(text: str) -> str:
    """One that a chain's later states share: its target is always among what is offered."""
    found = _NUMBER.search(text)
    assert found is not None
    return f"a{found[1]}"


class BelievingMachine(RuleBasedStateMachine):
    """`history` says what must be there; `numbers` the number of each message by its id."""

    @initialize()
    def open(self) -> None:
        """A new file, and a mind that does as told."""
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "memory.db"
        self.clock = Clock(START + 1_000_000_000)
        self.mind = Mind()
        self.history = History()
        self.n = 0
        self.ids: dict[int, str] = {}
        self.said: dict[int, int] = {}
        self.forgotten_at = 0
        self.memory = self._open()

    def _open(self) -> Memory:
        return open_memory(self.path, mind=ScriptedLLM(self.mind), settings=replace(PATIENT, clock=self.clock))

    def _states(self) -> list[tuple[int, str]]:
        """Numbers and texts of current states that a new item may stand to."""
        played = self.history.played()
        current = {id(chain[-1]): chain[-1] for chain in played.chains}
        return [(number, state.standing[-1].text) for number, state in sorted(played.of.items()) if id(state) in current]

    def _job(self) -> str:
        return self.memory.jobs(limit=1)[0].id

    @rule(operation=OPERATIONS, pick=PICK, said_at=st.integers(0, 5_000))
    def tell(self, operation: str, pick: int, said_at: int) -> None:
        """A message about which the mind decides at once."""
        self._tell(operation, pick, said_at)

    def _tell(self, operation: str, pick: int, said_at: int) -> None:
        self.n += 1
        text, states = f"word{self.n}q", self._states()
        target = None if operation == "ADD" or not states else states[pick % len(states)]
        self.mind.wanted = {text: (operation if target else "ADD", target[1] if target else None)}
        report = self.memory.add(said(text, said_at, session=f"s{self.n}"))
        assert report.settled is not None
        assert (report.settled.decided, report.settled.fault) == (1, None)
        self.ids[self.n], self.said[self.n] = report.ids[0], START + said_at * 60_000
        done = self.mind.done.get(text, "ADD")  # nothing is asked where nothing is known
        new = f"Reworded {text}" if done == "UPDATE" else f"Belief {text}"
        self.history.acts.append((self._job(), Act(done, self.n, target[0] if target else None, new, self.said[self.n])))

    @rule()
    def settle_what_waits(self) -> None:
        """Two messages told now and decided later come to one job."""
        texts = []
        for _ in range(2):
            self.n += 1
            texts.append((self.n, f"word{self.n}q"))
            self.said[self.n] = START + self.n * 60_000
            self.ids[self.n] = self.memory.add(said(texts[-1][1], self.n, session="later"), decide="later").ids[0]
        self.mind.wanted = {}
        assert self.memory.settle().decided == 2
        acts = [Act("ADD", n, None, f"Belief {text}", self.said[n]) for n, text in texts]
        self.history.acts += [(self._job(), act) for act in acts]

    @precondition(lambda self: self._states())
    @rule(pick=PICK)
    def correct(self, pick: int) -> None:
        """The user's word takes the place of a current state."""
        states = self._states()
        number, text = states[pick % len(states)]
        self.n += 1
        self.clock.advance(60_000)
        new = self.memory.correct(self._id_of(text), f"Corrected word{self.n}q")
        source = self.memory.why(new).evidence[0].message
        self.ids[self.n] = source.id
        self.history.acts.append((self._job(), Act("correct", self.n, number, f"Corrected word{self.n}q", self.clock.now_ms)))

    @precondition(lambda self: self._states())
    @rule(pick=PICK)
    def pin(self, pick: int) -> None:
        """Always shown, or not as core."""
        states = self._states()
        number, text = states[pick % len(states)]
        state = self.history.played().of[number]
        self.memory.pin(self._id_of(text), not state.pinned)
        self.history.acts.append((self._job(), Act("pin", 0, number)))

    def _id_of(self, text: str) -> str:
        with self.memory._store.file.read() as db:
            uid = db.execute("SELECT i.uid FROM current_wording AS c JOIN item AS i ON i.id = c.belief WHERE c.text = ?", (text,)).get
        return as_text(uid)

    @rule(pick=PICK, cascade=st.booleans())
    def undo(self, pick: int, cascade: bool) -> None:
        """Any job in force; an undoing only as long as nothing was forgotten after it, for the model does not know where it would go."""
        jobs = [j for j in self.memory.jobs(limit=200) if j.state == "done"]
        jobs = [j for i, j in enumerate(jobs) if j.kind != "undo" or j.started_ms > self.forgotten_at]
        if not jobs:
            return
        job = jobs[pick % len(jobs)].id
        self.clock.advance(1)
        before = self.memory.jobs(limit=1)
        try:
            taken = self.memory.undo(job, cascade=cascade)
        except BuiltUpon:
            assert not cascade or self.history.undone
            assert self.memory.jobs(limit=1) == before
            return
        assert job in taken
        self.history.undo(self._job(), taken)

    @precondition(lambda self: self.ids)
    @rule(pick=PICK)
    def forget(self, pick: int) -> None:
        """A message and what rests on it alone; what is to be decided anew gives nothing this time."""
        number = sorted(self.ids)[pick % len(self.ids)]
        self.memory.forget(self.ids.pop(number))
        self.history.acts.append((None, Act("forget", number)))
        self.clock.advance(1)
        self.forgotten_at = self.clock.now_ms
        self.mind.is_silent = True
        assert self.memory.settle().fault is None
        self.mind.is_silent = False

    @rule()
    def rethink(self) -> None:
        """All that was said is decided about anew, as one job; what the user said or confirmed stays."""
        played = self.history.played()
        own, spared = played.own(), played.pinned()
        if any(act.what == "correct" and act.message in self.ids and act.message not in own for _, act in self.history.acts):
            return  # a correction that was taken back is the user's word again; the model knows nothing of that
        self.n += 1
        self.mind.rephrased, self.mind.wanted = f" again{self.n}", {}
        thought = self.memory.rethink("2000-01-01")
        report = self.memory.adopt(thought)
        anew = sorted(set(self.ids) - own)
        assert (report.decided, report.fault) == (len(anew), None)
        if anew:
            job = self._job()
            self.history.acts += [(job, Act("withdraw", n, spared=spared)) for n in anew]
            self.history.acts += [(job, Act("ADD", n, None, f"Belief word{n}q{self.mind.rephrased}", self.said[n])) for n in anew]
        self.mind.rephrased = ""

    @rule()
    def reopen(self) -> None:
        """Closed, it is one file."""
        self.memory.close()
        assert [file.name for file in self.folder.iterdir()] == ["memory.db"]
        self.memory = self._open()

    @invariant()
    def same_as_the_model(self) -> None:
        """Chains with their texts, sources and pins, and the file is sound."""
        assert self._seen() == self.history.played().seen()
        assert self.memory.check().problems == ()

    def _seen(self) -> list[tuple[tuple[str, tuple[int, ...], bool | None], ...]]:
        numbers = {id: number for number, id in self.ids.items()}
        chains = []
        with self.memory._store.file.read() as db:
            heads = [
                row[0]
                for row in db.execute("SELECT id FROM belief AS b WHERE supersedes IS NULL AND id IN (SELECT belief FROM current_wording)")
            ]
            for chain in beliefs.chains(db, heads).values():
                sources = beliefs.sources(db, [b.key for b in chain])
                chains.append(tuple((b.text, tuple(sorted({numbers[s.id] for s in sources.get(b.key, ())})), b.is_pinned) for b in chain))
        return sorted(chains)

    def teardown(self) -> None:
        """Nothing is left lying."""
        if hasattr(self, "memory"):
            self.memory.close()
            shutil.rmtree(self.folder)


def play(examples: int, steps: int) -> None:
    """That many games."""
    limits = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(BelievingMachine, settings=limits)


def test_any_order_of_deciding_and_taking_back_agrees_with_a_model() -> None:
    """A few games."""
    play(examples=8, steps=15)


@pytest.mark.slow
def test_many_long_games_agree_with_a_model() -> None:
    """Longer games, and more of them."""
    play(examples=70, steps=40)
