"""What a memory must hold after any history of jobs: the history is played again on plain lists, without what was taken back."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate


@dataclass(slots=True)
class Wording:
    """A text and the messages (by number) that it rests on. own: in the user's own words, never withdrawn.

    is_withdrawn: it says nothing any more, and goes with its message all the same.
    """

    text: str
    sources: set[int]
    own: bool = False
    is_withdrawn: bool = False


@dataclass(slots=True)
class State:
    """A belief: its time in its chain, its wordings, what the user said of it. own: placed by the user."""

    said: int
    wordings: list[Wording]
    pinned: bool | None = None
    own: bool = False

    @property
    def standing(self) -> list[Wording]:
        """Those that were not withdrawn."""
        return [w for w in self.wordings if not w.is_withdrawn]


@dataclass(frozen=True, slots=True)
class Act:
    """One thing done. target: number of the message whose belief is meant; message: the number of the one it comes from.

    spared: of a withdrawal, what was pinned then, by its first text.
    """

    what: str
    message: int
    target: int | None = None
    text: str = ""
    said: int = 0
    spared: frozenset[str] = frozenset()


@dataclass(slots=True)
class Played:
    """The outcome: chains of states, and for each message's number the state that came of it."""

    chains: list[list[State]] = field(default_factory=list)
    of: dict[int, State] = field(default_factory=dict)

    def play(self, act: Act) -> None:
        """One act on top of what is there."""
        target = None if act.target is None else self.of.get(act.target)
        if target is not None and not any(target in chain for chain in self.chains):
            target = None
        match act.what:
            case "ADD" | "SUPERSEDE" | "correct":
                is_own = act.what == "correct"
                state = State(act.said, [Wording(act.text, {act.message}, is_own)], True if is_own else None, is_own)
                if target is None or act.what == "ADD":  # what it followed was forgotten, and its job taken back
                    self.chains.append([state])
                else:
                    self._insert(self._chain(target), state)
                self.of[act.message] = state
            case "UPDATE" if target is not None:
                current = self._chain(target)[-1]
                current.wordings.append(Wording(act.text, {act.message}))
                self.of[act.message] = current
            case "DUPLICATE" if target is not None:
                current = self._chain(target)[-1]
                current.standing[-1].sources.add(act.message)
                self.of[act.message] = current
            case "pin" if target is not None:
                target.pinned = not target.pinned
            case "forget":
                self._forget(act.message)
            case "withdraw":
                self._withdraw(act.message, act.spared)

    def _chain(self, state: State) -> list[State]:
        return next(chain for chain in self.chains if any(s is state for s in chain))

    @staticmethod
    def _insert(chain: list[State], state: State) -> None:
        """By time, behind what is as old; a chain's order as it stands is kept."""
        chain.insert(bisect_right(list(accumulate((s.said for s in chain), max)), state.said), state)

    def _forget(self, message: int) -> None:
        """Wordings that rest on nothing else go, and the later ones of the same belief with them."""
        for state in self._states():
            first = next((i for i, w in enumerate(state.wordings) if w.sources == {message}), len(state.wordings))
            state.wordings = state.wordings[:first]
            for wording in state.wordings:
                wording.sources.discard(message)
        self._drop_empty()

    def _withdraw(self, message: int, spared: frozenset[str]) -> None:
        """Only the wordings themselves, and not what the user confirmed or said."""
        for state in self._states():
            if state.wordings[0].text not in spared and not state.own:
                for wording in (w for w in state.standing if not w.own):
                    if wording.sources == {message}:
                        wording.is_withdrawn = True
                    else:
                        wording.sources.discard(message)
        self._drop_empty()

    def _states(self) -> list[State]:
        return [state for chain in self.chains for state in chain]

    def _drop_empty(self) -> None:
        self.chains = [kept for chain in self.chains if (kept := [state for state in chain if state.standing])]

    def pinned(self) -> frozenset[str]:
        """The first text of each pinned state."""
        return frozenset(state.wordings[0].text for state in self._states() if state.pinned is not None)

    def own(self) -> set[int]:
        """Messages that are the user's own word, or say the same."""
        return {number for state in self._states() for w in state.standing if w.own for number in w.sources}

    def seen(self) -> list[tuple[tuple[str, tuple[int, ...], bool | None], ...]]:
        """Chains in an order of their own: current text, all the messages it rests on, pin."""
        return sorted(
            tuple((s.standing[-1].text, tuple(sorted(set().union(*(w.sources for w in s.standing)))), s.pinned) for s in chain)
            for chain in self.chains
        )  # fmt: skip


@dataclass(slots=True)
class History:
    """Jobs by public id with their acts, in order; an act outside of any job has the id None. undone: of an undoing, what it took back.

    past: acts of such jobs whose message was forgotten before: they did what they did, and it is gone already.
    """

    acts: list[tuple[str | None, Act]] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    undone: dict[str, tuple[str, ...]] = field(default_factory=dict)
    past: set[Act] = field(default_factory=set)

    def undo(self, undoing: str, taken: tuple[str, ...]) -> None:
        """Jobs are taken back; with an undoing, what it took back is in force again."""
        self.undone[undoing] = taken
        for job in taken:
            self._turn(job, is_gone=True)

    def _turn(self, job: str, *, is_gone: bool) -> None:
        (self.gone.add if is_gone else self.gone.discard)(job)
        forgotten = {act.message for _, act in self.acts if act.what == "forget"}
        self.past |= {act for under, act in self.acts if under == job and act.message in forgotten}
        for below in self.undone.get(job, ()):
            self._turn(below, is_gone=not is_gone)

    def played(self) -> Played:
        """What must be there now."""
        outcome = Played()
        for job, act in self.acts:
            if job not in self.gone or act in self.past:
                outcome.play(act)
        return outcome
