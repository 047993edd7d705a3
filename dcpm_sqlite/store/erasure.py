"""What rests on a message, and taking all of it out of the tables and indexes (DESIGN: the closure of a raw input)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw

from dcpm_sqlite.language.index_text import query_terms
from dcpm_sqlite.store import keywords, merging, pending, raw, vectors
from dcpm_sqlite.store.texts import keyword_text
from dcpm_sqlite.store.vectors import apsw_ints


@dataclass(frozen=True, slots=True)
class Closure:
    """Keys of all that goes: messages and what rests on nothing else. `texts` are the words of it, to look for in the bytes."""

    raws: tuple[int, ...]
    passages: tuple[int, ...]
    following: tuple[int, ...]
    wordings: tuple[int, ...]
    beliefs: tuple[int, ...]
    summaries: tuple[int, ...]
    nodes: tuple[int, ...]
    weakened: tuple[int, ...]
    relations: tuple[int, ...]
    llm_calls: tuple[int, ...]
    texts: tuple[str, ...]


def _keys(db: apsw.Connection, sql: str, *values: object) -> tuple[int, ...]:
    return tuple(row[0] for row in db.execute(sql, values))


def messages(db: apsw.Connection, space: int, *, session: str | None, span: tuple[int, int] | None) -> tuple[int, ...]:
    """Raw inputs of a space: of one session, said within a half-open span, or all."""
    low, high = span if span is not None else (-(1 << 62), 1 << 62)
    return _keys(
        db,
        "SELECT r.id FROM raw_input AS r JOIN session AS s ON s.id = r.session WHERE r.space = ? AND r.said_at >= ? AND r.said_at < ? "
        "AND (? IS NULL OR s.source_key = ?) ORDER BY r.id",
        space, low, high, session, session,
    )  # fmt: skip


def sources_of(db: apsw.Connection, belief: int) -> tuple[int, ...]:
    """The messages that any wording of a belief was drawn from."""
    return _keys(
        db,
        "SELECT DISTINCT s.raw FROM wording AS w JOIN belief_source AS s ON s.wording = w.id WHERE w.belief = ?",
        belief,
    )


def closure(db: apsw.Connection, raws: Sequence[int], extra_beliefs: Sequence[int]) -> Closure:
    """All that rests on these messages (and these beliefs, which go whatever they rest on)."""
    r = apsw_ints(raws)
    passages = _keys(db, "SELECT id FROM passage WHERE raw IN carray(?)", r)
    following = tuple(set(_keys(db, "SELECT id FROM passage WHERE previous IN carray(?)", apsw_ints(passages))) - set(passages))
    wordings = _keys(
        db,
        # a question supports nothing, but the words of its answer may hold it
        "SELECT DISTINCT s.wording FROM belief_source AS s WHERE s.raw IN carray(?1) AND (s.role = 'context' OR NOT EXISTS "
        "(SELECT 1 FROM belief_source AS o WHERE o.wording = s.wording AND o.role = 'quote' AND o.raw NOT IN carray(?1))) "
        "UNION SELECT id FROM wording WHERE belief IN carray(?2)",
        r, apsw_ints(extra_beliefs),
    )  # fmt: skip
    # a later wording holds what the earlier one said
    wordings = _keys(
        db,
        "SELECT value FROM carray(?1) WHERE value > 0 UNION SELECT l.id FROM wording AS w JOIN wording AS l ON l.belief = w.belief "
        "AND l.number > w.number WHERE w.id IN carray(?1)",
        apsw_ints(wordings),
    )
    w = apsw_ints(wordings)
    beliefs = _keys(
        db,
        "SELECT DISTINCT g.belief FROM wording AS g WHERE g.id IN carray(?1) "
        "AND NOT EXISTS (SELECT 1 FROM wording AS o WHERE o.belief = g.belief AND o.withdrawn_by IS NULL AND o.id NOT IN carray(?1))",
        w,
    )
    b = apsw_ints(beliefs)
    wordings = _keys(db, "SELECT value FROM carray(?1) WHERE value > 0 UNION SELECT id FROM wording WHERE belief IN carray(?2)", w, b)
    w = apsw_ints(wordings)  # with them go the wordings that were taken back before
    summaries = _keys(
        db,
        "SELECT s.id FROM summary AS s WHERE EXISTS (SELECT 1 FROM raw_input AS g WHERE g.id IN carray(?) AND g.session = s.session "
        "AND g.turn <= (SELECT turn FROM raw_input WHERE id = s.last_raw))",
        r,
    )
    touched = _keys(db, "SELECT DISTINCT node FROM evidence WHERE belief IN carray(?)", b)
    nodes = _nodes_to_go(db, touched, r, b)
    gone = apsw_ints([*raws, *passages, *wordings, *beliefs, *summaries, *nodes])
    relations = _keys(db, "SELECT id FROM relation WHERE source IN carray(?1) OR target IN carray(?1)", gone)
    reworded = _keys(db, "SELECT DISTINCT belief FROM wording WHERE id IN carray(?)", w)
    calls = _keys(
        db,
        "SELECT DISTINCT llm_call FROM llm_call_item WHERE item IN carray(?1) OR item IN carray(?2)",
        gone, apsw_ints(reworded),
    )  # fmt: skip
    texts = tuple(
        row[0]
        for sql, keys in (
            ("SELECT text FROM raw_input WHERE id IN carray(?)", r),
            ("SELECT text FROM wording WHERE id IN carray(?)", w),
            ("SELECT text FROM summary WHERE id IN carray(?)", apsw_ints(summaries)),
            ("SELECT text FROM node WHERE id IN carray(?)", apsw_ints(nodes)),
            ("SELECT description FROM relation WHERE description <> '' AND id IN carray(?)", apsw_ints(relations)),
        )
        for row in db.execute(sql, (keys,))
    )
    return Closure(
        tuple(raws),
        passages,
        following,
        wordings,
        beliefs,
        summaries,
        nodes,
        tuple(set(touched) - set(nodes)),
        relations,
        calls,
        texts,
    )


def _nodes_to_go(db: apsw.Connection, touched: Sequence[int], raws: object, beliefs: object) -> tuple[int, ...]:
    """Of the nodes that rest on what goes those that nothing else holds, and those in whose words it stands: words of what goes that
    nothing which is left of their evidence has. The others are weakened.
    """
    lost = _terms(
        db,
        "SELECT w.text FROM wording AS w WHERE w.belief IN carray(?1) UNION ALL SELECT text FROM raw_input WHERE id IN carray(?2)",
        beliefs,
        raws,
    )
    gone: set[int] = set()
    for node in touched:
        left = "SELECT c.text FROM evidence AS e JOIN current_wording AS c ON c.belief = e.belief WHERE e.node = ?1 AND e.belief NOT IN carray(?2)"
        kept = _terms(db, left, node, beliefs)
        words = "SELECT concat_ws(' ', text, behaviour, trigger_text) FROM node WHERE id = ?"
        if not kept or _terms(db, words, node) & (lost - kept):
            gone.add(node)
    # a core rests on what its members that stay bring, and on nothing else
    cores = _keys(
        db,
        "SELECT n.id FROM node AS n WHERE n.kind = 'core_schema' AND n.id IN (SELECT core FROM member WHERE schema IN carray(?1)) AND NOT EXISTS "
        "(SELECT 1 FROM evidence AS e WHERE e.node = n.id AND e.belief NOT IN carray(?2) AND coalesce(e.inherited_from, -1) NOT IN carray(?1))",
        apsw_ints(sorted(gone)), beliefs,
    )  # fmt: skip
    return tuple(sorted(gone.union(cores)))


def _terms(db: apsw.Connection, sql: str, *values: object) -> set[str]:
    """Content words of the texts that a query finds."""
    return {term for row in db.execute(sql, values) for term in query_terms(row[0], limit=sys.maxsize)}


def erase(db: apsw.Connection, space: int, what: Closure, now_ms: int) -> None:
    """Take the closure out, inside the caller's transaction, and leave tombstones (K29)."""
    db.execute("INSERT INTO meta(key, value) VALUES ('erasing', 1)")
    _bury(db, space, what, now_ms)
    _erase_calls(db, what)
    _erase_uses(db, what)
    _erase_upper(db, what)
    _reopen(db, what)
    _erase_beliefs(db, what)
    _erase_summaries(db, what)
    _erase_messages(db, what)
    _erase_items(db, [*what.raws, *what.passages, *what.wordings, *what.beliefs, *what.summaries, *what.nodes, *what.relations])
    _erase_orphans(db, space)
    if db.execute("SELECT 1 FROM raw_input WHERE space = ? LIMIT 1", (space,)).get is None:
        db.execute("UPDATE llm_call SET prompt = NULL, reply = NULL WHERE space = ?", (space,))
        db.execute("UPDATE use SET question = NULL WHERE job IN (SELECT id FROM job WHERE space = ?)", (space,))
    db.execute("DELETE FROM meta WHERE key = 'erasing'")


