"""The ledger: calls of language models with what they cost, and the log of what minds decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import apsw

from dcpm_sqlite.records import CostLine
from dcpm_sqlite.store import raw
from dcpm_sqlite.store.vectors import apsw_ints


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a model, as it goes on record.

    purpose: the decision's name; prompt_key: by which the same request is known again; prompt: its words, None where they aren't known;
    reply: None where none came.
    cost_usd: None where the price isn't known; started_ms: Unix ms; fault: its kind, never content; None for none.
    """

    purpose: str
    model: str
    prompt_key: str
    prompt: str | None
    reply: str | None
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    cost_usd: float | None
    started_ms: int
    took_ms: int
    fault: str | None


@dataclass(frozen=True, slots=True)
class Spent:
    """What calls came to. tokens: read and written; usd: of those whose price is known; unpriced: how many others there are."""

    calls: int = 0
    tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0


@dataclass(frozen=True, slots=True)
class KeptReply:
    """A reply that is still kept. prompt_hash: of its request (`prompt_hash`); fault: what was wrong with it, None for nothing."""

    prompt_hash: bytes
    text: str
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    fault: str | None


def prompt_hash(hash_key: bytes, prompt_key: str) -> bytes:
    """How a request is known in this file: keyed, so that no prompt can be guessed from it."""
    return raw.digest(hash_key, prompt_key)


def record(db: apsw.Connection, space: int, call: Call, *, shown: Sequence[int]) -> int:
    """Put a call on record; its id. `shown`: keys of the items whose text it holds, by ordinal from 1.

    Where one of them was forgotten meanwhile, the call's texts are not kept: they hold its words.
    """
    there = {row[0] for row in db.execute("SELECT id FROM item WHERE id IN carray(?)", (apsw_ints(shown),))} if shown else set()
    is_whole = there.issuperset(shown)
    key = db.execute(
        "INSERT INTO llm_call(space, purpose, model, prompt_hash, prompt, reply, tokens_in, tokens_cached, tokens_out, cost_usd, "
        "started_at, took_ms, fault) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (space, call.purpose, call.model, prompt_hash(raw.hash_key(db), call.prompt_key), call.prompt if is_whole else None, call.reply if is_whole else None,
         call.tokens_in, call.tokens_cached, call.tokens_out, call.cost_usd, call.started_ms, call.took_ms, call.fault),
    ).get  # fmt: skip
    db.executemany(
        "INSERT INTO llm_call_item(llm_call, ordinal, item) VALUES (?, ?, ?)",
        [(key, ordinal, item) for ordinal, item in enumerate(shown, 1) if item in there],
    )
    return int(key)


def find(db: apsw.Connection, space: int, call: Call) -> int | None:
    """The row of that call, when it is on record: same request, same model, begun at the same time, with the same outcome."""
    found: int | None = db.execute(
        "SELECT id FROM llm_call WHERE space = ? AND started_at = ? AND model = ? AND prompt_hash = ? AND fault IS ?",
        (space, call.started_ms, call.model, prompt_hash(raw.hash_key(db), call.prompt_key), call.fault),
    ).get
    return found


def drop_old_texts(db: apsw.Connection, *, before_ms: int) -> None:
    """Prompts and replies of calls that started before then go; their counts stay."""
    db.execute("UPDATE llm_call SET prompt = NULL, reply = NULL WHERE prompt IS NOT NULL AND started_at < ?", (before_ms,))


def log_decision(
    db: apsw.Connection, space: int, *, name: str, version: int, mind: str, llm_call: int | None, job: int | None, now_ms: int
) -> int:
    """Put a decision on record; its id, which the rows made by it name."""
    return int(
        db.execute(
            "INSERT INTO decision(space, name, version, mind, llm_call, job, decided_at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (space, name, version, mind, llm_call, job, now_ms),
        ).get
    )


def spent(db: apsw.Connection, *, since_ms: int) -> Spent:
    """What the whole file's calls came to since then: the wallet is one for all spaces."""
    row = db.execute(
        "SELECT count(*), coalesce(sum(tokens_in + tokens_out), 0), total(cost_usd), count(*) - count(cost_usd) FROM llm_call "
        "WHERE space IN (SELECT id FROM space) AND started_at >= ?",  # naming every space lets the index on (space, time) serve
        (since_ms,),
    ).fetchone()
    assert row is not None
    return Spent(*row)


def costs(db: apsw.Connection, space: int, *, since_ms: int) -> list[CostLine]:
    """What a space's calls cost since then, by purpose and model."""
    rows = db.execute(
        "SELECT purpose, model, count(*), count(fault), sum(tokens_in), sum(tokens_cached), sum(tokens_out), sum(cost_usd), "
        "count(*) - count(cost_usd) FROM llm_call WHERE space = ? AND started_at >= ? GROUP BY purpose, model ORDER BY purpose, model",
        (space, since_ms),
    )
    return [CostLine(*row) for row in rows]


def replies(db: apsw.Connection) -> Iterator[KeptReply]:
    """The replies of all spaces, oldest first, as far as their texts are kept: what a replay answers from."""
    rows = db.execute(
        "SELECT prompt_hash, reply, tokens_in, tokens_cached, tokens_out, fault FROM llm_call WHERE reply IS NOT NULL ORDER BY id"
    )
    return (KeptReply(*row) for row in rows)
