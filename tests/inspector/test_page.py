"""The page of the graph: whole in itself, strict about what may run, and faithful to what it was given."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib import resources
from typing import Any

import pytest

from dcpm_sqlite.inspector.page import QUOTES_MOST, SCRIPTS, graph_page, page_data
from dcpm_sqlite.records import DOMAINS, PREDICATES, Evidence, Graph
from tests.inspector.graphs import NOW_MS, life

EMPTY = Graph((), (), (), {})
HOSTILE = "</script><img src=x onerror=alert(1)><!--<script> & ' \" $title ]]>\u2028\u2029\x00 😀"
VOID = {"meta", "input", "br"}


class Outline(HTMLParser):
    """The tags of a page with their attributes, and what stands in style and script. Raises where tags don't close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """It must be the one that was opened last."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Text of what only the script and the style hold."""
        if self._open and self._open[-1] in ("script", "style"):
            name = self.tags[-1][1].get("id") or self._open[-1]
            self.inside[name] = self.inside.get(name, "") + data


def page(graph: Graph, title: str = "a memory") -> Outline:
    """Its outline."""
    return Outline(graph_page(graph, title=title, now_ms=NOW_MS))


def hostile(graph: Graph) -> Graph:
    """The graph with every text of people replaced."""
    say = HOSTILE
    return Graph(
        tuple(replace(node, text=say, cue=say, behaviour=say) for node in graph.nodes),
        tuple(tuple(replace(state, text=say, party=say) for state in chain) for chain in graph.chains),
        tuple(replace(edge, description=say) for edge in graph.edges),
        {
            id: tuple(replace(one, words=say, start=0, end=len(say), message=replace(one.message, text=say, party=say, session=say)) for one in all_)
            for id, all_ in graph.sources.items()
        },
    )  # fmt: skip


def assets() -> dict[str, str]:
    """All files that the page is made of, by name."""
    folder = resources.files("dcpm_sqlite.inspector")
    return {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith((".html", ".css", ".js"))}


def test_every_asset_is_part_of_the_page() -> None:
    """What lies in the folder is used, and nothing else."""
    assert set(assets()) == {"page.html", "page.css", *SCRIPTS}


def test_the_page_is_well_formed_and_loads_nothing() -> None:
    """Tags close in order, no element refers to anything outside, and no address stands in what the page brings along."""
    outline = page(life(12))
    assert not {"src", "href", "srcset", "action", "background", "poster", "style"} & {name for _, attrs in outline.tags for name in attrs}
    assert not {"link", "img", "iframe", "object", "embed", "base", "form", "audio", "video"} & {tag for tag, _ in outline.tags}
    for name, text in assets().items():
        assert not re.search(r"https?:|//\w|url\(|@import|\bimport\b|fetch\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource", text), name


def test_the_policy_allows_only_what_the_page_brings_along() -> None:
    """Everything is off but the script and the style with exactly these hashes; the policy stands before both."""
    outline = page(life(5))
    names = [tag if attrs.get("http-equiv") is None else "policy" for tag, attrs in outline.tags]
    assert names.index("policy") < min(names.index("style"), names.index("script"))
    assert [attrs for tag, attrs in outline.tags if tag == "script"] == [{"type": "application/json", "id": "data"}, {}]
    content = next(attrs["content"] for _, attrs in outline.tags if attrs.get("http-equiv") == "Content-Security-Policy")
    policy = {part.split()[0]: part.split()[1:] for part in (content or "").split(";")}

    def hashed(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    assert policy == {
        "default-src": ["'none'"], "script-src": [hashed(outline.inside["script"])], "style-src": [hashed(outline.inside["style"])],
        "base-uri": ["'none'"], "form-action": ["'none'"], "require-trusted-types-for": ["'script'"], "trusted-types": ["'none'"],
    }  # fmt: skip


@pytest.mark.parametrize("nodes", [0, 1, 5, 60])
def test_data_comes_back_as_it_was_given(nodes: int) -> None:
    """What stands in the data block is what was told of the graph, each text as it was."""
    graph = life(nodes)
    data: dict[str, Any] = json.loads(page(graph).inside["data"])
    assert data == json.loads(json.dumps(page_data(graph, now_ms=NOW_MS)))
    assert [(n["id"], n["text"], n["state"]) for n in data["nodes"]] == [(n.id, n.text, n.state) for n in graph.nodes]
    assert [[b["text"] for b in chain] for chain in data["chains"]] == [[b.text for b in chain] for chain in graph.chains]
    assert [(e["source"], e["target"], e["weight"], e.get("is_closed", False), e["history"]) for e in data["edges"]] == [
        (e.source, e.target, e.weight, e.is_closed, []) for e in graph.edges
    ]
    assert {id: [(q["words"], data["messages"][q["message"]]["id"]) for q in quotes] for id, quotes in data["quotes"].items()} == {
        id: [(one.words, one.message.id) for one in all_] for id, all_ in graph.sources.items()
    }


def test_hostile_text_stays_text() -> None:
    """Whatever people said, the page has the same elements; each text comes back whole, and the data block is plain ASCII."""
    tame, wild = page(life(14)), page(hostile(life(14)), title=HOSTILE)
    assert [tag for tag, _ in wild.tags] == [tag for tag, _ in tame.tags]
    assert wild.inside["script"] == tame.inside["script"]
    block = wild.inside["data"]
    assert block.isascii()
    assert not re.search("[<>&]", block)
    data = json.loads(block)
    assert {node["text"] for node in data["nodes"]} == {HOSTILE}
    assert HOSTILE not in graph_page(hostile(life(5)), title=HOSTILE, now_ms=NOW_MS)


def test_the_script_puts_people_s_words_in_as_text_only() -> None:
    """No way from text to structure or code is used anywhere."""
    for name, text in assets().items():
        found = re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|setHTML|DOMParser|srcdoc|javascript:|\son\w+=",
            text,
        )
        assert not found, name
        assert "</script" not in text or name == "page.html"


