"""Where the calls of one piece of work are paid and put on record."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from dcpm_sqlite.errors import OverBudget, ReadOnly
from dcpm_sqlite.llm.port import LLM, Reply, Request
from dcpm_sqlite.llm.prices import cost_usd
from dcpm_sqlite.llm.recorded import prompt_sha256
from dcpm_sqlite.settings import MindSettings
from dcpm_sqlite.store import ledger, raw
from dcpm_sqlite.store.store import Store

DAY_MS = 86_400_000
MAX_KEPT_CHARS = 200_000  # of a reply: what is longer was of no use (K12)
_NOTHING = Reply("", "end")


@dataclass(slots=True)
class Desk:
    """One piece of work of one space: a batch of messages (with its halves, when it is halved), or a night; at first nothing is spent.

    sleep: waits that many seconds; price: US dollars of a model's reply, None where unknown. The clock is the store's settings'.
    calls, tokens, usd: what this work came to so far.
    """

    store: Store
    space: str
    work: Literal["batch", "night"] = "batch"
    sleep: Callable[[float], None] = time.sleep
    price: Callable[[str, Reply], float | None] = cost_usd
    calls: int = field(default=0, init=False)
    tokens: int = field(default=0, init=False)
    usd: float = field(default=0.0, init=False)

    @property
    def settings(self) -> MindSettings:
        """How a model is asked, and what it may cost."""
        return self.store.settings.mind

    def now_ms(self) -> int:
        """The present time, Unix ms."""
        return self.store.settings.clock()

    def require_budget(self, llm: LLM) -> None:
        """Raise OverBudget when nothing more may be spent, and ReadOnly where the call could not go on record."""
        if self.store.file.read_only:
            raise ReadOnly(f"{self.store.file.path} was opened read-only; open it without read_only to let a model decide.")
        budget, now = self.settings.budget, self.now_ms()
        with self.store.file.read() as db:
            today = ledger.spent(db, since_ms=now - now % DAY_MS)
        is_night = self.work == "night"
        bounds: tuple[tuple[str, float, float | None, str], ...] = (
            ("calls_per_day", today.calls, budget.calls_per_day, "calls today"),
            ("usd_per_day", today.usd, budget.usd_per_day, "US dollars today"),
            ("calls_per_night", self.calls, budget.calls_per_night if is_night else None, "calls tonight"),
            ("usd_per_night", self.usd, budget.usd_per_night if is_night else None, "US dollars tonight"),
            ("calls_per_batch", self.calls, None if is_night else budget.calls_per_batch, "calls for this batch"),
            ("tokens_per_batch", self.tokens, None if is_night else budget.tokens_per_batch, "tokens for this batch"),
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

    def record(self, llm: LLM, request: Request, reply: Reply | None, fault: str | None, *, started_ms: int, shown: Sequence[int]) -> int:
        """Put a call on record, in a transaction of its own, and drop texts whose time is over; its id in the ledger."""
        got = reply or _NOTHING
        now, cost = self.now_ms(), self.price(llm.name, got)
        self.calls += 1
        self.tokens += got.tokens_in + got.tokens_out
        self.usd += cost or 0.0
        call = ledger.Call(
            request.purpose, llm.name, prompt_sha256(request), _words(request), None if reply is None else _storable(reply.text), got.tokens_in, got.tokens_cached, got.tokens_out,
            cost, started_ms, max(0, now - started_ms), fault,
        )  # fmt: skip
        with self.store.file.write() as db:
            space = raw.ensure_space(db, self.space, self.store.uids, now)
            ledger.drop_old_texts(db, before_ms=now - self.settings.ledger_text_days * DAY_MS)
            return ledger.record(db, space, call, shown=shown)


def _words(request: Request) -> str:
    return json.dumps({"system": request.system, "turns": [[turn.role, turn.text] for turn in request.turns]}, ensure_ascii=False)


def _storable(text: str) -> str:
    """A reply may be any string: half characters are replaced, and its length is bounded."""
    return text[:MAX_KEPT_CHARS].encode(errors="replace").decode()