def _bury(db: apsw.Connection, space: int, what: Closure, now_ms: int) -> None:
    key = raw.hash_key(db)
    rows = db.execute(
        "SELECT i.uid, i.kind, r.source, r.source_key, r.digest FROM item AS i LEFT JOIN raw_input AS r ON r.id = i.id WHERE i.id IN carray(?)",
        (apsw_ints([*what.raws, *what.beliefs, *what.summaries, *what.nodes]),),
    )
    db.executemany(
        "INSERT INTO tombstone(uid, space, kind, source_digest, text_digest, forgotten_at) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (
                uid,
                space,
                kind,
                None if source_key is None else raw.digest(key, space, source, source_key),
                digest,
                now_ms,
            )
            for uid, kind, source, source_key, digest in list(rows)
        ],
    )


def _delete(db: apsw.Connection, keys: Iterable[int], *statements: str) -> None:
    bound = apsw_ints(list(keys))
    for statement in statements:
        db.execute(f"DELETE FROM {statement} IN carray(?)", (bound,))


def _reopen(db: apsw.Connection, what: Closure) -> None:
    """Kept messages that a wording which goes was drawn from too: what they say by themselves is to be decided anew."""
    raws = _keys(
        db,
        "SELECT DISTINCT raw FROM belief_source WHERE role = 'quote' AND wording IN carray(?1) AND raw NOT IN carray(?2)",
        apsw_ints(what.wordings), apsw_ints(what.raws),
    )  # fmt: skip
    pending.reopen(db, raws)


