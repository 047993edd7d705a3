"""Forgetting: all that rests on a message goes, from tables, indexes and bytes (K27-K30)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import apsw
import numpy as np
import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.encoder.hashing import HashEncoder
from dcpm_sqlite.errors import DamagedFile, ErasureIncomplete, UnknownId, UsageError
from dcpm_sqlite.language.dates import read_moment
from dcpm_sqlite.records import Candidate, Message, Moment, Quote
from dcpm_sqlite.store import policy
from dcpm_sqlite.store.changes import AddBelief, AddNode, AddSource, AddSummary
from dcpm_sqlite.store.ids import as_text
from dcpm_sqlite.store.texts import current_texts
from tests.reliability.support import (
    START,
    WIDTH,
    bytes_of,
    open_memory,
    put,
    put_belief,
    put_schema,
    said,
    stored,
    table_sizes,
    texts,
    uid_text,
)

OF_THE_FILE = {"meta", "encoder", "space", "tombstone", "code_change"}  # the last is a log of keys for other processes


def vocabulary(path: Path) -> set[str]:
    """All terms of all keyword indexes."""
    db = apsw.Connection(str(path))
    try:
        policy.load_vec0(db)
        found: set[str] = set()
        for table in ("passage_fts", "belief_fts", "summary_fts"):
            db.execute(f"CREATE VIRTUAL TABLE temp.{table}_words USING fts5vocab(main, {table}, row)")
            found |= {row[0] for row in db.execute(f"SELECT term FROM temp.{table}_words")}
        return found
    finally:
        db.close()


def removed(memory: Memory, id: str | None = None, **what: object) -> dict[str, int]:
    """The counts of a receipt."""
    return dict(memory.forget(id, **what).removed)  # type: ignore[arg-type]


def test_k27_148_beliefs_forgotten_leave_no_row(tmp_path: Path) -> None:
    """After the whole space is forgotten no table or index holds a row of it, and the other space holds all of its own."""
    path = tmp_path / "memory.db"
    with open_memory(path, space="mine") as mine, open_memory(path, space="other") as other:
        kept = other.add([said(f"The other one's remark {n} on lanterns.", n) for n in range(5)]).ids
        put_schema(other, "Somebody else's schema.", [put_belief(other, "Lanterns matter to the other one.", kept[0])])
        other.rebuild()
        before = table_sizes(other)
        ids = mine.add([said(f"Remark {n} on lanterns and quinces.", n) for n in range(148)]).ids
        keys = [put_belief(mine, f"Belief {n} on quinces.", id) for n, id in enumerate(ids)]
        put_schema(mine, "Ann thinks of quinces.", keys[:70])
        mine.rebuild()
        counts = removed(mine, whole_space=True)
        assert (counts["messages"], counts["beliefs"], counts["nodes"]) == (148, 148, 1)
        after = table_sizes(other)
        rows = {name for name in before if "_fts" not in name and "_vec" not in name}
        assert {name: after[name] for name in rows - OF_THE_FILE} == {name: before[name] for name in rows - OF_THE_FILE}
        assert mine.list() == ()
        assert mine.recall("quinces").empty == "forgotten"
        assert texts(other) == [f"The other one's remark {n} on lanterns." for n in range(5)]
        assert any(hit.kind == "belief" for hit in other.recall("lanterns matter").hits)
        assert mine.check().problems == ()
    assert b"quince" not in bytes_of(path)
    assert "quinces" not in vocabulary(path)


def test_k28_a_forgotten_beliefs_words_are_nowhere_in_the_bytes(tmp_path: Path) -> None:
    """Not in the file or its -wal, in upper or lower case, and in no keyword index; others are still found."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory:
        ids = memory.add(
            [said("I live in Zanzibarquux Street.", 1), said("Harbours are fine.", 2), said("ÄRGERNISQUUX war es.", 3)], decide="later"
        ).ids
        belief = put_belief(memory, "Ann lives in ZANZIBARQUUX Street.", ids[0])
        memory.rebuild()
        assert b"zanzibarquux" in bytes_of(path)
        receipt = memory.forget(uid_text(memory, belief))
        assert receipt.is_complete
        assert receipt.bytes_scanned >= path.stat().st_size
        assert b"zanzibarquux" not in bytes_of(path)
        memory.forget(ids[2])
        assert b"rgernisquux" not in bytes_of(path)
        assert [hit.id for hit in memory.recall("harbours").hits] == [ids[1]]
        assert not any("quux" in hit.text.lower() for hit in memory.recall("Zanzibarquux Street").hits)
        with pytest.raises(UnknownId):
            memory.history(uid_text_of(belief, memory))
        assert memory.check().problems == ()
    assert not {word for word in vocabulary(path) if "quux" in word}
    assert b"quux" not in bytes_of(path)


