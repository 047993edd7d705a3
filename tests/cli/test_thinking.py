"""`dcpm consolidate`, `nodes`, `intentions` and `graph`, as their users see them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dcpm_sqlite import Memory, Message, Settings
from dcpm_sqlite.store.changes import AddNode
from tests.cli.conftest import Dcpm
from tests.doubles import DAY_MS, START_MS, belief, put

RUNS = ("I run every Saturday.", "I went for a run by the river.", "My longest run was 12 km.", "I run with my sister.")


@pytest.fixture(scope="module")
def thought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file by the shipped encoder with something to think about, and an intention."""
    path = tmp_path_factory.mktemp("night") / "m.db"
    with Memory(path, mind="offline", settings=Settings()) as memory:
        for number, text in enumerate(RUNS):
            memory.add(Message(text, party="Ann", said_at=f"2024-0{number + 1}-05T09:00Z", session=str(number)))
        (key,) = put(memory, belief("plans a race", party="Ann"))
        put(
            memory,
            AddNode("intention", "Ann plans a race", "sport", 0.6, (key,), due_from=START_MS, due_until=START_MS + 36_500 * DAY_MS),
            embed=True,
        )
    return path


def test_a_dry_run_shows_what_would_be_asked(thought: Path, dcpm: Dcpm) -> None:
    """And changes nothing."""
    before = thought.read_bytes()
    told = dcpm("consolidate", str(thought), "--dry-run")
    assert told.code == 0
    assert thought.read_bytes() == before
    plan = json.loads(dcpm("consolidate", str(thought), "--dry-run", "--json").out)
    assert plan["mind"] == "offline"
    assert plan["calls_about"] == 0


def test_a_night_reports_what_it_made_and_a_second_one_nothing(thought: Path, dcpm: Dcpm) -> None:
    """In words, and as JSON for programs."""
    report = json.loads(dcpm("consolidate", str(thought), "--json").out)
    assert report["state"] in ("done", "nothing")
    again = dcpm("consolidate", str(thought))
    assert again.code == 0
    assert "Nothing new" in again.out


def test_batches_need_a_model(thought: Path, dcpm: Dcpm) -> None:
    """The offline rules decide one by one, whatever was asked for; nothing is refused."""
    assert dcpm("consolidate", str(thought), "--batch").code == 0


def test_idle_minutes_must_make_sense(thought: Path, dcpm: Dcpm) -> None:
    """Wrong use says what to give."""
    told = dcpm("consolidate", str(thought), "--when-idle", "0")
    assert (told.code, "above 0" in told.err) == (2, True)


def test_nodes_are_listed_with_what_they_rest_on(thought: Path, dcpm: Dcpm) -> None:
    """By domain, with the beliefs under them."""
    told = dcpm("nodes", str(thought), "--kind", "intention")
    assert "Ann plans a race" in " ".join(told.out.split())
    assert "plans a race" in told.out
    assert json.loads(dcpm("nodes", str(thought), "--kind", "intention", "--json").out)[0]["text"] == "Ann plans a race"


def test_intentions_are_listed_and_closed(thought: Path, dcpm: Dcpm) -> None:
    """What is due now; done, it is gone; undone, it is back."""
    (concern,) = json.loads(dcpm("intentions", str(thought), "--json").out)
    id = concern["node"]["id"]
    noted = json.loads(dcpm("intentions", str(thought), "--done", id, "--json").out)
    assert json.loads(dcpm("intentions", str(thought), "--json").out) == []
    assert dcpm("undo", str(thought), noted["job"]).code == 0
    assert "Ann plans a race" in " ".join(dcpm("intentions", str(thought), "--cue", "race").out.split())
    assert dcpm("intentions", str(thought), "--done", id, "--drop", id).code == 2


def test_the_graph_is_one_page(thought: Path, tmp_path: Path, dcpm: Dcpm) -> None:
    """It holds the node's words, and loads nothing."""
    page = tmp_path / "graph.html"
    told = dcpm("graph", str(thought), "-o", str(page))
    assert told.code == 0
    html = page.read_text("utf-8")
    assert "Ann plans a race" in html
    assert "http://" not in html.replace("http://www.w3.org", "")
    assert "https://" not in html
