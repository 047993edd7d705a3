"""Where things stand on the page, asked of the script itself where `node` is at hand."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import resources
from itertools import combinations
from typing import Any

import pytest

from dcpm_sqlite.inspector.page import SCRIPTS

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="no node to run the script with")
WIDE = {"width": 1440, "height": 840}
NARROW = {"width": 390, "height": 640}


def run(code: str) -> Any:
    """What the code says, run after the pure parts of the page's script."""
    folder = resources.files("dcpm_sqlite.inspector")
    parts = [(folder / name).read_text("utf-8") for name in ("layout.js", "lines.js")]
    done = subprocess.run(
        [str(NODE), "-"], input="\n".join([*parts, f"console.log(JSON.stringify({code}))"]), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def panel(number: int, cards: int, *, is_folded: bool = False, span: int = 1) -> dict[str, Any]:
    """A panel with cards of differing heights."""
    found = [{"id": f"{number}-{i}", "height": 18 if is_folded else 52 + 19 * ((i * 7 + number) % 3)} for i in range(cards)]
    return {"domain": f"domain {number:02}", "isFolded": is_folded, "span": span, "links": number % 3, "cards": found}


def cores(number: int, *, is_folded: bool = False) -> dict[str, Any]:
    """Core schemas, each over the first cards of three panels."""
    found = [{"id": f"c{i}", "height": 90, "members": [f"{(i * k) % 6}-0" for k in (1, 2, 3)]} for i in range(number)]
    return {"domain": "core_schema", "isFolded": is_folded, "span": 1, "links": 0, "cards": found}


def lives() -> list[dict[str, Any]]:
    """Inputs of `arrange`, small and large, folded and not, with core schemas and without."""
    found = []
    for room in (WIDE, NARROW, {"width": 834, "height": 1000}):
        span = 1 if room is NARROW else 2
        found += [
            {"room": room, "cores": None, "panels": [panel(0, 1)]},
            {"room": room, "cores": cores(1), "panels": [panel(0, 2), panel(1, 1)]},
            {"room": room, "cores": cores(4), "panels": [panel(i, 1 + i % 7) for i in range(20)]},
            {"room": room, "cores": cores(40, is_folded=True), "panels": [panel(i, 30, is_folded=True) for i in range(20)]},
            {"room": room, "cores": cores(40), "panels": [panel(i, 30, span=span) for i in range(20)]},
            {"room": room, "cores": None, "panels": [panel(i, 12, is_folded=bool(i % 2)) for i in range(9)]},
        ]
    return found


def overlap(a: dict[str, float], b: dict[str, float]) -> bool:
    """Whether two boxes share more than an edge."""
    return a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"] and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def within(inner: dict[str, float], outer: dict[str, float]) -> bool:
    """Whether a box lies wholly in another, to a hundredth."""
    return all(
        inner[at] >= outer[at] - 0.01 and inner[at] + inner[size] <= outer[at] + outer[size] + 0.01 for at, size in (("x", "width"), ("y", "height"))
    )  # fmt: skip


def test_the_whole_script_is_sound_javascript() -> None:
    """`node` reads it without running it."""
    folder = resources.files("dcpm_sqlite.inspector")
    text = "\n".join((folder / name).read_text("utf-8") for name in SCRIPTS)
    subprocess.run([str(NODE), "--check", "-"], input=text, text=True, check=True, capture_output=True)


def test_nothing_covers_anything_and_all_lies_on_the_map() -> None:
    """Panels don't overlap, cards lie in their panel without overlapping, and each card has a place."""
    for given, found in zip(lives(), run(f"{json.dumps(lives())}.map((life) => arrange(life))"), strict=True):
        page = {"x": 0, "y": 0, "width": found["width"], "height": found["height"]}
        assert not any(overlap(a, b) for a, b in combinations(found["panels"], 2))
        for one in found["panels"]:
            assert within(one, page)
            assert all(within(card, one) for card in one["cards"])
            assert not any(overlap(a, b) for a, b in combinations(one["cards"], 2))
        asked = [card["id"] for one in [*given["panels"], given["cores"]] if one for card in one["cards"]]
        assert sorted(asked) == sorted(card["id"] for one in found["panels"] for card in one["cards"])


def test_the_same_graph_gives_the_same_places() -> None:
    """Twice the same, also when the panels come in another order."""
    once, again, shuffled = run(
        f"[arrange({json.dumps(lives()[2])}), arrange({json.dumps(lives()[2])}), "
        f"arrange({json.dumps({**lives()[2], 'panels': lives()[2]['panels'][::-1]})})].map((a) => a.panels.sort((p, q) => p.domain < q.domain ? -1 : 1))"
    )
    assert once == again == shuffled


def test_a_narrow_screen_has_one_column_no_wider_than_itself() -> None:
    """So that one scrolls down only; core schemas come first."""
    found = run(f"arrange({json.dumps({'room': NARROW, 'cores': cores(3), 'panels': [panel(i, 4) for i in range(5)]})})")
    assert found["width"] <= NARROW["width"]
    assert len({one["x"] for one in found["panels"]}) == 1
    assert found["panels"][0]["domain"] == "core_schema"


def test_sixty_nodes_need_no_scrolling_sideways() -> None:
    """At the smallest scale that reads well, the map is no wider than the window."""
    found = run(f"arrange({json.dumps({'room': WIDE, 'cores': cores(4), 'panels': [panel(i, 3) for i in range(19)]})})")
    assert found["width"] * run("READABLE") <= WIDE["width"]


def test_six_hundred_nodes_folded_are_seen_at_once() -> None:
    """All domains as dots stand in one window."""
    found = run(f"arrange({json.dumps(lives()[3])})")
    assert found["width"] * run("READABLE") <= WIDE["width"]
    assert found["height"] * run("READABLE") <= WIDE["height"]


def test_opening_a_panel_moves_only_what_is_below_it() -> None:
    """Others keep their column and, where they stand above or in other columns, their height."""
    folded = [panel(i, 10 + i, is_folded=True) for i in range(16)]
    opened = [panel(5, 15, span=2) if i == 5 else one for i, one in enumerate(folded)]
    before, after = run(
        f"(() => {{ const a = arrange({{room: {json.dumps(WIDE)}, cores: null, panels: {json.dumps(folded)}}});"
        f" return [a, arrange({{room: {json.dumps(WIDE)}, cores: null, panels: {json.dumps(opened)}, seating: a.seating}})]; }})()"
    )
    old, new = ({one["domain"]: one for one in found["panels"]} for found in (before, after))
    opening = new["domain 05"]
    for domain in old.keys() - {"domain 05"}:
        assert new[domain]["x"] == old[domain]["x"]
        is_beside = not (new[domain]["x"] < opening["x"] + opening["width"] and opening["x"] < new[domain]["x"] + new[domain]["width"])
        if is_beside or old[domain]["y"] < old["domain 05"]["y"]:
            assert new[domain]["y"] == old[domain]["y"]


def test_lines_begin_and_end_at_the_sides_that_face_each_other() -> None:
    """From left to right, from right to left, and in a bow where boxes stand above one another."""
    box = {"x": 0, "y": 0, "width": 100, "height": 40}
    right, below = {**box, "x": 300, "y": 100}, {**box, "y": 200}
    there, back, bow = run(
        f"[joined({json.dumps(box)}, {json.dumps(right)}), joined({json.dumps(right)}, {json.dumps(box)}), joined({json.dumps({**box, 'x': 60})}, {json.dumps({**below, 'x': 60})})]"
    )
    assert (there["end"], there["heading"]) == ([300, 120], 1)
    assert (back["end"], back["heading"]) == ([100, 20], -1)
    assert (bow["end"], bow["heading"], bow["isBow"]) == ([60, 220], 1, True)
    assert run("[0, 0.5, 1].map((weight) => lineWidth({ weight }))") == [1, 3, 5]
