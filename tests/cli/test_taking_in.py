"""add, import, settle, remember: what is kept, what comes to be believed, and what a model is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Dcpm, mind_of
from tests.servers import FakeServer, server

pytestmark = pytest.mark.usefixtures("hashed")

ABROAD = "openai:http://192.0.2.1/v1#toy"  # an address for documentation: of unknown price, and never asked here


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where no file is yet."""
    return str(tmp_path / "m.db")


@pytest.fixture
def chat(tmp_path: Path) -> str:
    """An export of two conversations."""
    source = tmp_path / "chat.jsonl"
    lines = [{"id": str(n), "session": f"s{n}", "role": "user", "name": "Nora", "text": f"I live in Voss, for {n} years."} for n in (1, 2)]
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(source)


def test_add_says_what_is_believed_and_how_to_take_it_back(path: str, dcpm: Dcpm) -> None:
    """Counts of what was added and superseded, and the job; what is known already is said to be."""
    first = dcpm("add", path, "I live in Oslo. I am allergic to hazelnuts.", "--party", "Nora", "--when", "2020-01-01")
    assert first.flat.startswith("1 message kept; 2 beliefs added (undo: ")
    moved = ("add", path, "I live in Bergen now.", "--party", "Nora", "--when", "2022-01-01", "--session", "chat")
    second = dcpm(*moved)
    assert second.flat.startswith("1 message kept; 1 belief superseded (undo: ")
    assert dcpm(*moved).flat.startswith("1 message known already")
    assert dcpm(*moved, "--json").json["settled"] is None
    assert dcpm("add", path, "What a day!", "--party", "Nora").flat.startswith("1 message kept; nothing new to believe")


def test_text_comes_from_standard_input_too(path: str, dcpm: Dcpm) -> None:
    """`-` stands for it, in `add` and in `remember`."""
    dcpm("add", path, "-", typed="I live in Oslo.")
    dcpm("remember", path, "-", typed="I play the violin.")
    assert [row["text"] for row in dcpm("list", path, "--json").json] == ["I play the violin.", "I live in Oslo."]


def test_later_leaves_the_deciding_to_settle(path: str, dcpm: Dcpm) -> None:
    """Nothing is believed until then; a second settle has nothing to do."""
    assert "`dcpm settle` decides" in dcpm("add", path, "I live in Oslo.", "--later").flat
    assert "1 message waits to be decided about: `dcpm settle`" in dcpm("profile", path).flat
    assert dcpm("settle", path).flat.startswith("1 message decided; 1 belief added")
    assert dcpm("settle", path).flat == "Nothing waits to be decided."


def test_a_mind_that_is_not_there_loses_nothing(path: str, dcpm: Dcpm) -> None:
    """The message is kept and waits, with the reason; settle takes it up, and fails with exit code 1 while nobody is there."""
    with server("openai", [], key="another") as locked:
        kept = dcpm("add", path, "I live in Oslo.", "--mind", mind_of(locked))
        settled = dcpm("settle", path, "--mind", mind_of(locked))
    assert (kept.code, settled.code) == (0, 1)
    for told in (kept.flat, settled.flat):
        assert "1 message waits: openai:" in told
        assert "`dcpm settle` takes it up" in told
    assert dcpm("settle", path).flat.startswith("1 message decided")


def test_a_mind_that_is_none_is_told_before_a_file_is_made(path: str, dcpm: Dcpm) -> None:
    """With the forms that there are."""
    wrong = dcpm("add", path, "I live in Oslo.", "--mind", "gpt")
    assert (wrong.code, "anthropic:MODEL" in wrong.err, Path(path).exists()) == (2, True, False)


