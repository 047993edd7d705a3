"""The command line as its user meets it: reading, upkeep, errors, and the demonstration."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dcpm_sqlite.cli.commands import SECTIONS
from dcpm_sqlite.cli.commands import dcpm as group
from tests.cli.conftest import Dcpm
from tests.doubles import by_hand


@pytest.fixture
def filled(hashed: None, tmp_path: Path, dcpm: Dcpm) -> str:
    """A file with three messages, made by `add`."""
    path = str(tmp_path / "m.db")
    for text, when in (
        ("I am allergic to hazelnuts.", "2024-01-08"),
        ("The library deadline is October 9th.", "2024-07-07"),
        ("My cat is called Miso.", "2024-08-01"),
    ):
        assert dcpm("add", path, text, "--party", "Nora", "--when", when, "--session", "chat").code == 0
    return path


def test_every_command_explains_itself(dcpm: Dcpm) -> None:
    """`--help` of each command has a sentence and exits with 0."""
    for name, command in group.commands.items():
        done = dcpm(name, "--help")
        assert done.code == 0
        assert command.help is not None
        assert command.help.split("\n")[0].split()[0] in done.out


def test_the_group_lists_every_command_once_by_section(dcpm: Dcpm) -> None:
    """No command is missing from the overview, and none is cut off at 110 columns."""
    out = dcpm("--help").out
    assert [title for title, _ in SECTIONS] == re.findall(r"^(\w[\w ]*):$", out, re.MULTILINE)[1:]
    assert re.findall(r"^  ([a-z]+) ", out, re.MULTILINE) == [c.name for _, commands in SECTIONS for c in commands]
    assert all(c.help and len(c.get_short_help_str(1000)) <= 60 for _, commands in SECTIONS for c in commands)


def test_recall_finds_and_explains(filled: str, dcpm: Dcpm) -> None:
    """A table for people, the same as JSON for programs."""
    done = dcpm("recall", filled, "Is Nora allergic to hazelnuts?", "-k", "1", "--explain")
    assert done.code == 0
    assert "hazelnuts" in done.out
    assert "similarity" in done.out
    found = dcpm("recall", filled, "Is Nora allergic to hazelnuts?", "-k", "1", "--json").json
    assert found["hits"][0]["text"] == "I am allergic to hazelnuts."
    assert "key" not in found["hits"][0]


def test_recall_as_text_for_a_prompt(filled: str, dcpm: Dcpm) -> None:
    """Fenced, dated, within the budget."""
    done = dcpm("recall", filled, "Which deadline does the library have?", "--text", "200")
    assert "[2024-07-07] Nora: The library deadline is October 9th." in done.out


def test_list_get_forget_check(filled: str, dcpm: Dcpm) -> None:
    """A message is listed, got, forgotten for good, and the file is sound afterwards."""
    rows = dcpm("list", filled, "--json").json
    assert rows[-1]["text"] == "I am allergic to hazelnuts."
    id = rows[-1]["id"]
    assert "hazelnuts" in dcpm("get", filled, id).out
    refused = dcpm("forget", filled, id)
    assert (refused.code, "--yes" in refused.err) == (2, True)
    assert "would go: 1 messages" in dcpm("forget", filled, id, "--dry-run").out
    assert "gone: 1 messages" in dcpm("forget", filled, id, "--yes").out
    assert b"hazelnuts" not in Path(filled).read_bytes()
    assert dcpm("check", filled).code == 0


def test_problems_that_check_finds_have_their_exit_code(filled: str, dcpm: Dcpm) -> None:
    """3, so that a script notices."""
    with by_hand(Path(filled)) as db:
        db.execute("DELETE FROM passage WHERE id = (SELECT max(id) FROM passage)")
    assert dcpm("check", filled).code == 3


def test_the_file_may_be_left_out(filled: str, dcpm: Dcpm, monkeypatch: pytest.MonkeyPatch) -> None:
    """DCPM_FILE names it then."""
    monkeypatch.setenv("DCPM_FILE", filled)
    assert "Miso" in dcpm("recall", "What is the cat called?").out


def test_errors_are_told_without_a_traceback(hashed: None, tmp_path: Path, dcpm: Dcpm) -> None:
    """A missing file, a wrong id and an unreadable date each say what to do, with their exit code; as JSON too."""
    path = str(tmp_path / "none.db")
    missing = dcpm("recall", path, "anything")
    assert (missing.code, "does not exist" in missing.err, "Traceback" in missing.err) == (2, True, False)
    dcpm("add", path, "A message.")
    assert dcpm("get", path, "zzz").code == 2
    unreadable = dcpm("recall", path, "anything", "--as-of", "next blue moon", "--json")
    assert (unreadable.code, unreadable.json["error"]) == (2, "UsageError")
    (tmp_path / "other.db").write_text("no database at all, but long enough to look at" * 100)
    foreign = dcpm("stats", str(tmp_path / "other.db"))
    assert (foreign.code, "NotAMemoryFile" in foreign.err) == (1, True)


def test_wrong_words_are_told_and_how_to_put_them(dcpm: Dcpm) -> None:
    """A text without its quotes is the likeliest slip; programs get JSON for it as for any error."""
    slip = dcpm("remember", "I", "like", "tea")
    assert (slip.code, "needs quotes around it" in slip.err) == (2, True)
    told = dcpm("remember", "I", "like", "tea", "--json")
    assert (told.code, told.json["error"], told.err) == (2, "UsageError", "")
    assert dcpm("recall").code == 2


def test_backup_rebuild_upgrade_and_stats(filled: str, tmp_path: Path, dcpm: Dcpm) -> None:
    """The upkeep commands do what they say."""
    copy = str(tmp_path / "copy.db")
    assert dcpm("backup", filled, copy).code == 0
    assert dcpm("stats", copy, "--json").json["counts"]["messages"] == 3
    assert "3 passages" in dcpm("rebuild", copy).out
    assert "up to date" in dcpm("upgrade", copy).out
    assert "already" in dcpm("reembed", copy).out


def test_whose_memory_it_is_can_be_said(filled: str, dcpm: Dcpm) -> None:
    """After `owner`, the profile is that person's without being asked for by name; no name is wrong use."""
    assert dcpm("profile", filled, "--json").json["identity"] == []
    assert dcpm("owner", filled, "Nora").code == 0
    texts = [entry["belief"]["text"] for entry in dcpm("profile", filled, "--json").json["identity"]]
    assert any("hazelnuts" in text for text in texts)
    assert dcpm("owner", filled, " ").code == 2


