"""What a page shows of a search along the relations: what was found, by rank, and the steps that led to it."""

from __future__ import annotations

from typing import Any

from dcpm_sqlite.records import Finding, Investigation, Step


def search_data(found: Investigation) -> dict[str, Any]:
    """The search by plain names: items by id, findings best first with the places of their steps in `steps`, each step once.

    A finding is shown under the id of its chain's current state, whichever state was reached; so are the ends of steps.
    """
    shown = {state.id: one.id for one in found.findings for state in one.chain}
    items: dict[str, dict[str, Any]] = {one.id: _item(one) for one in found.findings}
    steps: dict[tuple[str, str, str], dict[str, Any]] = {}
    findings = []
    for one in found.findings:
        way = []
        for place, step in enumerate(one.path):
            start, end = shown.get(step.start, step.start), shown.get(step.end, step.end)
            end = one.id if place == len(one.path) - 1 else end
            items.setdefault(start, {"text": step.start_text, "kind": "belief"})
            items.setdefault(end, {"text": step.end_text, "kind": "belief"})
            if start != end:  # from state to state of one chain
                way.append(_place(steps, step, start, end))
        findings.append({"id": one.id, "score": one.score, "access": one.access, "nearness": one.nearness, "depth": one.depth, "way": way})
    return {
        "question": found.question, "mind": found.mind, "stopped": found.stopped, "reached": found.reached, "rounds": len(found.rounds),
        "items": items, "findings": findings, "steps": list(steps.values()),
    }  # fmt: skip


def _item(one: Finding) -> dict[str, Any]:
    found: dict[str, Any] = {"text": one.text, "kind": one.kind, "said": one.said_ms, "drawn": [belief.id for belief in one.drawn]}
    return found | ({"party": one.party} if one.party else {})


def _place(steps: dict[tuple[str, str, str], dict[str, Any]], step: Step, start: str, end: str) -> int:
    """Where the step stands among those told so far; the ends as the relation has them, and by `is_forward` how it was walked."""
    source, target = (start, end) if step.is_forward else (end, start)
    told = {
        "source": source, "target": target, "ends": [step.start, step.end] if step.is_forward else [step.end, step.start], "predicate": step.predicate, "description": step.description, "weight": step.weight,
        "is_forward": step.is_forward, "score": step.score,
    }  # fmt: skip
    steps.setdefault((source, target, step.predicate), {"place": len(steps), **told})
    place: int = steps[source, target, step.predicate]["place"]
    return place
