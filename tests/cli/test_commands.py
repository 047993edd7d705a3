"""The command line as its user meets it; every command runs in this process on the hash encoder's cheap stand-in or the shipped one."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from dcpm_sqlite.cli import main
from dcpm_sqlite.cli.commands import dcpm


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one command."""
    monkeypatch.setattr(sys, "argv", ["dcpm", *words])
    try:
        main()
        code = 0
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """A file with three messages, made by `add`."""
    path = str(tmp_path / "m.db")
    for text, when in (
        ("I am allergic to hazelnuts.", "2024-01-08"),
        ("The library deadline is October 9th.", "2024-07-07"),
        ("My cat is called Miso.", "2024-08-01"),
    ):
        assert run(monkeypatch, capsys, "add", path, text, "--party", "Nora", "--when", when, "--session", "chat")[0] == 0
    return path


def test_every_command_explains_itself(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` of each command has a sentence and exits with 0."""
    for name, command in dcpm.commands.items():
        code, out, _ = run(monkeypatch, capsys, name, "--help")
        assert code == 0
        assert command.help is not None
        assert command.help.split("\n")[0].split()[0] in out


def test_recall_finds_and_explains(filled: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A table for people, the same as JSON for programs."""
    code, out, _ = run(monkeypatch, capsys, "recall", filled, "What is Nora allergic to?", "-k", "1", "--explain")
    assert code == 0
    assert "hazelnuts" in out
    assert "similarity" in out
    code, out, _ = run(monkeypatch, capsys, "recall", filled, "What is Nora allergic to?", "-k", "1", "--json")
    found = json.loads(out)
    assert found["hits"][0]["text"] == "I am allergic to hazelnuts."
    assert "key" not in json.dumps(found["identity"])


def test_recall_as_text_for_a_prompt(filled: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Fenced, dated, within the budget."""
    _, out, _ = run(monkeypatch, capsys, "recall", filled, "Which deadline does the library have?", "--text", "200")
    assert "[2024-07-07] Nora: The library deadline is October 9th." in out


def test_list_get_forget_check(filled: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A message is listed, got, forgotten for good, and the file is sound afterwards."""
    rows = json.loads(run(monkeypatch, capsys, "list", filled, "--json")[1])
    assert [row["text"] for row in rows][-1] == "I am allergic to hazelnuts."
    id = rows[-1]["id"]
    assert "hazelnuts" in run(monkeypatch, capsys, "get", filled, id)[1]
    code, _, err = run(monkeypatch, capsys, "forget", filled, id)
    assert (code, "--yes" in err) == (2, True)
    assert "would go: 1 messages" in run(monkeypatch, capsys, "forget", filled, id, "--dry-run")[1]
    assert "gone: 1 messages" in run(monkeypatch, capsys, "forget", filled, id, "--yes")[1]
    assert b"hazelnuts" not in Path(filled).read_bytes()
    assert run(monkeypatch, capsys, "check", filled)[0] == 0


def test_import_reports_what_was_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Good lines come in once, bad ones are counted with their place."""
    source = tmp_path / "chat.jsonl"
    source.write_text('{"text": "I live in Bergen.", "id": "1"}\nnot json\n{"text": "I play the violin."}\n')
    path = str(tmp_path / "m.db")
    code, out, _ = run(monkeypatch, capsys, "import", path, str(source), "--owner", "Nora")
    assert (code, "2 messages kept" in out, "skipped 1" in out) == (0, True, True)
    assert "0 messages kept, 2 known already" in run(monkeypatch, capsys, "import", path, str(source), "--owner", "Nora")[1]


def test_the_file_may_be_left_out(filled: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """DCPM_FILE names it then."""
    monkeypatch.setenv("DCPM_FILE", filled)
    assert "Miso" in run(monkeypatch, capsys, "recall", "What is the cat's name?")[1]


def test_errors_are_told_without_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file, a wrong id and an unreadable date each say what to do, with their exit code; as JSON too."""
    path = str(tmp_path / "none.db")
    code, _, err = run(monkeypatch, capsys, "recall", path, "anything")
    assert (code, "does not exist" in err, "Traceback" in err) == (2, True, False)
    run(monkeypatch, capsys, "add", path, "A message.")
    assert run(monkeypatch, capsys, "get", path, "zzz")[0] == 2
    code, out, _ = run(monkeypatch, capsys, "recall", path, "anything", "--as-of", "next blue moon", "--json")
    assert (code, json.loads(out)["error"]) == (2, "UsageError")
    (tmp_path / "other.db").write_text("no database at all, but long enough to look at" * 100)
    code, _, err = run(monkeypatch, capsys, "stats", str(tmp_path / "other.db"))
    assert (code, "NotAMemoryFile" in err) == (1, True)


def test_backup_rebuild_upgrade_and_stats(
    filled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The upkeep commands do what they say."""
    copy = str(tmp_path / "copy.db")
    assert run(monkeypatch, capsys, "backup", filled, copy)[0] == 0
    assert json.loads(run(monkeypatch, capsys, "stats", copy, "--json")[1])["counts"]["messages"] == 3
    assert "3 passages" in run(monkeypatch, capsys, "rebuild", copy)[1]
    assert "up to date" in run(monkeypatch, capsys, "upgrade", copy)[1]
    assert "already" in run(monkeypatch, capsys, "reembed", copy)[1]


def test_the_demonstration_shows_what_it_promises(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seven months go in, questions find their evidence, the unrelated one finds nothing, and what is forgotten is gone."""
    path = tmp_path / "demo.db"
    code, out, _ = run(monkeypatch, capsys, "demo", "--keep", str(path))
    flat = " ".join(out.split())
    assert code == 0
    for expected in (
        "55 messages",
        "1 secret withheld",
        "yellow wooden house",
        "hazelnuts",
        "Finished the marathon",
        "Nothing that is stored fits",
    ):
        assert expected in flat
    assert b"surprise party for Tomas" not in path.read_bytes()
