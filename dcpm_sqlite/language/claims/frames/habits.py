"""What somebody does, speaks, uses and has done."""

from __future__ import annotations

from dcpm_sqlite.language.claims.frames.frame import ANY_TENSE, DONE, HABITUAL, NOW, THING, Frame, any_of
from dcpm_sqlite.language.claims.lexicon import DRINKS, FOODS, LANGUAGES

HABITS: tuple[Frame, ...] = (
    Frame(
        "speak",
        rf"(?:a (?:bit|little) (?:of )?|some |only |fluent |good |basic |native )?(?P<o>(?:{any_of(LANGUAGES)})\b.*)",
        "speaks {o}",
        domain="education",
        is_each=True,
        tenses=ANY_TENSE,
    ),
    Frame("be", r"(?:fluent|conversational|native|proficient) in (?P<o>.+)", "speaks {o}", domain="education", is_each=True),
    Frame("know", rf"(?P<o>(?:how to .+|(?:some |a bit of |basic )?(?:{any_of(LANGUAGES)})\b.*))", "knows {o}", domain=None),
    Frame("eat", THING, "eats {o}", domain="food", is_each=True, tenses=HABITUAL | {"skill", "progressive"}),
    Frame("drink", THING, "drinks {o}", domain="food", is_each=True, tenses=HABITUAL | {"skill", "progressive"}),
    Frame(
        "have",
        rf"(?P<o>(?:(?:a|an|my|some|no) )?(?:[\w-]+ )?(?:{any_of(DRINKS | FOODS)}))\b(?=.*\b(?:every|each|usually|always|daily|mornings?|lunch|dinner|breakfast)\b)",
        "eats {o}",
        domain="food",
        tenses=frozenset({"present", "past habit"}),
    ),
    Frame("smoke vape", r"(?P<o>)", "smokes", domain="health", is_core=True, tenses=HABITUAL | {"progressive"}, salience=0.8),
    Frame(
        "play",
        r"(?!(?:a (?:role|part|key|crucial|vital|big)|with (?:the|that|this|it)\b|out\b|around\b))" + THING,
        "plays {o}",
        is_each=True,
        tenses=HABITUAL | {"progressive", "skill"},
    ),
    Frame("avoid", THING, "avoids {o}", is_each=True, tenses=NOW),
    Frame(
        "drive",
        r"(?P<o>(?:an?|my|the) (?!(?:\w+ )?(?:taxi|cab|uber|bus|truck|lorry|van|tram|train|tractor|forklift|ambulance)\b)(?:[\w-]+ ){0,2}?(?-i:[A-Z]).*)",
        "car",
        domain="transport",
        tenses=frozenset({"present"}),
    ),
    Frame("drive", THING, "drives {o}", domain="transport", tenses=frozenset({"present", "past habit", "skill"})),
    Frame("ride", THING, "rides {o}", domain="transport", tenses=frozenset({"present", "past habit", "skill"})),
    Frame(
        "use",
        r"(?P<o>(?!(?:it|that|this|them|these|those|to)\b).+)",
        "uses {o}",
        tenses=frozenset({"present", "past habit", "progressive"}),
    ),
    Frame(
        "get wake",
        r"up (?:at|around|before|by|about) (?P<o>(?:about |around |half past |quarter to )?(?:\d|five|six|seven|eight|nine|ten|eleven|noon|dawn|four|three).*)",
        "gets up at",
        domain="other",
        tenses=frozenset({"present", "past habit"}),
    ),
    Frame("practise practice", THING, "practises {o}", is_each=True),
    Frame("collect", THING, "collects {o}", is_each=True, tenses=NOW | {"past habit"}),
    Frame("wear", THING, "wears {o}", tenses=frozenset({"present", "past habit"})),
    Frame(
        "earn make",
        r"(?P<o>(?:about |around |roughly )?[€$£]?\d[\d.,]*k?\b.*)",
        "income",
        domain="money",
        is_single=True,
        tenses=frozenset({"present"}),
    ),
    Frame("weigh", r"(?P<o>(?:about |around )?\d.*)", "weight", domain="health", is_single=True, tenses=frozenset({"present"})),
)
"""Skills, habits, things."""
EVENTS: tuple[Frame, ...] = (
    Frame("visit", THING, "visited {o}", kind="fact", type="event", domain="travel", is_each=True, tenses=DONE),
    Frame(
        "be",
        r"to (?P<o>(?-i:[A-Z]).*)",
        "visited {o}",
        kind="fact",
        type="event",
        domain="travel",
        is_each=True,
        tenses=frozenset({"perfect"}),
    ),
    Frame("go travel fly", r"(?:back )?to (?P<o>(?-i:[A-Z]).*)", "visited {o}", kind="fact", type="event", domain="travel", tenses=DONE),
    Frame(
        "switch change",
        r"(?:over )?(?:from (?P<old>.+?) )?to (?P<o>.+)",
        "switched to {o}",
        type="event",
        is_change=True,
        tenses=DONE | {"progressive"},
    ),
)
"""What happened."""
