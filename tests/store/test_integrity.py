"""`check` finds each damage; `rebuild` mends what can be made anew, and keeps the vectors."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from dcpm_sqlite import Memory, Message, errors
from dcpm_sqlite.store import integrity
from dcpm_sqlite.store.changes import AddNode, AddSummary, AddWording
from tests.conftest import OpenMemory
from tests.doubles import CountingEncoder, belief, by_hand, key_of, put, rows, store_of

LONG = " ".join(f"Sentence number {i} tells of the harbour." for i in range(60))


def fill(memory: Memory) -> dict[str, int]:
    """Rows in every derived table; keys by name."""
    said = key_of(memory, memory.add(Message("The heron stood by the lake.", session="s", party="Ann"), decide="later").ids[0])
    memory.add(LONG, session="s", decide="later")
    (old,) = put(memory, belief("lives in Basel"))
    (new,) = put(memory, belief("lives in Bern", after=old))
    (node,) = put(memory, AddNode("schema", "keeps moving", "home", 0.7, (new,)))
    put(memory, AddSummary(said, "An old summary of birds."))
    (summary,) = put(memory, AddSummary(said, "A newer summary of birds."), embed=True)
    return {"said": said, "old": old, "new": new, "node": node, "summary": summary}


Damage = Callable[[apsw.Connection, dict[str, int]], object]

DAMAGES: dict[str, tuple[Damage, str]] = {
    "a keyword row is missing": (
        lambda db, k: db.execute("INSERT INTO belief_fts(belief_fts, rowid, body) VALUES ('delete', ?, 'lives in bern')", (k["new"],)),
        r"keywords: belief_fts lacks 1 rows and has 0 of nothing",
    ),
    "a keyword row of nothing": (
        lambda db, _: db.execute("INSERT INTO summary_fts(rowid, body) VALUES (77, 'ghost')"),
        r"keywords: summary_fts lacks 0 rows and has 1 of nothing",
    ),
    "other words than the text's": (
        lambda db, k: db.execute(
            "INSERT INTO belief_fts(belief_fts, rowid, body) VALUES ('delete', ?, 'lives in bern');"
            "INSERT INTO belief_fts(rowid, body) VALUES (?, 'lives in thun')",
            (k["new"], k["new"]),
        ),
        r"keywords: belief_fts holds other words than the texts",
    ),
    "a wrong code": (
        lambda db, k: db.execute(
            "DELETE FROM belief_vec WHERE id = ?; INSERT INTO belief_vec(id, space, live, code) VALUES (?, 1, 1, vec_bit(?))",
            (k["new"], k["new"], bytes(8)),
        ),
        r"vectors: belief_vec has 1 codes that are not their vectors'",
    ),
    "a code is missing": (
        lambda db, k: db.execute("DELETE FROM passage_vec WHERE id = ?", (k["said"],)),
        r"vectors: passage_vec and the vectors differ in their rows",
    ),
    "a vector is missing": (
        lambda db, k: db.execute("DELETE FROM vector WHERE id = ?; DELETE FROM node_vec WHERE id = ?", (k["node"], k["node"])),
        r"vectors: 1 items have no vector and wait for none",
    ),
    "a summary's vector is missing": (
        lambda db, k: db.execute("DELETE FROM vector WHERE id = ?; DELETE FROM summary_vec WHERE id = ?", (k["summary"], k["summary"])),
        r"vectors: 1 items have no vector and wait for none",
    ),
    "pointers that are not mutual": (
        lambda db, k: db.execute("UPDATE belief SET supersedes = NULL WHERE id = ?", (k["new"],)),
        r"chains: belief \d+: its pointers are not mutual",
    ),
    "kinds mixed in a chain": (
        lambda db, k: db.execute("UPDATE belief SET kind = 'identity' WHERE id = ?", (k["new"],)),
        r"chains: belief \d+: ",
    ),
    "a belief without words": (
        lambda db, k: db.execute("DELETE FROM wording WHERE belief = ?", (k["new"],)),
        r"chains: belief \d+ was taken back and still lies in a chain",
    ),
    "a passage that ends early": (
        lambda db, k: db.execute('UPDATE passage SET "end" = "end" - 1 WHERE id = ?', (k["said"],)),
        r"passages: message \d+ is not covered",
    ),
    "a passage is missing": (
        lambda db, _: db.execute("DELETE FROM passage WHERE part = 1"),
        r"passages: message \d+ is not covered",
    ),
    "a passage of no message": (
        lambda db, k: db.execute('INSERT INTO passage(id, raw, part, start, "end") VALUES (?, 99, 0, 0, 5)', (k["node"],)),
        r"passages: 1 passages of no message",
    ),
    "a pointer to nothing": (
        lambda db, k: db.execute("UPDATE belief SET party = 12345 WHERE id = ?", (k["new"],)),
        r"foreign keys: belief row \d+ points to a missing party",
    ),
    "a node without evidence": (lambda db, _: db.execute("DELETE FROM evidence"), r"graph: node \d+ stands without evidence"),
}
MENDED = [*list(DAMAGES)[:7], "a passage that ends early", "a passage is missing", "a passage of no message"]


@pytest.fixture
def filled(open_memory: OpenMemory) -> dict[str, int]:
    """A closed file with rows in every derived table; its keys by name."""
    with open_memory() as memory:
        return fill(memory)


def test_a_sound_file_has_no_problems(memory: Memory) -> None:
    """Every look says how much it looked at, and nothing is found."""
    fill(memory)
    report = memory.check()
    assert report.problems == ()
    looked = dict(report.looked_at)
    assert looked["passages"] == looked["chains"] == 2
    assert looked["graph"] == 1
    assert looked["keywords"] >= 6
    assert looked["vectors"] >= 7
    assert not report.completed_erasure


@pytest.mark.parametrize(("damage", "problem"), DAMAGES.values(), ids=DAMAGES)
def test_check_finds_each_damage(open_memory: OpenMemory, memory_path: Path, filled: dict[str, int], damage: Damage, problem: str) -> None:
    """One thing bent by hand is one problem told, and looking mends nothing."""
    with by_hand(memory_path) as db:
        damage(db, filled)
    with open_memory(read_only=True) as memory:
        for _ in range(2):
            assert any(reads(problem, told) for told in memory.check().problems), memory.check().problems


def reads(pattern: str, text: str) -> bool:
    """Whether a problem reads so."""
    return re.match(pattern, text) is not None


@pytest.mark.parametrize("name", MENDED)
def test_rebuild_mends_the_derived(open_memory: OpenMemory, memory_path: Path, filled: dict[str, int], name: str) -> None:
    """Whatever was bent in a derived table is sound afterwards."""
    with by_hand(memory_path) as db:
        DAMAGES[name][0](db, filled)
    with open_memory() as memory:
        memory.rebuild()
        assert memory.check().problems == ()


def test_rebuild_keeps_the_vectors(open_memory: OpenMemory) -> None:
    """No text is embedded again: the encoder isn't asked, and vectors and answers stay the same."""
    encoder = CountingEncoder()
    memory = open_memory(encoder=encoder)
    fill(memory)
    hits = memory.recall("the heron by the lake")
    before = rows(memory, "SELECT * FROM vector ORDER BY id")
    asked = encoder.passages
    made = memory.rebuild()
    assert encoder.passages == asked
    assert made["embedded"] == 0
    assert made["vectors"] == len(before)
    assert rows(memory, "SELECT * FROM vector ORDER BY id") == before
    assert [(h.id, h.score) for h in memory.recall("the heron by the lake").hits] == [(h.id, h.score) for h in hits.hits]
    assert memory.check().problems == ()


