"""The labelled messages and pairs are well formed, their halves are apart, and the scorer counts as it says."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from bench.labelled.read import FOLDER, HALVES, OUTCOMES, Days, GoldClaim, GoldPair, Outcome, Said, messages, pairs
from bench.labelled.score import Share, confusion, matched, outcomes, overlap, same_days, same_subject
from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.records import DOMAINS, Moment, Stretch

SENTENCES = sorted(FOLDER.glob("sentences_*.jsonl"))
PAIRS = sorted(FOLDER.glob("pairs_*.jsonl"))
CLAIM_FIELDS = {"quote", "kind", "subject", "negated", "domain", "type", "holds", "about"}
SAID = Moment(1_709_626_320_000, "second", 60)  # 2024-03-05T09:12:00+01:00


def rows(file: Path) -> list[dict[str, Any]]:
    """The lines of a labelled file."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def texts(file: Path) -> set[str]:
    """All texts of a file, folded."""
    found = rows(file)
    return {text.casefold() for row in found for text in ([row["text"]] if "text" in row else [row["old"]["text"], row["new"]["text"]])}


def label(text: str, quote: str, *, subject: str | None = None, or_speaker: bool = False, about: Days | None = None) -> GoldClaim:
    """A label on `quote` in `text`."""
    start = text.index(quote)
    return GoldClaim(quote, start, start + len(quote), "fact", "fact", subject, or_speaker, False, "other", None, about)


def claim(text: str, quote: str, *, subject: str | None = None) -> Claim:
    """A claim read from `quote` in `text`."""
    start = text.index(quote)
    return Claim(start, start + len(quote), quote, "fact", "fact", subject, None, None, "other", 0.5)


def ms(day: str) -> int:
    """Midnight of `day`, an hour east of UTC."""
    return round(datetime.fromisoformat(f"{day}T00:00+01:00").astimezone(UTC).timestamp() * 1000)


@pytest.mark.parametrize("file", SENTENCES, ids=lambda file: file.stem)
def test_messages_are_well_formed(file: Path) -> None:
    """Every field is there, quotes stand once in their text, values come from the closed lists, stretches run forward."""
    for row in rows(file):
        assert set(row) == {"id", "text", "said", "speaker", "question", "claims"}
        assert datetime.fromisoformat(row["said"]).tzinfo is not None
        for entry in row["claims"]:
            assert set(entry) - {"or_speaker"} == CLAIM_FIELDS, row["id"]
            assert row["text"].count(entry["quote"]) == 1, row["id"]
            assert entry["kind"] in ("identity", "fact")
            assert entry["type"] in ("fact", "event", "episode", "entity")
            assert entry["domain"] in DOMAINS, row["id"]
            assert entry["subject"] or not entry.get("or_speaker"), row["id"]
            assert entry["kind"] == "fact" or entry["subject"] is None, row["id"]
            for first, after in filter(None, (entry["holds"], entry["about"])):
                assert after is None or date.fromisoformat(first) < date.fromisoformat(after), row["id"]


@pytest.mark.parametrize("file", SENTENCES, ids=lambda file: file.stem)
def test_there_are_enough_messages_of_each_sort(file: Path) -> None:
    """At least 150 a half; about a third has nothing to draw, and each kind is in more than a quarter."""
    found = rows(file)
    assert len(found) >= 150
    assert len({row["id"] for row in found}) == len(found)
    kinds = Counter(kind for row in found for kind in {entry["kind"] for entry in row["claims"]} or {"nothing"})
    assert all(kinds[kind] / len(found) >= share for kind, share in (("nothing", 0.3), ("identity", 0.25), ("fact", 0.3))), kinds


@pytest.mark.parametrize("file", PAIRS, ids=lambda file: file.stem)
def test_pairs_are_well_formed_and_enough(file: Path) -> None:
    """At least 100 a half, with at least ten of every outcome; what is called new is said later."""
    found = rows(file)
    for row in found:
        assert set(row) - {"also"} == {"id", "old", "new", "outcome"}
        assert {row["outcome"], *row.get("also", ())} <= set(OUTCOMES), row["id"]
        assert datetime.fromisoformat(row["old"]["said"]) < datetime.fromisoformat(row["new"]["said"]), row["id"]
    counts = Counter(row["outcome"] for row in found)
    least = {"supersede": 30, "duplicate": 20, "update": 15, "contradict": 10, "add": 25}
    assert all(counts[outcome] >= number for outcome, number in least.items()), counts