def uid_text_of(key: int, memory: Memory) -> str:
    """The id that a forgotten row had, from its tombstone of kind belief."""
    with memory._store.file.read() as db:
        assert db.execute("SELECT count(*) FROM item WHERE id = ?", (key,)).get == 0
        return as_text(db.execute("SELECT uid FROM tombstone WHERE kind = 'belief'").get)


def test_k28_the_search_of_the_bytes_sees_what_is_left_in_any_script(tmp_path: Path) -> None:
    """Words that an erasure failed to take out are reported, with letters beyond ASCII in upper case too."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory:
        text = "ÜBERALL ÄRGERNISQUUX"
        id = memory.add(said(text, 1)).ids[0]
        rest = memory.add(said("Something else.", 2)).ids[0]
        put(memory, AddBelief(Candidate("elsewhere", START, (Quote(stored(memory, rest).key, 0, 5),))))
        with memory._store.file.write() as db:
            db.execute("UPDATE belief SET subject = ?", (text,))
        with pytest.raises(DamagedFile, match="1 forgotten text"):
            memory.forget(id)


def test_k28_a_reader_elsewhere_delays_the_erasure_and_check_completes_it(tmp_path: Path) -> None:
    """With a read under way the caller is told; when the reader is gone, `check` takes the words out."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory, open_memory(path, read_only=True) as reader:
        id = memory.add(said("The word is xylophonequux.", 1)).ids[0]
        memory._store.file._writer.set_busy_timeout(50)  # type: ignore[union-attr]
        with reader._store.file.read() as db:
            assert db.execute("SELECT count(*) FROM raw_input").get == 1
            with pytest.raises(ErasureIncomplete, match="dcpm check"):
                memory.forget(id)
            assert memory.list() == ()
            assert any("erasure" in problem for problem in memory.check().problems)
        assert not memory.check(complete=False).completed_erasure
        report = memory.check()
        assert (report.completed_erasure, report.problems) == (True, ())
        assert b"xylophonequux" not in bytes_of(path)
        assert memory.check().completed_erasure is False


def test_k28_check_is_clean_after_an_erasure_from_another_process(tmp_path: Path) -> None:
    """A memory that recalled before another one erased takes the index for sound."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory, open_memory(path) as other:
        ids = [
            memory.add(said(text, n)).ids[0]
            for n, text in enumerate(["The lighthouse keeper moved to Bergen.", "Quinces are best in October."])
        ]
        assert other.check().problems == ()
        assert other.recall("lighthouse").hits
        memory.forget(ids[0])
        assert other.check().problems == ()


def test_a_dry_run_changes_nothing_and_tells_the_truth(tmp_path: Path) -> None:
    """Its receipt has the counts of the real one."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory:
        ids = memory.add([said(f"Remark {n} on lanterns.", n) for n in range(4)]).ids
        put_schema(memory, "Ann thinks of lanterns.", [put_belief(memory, "Lanterns matter.", ids[1])])
        memory.rebuild()
        before, sizes = bytes_of(path), table_sizes(memory)
        dry = memory.forget(ids[1], dry_run=True)
        assert dry.dry_run
        assert (bytes_of(path), table_sizes(memory)) == (before, sizes)
        real = memory.forget(ids[1])
        assert (real.removed, real.remade, real.dry_run) == (dry.removed, dry.remade, False)
        assert dict(real.removed) == {
            "messages": 1, "passages": 1, "beliefs": 1, "wordings": 1, "summaries": 0, "nodes": 1, "nodes_weakened": 0, "relations": 0,
                "llm_calls_redacted": 0,
        }  # fmt: skip
        assert real.remade == 1


