"""A mind that answers in the form that a model is asked for, without thinking: what calls and tokens cost can be counted with it.

Measured models draw an item from about 250 characters of what people say (`portability.estimate`); so does this one, taking the longest
sentences that aren't questions. It adds every item, and names a relation for every fourth.
"""

from __future__ import annotations

import json
import re

from dcpm_sqlite.language.sentences import sentences
from dcpm_sqlite.llm.port import Request
from dcpm_sqlite.portability.estimate import CHARS_PER_ITEM

SUMMARY_WORDS = 120
MOST_CHARS = 900  # of a statement
_NEW = re.compile(
    r"^Message (\d+), NEW, said [^\n]* by a person:\n<stored-message \1>\n[^\n:]*: (.*?)\n</stored-message \1>", re.DOTALL | re.MULTILINE
)
_ITEM = re.compile(r"^I(\d+) \((?:fact|identity); said ", re.MULTILINE)


class Replies:
    """Replies to requests in turn; characters that have not given an item yet are owed to the next one, in batches and one by one alike."""

    def __init__(self) -> None:
        self._owed = 0

    def __call__(self, request: Request) -> str:
        """The reply to an extraction or a reconciliation, as JSON."""
        shown = request.turns[0].text
        answer = self._extracted(shown) if request.purpose == "extract" else _reconciled(shown)
        return json.dumps(answer, ensure_ascii=False)

    def _extracted(self, shown: str) -> dict[str, object]:
        messages = [(int(number), text) for number, text in _NEW.findall(shown)]
        said = [(number, text[start:end].strip()) for number, text in messages for start, end in sentences(text)]
        told = sorted((one for one in said if not one[1].endswith("?")), key=lambda one: -len(one[1]))
        self._owed += sum(len(text) for _, text in messages)
        chosen = told[: self._owed // CHARS_PER_ITEM]
        self._owed -= len(chosen) * CHARS_PER_ITEM
        words = " ".join(text for _, text in messages).split()
        return {
            "items": [_item(number, text[:MOST_CHARS]) for number, text in chosen],
            "summary": " ".join(words[:SUMMARY_WORDS]) if "Write the units and the summary." in shown else None,
        }


def _item(number: int, text: str) -> dict[str, object]:
    return {
        "statement": text, "kind": "fact", "type": "fact", "about": None, "attribute": None, "topic": "other", "salience": 0.5, "core": False,
        "holds_from": None, "holds_until": None, "happens_from": None, "happens_until": None,
        "keywords": sorted(text.split(), key=len)[-3:], "names": [{"name": text.split()[0], "role": "participant", "category": "person", "aliases": []}],
        "quotes": [{"message": number, "words": text}],
    }  # fmt: skip


def _reconciled(shown: str) -> dict[str, object]:
    items = [int(number) for number in _ITEM.findall(shown)]
    has_known = "<stored-belief 1>" in shown
    return {
        "operations": [{"item": f"I{number}", "operation": "ADD", "target": None, "text": None} for number in items],
        "relations": [
            {"source": f"I{number}", "target": "K1", "predicate": "contextualizes", "description": "The one is the setting of the other.", "weight": 0.5}
            for number in items[3::4] if has_known
        ],
    }  # fmt: skip