def _erase_calls(db: apsw.Connection, what: Closure) -> None:
    calls = apsw_ints(what.llm_calls)
    db.execute("UPDATE llm_call SET prompt = NULL, reply = NULL WHERE id IN carray(?)", (calls,))


def _erase_uses(db: apsw.Connection, what: Closure) -> None:
    """A question that recalled what goes may hold its words, and one that says them surely does."""
    gone = apsw_ints([*what.beliefs, *_keys(db, "SELECT DISTINCT belief FROM wording WHERE id IN carray(?)", apsw_ints(what.wordings))])
    db.execute("UPDATE use SET question = NULL WHERE job IN (SELECT job FROM use_item WHERE item IN carray(?))", (gone,))
    db.executemany("UPDATE use SET question = NULL WHERE instr(lower(question), lower(?))", [(text,) for text in what.texts])
    _delete(db, what.beliefs, "use_item WHERE item")


def _erase_upper(db: apsw.Connection, what: Closure) -> None:
    _delete(
        db,
        what.relations,
        "vector WHERE id",
        "vector_next WHERE id",
        "unembedded WHERE id",
        "reweighing WHERE relation",
        "relation WHERE id",
    )
    vectors.remove(db, "node_vec", what.nodes)
    _delete(db, what.nodes, "behaviour_vector WHERE id", "member WHERE core", "member WHERE schema", "evidence WHERE node",
            "evidence WHERE inherited_from", "node WHERE id")  # fmt: skip
    _delete(db, what.beliefs, "evidence WHERE belief")
    db.execute("UPDATE node SET state = 'weakened' WHERE state = 'standing' AND id IN carray(?)", (apsw_ints(what.weakened),))
    # what else those questions were about is to be thought over without it
    gone = apsw_ints([*what.nodes, *what.beliefs])
    db.execute(
        "UPDATE question SET state = 'failed' WHERE state = 'answered' AND EXISTS "
        "(SELECT 1 FROM question_item AS i WHERE i.job = question.job AND i.number = question.number AND i.item IN carray(?))",
        (gone,),
    )
    _delete(db, [*what.nodes, *what.beliefs], "question_item WHERE item")


def _erase_beliefs(db: apsw.Connection, what: Closure) -> None:
    reworded = list(
        db.execute(
            "SELECT w.belief, w.text, w.id IN (SELECT wording FROM current_wording WHERE belief = w.belief) FROM wording AS w WHERE w.id IN carray(?)",
            (apsw_ints(what.wordings),),
        )
    )
    current = [(belief, text) for belief, text, is_current in reworded if is_current]
    keywords.remove(db, "belief_fts", current)
    vectors.remove(db, "belief_vec", [belief for belief, _ in current])
    _delete(db, [belief for belief, _ in current], "vector_next WHERE id")
    _delete(db, what.raws, "belief_source WHERE raw")
    _delete(db, what.wordings, "belief_source WHERE wording", "wording WHERE id")
    for belief in what.beliefs:
        _take_out_of_chain(db, belief)
    _delete(db, what.beliefs, "belief_keyword WHERE belief", "mention WHERE belief", "belief WHERE id")
    kept = sorted({belief for belief, _ in current} - set(what.beliefs))
    rows = list(
        db.execute(
            "SELECT belief, text FROM current_wording WHERE belief IN carray(?)",
            (apsw_ints(kept),),
        )
    )
    keywords.put(db, "belief_fts", rows)
    db.executemany("INSERT OR IGNORE INTO unembedded(id) VALUES (?)", [(belief,) for belief, _ in rows])


