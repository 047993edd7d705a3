"""The upper graph: nodes, what they rest on, and what surfaces with a belief (DCPM D-06..D-08, D-42..D-44)."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from dcpm_sqlite.records import Node
from dcpm_sqlite.store.changes import AddNode
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.vectors import apsw_ints
from dcpm_sqlite.store.work import Work


def add_node(work: Work, change: AddNode) -> int:
    """A node with its evidence; a core schema inherits its members' evidence, marked as inherited (D-43)."""
    db = work.db
    key = work.new("node")
    db.execute(
        "INSERT INTO node(id, kind, domain, text, confidence, due_from, due_until, trigger_text, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (key, change.kind, change.domain, change.text, change.confidence, change.due_from, change.due_until, change.trigger_text,
         "open" if change.kind == "intention" else "standing"),
    )  # fmt: skip
    db.executemany("INSERT INTO evidence(node, belief) VALUES (?, ?)", [(key, belief) for belief in change.evidence])
    db.executemany("INSERT INTO member(core, schema) VALUES (?, ?)", [(key, schema) for schema in change.members])
    db.execute(
        "INSERT OR IGNORE INTO evidence(node, belief, inherited_from) SELECT ?, belief, node FROM evidence WHERE node IN carray(?)",
        (key, apsw_ints(change.members)),
    )
    db.execute("INSERT INTO unembedded(id) VALUES (?)", (key,))
    return key


def surfacing(db: apsw.Connection, beliefs: Sequence[int], *, limit: int, known_ms: int | None = None) -> list[Node]:
    """Nodes that rest on any of the beliefs, those with most of them first, withdrawn ones left out (1 statement).

    known_ms: only what this file had recorded before.
    """
    rows = db.execute(
        "WITH hit AS (SELECT node, count(*) AS n FROM evidence WHERE belief IN carray(?1) GROUP BY node) "
        "SELECT n.id, i.uid, n.kind, n.domain, n.text, n.confidence, n.state, "
        "  (SELECT group_concat(bi.uid) FROM evidence AS e JOIN item AS bi ON bi.id = e.belief WHERE e.node = n.id) "
        "FROM hit JOIN node AS n ON n.id = hit.node JOIN item AS i ON i.id = n.id "
        "WHERE n.state IN ('standing', 'weakened', 'open') AND (?2 IS NULL OR i.recorded_at < ?2) ORDER BY hit.n DESC, n.confidence DESC, n.id LIMIT ?3",
        (apsw_ints(beliefs), known_ms, limit),
    )
    return [
        Node(
            key,
            as_text(uid),
            kind,
            domain,
            text,
            confidence,
            state,
            tuple(as_text(int(b)) for b in evidence.split(",")),
        )
        for key, uid, kind, domain, text, confidence, state, evidence in rows
    ]
