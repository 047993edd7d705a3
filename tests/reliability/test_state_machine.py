"""Any order of acts on two spaces of one file, compared with a dict (K16, K27, K29, K31)."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule, run_state_machine_as_test

from dcpm_sqlite import Memory
from dcpm_sqlite.errors import UnknownId
from dcpm_sqlite.records import Message
from tests.reliability.support import open_memory, said, stored, texts

SPACES = st.sampled_from(["north", "south"])
SESSIONS = st.sampled_from(["morning", "evening"])
Kept = tuple[str, str, Message]  # space, id, message


class MemoryMachine(RuleBasedStateMachine):
    """`model` holds, per space, what must be there; `gone` the messages that must never come back."""

    kept = Bundle("kept")
    forgotten = Bundle("forgotten")

    @initialize()
    def open(self) -> None:
        """A new file."""
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "memory.db"
        self.n = 0
        self.model: dict[str, dict[str, Message]] = {"north": {}, "south": {}}
        self.gone: dict[str, list[Message]] = {"north": [], "south": []}
        self.memories: dict[str, Memory] = {}
        self._open()

    def _open(self) -> None:
        self.memories = {space: open_memory(self.path, space=space) for space in self.model}

    @rule(target=kept, space=SPACES, session=SESSIONS, length=st.sampled_from([1, 1, 1, 400]))
    def add(self, space: str, session: str, length: int) -> Kept:
        """A message with a word that no other has; some are long enough for several passages."""
        self.n += 1
        message = said(f"Word{self.n}q of the day. " + "And more was said about it. " * (length - 1), self.n, session=session)
        report = self.memories[space].add(message)
        assert (report.added, report.known, report.forgotten) == (1, 0, 0)
        self.model[space][report.ids[0]] = message
        return space, report.ids[0], message

    @rule(item=kept)
    def add_again(self, item: Kept) -> None:
        """It is known, or stays forgotten."""
        space, id, message = item
        report = self.memories[space].add(message)
        if id in self.model[space]:
            assert (report.ids, report.known) == ((id,), 1)
        else:
            assert (report.ids, report.forgotten) == ((), 1)

    @rule(target=forgotten, item=consumes(kept))
    def forget(self, item: Kept) -> Kept:
        """One message; a second time it is not known."""
        space, id, message = item
        if id in self.model[space]:
            receipt = self.memories[space].forget(id)
            assert dict(receipt.removed)["messages"] == 1
            assert receipt.is_complete
            self.gone[space].append(self.model[space].pop(id))
        with pytest.raises(UnknownId):
            self.memories[space].forget(id)
        return space, id, message

    @rule(item=forgotten)
    def stays_forgotten(self, item: Kept) -> None:
        """Adding it once more does not bring it back."""
        space, _, message = item
        assert self.memories[space].add(message).forgotten == 1

    @rule(space=SPACES, session=SESSIONS)
    def forget_session(self, space: str, session: str) -> None:
        """A whole conversation of one space."""
        going = [id for id, message in self.model[space].items() if message.session == session]
        if not going:
            with pytest.raises(UnknownId):
                self.memories[space].forget(session=session)
            return
        assert dict(self.memories[space].forget(session=session).removed)["messages"] == len(going)
        self.gone[space] += [self.model[space].pop(id) for id in going]

    @rule(space=SPACES)
    def rebuild(self, space: str) -> None:
        """Derived tables made anew change nothing that is seen."""
        self.memories[space].rebuild()

    @rule()
    def reopen(self) -> None:
        """Closed, it is one file."""
        for memory in self.memories.values():
            memory.close()
        assert [file.name for file in self.folder.iterdir()] == ["memory.db"]
        self._open()

    @rule(item=kept, other=SPACES)
    def recall(self, item: Kept, other: str) -> None:
        """What is kept is found in its own space only."""
        space, id, message = item
        word = message.text.split()[0]
        found = [hit.id for hit in self.memories[space].recall(word).hits]
        assert (id in found) == (id in self.model[space])
        if other != space:
            assert not any(word in hit.text for hit in self.memories[other].recall(word).hits)

    @rule(item=forgotten)
    def recall_forgotten(self, item: Kept) -> None:
        """What was forgotten is not found."""
        space, id, message = item
        found = self.memories[space].recall(message.text.split()[0], k=50).hits
        assert id not in {hit.id for hit in found}
        assert not any(message.text.split()[0] in hit.text.split() for hit in found)

    @rule(target=kept)
    def nothing(self) -> object:
        """Lets a run begin without a message."""
        return multiple()

    @invariant()
    def same_as_the_model(self) -> None:
        """Both spaces hold what the model holds, in its order."""
        for space, messages in self.model.items():
            assert texts(self.memories[space]) == [message.text for message in messages.values()]
            for id, message in list(messages.items())[-1:]:
                assert stored(self.memories[space], id).session == message.session

    def teardown(self) -> None:
        """At the end indexes and tables agree."""
        if self.memories:
            assert self.memories["north"].check().problems == ()
            for memory in self.memories.values():
                memory.close()
            shutil.rmtree(self.folder)


def run(examples: int, steps: int) -> None:
    """Play that many games."""
    limits = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(MemoryMachine, settings=limits)


def test_any_order_of_acts_agrees_with_a_model() -> None:
    """A few dozen games."""
    run(examples=15, steps=20)


@pytest.mark.slow
def test_many_long_games_agree_with_a_model() -> None:
    """Longer games, and more of them."""
    run(examples=200, steps=50)