def test_k29_what_was_forgotten_is_not_brought_back_by_adding_it_again(tmp_path: Path) -> None:
    """Neither the same messages, nor the same with the source's ids, nor an edited one under the same id."""
    with open_memory(tmp_path / "memory.db") as memory:
        plain = [said(f"Remark {n} on lanterns.", n) for n in range(3)]
        named = [
            replace(said(f"Export {n} on lanterns.", 10 + n, session="export"), source="chatgpt", source_key=f"m{n}") for n in range(3)
        ]
        ids = memory.add([*plain, *named]).ids
        memory.forget(ids[1])
        memory.forget(session="export")
        again = memory.add([*plain, *named, replace(named[0], text="Edited on lanterns.")])
        assert (again.added, again.known, again.forgotten) == (0, 2, 5)
        assert texts(memory) == ["Remark 0 on lanterns.", "Remark 2 on lanterns."]


def test_k29_another_space_may_hold_what_one_space_forgot(tmp_path: Path) -> None:
    """A tombstone counts in its own space."""
    path = tmp_path / "memory.db"
    with open_memory(path, space="a") as a, open_memory(path, space="b") as b:
        message = said("Remark on lanterns.", 1)
        a.forget(a.add(message).ids[0])
        assert b.add(message).added == 1
        assert a.add(message).forgotten == 1


def test_k30_a_schema_goes_with_its_only_evidence_and_is_weakened_by_a_part_of_it(tmp_path: Path) -> None:
    """The receipt counts the schema that no longer stands; the core schema that inherited the evidence goes as well."""
    with open_memory(tmp_path / "memory.db") as memory:
        ids = memory.add([said(f"Remark {n} on lanterns.", n) for n in range(3)]).ids
        beliefs = [put_belief(memory, f"Lanterns matter, {n}.", id) for n, id in enumerate(ids)]
        alone = put_schema(memory, "Rests on the first alone.", beliefs[:1])
        both = put_schema(memory, "Rests on the first two.", beliefs[:2])
        core = put(memory, AddNode("core_schema", "Rests on the member.", None, 0.7, members=(alone,)))[0]
        memory.rebuild()
        assert removed(memory, ids[0])["nodes"] == 2
        with memory._store.file.read() as db:
            assert dict(db.execute("SELECT id, state FROM node")) == {both: "weakened"}
            assert db.execute("SELECT count(*) FROM member WHERE core = ?", (core,)).get == 0
        assert removed(memory, ids[1])["nodes"] == 1
        assert memory.check().problems == ()


def test_a_belief_said_twice_stays_until_its_last_source_goes(tmp_path: Path) -> None:
    """One source of two is forgotten: the belief stands on the other."""
    with open_memory(tmp_path / "memory.db") as memory:
        ids = memory.add([said("Lanterns matter to me.", 1), said("As I said, lanterns matter.", 2)]).ids
        belief = put_belief(memory, "Lanterns matter.", ids[0])
        put(memory, AddSource(belief, (Quote(stored(memory, ids[1]).key, 0, 5),)))
        assert removed(memory, ids[0])["beliefs"] == 0
        assert removed(memory, ids[1])["beliefs"] == 1
        assert memory.check().problems == ()


def test_a_state_in_the_middle_of_a_chain_is_taken_out_and_its_neighbours_meet(tmp_path: Path) -> None:
    """First, middle and last: the chain stays one list with the right end current."""
    for victim in range(3):
        with open_memory(tmp_path / f"memory{victim}.db") as memory:
            ids = memory.add([said(f"My favourite player is number{n}q.", n) for n in range(3)], decide="later").ids
            keys: list[int] = []
            for n, id in enumerate(ids):
                keys.append(put_belief(memory, f"Ann's favourite player is number{n}q.", id, after=keys[-1] if keys else None))
            memory.rebuild()
            memory.forget(ids[victim])
            rest = [n for n in range(3) if n != victim]
            chain = memory.history(uid_text(memory, keys[rest[0]]))
            assert [b.text for b in chain] == [f"Ann's favourite player is number{n}q." for n in rest]
            assert memory.check().problems == ()
            hits = [hit for hit in memory.recall("favourite player").hits if hit.kind == "belief"]
            assert [hit.text for hit in hits] == [f"Ann's favourite player is number{rest[-1]}q."]