def test_rebuild_gives_passages_the_same_ids(memory: Memory) -> None:
    """A long message's further passages keep their ids, their order and what stood before them."""
    fill(memory)
    before = rows(memory, "SELECT * FROM passage ORDER BY id")
    assert len(before) > 3
    memory.rebuild()
    assert rows(memory, "SELECT * FROM passage ORDER BY id") == before


def test_rebuild_embeds_what_has_no_vector_and_what_reads_otherwise(open_memory: OpenMemory, memory_path: Path) -> None:
    """A lost vector is made, and one of another text is replaced; nothing else is embedded."""
    encoder = CountingEncoder()
    with open_memory(encoder=encoder) as memory:
        keys = fill(memory)
    with by_hand(memory_path) as db:
        db.execute("DELETE FROM vector WHERE id = ?", (keys["node"],))
        db.execute("UPDATE vector SET digest = ? WHERE id = ?", (bytes(8), keys["new"]))
    encoder.passages = 0
    with open_memory(encoder=encoder) as memory:
        assert memory.rebuild()["embedded"] == 2
        assert memory.check().problems == ()
        assert encoder.passages <= 2 + 10  # and the probes that tell whether it is the same encoder


def test_rebuild_keeps_superseded_states_out_of_the_live_ones(memory: Memory) -> None:
    """The index's live mark is made again from the chains."""
    keys = fill(memory)
    memory.rebuild()
    assert dict(rows(memory, "SELECT id, live FROM belief_vec")) == {keys["old"]: 0, keys["new"]: 1}