def test_an_empty_graph_says_what_to_do() -> None:
    """There is a page, without nodes, and its script names the command."""
    outline = page(EMPTY)
    assert json.loads(outline.inside["data"])["nodes"] == []
    assert "No schemas yet" in outline.inside["script"]
    assert "dcpm consolidate FILE" in outline.inside["script"]


def quoted(text: str, start: int, end: int, times: int = 1) -> list[dict[str, Any]]:
    """The quotes that the page has of a belief which rests on these words, that often."""
    graph = life(1)
    id, all_ = next(iter(graph.sources.items()))
    one = Evidence(replace(all_[0].message, text=text), text[start:end], "quote", start, end)
    found: list[dict[str, Any]] = page_data(replace(graph, sources={id: (one,) * times}), now_ms=0)["quotes"][id]
    return found


def test_cited_words_stand_in_their_message() -> None:
    """Offsets count code points, so that signs beyond the basic plane move nothing."""
    text = "😀😀 I moved to Rome. And you?"
    (one,) = quoted(text, 3, 18)
    assert (one["before"], one["words"], one["after"]) == ("😀😀 ", "I moved to Rome", ". And you?")


def test_long_messages_are_cut_between_words() -> None:
    """Around the cited words stands at most so much, cut where a word ends and marked as cut; the cited words are whole."""
    text = "before " * 100 + "THE WORDS" + " after" * 100
    (one,) = quoted(text, 700, 709)
    assert one["words"] == "THE WORDS"
    assert one["before"].startswith("…before ")
    assert one["after"].endswith(" after…")
    assert max(len(one["before"]), len(one["after"])) <= 161
    (run,) = quoted("x" * 900, 400, 410)  # without a white space to cut at
    assert run["words"] == "x" * 10
    assert len(run["before"]) == len(run["after"]) == 161


def test_quotes_of_a_belief_are_bounded_and_counted() -> None:
    """Of what was said a hundred times the first are shown, and how many more there are."""
    assert len(quoted("again and again", 0, 5, times=100)) == QUOTES_MOST
    graph = life(1)
    id, all_ = next(iter(graph.sources.items()))
    data = page_data(replace(graph, sources={id: (all_[0],) * 100}), now_ms=0)
    assert data["unquoted"] == {id: 100 - QUOTES_MOST}
    assert len(data["messages"]) == 1


def test_the_same_graph_gives_the_same_page() -> None:
    """No chance and no clock but the one given."""
    assert graph_page(life(60), title="x", now_ms=NOW_MS) == graph_page(life(60), title="x", now_ms=NOW_MS)


def test_colours_and_legend_know_all_domains_and_predicates() -> None:
    """Each domain but `other` has a hue of its own, and the legend tells every predicate under its layer."""
    files = assets()
    hues = dict(re.findall(r"(\w+): (\d+),", files["data.js"].partition("const HUES = {")[2].partition("};")[0]))
    assert hues.keys() == set(DOMAINS) - {"other"}
    assert len(set(hues.values())) == len(hues)
    told = {layer.lower(): line for layer, line in re.findall(r'"(Logical|Causal|Taxonomic|Associative): ([^"]+)"', files["legend.js"])}
    for predicate, layer in PREDICATES.items():
        if predicate != "supersedes":  # chains show it
            assert predicate.replace("_", " ") in told[layer]
