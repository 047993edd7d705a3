"""Classes of behaviour: what somebody does, whatever it is done with. By verbs and turns of phrase of general English.

What belongs to a class stands in the tables beside this module, written for the language and not for any text: `doing` (how something is
gone about), `keeping` (what is done with things and with time), `minding` (with oneself), `meeting` (with others).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from dcpm_sqlite.language.behaviour.doing import DOING
from dcpm_sqlite.language.behaviour.keeping import KEEPING
from dcpm_sqlite.language.behaviour.meeting import MEETING
from dcpm_sqlite.language.behaviour.minding import MINDING
from dcpm_sqlite.language.behaviour.phrases import pattern
from dcpm_sqlite.language.claims.lemmas import lemma


@dataclass(frozen=True, slots=True)
class Behaviour:
    """A class. name: what it is called; told: how it is described, without any domain's words; verbs: forms; turns: over reduced lines.

    is_weak: true of nearly everything that is done at all (a routine, with others): alone it says nothing about anybody.
    """

    name: str
    told: str
    verbs: frozenset[str]
    turns: re.Pattern[str] | None
    is_weak: bool


@cache
def behaviours() -> tuple[Behaviour, ...]:
    """All classes in the tables' order, made on first use."""
    return tuple(_class(block) for table in (DOING, KEEPING, MINDING, MEETING) for block in table.strip().split("\n\n"))


def _class(block: str) -> Behaviour:
    """One paragraph of a table: "name: how it is told", then lines that begin with "verbs:", "turns:" (to the end), or "weak"."""
    head, *rest = block.strip().splitlines()
    name, told = head.split(": ", 1)
    is_weak, verbs, turns = False, "", ""
    for line in rest:
        if line == "weak":
            is_weak = True
        elif line.startswith("verbs: "):
            verbs = line.removeprefix("verbs: ")
        else:
            turns += "\n" + line.removeprefix("turns: ")
    return Behaviour(name, told, frozenset(map(lemma, verbs.split())), pattern(turns) if turns.strip() else None, is_weak)
