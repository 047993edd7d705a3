"""A small decision, and what asks it, for the tests of this room."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from dcpm_sqlite.deciding.decision import Decision, Prompt, Unusable
from dcpm_sqlite.deciding.fencing import fenced
from dcpm_sqlite.deciding.parsing import Items, items, schema_of


@dataclass(frozen=True, slots=True)
class Likes:
    """One item of the reply."""

    what: str
    strength: Literal["some", "much"] = "some"


@dataclass(frozen=True, slots=True)
class LikesReply:
    """The whole reply."""

    likes: list[Likes]


@dataclass(frozen=True, slots=True)
class Said:
    """The offer: one text, and the keys it stands for."""

    text: str
    keys: tuple[int, ...] = ()


def _prompt(offer: Said) -> Prompt:
    return Prompt("Say what is liked.", fenced(offer.text, "message 1"), schema_of(LikesReply), 500)


def _read(offer: Said, data: dict[str, Any]) -> Items[Likes]:
    if data.get("likes") == ["forbidden"]:
        raise Unusable("that is forbidden")
    return items(data, "likes", Likes, limit=5)


LIKES = Decision("likes", 1, _prompt, _read, lambda offer: Items(((0, Likes("by rule")),), 0, 0), lambda offer: offer.keys)


def reply(*what: object) -> str:
    """A reply with those things liked."""
    return json.dumps({"likes": [{"what": each} for each in what]})


TEA = reply("tea")