def test_the_demonstration_shows_what_it_promises(tmp_path: Path, dcpm: Dcpm) -> None:
    """Questions find their evidence, the unrelated one finds nothing; a mind changes, and who Nora is stands; what is forgotten is gone."""
    path = tmp_path / "demo.db"
    done = dcpm("demo", "--keep", str(path))
    assert done.code == 0
    for expected in ("1 secret withheld", "yellow wooden house", "hazelnuts", "Finished the marathon", "Nothing that is stored fits"):
        assert expected in done.flat
    story = done.out[done.out.index("What changed most") : done.out.index("What do you know about")]
    states = [line.strip() for line in re.findall(r"^\d{4}(?:-\d\d-\d\d|      )  ", story, re.MULTILINE)]  # as exactly as it was said
    assert len(states) >= 4, "a belief that changed three times"
    assert states == sorted(states)
    assert story.count("  now  ") == 1
    assert story.count("Nora: ") >= len(states)
    assert "always shown" in done.out
    along = done.flat[done.flat.index("along relations: dcpm investigate") :]
    assert "from “" in along, "something is found that only a relation leads to"
    assert b"surprise party for Tomas" not in path.read_bytes()
    profile = dcpm("profile", str(path), "--json").json
    assert sum("hazelnuts" in entry["belief"]["text"] for entry in profile["identity"]) == 1
