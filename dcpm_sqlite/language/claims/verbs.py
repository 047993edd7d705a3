"""Forms of English verbs: what a word may be as a verb, and how one is named in an attribute ("likes", "cooking")."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from dcpm_sqlite.language.claims.lexicon import DETERMINERS, PREPOSITIONS, PRONOUNS, SUBORDINATORS, word_set
from dcpm_sqlite.language.stop_words import WORDS

VerbForm = Literal["base", "third", "past", "participle", "ing"]

# lemma past participle; one word where past and participle are the same
_IRREGULAR = """
become became become|begin began begun|bite bit bitten|blow blew blown|break broke broken|bring brought|build built|burn burnt
buy bought|catch caught|choose chose chosen|come came come|cost cost|cut cut|deal dealt|dig dug|do did done|draw drew drawn
dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found
fly flew flown|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone
grow grew grown|hang hung|hear heard|hide hid hidden|hit hit|hold held|hurt hurt|keep kept|know knew known|lay laid|lead led
leave left|lend lent|let let|lie lay lain|lose lost|make made|mean meant|meet met|pay paid|put put|quit quit|read read
ride rode ridden|ring rang rung|rise rose risen|run ran run|say said|see saw seen|sell sold|send sent|set set|sew sewed sewn
shake shook shaken|shoot shot|shut shut|sing sang sung|sit sat|sleep slept|speak spoke spoken|spend spent|split split
spread spread|stand stood|steal stole stolen|stick stuck|swear swore sworn|swim swam swum|take took taken|teach taught
tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|win won
write wrote written|have had|bear bore born|beat beat beaten|bend bent|bet bet|bind bound|breed bred|cast cast|cling clung
overcome overcame overcome|rebuild rebuilt|sink sank sunk|slide slid|spin spun|strike struck|withdraw withdrew withdrawn
"""
_REGULAR = """
accept ache achieve hail act adapt add admire admit adopt adore advise afford age agree aim allow announce annoy answer apply
appreciate argue arrange arrive ask assemble assume attend avoid bake bathe battle believe belong bike bike blog board boil book
borrow breathe broadcast brush call camp cancel care carry celebrate challenge change charge chase chat check cherish chill claim
clean climb close coach code collaborate collapse collect combine commute compete complete compose concern consider consist
consult contact contain continue contribute convert cook cope copy count cover crave create crochet cross cry cycle damage dance
date decide declare decline decorate dedicate delete deliver demand depend deploy describe design despise destroy detest develop
devote diagnose die direct disagree disappear discover discuss dislike divorce donate doubt download dread dress drop earn edit
educate elect embrace employ enable encourage end engage enjoy enlist enrol enroll enter entertain escape establish estimate
exercise exist expand expect experience experiment explain explore express face fail fast favor favour fear file fill film finish
fish fix follow force found freelance garden gather graduate greet guess guide hand handle happen hate head heal help hike hire hope
host hug hunt identify ignore imagine immigrate emigrate impact implement import impress improve include increase indulge inform
inherit injure insist install intend interview introduce invent invest invite iron issue jog join joke juggle jump kayak kick kill
kiss knit lack land last laugh launch learn license lift like limit link list listen live loathe locate log look love lower maintain
major manage march mark marry match matter meditate mention mentor mind miss mix monitor mourn move name need nominate note notice
number nurse object observe obtain occur offer open operate order organise organize outgrow own pack paint panic park participate
party pass perform pick pitch plan plant play pledge post pour practice practise pray prefer prepare present pretend print process
produce program promise promote propose protect prove publish pull purchase push qualify race rain raise reach react realise realize
receive recommend record recover recruit recycle redeem reduce refer reflect refuse register rejoin relate relax release relocate
rely remain remember remind remove renovate rent repair replace reply report represent research resemble reserve reside resign
respect respond rest restore retire return reveal review reward roast root row sail save schedule scare score search seem separate
serve settle share shift shop shout show sign ski skate skip smell smile smoke snack sneeze snore snowboard solve sort sound speculate
start state stay stop stream stress stretch struggle study stumble substitute succeed suffer suggest suit support suppose surf
surprise survive suspect switch talk taste test thank tour train transfer translate travel treat trust try turn tutor tweet twist paste offer
type undergo update upgrade use value vary visit volunteer vote wait walk want warn wash watch water weigh welcome wish wonder work
worry worship affiliate cater star feature originate headquarter direct compile air attack base border
attract author bond cheer crash crush dye excel fancy fascinate focus foster frustrate grab haunt inspire juice lack moisturise mow
plug podcast ponder proofread pursue rank rate reassure refinance refresh resist rock sculpt sketch ship skydive snorkel soak
spot sponsor squat stain steam stock strain strive subscribe unsubscribe supply swap tackle tend tolerate track trade transition trek
unwind vape vacation venture view vomit wander whip wrap yell zone reconnect reread revisit rediscover specialise specialize acquire appoint nominate govern rule defeat merge partner sue orbit inhabit pioneer chair headline premiere
capture conquer invade succeed preside oversee supervise curate sponsor lease rob spell postpone reschedule delay foster relearn unpack tidy vacuum obsess terrify relish widow scare sink
cherish nap doze stargaze birdwatch crossfit bowl fence wrestle sprint sled paddle canoe associate belong
owe boil retrain ditch dent approve station crochet vape evict adopt mend sprain fracture vaccinate babysit tidy hoover mop dust unblock
lodge bunk commute retake resit revise cram borrow repay overdraw subscribe renew expire insure claim apply appeal tutor mentor
weld solder sand varnish wire rewire tile grout plaster deliver fetch queue park reverse overtake recharge reboot reinstall uninstall
craft brew ferment pickle marinate grill fry simmer digest swell itch sneeze faint limp recover relapse inject inhale prescribe
dose diagnose amputate scan operate admit discharge transfer lend pawn haggle bargain tip queue knit darn weave quilt forage prune
weed harvest compost fertilise groom shear milk muck saddle trot gallop whittle carve busk rehearse audition referee umpire
bat bowl serve volley tackle score dribble skim dive surf moor anchor steer row tow hitchhike backpack emigrate immigrate naturalise
petition protest campaign canvass evacuate shelter foster nurture wean toilet-train potty bully tease spoil scold ground exclude expel
graduate enrol matriculate defer complain grumble nag argue quarrel bicker reconcile forgive elope cohabit
attend derive assign award contest perform incorporate dissolve dub classify inspire situate name rank label call depict portray narrate
"""
_DOUBLED = word_set(
    """
    stop plan shop chat drop jog knit hug skip ship swap wrap grab plug mow log spot step trek blog rob drum commit admit submit permit prefer refer
    transfer occur program tan snap clap trip sit get run cut put set let hit swim begin quit win dig shut split spin bet forget
    """
)
_RARE = frozenset({("found", "base"), ("lay", "base"), ("saw", "base"), ("wound", "base")})  # far more often the past of another verb
_THIRD = {"have": "has", "do": "does", "go": "goes"}


OUTINGS = word_set(
    "run jog swim ski surf hike climb cycle bike row sail dance camp bowl skate kayak snowboard sprint walk fish hunt horse-ride paddle"
)
"""What people go and do: to "go running" is to run."""


def third(lemma: str) -> str:
    """ "like" as "likes", "study" as "studies"."""
    if lemma in _THIRD:
        return _THIRD[lemma]
    if lemma.endswith(("s", "sh", "ch", "x", "z", "o")):
        return lemma + "es"
    if lemma.endswith("y") and lemma[-2] not in "aeiou":
        return lemma[:-1] + "ies"
    return lemma + "s"


def gerund(lemma: str) -> str:
    """ "cook" as "cooking", "ride" as "riding"."""
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not lemma.endswith(("ee", "ye", "oe")) and lemma != "be":
        return lemma[:-1] + "ing"
    return (lemma + lemma[-1] if lemma in _DOUBLED else lemma) + "ing"


def _past(lemma: str) -> str:
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and lemma[-2] not in "aeiou":
        return lemma[:-1] + "ied"
    return (lemma + lemma[-1] if lemma in _DOUBLED else lemma) + "ed"


def _all() -> Iterator[tuple[str, VerbForm, str]]:
    rows = [row.split() for row in _IRREGULAR.replace("\n", "|").split("|") if row.strip()]
    rows += [[lemma, _past(lemma)] for lemma in _REGULAR.split()]
    rows += [["learn", "learnt"], ["dream", "dreamed"], ["burn", "burned"], ["travel", "travelled"], ["cancel", "cancelled"]]
    for lemma, past, *participle in rows:
        yield past, "past", lemma
        yield (participle or [past])[0], "participle", lemma
        yield third(lemma), "third", lemma
        yield gerund(lemma), "ing", lemma
        yield lemma, "base", lemma
    yield from (("travelling", "ing", "travel"), ("having", "ing", "have"), ("cancelling", "ing", "cancel"), ("being", "ing", "be"))


def _table() -> dict[str, dict[VerbForm, str]]:
    table: dict[str, dict[VerbForm, str]] = {}
    for word, form, lemma in _all():
        if (word, form) not in _RARE:
            table.setdefault(word, {}).setdefault(form, lemma)
    return table


FORMS = _table()
"""What a lower-case word may be as a verb: form to lemma."""

PARTICIPLES = {forms["participle"]: word for word, forms in reversed(FORMS.items()) if "participle" in forms}
"""The past participle of a lemma."""


_CLOSED = (
    frozenset(WORDS.split())
    | DETERMINERS
    | PREPOSITIONS
    | PRONOUNS
    | SUBORDINATORS
    | word_set("else either neither yes no ok okay please thanks lol haha well though too also still never ever maybe perhaps there here")
)
_SHORTEST = 3


def guessed(word: str) -> str | None:
    """The lemma of a word that stands where only a verb can ("I ... with Monzo"), though no table has it; None of function words."""
    is_word = len(word) >= _SHORTEST and word.isascii() and word.isalpha() and word not in _CLOSED and not word.endswith("ly")
    return word if is_word and not word.endswith(("ing", "ed")) else None


def guessed_past(word: str) -> str | None:
    """The same of a form in -ed: "ditched" is of "ditch"."""
    is_word = len(word) > _SHORTEST + 2 and word.isascii() and word.isalpha() and word.endswith("ed") and not word.endswith("eed")
    if not is_word:
        return None
    stem = word[:-2]
    return stem[:-1] if stem[-1] == stem[-2] and stem[-1] not in "sl" else stem


def lemma_of(word: str, *forms: VerbForm) -> str | None:
    """The lemma where the word can be one of those forms, in that order; None where it can't."""
    found = FORMS.get(word)
    if found is None:
        return None
    return next((found[form] for form in forms if form in found), None)