def test_rebuild_indexes_the_current_wording(memory: Memory) -> None:
    """Former wordings don't come back into the indexes."""
    keys = fill(memory)
    put(memory, AddWording(keys["new"], "dwells in Thun", 1), embed=True)
    memory.rebuild()
    assert memory.check().problems == ()
    assert memory.recall("dwells in Thun").hits[0].text == "dwells in Thun"


def test_rebuild_of_several_spaces(open_memory: OpenMemory) -> None:
    """A rebuild is of the whole file, from whichever space it is asked."""
    one, two = open_memory(), open_memory(space="two")
    one.add("a heron")
    two.add(LONG)
    one.rebuild()
    assert one.check().problems == ()
    assert two.recall("harbour").hits
    assert one.recall("heron").hits[0].text == "a heron"


def test_a_move_to_another_encoder_keeps_superseded_states_out_too(open_memory: OpenMemory) -> None:
    """After `reembed`, as after `rebuild`, the live mark follows the chains, and all is sound."""
    with open_memory() as memory:
        keys = fill(memory)
    moved = open_memory(encoder=CountingEncoder(width=100))
    moved.reembed()
    assert dict(rows(moved, "SELECT id, live FROM belief_vec")) == {keys["old"]: 0, keys["new"]: 1}
    assert moved.check().problems == ()
    assert moved.recall("the heron by the lake").hits


def test_other_processes_follow_a_rebuild(open_memory: OpenMemory) -> None:
    """A memory that held codes from before answers right afterwards."""
    one, two = open_memory(), open_memory()
    one.add("a heron by the lake")
    assert two.recall("heron").hits
    one.rebuild()
    one.add("a stork by the river")
    assert two.recall("stork river").hits[0].text == "a stork by the river"


def test_check_completes_an_erasure_that_was_pending(memory: Memory) -> None:
    """The note that words may remain in the -wal goes when the -wal is empty; a read-only look only tells."""
    memory.add("something")
    with store_of(memory).file.write() as db:
        integrity.mark_erasure(db)
    told = memory.check(complete=False)
    assert any("erasure" in problem for problem in told.problems)
    assert not told.completed_erasure
    done = memory.check()
    assert done.completed_erasure
    assert done.problems == ()
    assert memory.check().completed_erasure is False


def test_indexes_of_another_recipe_are_rebuilt_before_anything_is_written(memory: Memory) -> None:
    """Check names them, adding and forgetting refuse, and rebuild mends it with the messages kept."""
    id = memory.add("The lighthouse keeper moved to Bergen.").ids[0]
    with memory._store.file.write() as db:
        db.execute("UPDATE meta SET value = 0 WHERE key = 'recipe.keywords'")
    assert any(problem.startswith("keywords: made by another") for problem in memory.check().problems)
    with pytest.raises(errors.OlderFile, match="dcpm rebuild"):
        memory.add("More.")
    with pytest.raises(errors.OlderFile, match="dcpm rebuild"):
        memory.forget(id)
    memory.rebuild()
    assert memory.check().problems == ()
    assert memory.forget(id).is_complete
