"""A mind for the tests of this room, told by rule what to answer, in a process of its own or behind a fake server.

It reads sentences such as "The kettle is red." in new messages: each is an item with the attribute `kettle`. The same sentence again
is a DUPLICATE, another value of the same thing a SUPERSEDE, everything else an ADD.
"""

from __future__ import annotations

import json
import re
from typing import Any

from dcpm_sqlite.llm.port import Request

SENTENCE = re.compile(r"The (\w+) is (\w+)\.")
_MESSAGE = re.compile(r"Message (\d+), NEW, .*?\n<stored-message \d+>\n(.*?)\n</stored-message", re.DOTALL)
_KNOWN = re.compile(r"^K(\d+) \(.*?\n<stored-belief \d+>\n(.*?)\n</stored-belief", re.DOTALL | re.MULTILINE)
_ITEM = re.compile(r"^I(\d+) \(.*?\n<stored-item \d+>\n(.*?)\n</stored-item", re.DOTALL | re.MULTILINE)


def reply_to(prompt: str) -> str:
    """The reply to an extraction or a reconciliation."""
    return json.dumps(_operations(prompt) if _ITEM.search(prompt) else _items(prompt))


def answer(request: Request) -> str:
    """As the script of a ScriptedLLM."""
    return reply_to(request.turns[0].text)


def answer_body(body: dict[str, Any]) -> str:
    """As the script of a fake server, of either protocol."""
    return reply_to(next(str(m["content"]) for m in body["messages"] if m["role"] == "user"))


def item(statement: str, attribute: str | None, message: int, words: str) -> dict[str, Any]:
    """One unit as a model sends it."""
    return {
        "statement": statement, "kind": "fact", "type": "fact", "about": None, "attribute": attribute, "topic": "home", "salience": 0.5,
        "core": False, "holds_from": None, "holds_until": None, "happens_from": None, "happens_until": None, "keywords": [], "names": [],
        "quotes": [{"message": message, "words": words}],
    }  # fmt: skip


def _items(prompt: str) -> dict[str, Any]:
    found = [
        item(match[0], match[1], int(number), match[0]) for number, text in _MESSAGE.findall(prompt) for match in SENTENCE.finditer(text)
    ]
    return {"items": found, "summary": f"{len(found)} things were told."}


def _operations(prompt: str) -> dict[str, Any]:
    targets = [(f"K{number}", sentence) for number, text in _KNOWN.findall(prompt) if (sentence := SENTENCE.search(text.splitlines()[0]))]
    operations = []
    for number, text in _ITEM.findall(prompt):
        said = SENTENCE.search(text)
        assert said is not None
        same = [(name, sentence[2] == said[2]) for name, sentence in targets if sentence[1] == said[1]]
        what, target = ("ADD", None) if not same else ("DUPLICATE" if same[-1][1] else "SUPERSEDE", same[-1][0])
        operations.append({"item": f"I{number}", "operation": what, "target": target, "text": None})
        if what != "DUPLICATE":
            targets.append((f"I{number}", said))
    return {"operations": operations, "relations": []}
