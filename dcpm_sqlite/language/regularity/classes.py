"""Closed classes of words by which doings are told apart."""

from __future__ import annotations

from dcpm_sqlite.language.claims.lemmas import lemmas
from dcpm_sqlite.language.claims.lexicon import word_set
from dcpm_sqlite.language.claims.verbs import OUTINGS

ACTIVITIES = (OUTINGS - {"walk", "horse-ride"}) | word_set(
    """
    bake blog box brew canoe carve code cook crochet dance draw embroider exercise fish forage freelance garden gather hike journal juggle kayak
    knit meditate paint photograph pray quilt read sculpt sew sing sketch skydive snorkel stargaze stretch study surf teach train travel
    tutor volunteer weld work-out worship write wrestle bird-watch birdwatch commute vlog stream vote
    """
)
"""Verbs that say by themselves what somebody spends time with; with others it takes an object ("play", "watch", "visit")."""

PURSUITS = word_set(
    "learn practise practice play watch collect build grow plant visit attend explore host organise organize support repair restore renovate study"
)
"""Verbs of which several different objects make a regularity: who learns the piano, the violin and German learns."""

PHASES = word_set("start begin keep continue resume finish try love like enjoy practise practice get")
"""Verbs that with an -ing form or an infinitive say only how it stands with what follows: "started learning", "keeps running"."""

ENDINGS = word_set("stop quit")
"""The same where it is over: "stopped smoking"."""

PARTICLES = word_set("out up off away over down back")
"""With one of these right behind it, a verb mostly means something else: "ran out", "gave up", "took off"."""

RUN_AWAY = word_set("out into over away")
"""Of verbs of moving only these: one can run up a hill."""

RUN_THINGS = word_set(
    "marathon race lap mile kilometre half trail course km k distance loop route relay 5k 10k ultra sprint park beach track path hill hour"
)
"""What is run with one's legs; whatever else is run is a business, a bath or a test."""

LIGHT = word_set("have do go get take make give put be come see use need want say tell think know feel find bring")
"""Verbs that say nothing without their object."""

UNITS = lemmas("kilometre mile metre foot kilogram pound gram litre euro dollar percent degree page minute second hour")
"""What is counted is seldom what it is about."""

PLACES = word_set("in at from to near around through via")
"""Prepositions after which a name is a place's, most often."""
