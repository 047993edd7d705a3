"""What is known of somebody, and why something is believed: reads without a question."""

from __future__ import annotations

from dcpm_sqlite.errors import UnknownId
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Belief, Profile, ProfileEntry, Why
from dcpm_sqlite.store import beliefs, provenance, raw
from dcpm_sqlite.store.store import Store


def profile(store: Store, space: str, *, who: str | None, facts: int) -> Profile:
    """What is known now of the owner, or of the party named: identity whole, and the most salient facts. Raises UnknownId."""
    with store.file.read() as db:
        view = raw.view_space(db, space)
        if view is None:
            return Profile(who, (), ())
        owner = next((name for key, name in view.parties if key == view.owner), None)
        name = who if who is not None else owner
        party = None if name is None else next((key for key, known in view.parties if fold(known) == fold(name)), None)
        if who is not None and party is None:
            raise UnknownId(f"Nobody here is named {who!r}; there are {', '.join(known for _, known in view.parties) or 'no names'}.")
        found = provenance.of_party(db, view.key, party, name, is_owner=name == owner)
        identity = sorted((b for b in found if b.kind == "identity"), key=_identity_order)
        others = sorted((b for b in found if b.kind == "fact"), key=lambda b: (-b.salience, -b.said_ms))[:facts]
        keys = [b.key for b in (*identity, *others)]
        chains, sources = beliefs.chains(db, keys), beliefs.sources(db, keys)

    def entry(belief: Belief) -> ProfileEntry:
        cited = tuple(dict.fromkeys(s.id for s in sources.get(belief.key, ())))
        return ProfileEntry(belief, len(chains[belief.key]) - 1, cited)

    return Profile(name, tuple(map(entry, identity)), tuple(map(entry, others)))


def _identity_order(belief: Belief) -> tuple[bool, str, float]:
    return (not belief.is_core, belief.domain, -belief.salience)


def why(store: Store, space: str, id: str) -> Why:
    """The words that a belief rests on, and who decided it. Raises UnknownId."""
    with store.file.read() as db:
        view = raw.view_space(db, space)
        key, kind = raw.find(db, view.key if view else 0, id)
        chain = beliefs.chains(db, [key]).get(key, ()) if kind == "belief" else ()
        if not chain:
            raise UnknownId(f"{id} is no belief that stands; `dcpm profile` and `dcpm recall` show beliefs.")
        belief = next(b for b in chain if b.key == key)
        drawn, placed = provenance.decisions(db, key)
        return Why(belief, chain, provenance.evidence(db, key), drawn, placed)
