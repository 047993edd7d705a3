"""Proof that indexes and tables agree, making derived tables anew, and the last step of an erasure."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import apsw
import numpy as np

from dcpm_sqlite.language.segments import passages
from dcpm_sqlite.records import CheckReport
from dcpm_sqlite.store import beliefs, keywords, raw, schema, soundness, vectors
from dcpm_sqlite.store.ids import UidSource
from dcpm_sqlite.store.store import Store
from dcpm_sqlite.store.texts import current_texts, keyword_text
from dcpm_sqlite.store.work import Work

_PAGE = 2_000
VEC_KINDS = {
    "passage_vec": ("raw_input", "passage"),
    "belief_vec": ("belief",),
    "summary_vec": ("summary",),
    "node_vec": ("node",),
}


def mark_erasure(db: apsw.Connection) -> None:
    """Note that words may remain in the -wal until it is emptied."""
    db.execute("INSERT OR REPLACE INTO meta(key, value) VALUES ('erasure_pending', 1)")


def complete_erasure(store: Store) -> bool:
    """Empty the -wal; False while another reader prevents that. The note goes only after the words did."""
    if not store.file.checkpoint():
        return False
    with store.file.write() as db:
        db.execute("DELETE FROM meta WHERE key = 'erasure_pending'")
    return store.file.checkpoint()


def check(store: Store, *, complete: bool) -> CheckReport:
    """Look at the whole file. Problems are reported, never mended here, but for an erasure that a reader had blocked."""
    problems: list[str] = []
    looked: list[tuple[str, int]] = []
    with store.file.read() as db:
        is_pending = db.execute("SELECT 1 FROM meta WHERE key = 'erasure_pending'").get is not None
        for name, look in (
            ("pages", _pages), ("foreign keys", _foreign_keys), ("passages", _passages), *soundness.LOOKS.items(), ("keywords", _keywords),
            ("vectors", lambda d: _vectors(d, store.centre)), ("graph", _graph),
        ):  # fmt: skip
            count, found = look(db)
            looked.append((name, count))
            problems += [f"{name}: {problem}" for problem in found]
        problems += [f"{name}: made by another version's recipe; run rebuild" for name in schema.other_recipes(db)]
        looked.append(("waiting for a vector", db.execute("SELECT count(*) FROM unembedded").get))
        # no damage: whoever corrects one belief to what another says, or takes back what stood between, has both
        looked.append(("told twice", soundness.told_twice(db)))
    completed = False
    if is_pending and complete and not store.file.read_only:
        completed = complete_erasure(store)
        if not completed:
            problems.append("erasure: another reader still keeps forgotten words alive in the -wal; close it and check again")
    elif is_pending:
        problems.append("erasure: forgotten words may remain in the -wal; check with a writable memory completes it")
    return CheckReport(tuple(looked), tuple(problems), completed)


def _pages(db: apsw.Connection) -> soundness.Look:
    # integrity_check looks into keyword indexes with what this connection remembers of them; reading makes it look anew
    for table in schema.DERIVED_FTS:
        list(db.execute(f"SELECT rowid FROM {table} LIMIT 1"))
    found = [row[0] for row in db.execute("PRAGMA integrity_check(20)")]
    return db.pragma("page_count"), [] if found == ["ok"] else found


def _foreign_keys(db: apsw.Connection) -> soundness.Look:
    found = [f"{table} row {row} points to a missing {parent}" for table, row, parent, _ in db.execute("PRAGMA foreign_key_check")]
    return 1, found[:20]


def _passages(db: apsw.Connection) -> soundness.Look:
    rows = db.execute(
        'SELECT r.id, length(r.text), sum(p."end" - p.start), min(p.start), max(p."end"), count(p.id) FROM raw_input AS r '
        "LEFT JOIN passage AS p ON p.raw = r.id GROUP BY r.id"
    )
    count, found = 0, []
    for key, length, covered, start, end, _ in rows:
        count += 1
        if (covered, start, end) != (length, 0, length):
            found.append(f"message {key} is not covered by its passages")
    orphans = db.execute("SELECT count(*) FROM passage WHERE raw NOT IN (SELECT id FROM raw_input)").get
    return count, (found + ([f"{orphans} passages of no message"] if orphans else []))[:20]


def _indexed_texts(db: apsw.Connection) -> dict[str, Callable[[], Iterator[tuple[int, str]]]]:
    """Per keyword index the rows it must hold."""

    def of_passages() -> Iterator[tuple[int, str]]:
        last = 0
        while keys := [row[0] for row in db.execute("SELECT id FROM passage WHERE id > ? ORDER BY id LIMIT ?", (last, _PAGE))]:
            yield from ((p.key, keyword_text(p)) for p in raw.passage_texts(db, keys))
            last = keys[-1]

    def of_beliefs() -> Iterator[tuple[int, str]]:
        yield from db.execute("SELECT belief, text FROM current_wording")

    def of_summaries() -> Iterator[tuple[int, str]]:
        yield from db.execute(
            "SELECT id, text FROM summary AS s WHERE number = (SELECT max(number) FROM summary WHERE session = s.session)"
        )

    return {"passage_fts": of_passages, "belief_fts": of_beliefs, "summary_fts": of_summaries}


def _keywords(db: apsw.Connection) -> soundness.Look:
    """Index the texts once more in memory, and compare every term's count of rows and of occurrences."""
    count, found = 0, []
    fresh = apsw.Connection(":memory:")
    try:
        derived = schema.parts()["derived"]
        for table, texts in _indexed_texts(db).items():
            statement = next(line for line in derived.splitlines() if f"VIRTUAL TABLE {table} " in line)
            fresh.execute(statement)
            rows = list(texts())
            count += len(rows)
            keywords.put(fresh, table, rows)
            expected = {row[0] for row in fresh.execute(f"SELECT id FROM {table}_docsize")}
            there = {row[0] for row in db.execute(f"SELECT id FROM {table}_docsize")}
            if expected != there:
                found.append(f"{table} lacks {len(expected - there)} rows and has {len(there - expected)} of nothing")
            elif _vocabulary(fresh, table) != _vocabulary(db, table):
                found.append(f"{table} holds other words than the texts")
    finally:
        fresh.close()
    return count, found


