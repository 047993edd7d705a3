"""Which entity a mention is of (REALM R-02, R-11): by name, then by alias, then by what is surely the same; by meaning never."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dcpm_sqlite.language.same_names import bare, is_fuller
from dcpm_sqlite.language.text import fold
from dcpm_sqlite.records import Candidate, Mention
from dcpm_sqlite.store import merging
from dcpm_sqlite.store.work import Work

PERSON = "person"


def describe(work: Work, belief: int, candidate: Candidate) -> None:
    """Keywords and mentions of a new belief."""
    work.db.executemany(
        "INSERT OR IGNORE INTO belief_keyword(keyword, belief) VALUES (?, ?)",
        [(folded, belief) for word in candidate.keywords if (folded := fold(word))],
    )
    for mention in candidate.mentions:
        entity = resolve(work, mention)
        work.db.execute("INSERT OR IGNORE INTO mention(belief, entity, role) VALUES (?, ?, ?)", (belief, entity, mention.role))


def resolve(work: Work, mention: Mention) -> int:
    """The entity of that name, or else of an alias, in the space; made when there is none. It learns the names it lacked, the category,
    and whose it is.

    Of several with that name the one whose own name it is goes before one that is called so too, then the one of the same category, then
    the latest: which of two Annas was meant is for a merge or a correction to say. One that was merged into another is found by its names
    like any other: its mentions stay its own, should the merge be taken back.
    """
    db = work.db
    names = list(_forms((mention.name, *mention.aliases)))
    found = next((key for name in names if (key := _bearer(work, name, mention.category)) is not None), None)
    party = db.execute("SELECT id FROM party WHERE folded = ? AND id BETWEEN ? AND ?", (names[0], *_within(work.space))).get
    if found is not None:
        db.execute(
            "UPDATE entity SET category = coalesce(category, ?), party = coalesce(party, ?) WHERE id = ?", (mention.category, party, found)
        )
        _learn(work, found, names)
        return found
    made = work.new("entity")
    db.execute("INSERT INTO entity(id, name, category, party) VALUES (?, ?, ?, ?)", (made, mention.name, mention.category, party))
    _learn(work, made, names)
    if mention.category == PERSON or party is not None:
        _join_surely_same(work, made, names[0], party)
    return made


def _forms(names: Iterable[str]) -> dict[str, None]:
    """What names are found by: folded, and without accents."""
    folded = [form for name in names if (form := fold(name))]
    return dict.fromkeys(form for name in folded for form in (name, bare(name)))


def _within(space: int) -> tuple[int, int]:
    return space << 32, (space << 32) | 0xFFFFFFFF


def _bearer(work: Work, name: str, category: str | None) -> int | None:
    rows = work.db.execute(
        "SELECT e.id, e.name, e.category FROM entity_name AS n JOIN entity AS e ON e.id = n.entity "
        "WHERE n.folded = ? AND n.entity BETWEEN ? AND ?",
        (name, *_within(work.space)),
    )
    found = [(name in _forms([own]), known is not None and known == category, key) for key, own, known in rows]
    return max(found)[2] if found else None


def _learn(work: Work, entity: int, names: Sequence[str]) -> None:
    """Names that neither it nor any that it is one with has yet."""
    for name in names:
        bearers = [row[0] for row in work.db.execute(
            "SELECT entity FROM entity_name WHERE folded = ? AND entity BETWEEN ? AND ?", (name, *_within(work.space))
        )]  # fmt: skip
        if entity in bearers or (bearers and merging.root(work.db, entity) in {merging.root(work.db, key) for key in bearers}):
            continue
        work.db.execute("INSERT INTO entity_name(folded, entity) VALUES (?, ?)", (name, entity))


@dataclass(frozen=True, slots=True)
class _Namesake:
    """One that is found by the first word of a name."""

    key: int
    form: str
    is_person: bool
    party: int | None


def _join_surely_same(work: Work, made: int, name: str, party: int | None) -> None:
    """A new person who is a known one under a fuller or a shorter name: Anna Berg, where there is one Anna, and none of another surname.

    It is a merge as the user's own are, taken back with the job: names alone can't tell for ever.
    """
    others = [one for one in _namesakes(work, name) if one.key != made]
    roots = {merging.root(work.db, one.key) for one in others}
    if len(roots) != 1 or not any(one.is_person for one in others):
        return
    if party is not None and any(one.party not in (None, party) for one in others):
        return  # two speakers
    (root,), own, forms = roots, bare(name), [bare(one.form) for one in others]
    if root is None or not all(is_fuller(form, own) or is_fuller(own, form) for form in forms):
        return
    one, into = (made, root) if any(is_fuller(form, own) for form in forms) else (root, made)  # the fuller name is shown
    merging.join(work, one, into)


def _namesakes(work: Work, name: str) -> list[_Namesake]:
    first = bare(name).split()[0]
    rows = work.db.execute(
        "SELECT e.id, n.folded, e.category, e.party FROM entity_name AS n JOIN entity AS e ON e.id = n.entity "
        "WHERE n.folded >= ?1 AND n.folded < ?1 || '!' AND n.entity BETWEEN ?2 AND ?3",  # the first word alone, or with others after it
        (first, *_within(work.space)),
    )
    return [
        _Namesake(key, form, category == PERSON or party is not None, party)
        for key, form, category, party in rows
        if form == first or form.startswith(first + " ")
    ]