def _take_out_of_chain(db: apsw.Connection, belief: int) -> None:
    """Its neighbours become neighbours: the chain stays one list."""
    old, new, at = next(iter(db.execute("SELECT supersedes, superseded_by, superseded_at FROM belief WHERE id = ?", (belief,))))
    db.execute("UPDATE belief SET supersedes = NULL, superseded_by = NULL, superseded_at = NULL WHERE id = ?", (belief,))
    if old is not None:
        db.execute("UPDATE belief SET superseded_by = ?, superseded_at = ? WHERE id = ?", (new, at, old))
        if new is None:
            vectors.set_live(db, int(old), is_live=True)
    if new is not None:
        db.execute("UPDATE belief SET supersedes = ? WHERE id = ?", (old, new))


def _erase_summaries(db: apsw.Connection, what: Closure) -> None:
    rows = list(db.execute("SELECT id, session, number, text FROM summary WHERE id IN carray(?)", (apsw_ints(what.summaries),)))
    latest = "SELECT id, text FROM summary WHERE session = ? ORDER BY number DESC LIMIT 1"
    indexed = {key for session in {row[1] for row in rows} for key, _ in db.execute(latest, (session,))}
    keywords.remove(db, "summary_fts", [(key, text) for key, _, _, text in rows if key in indexed])
    vectors.remove(db, "summary_vec", what.summaries)
    _delete(db, what.summaries, "summary WHERE id")
    for session in {row[1] for row in rows}:
        current = list(db.execute(latest, (session,)))
        keywords.put(db, "summary_fts", current)
        db.executemany("INSERT OR IGNORE INTO unembedded(id) VALUES (?)", [(key,) for key, _ in current])


def _erase_messages(db: apsw.Connection, what: Closure) -> None:
    keywords.remove(db, "passage_fts", [(p.key, keyword_text(p)) for p in raw.passage_texts(db, what.passages)])
    vectors.remove(db, "passage_vec", [*what.passages, *what.following])
    _delete(db, what.following, "vector_next WHERE id")
    # what followed a forgotten passage now follows what came before it
    before = dict(db.execute("SELECT id, previous FROM passage WHERE id IN carray(?)", (apsw_ints(what.passages),)))
    for key in what.following:
        previous = db.execute("SELECT previous FROM passage WHERE id = ?", (key,)).get
        while previous in before:
            previous = before[previous]
        db.execute("UPDATE passage SET previous = ? WHERE id = ?", (previous, key))
        db.execute("INSERT OR IGNORE INTO unembedded(id) VALUES (?)", (key,))
    _delete(db, what.passages, "passage WHERE id")
    _delete(db, what.raws, "raw_input WHERE id")


def _erase_items(db: apsw.Connection, keys: Sequence[int]) -> None:
    _delete(db, keys, "vector_next WHERE id", "llm_call_item WHERE item", "coactivation WHERE a", "coactivation WHERE b",
            "change WHERE item", "change WHERE other", "item WHERE id")  # fmt: skip


def _erase_orphans(db: apsw.Connection, space: int) -> None:
    """Sessions, entities and speakers that nothing is left of: their names are words of what was forgotten."""
    low, high = space << 32, (space << 32) | 0xFFFFFFFF
    merging.step_down(db, space)
    for table, used in (
        ("session", "SELECT session FROM raw_input UNION SELECT session FROM summary"),
        ("entity", "SELECT entity FROM mention"),
        ("party", "SELECT party FROM raw_input WHERE party IS NOT NULL UNION SELECT party FROM belief WHERE party IS NOT NULL "
                  "UNION SELECT party FROM entity WHERE party IS NOT NULL UNION SELECT owner FROM space WHERE owner IS NOT NULL"),
    ):  # fmt: skip
        keys = _keys(db, f"SELECT id FROM {table} WHERE id BETWEEN ? AND ? AND id NOT IN ({used})", low, high)
        if table == "entity":
            _delete(db, keys, "entity_name WHERE entity")
        _delete(db, keys, f"{table} WHERE id")
        _erase_items(db, keys)


def all_beliefs(db: apsw.Connection, space: int) -> tuple[int, ...]:
    """Every belief of a space."""
    return _keys(db, "SELECT id FROM belief WHERE id BETWEEN ? AND ?", space << 32, (space << 32) | 0xFFFFFFFF)


def is_kept_elsewhere(db: apsw.Connection, lowered: str) -> bool:
    """Whether a text that is still kept holds these (lower-case) words."""
    kept = (("raw_input", "text"), ("wording", "text"), ("summary", "text"), ("node", "text"), ("relation", "description"))
    sql = " UNION ALL ".join(f"SELECT 1 FROM {table} WHERE instr(lower({column}), ?1)" for table, column in kept)
    return db.execute(sql, (lowered,)).fetchone() is not None
