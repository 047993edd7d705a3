"""The ledger: what calls cost, what is known of them, and which decisions were made."""

from __future__ import annotations

from typing import Any

import apsw

from dcpm_sqlite import Memory
from dcpm_sqlite.records import CostLine
from dcpm_sqlite.store import ledger, raw
from dcpm_sqlite.store.ledger import Call, KeptReply, Spent
from tests.doubles import DAY_MS, START_MS, key_of, rows, store_of


def call(**kwargs: Any) -> Call:
    """A call of `extract` that cost a cent, unless told otherwise."""
    fields: dict[str, Any] = {
        "purpose": "extract", "model": "m", "prompt_key": "key", "prompt": "words", "reply": "{}", "tokens_in": 100, "tokens_cached": 40,
        "tokens_out": 10, "cost_usd": 0.01, "started_ms": START_MS, "took_ms": 7, "fault": None,
    }  # fmt: skip
    return Call(**fields | kwargs)


def record(memory: Memory, *calls: Call, shown: tuple[int, ...] = (), space: str | None = None) -> list[int]:
    """Put calls on record; their ids."""
    store = store_of(memory)
    with store.file.write() as db:
        key = raw.ensure_space(db, space or memory.space, store.uids, START_MS)
        return [ledger.record(db, key, each, shown=shown) for each in calls]


def space_of(memory: Memory) -> int:
    """The key of the memory's space."""
    with store_of(memory).file.read() as db:
        key = raw.space_key(db, memory.space)
    assert key is not None
    return key


def test_shown_items_have_their_ordinals(memory: Memory) -> None:
    """An item shown twice stands at both places."""
    a, b = (key_of(memory, id) for id in (memory.add("one", session="s").ids[0], memory.add("two", session="s").ids[0]))
    (key,) = record(memory, call(), shown=(b, a, b))
    assert rows(memory, "SELECT * FROM llm_call_item ORDER BY ordinal") == [(key, 1, b), (key, 2, a), (key, 3, b)]


def test_items_that_are_gone_take_the_words_along(memory: Memory) -> None:
    """A shown item that was forgotten meanwhile is left out, and so are prompt and reply, which hold its words."""
    a = key_of(memory, memory.add("one").ids[0])
    record(memory, call(), shown=(a + 999, a))
    assert rows(memory, "SELECT ordinal, item FROM llm_call_item") == [(2, a)]
    assert rows(memory, "SELECT prompt, reply, tokens_in FROM llm_call") == [(None, None, 100)]


def test_a_call_is_found_again(memory: Memory) -> None:
    """By request, model, start and outcome; another one of these, or another space, is another call."""
    (key,) = record(memory, call(prompt=None))
    record(memory, call(), space="other")
    others = [call(prompt_key="other"), call(model="n"), call(started_ms=START_MS + 1), call(fault="unusable")]
    with store_of(memory).file.read() as db:
        found = [ledger.find(db, space_of(memory), each) for each in (call(reply=None), *others)]
    assert found == [key, None, None, None, None]


def test_a_prompts_hash_is_the_files_own(memory: Memory) -> None:
    """Equal requests have equal hashes in one file; without the file's key the hash tells nothing."""
    record(memory, call(), call(prompt="other words"), call(prompt_key="other"))
    with store_of(memory).file.read() as db:
        hashes = [row[0] for row in db.execute("SELECT prompt_hash FROM llm_call ORDER BY id")]
        assert hashes == [ledger.prompt_hash(raw.hash_key(db), key) for key in ("key", "key", "other")]
    assert hashes[0] == hashes[1] != hashes[2]
    assert ledger.prompt_hash(b"another key", "key") != hashes[0]


def test_spent_sums_all_spaces_since_a_time(memory: Memory) -> None:
    """The bound belongs to the sum; calls of unknown price are counted apart."""
    record(memory, call(started_ms=START_MS - 1), call(cost_usd=0.25), call(cost_usd=None, fault="unavailable"))
    record(memory, call(cost_usd=0.5), space="other")
    with store_of(memory).file.read() as db:
        assert ledger.spent(db, since_ms=START_MS) == Spent(calls=3, tokens=330, usd=0.75, unpriced=1)
        assert ledger.spent(db, since_ms=START_MS + 1) == Spent()


def test_spent_looks_only_at_its_time(memory: Memory) -> None:
    """It is asked before every call: an index leads to the day's rows."""
    statements: list[str] = []

    def trace(cursor: apsw.Cursor, sql: str, values: object) -> bool:
        statements.append(sql)
        return True

    with store_of(memory).file.read() as db:
        db.exec_trace = trace
        ledger.spent(db, since_ms=START_MS)
        db.exec_trace = None
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statements[0]}", (START_MS,))]
    assert "SEARCH llm_call USING INDEX llm_call_by_time (space=? AND started_at>?)" in plan


def test_costs_tell_unknown_from_nothing(memory: Memory) -> None:
    """By purpose and model, of one space: a price that is not known is None, one that is nothing is 0, and a mixture says so."""
    record(
        memory,
        call(started_ms=START_MS - 1),
        call(),
        call(fault="unusable", cost_usd=None),
        call(model="local", cost_usd=0.0),
        call(purpose="reconcile", model="dark", cost_usd=None),
    )
    record(memory, call(), space="other")
    with store_of(memory).file.read() as db:
        assert ledger.costs(db, space_of(memory), since_ms=START_MS) == [
            CostLine("extract", "local", 1, 0, 100, 40, 10, 0.0, 0),
            CostLine("extract", "m", 2, 1, 200, 80, 20, 0.01, 1),
            CostLine("reconcile", "dark", 1, 0, 100, 40, 10, None, 1),
        ]


def test_old_texts_go_and_counts_stay(memory: Memory) -> None:
    """From a set time back no words remain; the bound itself is kept."""
    record(memory, call(started_ms=START_MS - DAY_MS), call())
    with store_of(memory).file.write() as db:
        ledger.drop_old_texts(db, before_ms=START_MS)
    assert rows(memory, "SELECT prompt, reply, tokens_in FROM llm_call ORDER BY id") == [(None, None, 100), ("words", "{}", 100)]


def test_replies_are_those_that_are_kept(memory: Memory) -> None:
    """A call without a reply, or whose texts are gone, answers nothing again."""
    record(memory, call(), call(reply=None, fault="unavailable"), call(prompt_key="other", reply="{", fault="unusable"))
    with store_of(memory).file.read() as db:
        key = raw.hash_key(db)
        assert list(ledger.replies(db)) == [
            KeptReply(ledger.prompt_hash(key, "key"), "{}", 100, 40, 10, None),
            KeptReply(ledger.prompt_hash(key, "other"), "{", 100, 40, 10, "unusable"),
        ]


def test_a_decision_names_its_call(memory: Memory) -> None:
    """What was decided, in which version, by whom, through which call."""
    (key,) = record(memory, call())
    space = space_of(memory)
    with store_of(memory).file.write() as db:
        by_model = ledger.log_decision(db, space, name="extract", version=3, mind="m", llm_call=key, job=None, now_ms=START_MS)
        by_rule = ledger.log_decision(db, space, name="extract", version=3, mind="offline", llm_call=None, job=None, now_ms=START_MS + 1)
    assert rows(memory, "SELECT * FROM decision ORDER BY id") == [
        (by_model, space, "extract", 3, "m", key, None, START_MS),
        (by_rule, space, "extract", 3, "offline", None, None, START_MS + 1),
    ]
