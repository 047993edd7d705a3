"""Which of a cluster's statements belong to a schema that stands already, a rule's or a model's (DCPM D-33)."""

from __future__ import annotations

from collections.abc import Sequence

from dcpm_sqlite.consolidation.induction.offer import Standing
from dcpm_sqlite.consolidation.induction.statements import Statement
from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.regularity.classes import ACTIVITIES
from dcpm_sqlite.language.regularity.content import content
from dcpm_sqlite.language.text import fold

_OF_EVIDENCE = 2 / 3  # of a schema's evidence that must have a word before the schema is about it
_ACTIVITY_FORMS = lemmas(" ".join(ACTIVITIES))
_DENYING = (" does not ", " do not ", " doesn't ", " never ", " avoids ")


def belongs(one: Statement, node: Standing, owner: str | None) -> bool:
    """Whether a statement shows what the schema says: of the same person, with all the words that the schema shares with its evidence,
    affirmed where it affirms. An activity must be done, not only named ("ran out of milk" is no running).
    """
    doing = one.doing
    said = node.text.partition(":")[0]
    if node.kind != "schema" or doing is None or doing.mode == "other" or not _is_about(said, one.who, owner):
        return False
    is_denying = any(mark in f" {said.lower()} " for mark in _DENYING)
    if doing.is_negated != is_denying or (doing.mode == "dislikes") != (" dislikes " in said):
        return False
    keys = _keys(node, said, one.who)
    if not keys:
        return " likes " in said and doing.mode == "likes" and node.domain == one.belief.domain
    acts = keys & _ACTIVITY_FORMS
    return keys <= content(one.belief.text) | doing.acts and acts <= lemmas(" ".join(doing.acts))


def _is_about(said: str, who: str, owner: str | None) -> bool:
    """Whether the person is named, by the whole name or the way the rules name him; an owner may be "the user"."""
    named = fold(said)
    return fold(who) in named or (owner is not None and fold(owner) == fold(who) and "the user" in named)


def _keys(node: Standing, said: str, who: str) -> frozenset[str]:
    """Words that the schema shares with most of its evidence."""
    own = content(said) - content(who)
    return frozenset(form for form in own if _is_in_most(form, node.evidence))


def _is_in_most(form: str, evidence: Sequence[str]) -> bool:
    return bool(evidence) and sum(form in content(text) for text in evidence) >= _OF_EVIDENCE * len(evidence)
