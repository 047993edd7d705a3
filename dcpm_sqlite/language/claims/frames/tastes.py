"""What somebody likes, prefers, fears and is good at."""

from __future__ import annotations

from dcpm_sqlite.language.claims.frames.frame import ANY_TENSE, HABITUAL, STATES, THING, Frame

_ZODIAC = "Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio|Sagittarius|Capricorn|Aquarius|Pisces"
TASTES: tuple[Frame, ...] = (
    Frame(
        "prefer",
        r"(?P<o>(?!you\b).+?) (?:to|over|rather than|instead of|than) (?P<other>(?!the point\b).+)",
        "prefers between {pair}",
        salience=0.8,
        is_single=True,
        tenses=STATES | {"wish"},
    ),
    Frame(
        "prefer",
        r"(?P<o>(?!(?:to (?:see|know|have you)|if|that|this|it|something|anything|one|ones)\b).+)",
        "prefers {o}",
        salience=0.7,
        tenses=STATES | {"wish"},
    ),
    Frame(
        "like love enjoy adore cherish favor favour relish",
        r"(?!(?:to (?:know|hear|see|learn|ask|think|get|share|discuss|say|thank|add|explore more))\b|(?<=like )the (?!(?:\w+ )?(?:sea|ocean|beach|mountains?|rain|sun|snow|cold|heat|countryside|city|outdoors|dark|woods|forest|desert|winter|summer|taste|smell)\b)(?-i:[a-z-]+(?: [a-z-]+)?)[.!]*$)"
        + THING,
        "likes {o}",
        is_each=True,
        tenses=HABITUAL,
    ),
    Frame("hate dislike detest despise loathe", THING, "dislikes {o}", is_each=True, tenses=HABITUAL),
    Frame("stand bear", THING, "dislikes {o}", is_each=True, flips=True, tenses=frozenset({"skill"})),
    Frame(
        "be",
        r"(?:not )?(?:a |an )?(?:big |huge |massive |real |true |die-?hard |avid |long-?time )*(?:fan|lover|enthusiast|admirer|devotee|supporter) of "
        + THING,
        "likes {o}",
        is_each=True,
    ),
    Frame(
        "be",
        r"(?:really |very |so |super |big |completely |totally |a bit |absolutely )*(?:into|fond of|keen on|crazy about|mad about|obsessed with|passionate about|addicted to|hooked on|partial to) "
        + THING,
        "likes {o}",
        is_each=True,
    ),
    Frame(
        "be",
        r"(?:a |an )(?:(?:huge|big|avid|massive|total|real|bit of a|proud|lifelong) )*(?P<o>(?:[\w'-]+ ){0,2}?[\w'-]+) "
        r"(?:lover|fan|enthusiast|nerd|geek|buff|addict|fanatic|junkie|aficionado)\b(?! of)",
        "likes {o}",
    ),
    Frame(
        "be",
        r"(?:a |an )(?:(?:huge|big|proud|lifelong) )*(?P<o>(?:[\w'-]+ ){0,2}?[\w'-]+) supporter\b(?! of)",
        "supports {o}",
        domain="sport",
    ),
    Frame("be", r"(?P<o>(?:a |an )?(?:real |total |bit of a )*(?:[\w-]+ )?person)\b(?! of)", "is {o}"),
    Frame("obsess", r"with " + THING, "likes {o}", is_each=True, is_passive=True),
    Frame(
        "be",
        r"(?:really |very |so |terribly |a bit )*(?:scared|afraid|terrified|frightened|petrified) of (?P<o>(?!(?:being wrong|missing|asking)).+)",
        "afraid of {o}",
        is_each=True,
    ),
    Frame("scare terrify", r"of (?P<o>.+)", "afraid of {o}", is_passive=True),
    Frame(
        "be",
        rf"(?P<o>(?!(?:OK|Ok|Okay|Sorry|Glad|Happy|Gluten|Team|{_ZODIAC})\b)(?-i:[A-Z][a-zà-ÿ]+(?:[- ][A-Z][a-zà-ÿ]+)?))(?=\s*(?:$|[,.!]|and\b|from\b|by the way\b|btw\b))",
        "name",
        is_core=True,
        is_single=True,
        salience=0.9,
        domain="other",
        tenses=frozenset({"present"}),
    ),
    Frame(
        "be",
        r"(?P<o>(?:really |very |so |pretty |quite |rather )*(?:good|bad|terrible|great|awful|hopeless|useless|brilliant|decent|rubbish|talented|skilled) (?:at|with) (?!it\b|that\b|this\b).+)",
        "is {o}",
    ),
    Frame("believe", r"in (?P<o>(?!(?:you|your|me|myself|yourself|him|her|us|them|it)\b).+)", "believes in {o}", domain="spirituality"),
    Frame("support", r"(?P<o>(?!(?:you|your|this|that|the idea)\b)(?-i:[A-Z]).*|the .*(?:team|party|club)\b)", "supports {o}", domain=None),
    Frame("root", r"for (?P<o>(?!you\b).+)", "supports {o}", domain="sport", tenses=ANY_TENSE),
    Frame(
        "describe consider call",
        r"myself (?:as )?(?:to be )?(?:an? |pretty |quite |very |rather |fairly |more of an? )*(?P<o>.+)",
        "is {o}",
        tenses=STATES | {"hypothetical"},
    ),
)
"""Tastes."""
