"""entities: who and what is mentioned, who may be one, and the merging of two."""

from __future__ import annotations

from pathlib import Path

import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.encoder import HashEncoder
from dcpm_sqlite.records import Mention
from tests.cli.conftest import Dcpm
from tests.doubles import belief, put

pytestmark = pytest.mark.usefixtures("hashed")


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A file with three names, two of which are one's."""
    file = tmp_path / "m.db"
    with Memory(file, encoder=HashEncoder(width=64)) as memory:
        for name, category in (("Dr. [b]Katherine", "person"), ("Oslo", None), ("Oslo", "place"), ("Dr. [b]Catherine", None)):
            put(memory, belief("something", mentions=(Mention(name, "subject", category),)))
    return str(file)


def test_who_is_mentioned(path: str, dcpm: Dcpm) -> None:
    """The most mentioned first, with what it is and its id; brackets in a name are no markup."""
    out = dcpm("entities", path).out.splitlines()
    assert out[1].split()[:3] == ["2", "Oslo", "place"]
    assert out[2].split()[:4] == ["1", "Dr.", "[b]Katherine", "person"]
    assert "2 more" in dcpm("entities", path, "--limit", "1").flat
    assert [one["name"] for one in dcpm("entities", path, "--json").json] == ["Oslo", "Dr. [b]Katherine", "Dr. [b]Catherine"]


def test_two_are_merged_and_told_apart_again(path: str, dcpm: Dcpm) -> None:
    """By name or id; the job is told, and a merge that was taken back isn't proposed any more."""
    likely = dcpm("entities", path, "--likely")
    assert "a letter apart" in likely.flat
    assert "--merge" in likely.flat
    (pair,) = dcpm("entities", path, "--likely", "--json").json
    job = dcpm("entities", path, "--merge", "dr. [b]katherine", pair["other"]["id"], "--json").json["job"]
    aliases = {one["name"]: one["aliases"] for one in dcpm("entities", path, "--json").json}
    assert aliases == {"Dr. [b]Katherine": ["Dr. [b]Catherine"], "Oslo": []}
    assert "No two look like one" in dcpm("entities", path, "--likely").flat
    assert dcpm("undo", path, job).code == 0
    assert all(words in dcpm("jobs", path).flat for words in ("1 merged", "1 told apart"))
    assert len(dcpm("entities", path, "--json").json) == 3
    assert dcpm("entities", path, "--likely", "--json").json == []
    assert "undo:" in dcpm("entities", path, "--merge", "oslo", pair["other"]["id"]).flat


def test_what_can_not_be_done_is_told(path: str, tmp_path: Path, dcpm: Dcpm) -> None:
    """Somebody unknown, both options at once, a file in which nobody is named."""
    wrong = dcpm("entities", path, "--merge", "Oslo", "Bergen")
    assert (wrong.code, "'Bergen'" in wrong.err) == (2, True)
    assert dcpm("entities", path, "--likely", "--merge", "a", "b").code == 2
    Memory(tmp_path / "fresh.db", encoder=HashEncoder(width=64)).close()
    assert "Nobody and nothing" in dcpm("entities", str(tmp_path / "fresh.db")).flat
    assert "No two" in dcpm("entities", str(tmp_path / "fresh.db"), "--likely").flat
