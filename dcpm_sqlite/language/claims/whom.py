"""Which rules read a clause, by whom it is about: the speaker, the speaker's people and things, or others (K4)."""

from __future__ import annotations

import re
from dataclasses import replace

from dcpm_sqlite.language.claims.belongings import read_attribute, read_belonging, read_inverse
from dcpm_sqlite.language.claims.finding import Finding, said_by
from dcpm_sqlite.language.claims.framing import read_personal
from dcpm_sqlite.language.claims.lexicon import DETERMINERS, RELATIONS, word_set
from dcpm_sqlite.language.claims.objects import folded
from dcpm_sqlite.language.claims.parsed import Parsed
from dcpm_sqlite.language.claims.successors import read_successor
from dcpm_sqlite.language.claims.talk import DEICTIC, REPORTS, TALK_THINGS, YOU
from dcpm_sqlite.language.claims.things import DEFINITE_OBJECT, read_thing
from dcpm_sqlite.language.claims.verbs import third
from dcpm_sqlite.language.claims.whereabouts import read_whereabouts

# What only somebody, not something, does; else a name may be a thing's.
_PERSONAL = word_set(
    """
    live reside move like love enjoy adore hate dislike prefer stand eat drink smoke play work study teach turn be have quit stop
    start give marry get engage divorce separate come diagnose raise base train hire retire relocate emigrate immigrate grow speak wear
    earn sleep commute collect cook bake knit vape quit
    """
)
_OFFICE = re.compile(r"the [\w ]+? of (?:the )?[A-Z]")  # "the CEO of Apple" says who Apple's CEO is
_STAY = re.compile(r"is (?:in|on|at|off|away|abroad|ill|sick)\b")
_USER = frozenset({"the user", "user", "the speaker"})
_ABSTRACT = word_set(
    """
    life time love music art nature family people things health money travel food happiness success change growth communication
    friendship creativity everything practice patience history science technology hope faith
    """
)
_ME = re.compile(r"(?:me|us)\b(?! (?:to|that|if|how|what|why)\b)|my (?:skin|head|blood|eyes?|stomach|heart|throat|nose|back)\b", re.I)
_GIVEN = word_set("tell show ask help let want need say send remind offer")
_FIRM = re.compile(r"[A-Z\d]|\b(?:me|my|us|our|his|her|this|last|next|today|tomorrow|yesterday|tonight|now)\b")


def findings_of(clause: Parsed, *, is_stated: bool = False) -> list[Finding]:
    """What the clause says, and of whom; empty where its subject names nobody.

    is_stated: the text is a statement that was kept already, so that its first word is taken for the name it may be.
    """
    if DEICTIC.search(clause.about) or _is_everybody(clause):
        return []
    if clause.subject.kind in ("speaker", "relation", "named", "definite") and (found := read_successor(clause)):
        return [_about(finding, finding.subject) if finding.subject is not None else finding for finding in found]
    match clause.subject.kind:
        case "speaker":
            return read_personal(clause)
        case "relation" if clause.owned is not None and clause.owner is not None:
            return [_about(finding, clause.owner) for finding in read_attribute(clause.owned, clause)]
        case "relation":
            return [] if _hands_on(clause) else [_about(finding, clause.about) for finding in read_personal(clause)] or read_thing(clause)
        case "belonging":
            return read_belonging(clause) or (read_thing(clause) if clause.predicate.lemma != "be" else [])
        case "other" | "definite" | "named" if (felt := _felt(clause)) is not None and _is_thing(clause):
            return [felt]
        case "named" | "other" if clause.about.lower() == "home":
            return read_attribute("home", clause)
        case "named" | "other" if clause.predicate.lemma == "be" and (found := read_whereabouts(clause)):
            return found
        case "named" | "definite" if clause.owned is not None and clause.owned.split()[0].lower() in RELATIONS:
            return _read_relation(clause)
        case "named" | "definite" if clause.about.lower() in _USER:
            return read_personal(clause)  # as a language model writes of whom it listens to
        case "named" | "definite" if clause.owned is not None and (clause.owner or "").lower() in _USER:
            return read_attribute(clause.owned, clause)
        case "named" | "definite":
            return _read_named(clause, is_stated=is_stated)
        case "other":
            return [finding for finding in read_thing(clause) if is_stated or _is_general(clause, finding)]
        case _:
            return []


