"""The labelled clusters are well formed, and the rule does on the half that it was written on what it is said to do."""

from __future__ import annotations

import json

import pytest

from bench.induction import make, run, scores, show, strangers
from bench.labelled.clusters import CLUSTER_HALVES, FOLDER, clusters
from dcpm_sqlite.records import DOMAINS


def test_labels_are_well_formed() -> None:
    """Evidence is among the beliefs, nodes are among those offered, domains are on the list, nothing is due before it is said to begin."""
    for half in CLUSTER_HALVES:
        for gold in clusters(half):
            keys = {member.current.key for member in gold.offer.members}
            for schema in (*gold.schemas, *gold.also):
                assert schema.evidence <= keys
                assert schema.domain in DOMAINS
            assert all(intention.evidence <= keys for intention in gold.intentions)
            assert all(intention.due is None or intention.due[0] < intention.due[1] for intention in gold.intentions)
            assert all(added.evidence <= keys and added.node < len(gold.offer.nodes) for added in gold.added)


def test_halves_are_apart() -> None:
    """Of one size, and no statement stands in both."""
    told = [{member.current.text for gold in clusters(half) for member in gold.offer.members} for half in CLUSTER_HALVES]
    assert not told[0] & told[1]
    assert len(clusters("develop")) == len(clusters("report")) >= 40
    ids = [gold.id for half in CLUSTER_HALVES for gold in clusters(half)]
    assert len(ids) == len(set(ids))


def test_the_rule_keeps_what_it_has_reached() -> None:
    """On the half that is open to whoever writes it; its words are its evidence's."""
    made = [make(gold) for gold in clusters("develop")]
    shares = {row["outcome"]: (row["precision"]["share"], row["recall"]["share"]) for row in scores(made)}
    assert shares["schemas"] >= (1.0, 0.9)
    assert shares["intentions"] >= (1.0, 1.0)
    assert shares["evidence added"] >= (1.0, 1.0)
    assert not any(strangers(one, schema) for one in made for schema in one.schemas)


def test_the_measure_shows_what_went_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    """Hits, misses and the machine, for people and as JSON."""
    result = run("develop", FOLDER)
    assert json.loads(json.dumps(result)) == result
    show(result, with_misses=True)
    told = capsys.readouterr().out
    assert "schemas" in told
    assert "not made: a schema of" in told
    assert "machine:" in told