def _vocabulary(db: apsw.Connection, table: str) -> list[tuple[str, int, int]]:
    """Every term with its counts; the look-up table is temporary and lives in memory."""
    db.execute("PRAGMA query_only = 0")
    try:
        db.execute(f"CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, {table}, row)")
        rows = list(db.execute("SELECT term, doc, cnt FROM temp.vocabulary"))
        db.execute("DROP TABLE temp.vocabulary")
    finally:
        if db.readonly("main"):
            db.execute("PRAGMA query_only = 1")
    return rows


def _vectors(db: apsw.Connection, centre: vectors.F32) -> soundness.Look:
    """Each searched item has a vector or waits for one, and each coarse code is the one its vector gives."""
    count, found = 0, []
    for table, kinds in VEC_KINDS.items():
        marks = ", ".join("?" for _ in kinds)
        codes = {row[0]: bytes(row[1]) for row in db.execute(f"SELECT id, code FROM {table}")}
        rows = list(
            db.execute(
                f"SELECT v.id, v.scale, v.code FROM vector AS v JOIN item AS i ON i.id = v.id WHERE i.kind IN ({marks})",
                kinds,
            )
        )
        count += len(rows)
        if codes.keys() != {row[0] for row in rows}:
            found.append(f"{table} and the vectors differ in their rows")
            continue
        for start in range(0, len(rows), _PAGE):
            page = rows[start : start + _PAGE]
            stored = np.stack([np.frombuffer(row[2], np.int8).astype(np.float32) * np.float32(row[1]) for row in page])
            wrong = sum(codes[row[0]] != code.tobytes() for row, code in zip(page, vectors.sign_codes(stored, centre), strict=True))
            if wrong:
                found.append(f"{table} has {wrong} codes that are not their vectors'")
    missing = db.execute(
        "SELECT count(*) FROM (SELECT id FROM passage UNION ALL SELECT belief FROM current_wording UNION ALL SELECT id FROM node UNION ALL "
        "  SELECT id FROM summary AS s WHERE number = (SELECT max(number) FROM summary WHERE session = s.session)) AS t "
        "WHERE NOT EXISTS (SELECT 1 FROM vector WHERE id = t.id) AND NOT EXISTS (SELECT 1 FROM unembedded WHERE id = t.id)"
    ).get
    return count, found + ([f"{missing} items have no vector and wait for none"] if missing else [])


