""" "Gdansk is where I was born", "Oslo is where Tove lives": the same as with the place behind its verb."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.answers import read_speaker
from dcpm_sqlite.language.claims.finding import Finding
from dcpm_sqlite.language.claims.parsed import Parsed

_WHERE = re.compile(r"where (?P<who>I|we|(?-i:[A-Z])[\w'-]+|(?:my|our) [\w-]+) (?P<does>[^,.!;]+)", re.I)


def read_whereabouts(clause: Parsed) -> list[Finding]:
    """What the clause says of whoever is somewhere; empty where it says nothing of the kind."""
    match = _WHERE.fullmatch(clause.complement.strip(" .!"))
    found = None if match is None else read_speaker(f"I {match['does']} in {clause.about}")
    if match is None or found is None or found.value is None:
        return []
    if match["who"].lower() in ("i", "we"):
        return [found]
    return [replace(found, subject=match["who"], kind="fact", is_core=False, salience=min(found.salience, 0.6))]