@pytest.mark.parametrize("files", [SENTENCES, PAIRS], ids=["sentences", "pairs"])
def test_halves_share_no_text(files: list[Path]) -> None:
    """What one part holds is in no other."""
    for one, other in itertools.combinations(map(texts, files), 2):
        assert not one & other
    assert len(files) == len(HALVES)


def test_the_develop_half_reads_into_values() -> None:
    """The readers take every row, in the file's order, with quotes located."""
    found = messages("develop")
    assert [one.id for one in found] == [row["id"] for row in rows(FOLDER / "sentences_develop.jsonl")]
    assert all(one.text[c.start : c.end] == c.quote for one in found for c in one.claims)
    assert len(pairs("develop")) == len(rows(FOLDER / "pairs_develop.jsonl"))


def test_claims_match_labels_one_to_one_by_quote() -> None:
    """Of two claims on one label only the nearer is right, and one that covers less than half is none."""
    text = "I teach chemistry, and my sister lives in York."
    gold = [label(text, "I teach chemistry"), label(text, "my sister lives in York", subject="my sister")]
    claims = [claim(text, "teach chemistry"), claim(text, "I teach chemistry"), claim(text, "York", subject="my sister")]
    assert matched(gold, claims, None) == {1: 0}
    assert overlap(gold[0], claims[1]) == 1.0


def test_a_claim_about_somebody_else_is_wrong() -> None:
    """The speaker's claim is not a friend's, nor one friend's another's; a speaker may be called by name (K4)."""
    text = "My friend Jack can't stand football"
    friend, own = label(text, text, subject="my friend Jack"), label(text, text)
    assert same_subject(friend, "Jack", None)
    assert not same_subject(friend, None, None)
    assert not same_subject(friend, "my sister", None)
    assert same_subject(own, None, None)
    assert same_subject(own, "Tess", "Tess")
    assert not same_subject(own, "Jack", "Tess")
    assert same_subject(label(text, text, subject="my car", or_speaker=True), None, None)


def test_an_outcome_that_is_as_right_counts_as_the_label() -> None:
    """Precision takes `also` as right, recall of the label then leaves the pair out, and the confusion table shows it as it is."""
    side = Said("I live in Rome", SAID)
    made: list[tuple[GoldPair, Outcome]] = [
        (GoldPair("a", side, side, "add", ("supersede",)), "supersede"),
        (GoldPair("b", side, side, "add", ()), "supersede"),
        (GoldPair("c", side, side, "add", ()), "add"),
    ]
    rows = {row["outcome"]: row for row in outcomes(made)}
    assert (rows["supersede"]["precision"]["right"], rows["supersede"]["precision"]["total"]) == (1, 2)
    assert (rows["add"]["recall"]["right"], rows["add"]["recall"]["total"]) == (1, 2)
    assert confusion(made)["add"] == {"supersede": 2, "duplicate": 0, "update": 0, "contradict": 0, "add": 1}


def test_days_are_those_of_the_message_s_zone() -> None:
    """Part of a day stands for the day; a day off is wrong; an open end must be open."""
    day = (date(2024, 3, 4), date(2024, 3, 5))
    assert same_days(day, Stretch(ms("2024-03-04"), ms("2024-03-05"), "day"), SAID)
    assert same_days(day, Stretch(ms("2024-03-04") + 3_600_000, ms("2024-03-04") + 7_200_000, "hour"), SAID)
    assert not same_days(day, Stretch(ms("2024-03-05"), ms("2024-03-06"), "day"), SAID)
    assert not same_days((date(2024, 3, 4), None), Stretch(ms("2024-03-04"), ms("2024-03-05"), "day"), SAID)
    assert same_days((date(2019, 1, 1), None), Stretch(ms("2019-01-01"), None, "year"), SAID)
    assert not same_days(day, None, SAID)


def test_intervals_follow_wilson() -> None:
    """Against published values: 81 of 263 gives 0.2553 to 0.3662 (Newcombe 1998); 20 of 20 does not give certainty."""
    low, high = Share(81, 263).interval
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert Share(20, 20).interval[0] == pytest.approx(0.8389, abs=1e-4)
    assert Share(0, 0).value is None