_GRAPH_PROBLEMS = (
    ("core schema {} has the evidence of one that is no member", "SELECT e.node FROM evidence AS e WHERE e.inherited_from IS NOT NULL AND NOT EXISTS "
     "(SELECT 1 FROM member WHERE core = e.node AND schema = e.inherited_from)"),
    ("core schema {} lacks evidence of its member {}", "SELECT m.core, m.schema FROM member AS m JOIN evidence AS e ON e.node = m.schema "
     "WHERE NOT EXISTS (SELECT 1 FROM evidence WHERE node = m.core AND belief = e.belief) GROUP BY m.core, m.schema"),
    ("a member of {} is no schema, or it is no core", "SELECT m.core FROM member AS m JOIN node AS c ON c.id = m.core JOIN node AS s ON s.id = m.schema "
     "WHERE c.kind <> 'core_schema' OR s.kind <> 'schema'"),
    ("job {} has ended and is held, or is held for no time", "SELECT id FROM job WHERE (lease_by IS NULL) <> (lease_until IS NULL) "
     "OR (state <> 'running' AND lease_by IS NOT NULL)"),
    ("space {} has two nights under way", "SELECT space FROM job WHERE kind = 'night' AND state = 'running' GROUP BY space HAVING count(*) > 1"),
)  # fmt: skip


def _graph(db: apsw.Connection) -> soundness.Look:
    found = [
        f"node {row[0]} stands without evidence"
        for row in db.execute("SELECT id FROM node WHERE state IN ('standing', 'open') AND id NOT IN (SELECT node FROM evidence)")
    ]
    for problem, where in _GRAPH_PROBLEMS:
        found += [problem.format(*row) for row in db.execute(f"{where} LIMIT {soundness.MOST_TOLD}")]
    key = raw.hash_key(db)
    stale = [
        node
        for node, text, digest in db.execute("SELECT n.id, n.behaviour, v.digest FROM behaviour_vector AS v JOIN node AS n ON n.id = v.id")
        if text is None or vectors.text_digest(key, text) != digest
    ]
    found += [f"schema {node} has a behaviour's vector that is not its description's" for node in stale]
    crossing = db.execute(
        "SELECT (SELECT count(*) FROM evidence WHERE node >> 32 <> belief >> 32) + (SELECT count(*) FROM relation WHERE source >> 32 <> target >> 32) "
        "+ (SELECT count(*) FROM belief_source WHERE wording >> 32 <> raw >> 32)"
    ).get
    return db.execute("SELECT count(*) FROM node").get, (found + ([f"{crossing} rows cross spaces"] if crossing else []))[:20]


def rebuild(store: Store) -> dict[str, int]:
    """Make every derived table anew in one transaction; a vector whose text is no longer the same waits to be embedded again."""
    made: dict[str, int] = {}
    with store.file.write() as db:
        followed = vectors.followed(db)
        for table in (*schema.DERIVED_VEC, *schema.DERIVED_FTS, "passage", "unembedded", "code_change"):
            db.execute(f"DROP TABLE {table}")
        schema.create_derived(db, width=store.encoder.width)
        schema.record_recipes(db)
        made["passages"] = _remake_passages(db, store)
        for table, texts in _indexed_texts(db).items():
            rows = list(texts())
            keywords.put(db, table, rows)
            made[table] = len(rows)
        drop_stale_vectors(db)
        made["vectors"] = sum(vectors.rebuild(db, name, store.centre, kinds=kinds) for name, kinds in VEC_KINDS.items())
        beliefs.mark_superseded(db)
        vectors.break_log(db, followed)
    return made


def _remake_passages(db: apsw.Connection, store: Store) -> int:
    count = 0
    uids = UidSource()
    for (space,) in list(db.execute("SELECT id FROM space")):
        work = Work(db, space, uids, store.settings.clock())
        keys = [row[0] for row in db.execute("SELECT id FROM raw_input WHERE space = ? ORDER BY session, turn", (space,))]
        for key in keys:
            text = db.execute("SELECT text FROM raw_input WHERE id = ?", (key,)).get
            count += len(raw.insert_passages(work, key, passages(text)))
    db.execute("INSERT OR IGNORE INTO unembedded(id) SELECT belief FROM current_wording UNION SELECT id FROM node")
    db.execute(
        "INSERT OR IGNORE INTO unembedded(id) SELECT id FROM summary AS s WHERE number = (SELECT max(number) FROM summary WHERE session = s.session)"
    )
    return count


def drop_stale_vectors(db: apsw.Connection) -> None:
    """Vectors stay where their text is the same; what keeps its vector waits for none."""
    key, last = raw.hash_key(db), 0
    while rows := list(db.execute("SELECT id, digest FROM vector WHERE id > ? ORDER BY id LIMIT ?", (last, _PAGE))):
        last = rows[-1][0]
        texts = current_texts(db, [row[0] for row in rows])
        same = [i for i, digest in rows if i in texts and vectors.text_digest(key, texts[i].text) == digest]
        stale = sorted({row[0] for row in rows} - set(same))
        db.execute("DELETE FROM unembedded WHERE id IN carray(?)", (vectors.apsw_ints(same),))
        db.execute("DELETE FROM vector WHERE id IN carray(?)", (vectors.apsw_ints(stale),))
