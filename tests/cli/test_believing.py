"""profile, why, history, correct, pin, jobs, undo, rethink, cost: what is believed, and how it is put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Dcpm, mind_of
from tests.servers import FakeServer

pytestmark = pytest.mark.usefixtures("hashed")

HOMES = (("I live in Oslo.", "2019-03-01"), ("I moved to Bergen.", "2022-08-01"), ("I live in Voss now.", "2024-06-02"))


@pytest.fixture
def path(tmp_path: Path, dcpm: Dcpm) -> str:
    """A file in which Nora moved twice and has an allergy."""
    file = str(tmp_path / "m.db")
    for text, when in (*HOMES, ("Be careful: I am allergic to hazelnuts.", "2024-07-01")):
        assert dcpm("add", file, text, "--party", "Nora", "--when", when).code == 0
    return file


def home(dcpm: Dcpm, path: str) -> str:
    """Id of the belief where Nora lives now."""
    entries = dcpm("profile", path, "--who", "Nora", "--json").json["identity"]
    return next(str(e["belief"]["id"]) for e in entries if e["belief"]["domain"] == "home")


def test_profile_says_what_is_known_by_domain(path: str, dcpm: Dcpm) -> None:
    """Current states only, how often each changed, what is always shown, and ids to go on with."""
    out = dcpm("profile", path, "--who", "Nora").out
    assert out.index("health") < out.index("hazelnuts") < out.index("home") < out.index("Voss")
    assert "Oslo" not in out
    line = next(line for line in out.splitlines() if "Voss" in line)
    assert line.startswith("★")
    assert "2 times" in line
    assert line.rstrip().endswith(home(dcpm, path))


def test_an_empty_profile_says_what_to_do(path: str, tmp_path: Path, dcpm: Dcpm) -> None:
    """Whom one can ask about, else how something comes in; a wrong name is told who there is."""
    assert "--who Nora" in dcpm("profile", path).flat
    fresh = str(tmp_path / "fresh.db")
    dcpm("add", fresh, "What a day!")
    assert "dcpm import" in dcpm("profile", fresh).flat
    wrong = dcpm("profile", path, "--who", "Bob", "--json")
    assert (wrong.code, "Nora" in wrong.json["message"]) == (2, True)


def test_why_shows_the_words_inside_their_message(path: str, dcpm: Dcpm) -> None:
    """The quote marked, with date and speaker, the chain, and who decided."""
    allergy = next(e for e in dcpm("profile", path, "--who", "Nora", "--json").json["identity"] if e["belief"]["domain"] == "health")
    out = dcpm("why", path, allergy["belief"]["id"]).flat
    assert "2024-07-01 Nora: Be careful: «I am allergic to hazelnuts" in out
    assert "worded by the offline rules" in out
    assert "How it changed" not in out
    chained = dcpm("why", path, home(dcpm, path)).out
    assert chained.index("Oslo") < chained.index("Bergen") < chained.rindex("Voss")
    assert dcpm("why", path, home(dcpm, path), "--json").json["drawn"]["mind"] == "offline"


def test_why_knows_only_beliefs(path: str, dcpm: Dcpm) -> None:
    """The id of a message is told to be none of a belief."""
    message = dcpm("list", path, "--json").json[0]["id"]
    done = dcpm("why", path, message)
    assert (done.code, "no belief" in done.err) == (2, True)


def test_history_shows_each_state_with_its_date_and_quote(path: str, dcpm: Dcpm) -> None:
    """Oldest first; the last one is now."""
    lines = dcpm("history", path, home(dcpm, path)).out.splitlines()
    assert [(line[:10], "now" in line[10:16]) for line in lines[::2]] == [(when, when == HOMES[-1][1]) for _, when in HOMES]
    for (text, when), line in zip(HOMES, lines[1::2], strict=True):
        assert f"{when} Nora: «{text}»" in line
    states = dcpm("history", path, home(dcpm, path), "--json").json
    assert [s["evidence"][0]["words"] for s in states] == [text for text, _ in HOMES]
    assert "key" not in states[0]["state"]


def test_recall_shows_what_a_belief_took_the_place_of(path: str, dcpm: Dcpm) -> None:
    """From when until when it held."""
    out = dcpm("recall", path, "Where does Nora live?").flat
    assert "belief" in out
    assert "2022-08-01 → 2024-06-02:" in out
    assert "2019-03-01 → 2022-08-01:" in out


def test_correct_puts_the_users_word_in_the_place(path: str, dcpm: Dcpm) -> None:
    """It supersedes, is pinned, and counts as the user's."""
    new = dcpm("correct", path, home(dcpm, path), "I live in Vossevangen.", "--json").json["id"]
    assert home(dcpm, path) == new
    out = dcpm("why", path, new).flat
    assert "always shown" in out
    assert "by your word" in out
    assert "worded by you" in out
    assert dcpm("correct", path, "0000000000000", "Anything.").code == 2