def _felt(clause: Parsed) -> Finding | None:
    """ "Spiders freak me out", "the sea calms me down": what something does to the speaker tells of the speaker."""
    predicate = clause.predicate
    is_doing = predicate.tense in ("present", "past habit") and not predicate.is_passive and predicate.lemma not in _GIVEN
    if not is_doing or _ME.match(clause.complement) is None or YOU.search(clause.complement):
        return None
    rest = folded(clause.complement)
    return replace(said_by(predicate, f"{folded(clause.about)} {third(predicate.lemma)} {rest}"), kind="identity", salience=0.6)


def _is_thing(clause: Parsed) -> bool:
    """ "Spiders", with a plural's verb, is no name; "James", with a person's, is one."""
    subject, verb = clause.subject, clause.words[clause.predicate.complement - 1].low
    is_plural = subject.after - subject.first == 1 and clause.words[subject.first].low.endswith("s") and not verb.endswith("s")
    return subject.kind != "named" or (subject.first == 0 and is_plural and clause.predicate.tense == "present")


def _is_everybody(clause: Parsed) -> bool:
    """ "We all have our own dreams" and "life throws us surprises" are said of the world."""
    is_all = clause.subject.kind == "speaker" and "all" in clause.predicate.adverbs and clause.about.lower() == "we"
    return is_all or clause.about.lower() in _ABSTRACT or (clause.owner or "").lower() in _ABSTRACT


def _read_relation(clause: Parsed) -> list[Finding]:
    """ "Nora's dog is ill" is about the dog; "Nora's son is Tom" says who Nora's son is."""
    found = [_about(finding, clause.about) for finding in read_personal(clause)]
    is_naming = clause.predicate.lemma == "be" and any(finding.attribute == "name" for finding in found)
    return found if found and not is_naming else read_thing(clause)


def _is_general(clause: Parsed, finding: Finding) -> bool:
    """Whether something that has no name is told as a fact of the world: "basketball was invented in Springfield"."""
    value = finding.value or ""
    if clause.predicate.lemma == "associate" and clause.predicate.is_passive and clause.subject.first == 0 and value:
        return clause.words[0].low not in DETERMINERS
    return clause.words[clause.subject.first].low not in DETERMINERS and finding.is_single and (value[:1].isupper() or value[:1].isdigit())


def _hands_on(clause: Parsed) -> bool:
    """Whether the clause tells what somebody else said or thinks; to "ask for" something is a deed."""
    return clause.predicate.lemma in REPORTS and not clause.complement.lower().startswith("for ")


def _about(finding: Finding, subject: str) -> Finding:
    """The finding as one about somebody else: a fact, and less central than the same of the speaker."""
    type_ = "entity" if finding.attribute == "name" else finding.type
    return replace(finding, subject=subject, kind="fact", is_core=False, salience=min(finding.salience, 0.6), type=type_)


def _read_named(clause: Parsed, *, is_stated: bool) -> list[Finding]:
    subject, predicate = clause.subject, clause.predicate
    is_shown = subject.kind == "definite" and clause.words[subject.after - 1].low in TALK_THINGS
    if _hands_on(clause) or is_shown:
        return []
    personal: list[Finding] = []
    if subject.kind == "named" and clause.owner is None and predicate.lemma in _PERSONAL:
        personal = [_about(finding, clause.about) for finding in read_personal(clause) if finding.attribute is not None]
    if subject.kind == "named" and not is_stated and _is_doubtful(clause):
        return [finding for finding in personal if not (finding.attribute or "").startswith("is ") or _STAY.match(finding.attribute or "")]
    if inverse := read_inverse(clause):
        return [_about(finding, clause.about) for finding in inverse] if predicate.is_negated else inverse
    is_described = (_OFFICE if predicate.lemma == "be" else DEFINITE_OBJECT).match(clause.complement) is not None
    return read_thing(clause) if is_described or not personal else personal


def _is_doubtful(clause: Parsed) -> bool:
    """A single word that begins a sentence, with nothing firm beside it, may be no name: "Progress is slow", "Life goes on"."""
    subject = clause.subject
    first = clause.words[subject.first]
    if first.low.endswith("ing") and subject.after - subject.first == 1 and subject.first == 0:
        return True  # "Networking plays a role": a doing, and no name
    if subject.after - subject.first > 1 or subject.first != 0 or not first.word[1:].islower():
        return False
    return _FIRM.search(clause.text, first.end, clause.end) is None