def test_reading_needs_no_mind(path: str, dcpm: Dcpm, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable that names none hinders what decides, and nothing else."""
    dcpm("add", path, "I live in Oslo.")
    monkeypatch.setenv("DCPM_MIND", "gpt")
    assert dcpm("recall", path, "Where do I live?").code == 0
    assert dcpm("profile", path).code == 0
    assert dcpm("add", path, "I live in Bergen.").code == 2


def test_the_variable_names_the_mind(path: str, dcpm: Dcpm, model: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """DCPM_MIND is heeded where --mind is left out."""
    monkeypatch.setenv("DCPM_MIND", mind_of(model))
    assert dcpm("add", path, "I live in Voss.", "--party", "Nora", "--json").json["settled"]["mind"] == mind_of(model)
    assert dcpm("add", path, "I live in Voss!", "--party", "Nora", "--mind", "offline", "--json").json["settled"]["calls"] == 0


def test_remember_believes_a_statement_as_it_stands(path: str, dcpm: Dcpm, model: FakeServer) -> None:
    """No model draws from it; the first statement has nothing to be compared with, so none is asked at all."""
    done = dcpm("remember", path, "The boathouse key hangs in the shed.", "--mind", mind_of(model))
    assert done.flat.startswith("1 message kept; 1 belief added")
    assert model.count == 0
    assert "boathouse key" in dcpm("recall", path, "Where is the boathouse key?").out


def test_import_reports_what_was_skipped(tmp_path: Path, path: str, dcpm: Dcpm) -> None:
    """Good lines come in once, bad ones are counted with their place, and what came to be believed is said."""
    source = tmp_path / "chat.jsonl"
    source.write_text('{"text": "I live in Bergen.", "id": "1"}\nnot json\n{"text": "I play the violin."}\n')
    done = dcpm("import", path, str(source), "--owner", "Nora")
    assert (done.code, "2 messages kept" in done.out, "beliefs added" in done.flat, "skipped 1" in done.out) == (0, True, True, True)
    assert "0 messages kept, 2 known already" in dcpm("import", path, str(source), "--owner", "Nora").out


def test_import_with_a_model_says_what_it_costs_and_is_agreed_to(path: str, chat: str, dcpm: Dcpm) -> None:
    """Where nobody can be asked and the price is unknown, --yes is needed; nothing is made before."""
    done = dcpm("import", path, chat, "--owner", "Nora", "--mind", ABROAD)
    assert (done.code, "--yes" in done.err, Path(path).exists()) == (2, True, False)
    assert "2 messages: about 4 calls of openai:http://192.0.2.1/v1#toy" in " ".join(done.err.split())
    assert "unknown price" in done.err
    priced = dcpm("import", path, chat, "--owner", "Nora", "--mind", "anthropic:claude-haiku-5-5")
    assert (priced.code, "$0.00" in priced.err) == (2, True)


def test_import_with_a_model_asks_whoever_is_there(path: str, chat: str, dcpm: Dcpm, model: FakeServer) -> None:
    """A no leaves everything as it was, a yes goes on."""
    refused = dcpm("import", path, chat, "--mind", mind_of(model), typed="n\n")
    assert (refused.code, "Nothing was imported" in refused.err, Path(path).exists(), model.count) == (130, True, False, 0)
    agreed = dcpm("import", path, chat, "--mind", mind_of(model), typed="y\n")
    assert (agreed.code, "2 messages kept" in agreed.flat, "1 belief added" in agreed.flat) == (0, True, True)
    assert model.count > 0


def test_import_with_a_model_that_costs_nothing_needs_no_yes(path: str, chat: str, dcpm: Dcpm, model: FakeServer) -> None:
    """A server on this machine is asked without further ado; what it is asked for is said all the same, and not on standard output."""
    done = dcpm("import", path, chat, "--mind", mind_of(model), "--json")
    assert (done.code, "at no cost" in done.err) == (0, True)
    assert done.json["settled"]["calls"] == model.count >= 2


def test_import_for_later_asks_no_model(path: str, chat: str, dcpm: Dcpm) -> None:
    """Neither the model nor the user, whatever it would cost."""
    done = dcpm("import", path, chat, "--mind", ABROAD, "--later")
    assert (done.code, "`dcpm settle` decides" in done.flat, done.err) == (0, True, "")
