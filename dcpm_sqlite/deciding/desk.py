"""Where the calls of one piece of work are paid and put on record."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from dcpm_sqlite.errors import OverBudget, ReadOnly
from dcpm_sqlite.llm.port import LLM, Reply, Request
from dcpm_sqlite.llm.prices import BATCH_SHARE, cost_usd
from dcpm_sqlite.llm.recorded import prompt_sha256
from dcpm_sqlite.settings import MindSettings
from dcpm_sqlite.store import ledger, raw
from dcpm_sqlite.store.store import Store

DAY_MS = 86_400_000
MAX_KEPT_CHARS = 200_000  # of a reply: what is longer was of no use (K12)
_NOTHING = Reply("", "end")
_NO_CALLS = ledger.Spent()


@dataclass(slots=True)
class Desk:
    """One piece of work of one space: a batch of messages (with its halves, when it is halved), or a night; at first nothing is spent.

    sleep: waits that many seconds; price: US dollars of a model's reply, None where unknown. The clock is the store's settings'.
    calls, tokens, usd: what this work came to so far; unpriced: how many of the calls have no known price.
    """

    store: Store
    space: str
    work: Literal["batch", "night"] = "batch"
    sleep: Callable[[float], None] = time.sleep
    price: Callable[[str, Reply], float | None] = cost_usd
    calls: int = field(default=0, init=False)
    tokens: int = field(default=0, init=False)
    usd: float = field(default=0.0, init=False)
    unpriced: int = field(default=0, init=False)
    _counted: set[int] = field(default_factory=set, init=False)  # ledger rows that are in these counts

    @property
    def settings(self) -> MindSettings:
        """How a model is asked, and what it may cost."""
        return self.store.settings.mind

    def now_ms(self) -> int:
        """The present time, Unix ms."""
        return self.store.settings.clock()

    def require_budget(self, llm: LLM) -> None:
        """Raise OverBudget when nothing more may be spent, and ReadOnly where the call could not go on record."""
        self._require(llm, self._spent_today(), _NO_CALLS)

    def affordable(self, llm: LLM, calls: Sequence[Reply]) -> tuple[int, OverBudget | None]:
        """How many of these calls of a batch, from the first on, may be made together, and why no more; None: all of them.

        calls: what each may come to at most; as with calls one after the other, only the last may go over a bound. What a model thinks
        before it replies comes on top. Raises ReadOnly.
        """
        today, ahead = self._spent_today(), _NO_CALLS
        for number, most in enumerate(calls):
            try:
                self._require(llm, today, ahead)
            except OverBudget as over:
                return number, over
            usd = (self.price(llm.name, most) or 0.0) * BATCH_SHARE
            ahead = ledger.Spent(ahead.calls + 1, ahead.tokens + most.tokens_in + most.tokens_out, ahead.usd + usd)
        return len(calls), None

    def _spent_today(self) -> ledger.Spent:
        if self.store.file.read_only:
            raise ReadOnly(f"{self.store.file.path} was opened read-only; open it without read_only to let a model decide.")
        now = self.now_ms()
        with self.store.file.read() as db:
            return ledger.spent(db, since_ms=now - now % DAY_MS)

    def _require(self, llm: LLM, today: ledger.Spent, ahead: ledger.Spent) -> None:
        """ahead: what calls that are about to be made may come to."""
        budget, is_night = self.settings.budget, self.work == "night"
        bounds: tuple[tuple[str, float, float | None, str], ...] = (
            ("calls_per_day", today.calls + ahead.calls, budget.calls_per_day, "calls today"),
            ("usd_per_day", today.usd + ahead.usd, budget.usd_per_day, "US dollars today"),
            ("calls_per_night", self.calls + ahead.calls, budget.calls_per_night if is_night else None, "calls tonight"),
            ("usd_per_night", self.usd + ahead.usd, budget.usd_per_night if is_night else None, "US dollars tonight"),
            ("calls_per_batch", self.calls + ahead.calls, None if is_night else budget.calls_per_batch, "calls for this batch"),
            ("tokens_per_batch", self.tokens + ahead.tokens, None if is_night else budget.tokens_per_batch, "tokens for this batch"),
        )
        for name, spent, bound, words in bounds:
            if bound is None:
                continue
            if name.startswith("usd") and self.price(llm.name, _NOTHING) is None:
                raise OverBudget(f"The price of {llm.name} isn't known, so that {name} can't be kept; set a bound on calls instead.")
            if spent >= bound:
                again = "or wait until 0:00 UTC" if name.endswith("day") else "or ask again"
                raise OverBudget(
                    f"{spent:.6g} of {bound:.6g} {words} are used up; what is undecided waits. Raise {name}, {again}.",
                    of_batch=name.endswith("batch"),
                )

    def record(
        self, llm: LLM, request: Request, reply: Reply | None, fault: str | None, *, started_ms: int, shown: Sequence[int], of_batch: bool = False
    ) -> int:  # fmt: skip
        """Put a call on record, in a transaction of its own, and drop texts whose time is over; its id in the ledger.

        of_batch: it went out with others, at their price; one whose reply was collected before is on record already, and stays there once.
        """
        got = reply or _NOTHING
        call = self._call(llm, request.purpose, prompt_sha256(request), got, fault, started_ms, of_batch=of_batch)
        texts = replace(call, prompt=_words(request), reply=None if reply is None else _storable(reply.text))
        return self._put(texts, shown, once=of_batch)

    def record_unclaimed(self, llm: LLM, purpose: str, name: str, reply: Reply, *, started_ms: int) -> None:
        """Put a batch's reply on record that nobody waits for any more: what it cost, without words. name: its request's, in the batch."""
        self._put(self._call(llm, purpose, name, reply, "unclaimed", started_ms, of_batch=True), (), once=True)

    def _call(
        self, llm: LLM, purpose: str, prompt_key: str, got: Reply, fault: str | None, started_ms: int, *, of_batch: bool
    ) -> ledger.Call:  # fmt: skip
        """A call without its words."""
        cost = self.price(llm.name, got)
        if cost is not None and of_batch:
            cost *= BATCH_SHARE
        took_ms = max(0, self.now_ms() - started_ms)
        return ledger.Call(
            purpose, llm.name, prompt_key, None, None, got.tokens_in, got.tokens_cached, got.tokens_out, cost, started_ms, took_ms, fault
        )  # fmt: skip

    def _put(self, call: ledger.Call, shown: Sequence[int], *, once: bool) -> int:
        """The call's row. What another process put on record before it was interrupted was not counted as this work's yet."""
        now = self.now_ms()
        with self.store.file.write() as db:
            space = raw.ensure_space(db, self.space, self.store.uids, now)
            ledger.drop_old_texts(db, before_ms=now - self.settings.ledger_text_days * DAY_MS)
            there = ledger.find(db, space, call) if once else None
            row = ledger.record(db, space, call, shown=shown) if there is None else there
        if row not in self._counted:
            self._counted.add(row)
            self.calls += 1
            self.tokens += call.tokens_in + call.tokens_out
            self.usd += call.cost_usd or 0.0
            self.unpriced += call.cost_usd is None
        return row


def _words(request: Request) -> str:
    return json.dumps({"system": request.system, "turns": [[turn.role, turn.text] for turn in request.turns]}, ensure_ascii=False)


def _storable(text: str) -> str:
    """A reply may be any string: half characters are replaced, and its length is bounded."""
    return text[:MAX_KEPT_CHARS].encode(errors="replace").decode()
