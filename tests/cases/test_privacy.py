"""Nothing crosses spaces, no secret is kept in the clear, nothing calls out (K31-K33)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dcpm_sqlite.records import Recollection
from dcpm_sqlite.store.changes import AddSummary
from tests.reliability.support import bytes_of, open_memory, put, put_belief, put_schema, said, stored

ROOT = Path(__file__).parents[2]
QUERIES = ["Where is the lantern?", "Ann loves the lantern", "Ann tells of harbour lanterns", "What does Ann think of quinces?", "Bob"]


def scores(found: Recollection) -> list[tuple[str, str, str, float]]:
    """All that tells one answer from another, but ids and time."""
    hits = [(hit.kind, hit.text, str(hit.reason), hit.score) for hit in found.hits]
    return [
        *hits,
        ("empty", str(found.empty), str(found.best_rejected), 0.0),
        *[("node", node.text, "", node.confidence) for node in found.nodes],
    ]


def test_k31_what_one_space_answers_does_not_depend_on_another(tmp_path: Path) -> None:
    """Same hits, scores and reasons before and after another space gets the same words, in every channel, and many more."""
    path = tmp_path / "memory.db"
    with open_memory(path, space="a") as a, open_memory(path, space="b") as b:
        ids = a.add([said(f"The lantern of harbour {n} is lit.", n) for n in range(12)]).ids
        put_schema(a, "Ann is drawn to lights.", [put_belief(a, "Ann loves the lantern.", ids[0])])
        put(a, AddSummary(stored(a, ids[-1]).key, "Ann tells of harbour lanterns."))
        a.rebuild()
        before = [scores(a.recall(query, k=50)) for query in QUERIES]
        assert {kind for answer in before for kind, *_ in answer} >= {"passage", "belief", "summary", "node"}
        others = b.add([said(f"The lantern of Bob's harbour {n}, quinces at night.", n, party="Bob") for n in range(400)]).ids
        put_schema(b, "Bob is drawn to lights.", [put_belief(b, "Bob loves the lantern.", others[0])])
        put(b, AddSummary(stored(b, others[-1]).key, "Bob tells of harbour lanterns."))
        b.rebuild()
        found = [a.recall(query, k=50) for query in QUERIES]
        assert [scores(recollection) for recollection in found] == before
        assert not any("Bob" in hit.text for recollection in found for hit in recollection.hits)
        assert not any("Bob" in node.text for recollection in found for node in recollection.nodes)
        a.forget(whole_space=True)
        assert len(b.list(limit=1000)) == 400


def test_k31_a_space_that_is_not_there_yet_answers_nothing(tmp_path: Path) -> None:
    """A full file has nothing to say to a new space."""
    path = tmp_path / "memory.db"
    with open_memory(path, space="a") as a, open_memory(path, space="b") as b:
        a.add(said("The lantern is lit.", 1))
        assert b.recall("lantern").empty == "nothing stored"
        assert b.list() == ()
        assert b.stats().counts != a.stats().counts


def test_k32_secrets_are_not_kept_in_the_clear_and_the_report_says_so(tmp_path: Path) -> None:
    """The password and the key are in no byte of the file; what surrounds them is kept."""
    path = tmp_path / "memory.db"
    with open_memory(path) as memory:
        report = memory.add("My password is hunter2quux, the key is sk-abc123def456ghi789jkl012.")
        assert report.withheld == 2
        kept = stored(memory, report.ids[0])
        assert kept.withheld == 2
        assert "[withheld: password]" in kept.text
        assert memory.add("Nothing secret here.").withheld == 0
        content = bytes_of(path)
    assert b"hunter2quux" not in content
    assert b"sk-abc123def456" not in content
    assert b"hunter2quux" not in bytes_of(path)


OFFLINE = """
import socket, sys

def refuse(*_args, **_kwargs):
    raise AssertionError("an attempt to connect")

socket.socket = socket.create_connection = socket.getaddrinfo = refuse
from dcpm_sqlite import Memory

with Memory(sys.argv[1]) as memory:
    memory.add("The lighthouse keeper moved to Bergen in spring.")
    memory.add("Quinces are best in October.")
    hits = memory.recall("Where does the keeper of the lighthouse live?").hits
    assert hits[0].text.startswith("The lighthouse"), hits
    memory.forget(hits[0].id)
    assert memory.check().problems == ()
"""


def run_offline(tmp_path: Path) -> Path:
    """Add, recall, forget and check in a process without network; the home folder that it was given."""
    home = tmp_path / "home"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH")}
    environment = {
        **kept,
        "PYTHONPATH": str(ROOT),
        "HOME": str(home),
        "USERPROFILE": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "HF_HOME": str(home / "hf"),
    }
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE, str(tmp_path / "memory.db")],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "memory.db").is_file()
    return home


def test_k33_works_without_network_key_home_and_cache(tmp_path: Path) -> None:
    """The shipped encoder, with sockets that refuse, and empty folders: nothing is asked for, one file is left."""
    run_offline(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["home", "memory.db"]


def test_k33_no_telemetry_is_prepared(tmp_path: Path) -> None:
    """Nothing is written outside of the memory's folder: no device id, no events to send."""
    assert [file for file in run_offline(tmp_path).rglob("*") if file.is_file()] == []


@pytest.mark.parametrize("name", ["", " ", "\t"])
def test_k31_a_space_has_a_name(tmp_path: Path, name: str) -> None:
    """No name is refused before a file is made."""
    with pytest.raises(ValueError, match="name"):
        open_memory(tmp_path / "memory.db", space=name)
    assert list(tmp_path.iterdir()) == []