def test_a_summary_goes_with_any_message_it_condenses(tmp_path: Path) -> None:
    """A later message of the session leaves it; one before its end takes it along."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory:
        ids = memory.add([said(f"Remark {n} on lanterns.", n) for n in range(3)]).ids
        put(memory, AddSummary(stored(memory, ids[0]).key, "They began with a lanternquux."))
        put(memory, AddSummary(stored(memory, ids[1]).key, "They spoke of a lanternquux."))
        memory.rebuild()
        assert removed(memory, ids[2])["summaries"] == 0
        assert removed(memory, ids[1])["summaries"] == 1
        assert removed(memory, ids[0])["summaries"] == 1
        assert memory.check().problems == ()
        assert b"lanternquux" not in bytes_of(path)


def test_the_turn_after_a_forgotten_one_no_longer_carries_its_words(tmp_path: Path) -> None:
    """Its vector is that of its text with the turn before that one as context."""
    encoder = HashEncoder(width=WIDTH)
    with open_memory(tmp_path / "memory.db") as memory:
        ids = memory.add([said("First remark.", 1), said("Xylophones are secret.", 2), said("Yes, certainly.", 3)]).ids
        key = stored(memory, ids[2]).key
        assert "Xylophones" in text_of(memory, key)
        assert memory.forget(ids[1]).remade == 1
        text = text_of(memory, key)
        assert "Xylophones" not in text
        assert "First remark." in text
        assert cosine(vector_of(memory, key), encoder.encode_passages([text])[0]) > 0.999
        assert dict(memory.stats().counts).get("waiting", 0) == 0


def text_of(memory: Memory, key: int) -> str:
    """The text that is embedded for an item."""
    with memory._store.file.read() as db:
        return current_texts(db, [key])[key].text


def vector_of(memory: Memory, key: int, table: str = "vector") -> np.ndarray:
    """The vector that the file holds of an item."""
    with memory._store.file.read() as db:
        scale, code = next(iter(db.execute(f"SELECT scale, code FROM {table} WHERE id = ?", (key,))))
    return np.frombuffer(code, np.int8).astype(np.float32) * np.float32(scale)


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    """Of two vectors of any length."""
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def test_no_half_made_vector_of_another_encoder_keeps_the_forgotten_words(tmp_path: Path) -> None:
    """A re-embedding under way: the vector of the turn after a forgotten one is dropped there, too."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory:
        ids = memory.add([said("Xylophones are secret.", 1), said("Yes, certainly.", 2)]).ids

        def stop(done: int, total: int) -> None:
            raise KeyboardInterrupt

        with open_memory(path, width=32) as mover, pytest.raises(KeyboardInterrupt):
            mover.reembed(on_progress=stop)
        assert table_sizes(memory)["vector_next"] == 2
        memory.forget(ids[0])
        assert table_sizes(memory)["vector_next"] == 0


def test_a_span_of_time_is_half_open_and_a_date_means_its_end(tmp_path: Path) -> None:
    """What was said from the first moment to the end of the last day goes."""
    with open_memory(tmp_path / "memory.db") as memory:
        days = ["2024-05-01T23:59:59Z", "2024-05-02T00:00:00Z", "2024-05-03T23:59:59Z", "2024-05-04T00:00:00Z"]
        memory.add([Message(f"Said at {day}.", said_at=Moment(read_moment(day, now_ms=0).ms), session="s") for day in days])
        assert removed(memory, span=("2024-05-02", "2024-05-03"))["messages"] == 2
        assert texts(memory) == [f"Said at {days[0]}.", f"Said at {days[3]}."]
        assert removed(memory, span=("1999", "2000"))["messages"] == 0


def test_names_of_sessions_and_speakers_go_with_their_last_message(tmp_path: Path) -> None:
    """A speaker who said something else stays."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory:
        memory.add([said("Hello.", 1, session="sessionquux", party="Speakerquux"), said("Hello again.", 2, session="sessionquux")])
        memory.add(said("Still here.", 3))
        memory.forget(session="sessionquux")
        assert b"quux" not in bytes_of(path)
        assert [message.party for message in memory.list()] == ["Ann"]


def test_exactly_one_target_that_exists_is_asked_for(tmp_path: Path) -> None:
    """None, two, an unknown id or session, another space's id: told, and nothing goes."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory, open_memory(path, space="other") as other:
        id = memory.add(said("Hello.", 1)).ids[0]
        other.add(said("Hello.", 1))
        with pytest.raises(UsageError):
            memory.forget()
        with pytest.raises(UsageError):
            memory.forget(id, whole_space=True)
        with pytest.raises(UnknownId):
            other.forget(id)
        with pytest.raises(UnknownId):
            memory.forget(session="no such")
        assert texts(memory) == ["Hello."]