def test_pin_has_three_ways(path: str, dcpm: Dcpm) -> None:
    """Always, never unasked, and as it was decided; two at once are refused."""
    id = home(dcpm, path)
    for options, value in (((), True), (("--off",), False), (("--clear",), None)):
        assert dcpm("pin", path, id, *options).code == 0
        assert dcpm("get", path, id, "--json").json["is_pinned"] is value
        assert (f"★  {HOMES[-1][0]}" in dcpm("profile", path, "--who", "Nora").out) == (value is not False)
    assert dcpm("pin", path, id, "--off", "--clear").code == 2


def test_jobs_are_listed_and_taken_back(path: str, dcpm: Dcpm) -> None:
    """One that others build on only together with them; a job that is taken back is marked."""
    listed = dcpm("jobs", path, "--json").json
    assert [job["kind"] for job in listed] == ["add"] * 4
    moved = listed[-2]["id"]
    alone = dcpm("undo", path, moved)
    assert (alone.code, "--cascade" in alone.err) == (1, True)
    assert moved in dcpm("undo", path, moved, "--cascade").out
    assert dcpm("jobs", path).flat.count("taken back:") == 2
    assert dcpm("history", path, home(dcpm, path)).out.count("now") == 1
    assert "Oslo" in dcpm("profile", path, "--who", "Nora").out
    assert dcpm("undo", path, "0000000000000").code == 2


def drawn_by_model(tmp_path: Path, dcpm: Dcpm, model: FakeServer) -> str:
    """A file whose one belief a model drew."""
    file = str(tmp_path / "model.db")
    assert dcpm("add", file, "I live in Voss, and I love it.", "--party", "Nora", "--mind", mind_of(model)).code == 0
    return file


def test_rethink_only_shows_unless_it_is_told_to_adopt(tmp_path: Path, dcpm: Dcpm, model: FakeServer) -> None:
    """What would go and what would come; nothing is changed by looking."""
    file = drawn_by_model(tmp_path, dcpm, model)
    seen = dcpm("rethink", file, "--since", "2024")
    assert "- gone" in seen.out
    assert seen.flat.index("Nora lives in Voss.") < seen.flat.index("+ new")
    assert "--adopt makes it the case" in seen.flat
    assert "Nora lives in Voss." in dcpm("profile", file, "--who", "Nora").out
    adopted = dcpm("rethink", file, "--since", "2024", "--adopt", "--json").json
    assert adopted["adopted"]["mind"] == "offline"
    assert "replies" not in adopted
    assert "Nora lives in Voss." not in dcpm("profile", file, "--who", "Nora").out
    dcpm("undo", file, adopted["adopted"]["job"])
    assert "Nora lives in Voss." in dcpm("profile", file, "--who", "Nora").out


def test_rethink_asks_whoever_is_there(tmp_path: Path, dcpm: Dcpm, model: FakeServer) -> None:
    """A no, which is also the default, changes nothing; a yes adopts; then there is no difference any more."""
    file = drawn_by_model(tmp_path, dcpm, model)
    assert "Nothing was changed" in dcpm("rethink", file, "--since", "2024", typed="\n").flat
    assert "1 message decided" in dcpm("rethink", file, "--since", "2024", typed="y\n").flat
    assert "just the same" in dcpm("rethink", file, "--since", "2024").flat


def test_rethink_by_a_model_says_what_it_cost(path: str, dcpm: Dcpm, model: FakeServer) -> None:
    """The calls of this rethinking, and no earlier ones; adopting what was shown asks for nothing again."""
    done = dcpm("rethink", path, "--since", "2019", "--mind", mind_of(model), "--adopt", "--json")
    assert done.code == 0
    assert sum(line["calls"] for line in done.json["cost"]) == model.count == done.json["report"]["calls"]
    assert done.json["adopted"]["mind"] == mind_of(model)


def test_cost_is_told_by_purpose_and_model(path: str, tmp_path: Path, dcpm: Dcpm, model: FakeServer) -> None:
    """Nothing for the offline rules, a table for a model, and none of what was before the time given."""
    assert "The offline rules cost nothing" in dcpm("cost", path).flat
    file = drawn_by_model(tmp_path, dcpm, model)
    line = dcpm("cost", file, "--json").json[0]
    assert (line["purpose"], line["calls"], line["usd"]) == ("extract", 1, 0.0)
    assert "in all: $0" in dcpm("cost", file).out
    assert dcpm("cost", file, "--since", "2100", "--json").json == []
