"""States that end each other in other words: who was single and now has a girlfriend, what was down and is up again.

Each row names two kinds of states of one subject that can't stand together, by the attribute or the words in which they are told. The
newer one takes the other's place in either direction unless the row says that it only goes one way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dcpm_sqlite.language.claims.sides import Side
from dcpm_sqlite.language.claims.wording import wording


@dataclass(frozen=True, slots=True)
class _Turn:
    """before, after: patterns for "attribute=value | text", lower case; is_two_way: the other order is a change too.

    shares: a content word, beside the patterns' own, must stand in both ("my ankle is broken", "my ankle has healed").
    """

    before: re.Pattern[str]
    after: re.Pattern[str]
    is_two_way: bool = True
    shares: bool = False


_PARTNER = r"girlfriend|boyfriend|partner|wife|husband|fianc[eé]e?"
_IS = r"(?:'s|'m|'re|is|am|are|has|have|'ve|got|came|went|now)\b (?:\w+ )?"
_AT_WORK = r"back (?:at|to|in) (?:work|school|uni|university|the office)\b"
_ALSO = re.compile(r"\b(?:also|too|as well|on the side|sometimes|second|another)\b", re.I)
_DIED = re.compile(r"\b(?:died|passed away)\b")
_LIVING = re.compile(r"(?:is in|is at|home|lives with|employer|job|is ill|is sick|works [^=]*)=")
_MINE = re.compile(r"(?:my|our) ", re.I)
_USES = re.compile(r"uses (?!.*\b(?:and|also)\b)")
_SWITCHED = re.compile(r"\b(?:switched|moved|migrated|changed) (?:over )?to (?!the |a |an )[a-z]")
_COLOURS = "black|brown|blond|blonde|red|grey|gray|white|pink|blue|green|purple|ginger|silver|orange|yellow"
_TURNS = tuple(
    _Turn(re.compile(before), re.compile(after), is_two_way, shares)
    for before, after, is_two_way, shares in (
        (
            r"^relationship status=(?:single|divorced|separated|widowed|unmarried)",
            rf"^(?:partner=|has (?:{_PARTNER})|sees someone|relationship status=(?:married|engaged|in a))|"
            r"\b(?:seeing someone|in a relationship|dating (?!again))",
            True,
            False,
        ),
        (r"^(?:partner=|relationship status=(?:married|engaged|in a))", r"^relationship status=(?:single|divorced|separated|widowed)", False, False),
        (r"^(?:employer|job|works?[^=]*)=", r"^job=(?:retired|unemployed|between jobs|out of work|self.employed)|^job=.*\bretired\b(?! from the)", False, False),
        (r"^job=(?:retired|unemployed|between jobs|out of work)", r"^(?:employer|job)=(?!retired|unemployed|between|out of)", False, False),
        (r"\bpregnant\b|expecting a", r"\b(?:had|has had|'ve had|gave birth to) (?:a|an|her|the|our|my|their) (?:\w+ )?(?:baby|son|daughter|twins|boy|girl)\b|gave birth", False, False),
        (
            r"\b(?:in (?:the )?hospital|in rehab)\b",
            rf"{_IS}(?:out of (?:the )?(?:hospital|rehab)|home (?:from|again)|back (?:home|from (?:the )?(?:hospital|rehab))|discharged|{_AT_WORK})",
            False,
            False,
        ),
        (
            r"\b(?:ill|sick|unwell|off work|injured|on sick leave|in quarantine|has (?:the )?(?:flu|cold|covid|bug))\b",
            rf"{_IS}(?:recovered|healthy|better\b|well again|fit again|fine again|over (?:the|my|his|her) (?:flu|cold|bug)|{_AT_WORK})|recovered from",
            False,
            False,
        ),
        (r"\bon (?:\w+ ){0,2}leave\b", rf"{_IS}(?:{_AT_WORK}|back from (?:\w+ ){{0,2}}leave)", False, False),
        (
            r"\b(?:on (?:holiday|vacation)|away|abroad)\b(?!.*\b(?:next|in) )",
            rf"{_IS}(?:{_AT_WORK}|back (?:home|from (?:\w+ )?(?:holiday|vacation|abroad))|home again)",
            False,
            False,
        ),
        (r"^is in=|\bis in [a-z]", r"\bback (?:home )?from\b", False, True),
        (
            r"\b(?:broken|sprained|injured|hurts?|aches?|sore|swollen|torn|bad)\b",
            r"\b(?:has|have|is|are|'s|'ve)\b.*\b(?:healed|better|fine again|recovered|fixed|mended)\b|\bhealed\b",
            False,
            True,
        ),
        (r"\b(?:is|are|'s|'re) (?:\w+ )?(?:down|offline|broken|out of order)\b", r"\b(?:up again|back up|back online|is up\b|online again|working again|fixed|repaired|works again)", True, False),
        (r"\b(?:in|at) (?:a )?(?:kindergarten|nursery|preschool)\b", r"\bstarted (?:primary |elementary )?school\b", False, False),
        (r"\b(?:in|at) (?:high |secondary )?school\b", r"\bstarted (?:at )?(?:university|college|uni)\b", False, False),
        (r"^is in=", r"\bis out of\b|\bgot out of\b", False, True),
        (
            r"^(?:car|bike|phone|laptop|house|flat|boat|motorbike|camera|guitar|piano)=",
            r"\b(?:sold|gave away|got rid of) (?:my|our|the) (?:old )?(?:car|bike|phone|laptop|house|flat|boat|motorbike|camera|guitar|piano)\b",
            False,
            True,
        ),
        (rf"\bis (?:{_COLOURS})\b", rf"\b(?:is|are) (?:{_COLOURS}) now\b|\bnow (?:{_COLOURS})\b|\bdyed .* (?:{_COLOURS})\b", False, True),
        (r"\b(?:is|are|'s|'re) (?:\w+ )?closed\b(?! on)", r"\b(?:reopened|(?:is|are|'s) (?:now )?open(?: again| now)?[.!]*$)", True, False),
        (
            r"\b(?:on hold|paused|stalled|suspended|delayed|behind schedule|frozen)\b",
            r"\b(?:back on track|on track|resumed|restarted|under way again|underway again|finished|completed|launched|on schedule|no longer on hold|going ahead)\b",
            True,
            False,
        ),
        (r"\bworks? (?:the )?(?:nights?|night shifts?)\b", r"\b(?:switched|changed|moved|went) (?:back )?to (?:the )?(?:days?|day shifts?|earlies|lates)\b", False, False),
        (r"\bworks? (?:the )?(?:days?|day shifts?)\b", r"\b(?:switched|changed|moved|went) (?:back )?to (?:the )?(?:nights?|night shifts?)\b", False, False),
        (r"\bon (?:nights|lates|earlies|the night shift)\b", r"\b(?:back on|now on|on|moved to|switched to) days\b(?: now)?", True, False),
        (r"\b(?:is|am|are|'s|'m|'re)? ?\b(?:open|opens|closes|sells|serves)\b", r"\b(?:closed down|shut down|closed for good|gone out of business|went bust|went out of business)\b", False, False),
        (r"\btrying for (?:a|another) baby\b", r"\bpregnant\b|\bexpecting a", False, False),
        (r"\bpart[- ]time\b", r"\bfull[- ]time\b", True, False),
        (r"^lives with=(?!alone)", r"^lives with=(?:alone|by myself|on my own)", True, False),
        (r"^(?:is )?broke\b|\b(?:am|'m|is|'s) broke\b", r"\b(?:not broke|no longer broke)\b", False, False),
    )
)  # fmt: skip


def turns_round(new: Side, old: Side) -> bool:
    """Whether the newer state is one that ends the older one by its nature."""
    mine, theirs = _told(new), _told(old)
    if _ALSO.search(new.claim.text):
        return False
    if new.claim.subject is not None and _USES.match(theirs) and _SWITCHED.search(mine):
        return True  # of a team, which has one of a kind; somebody may use many things
    if _DIED.search(mine) and _LIVING.match(theirs) and _MINE.match(new.claim.subject or "") and not old.wording.is_past:
        return True  # nobody lives, works or is ill after that
    for turn in _TURNS:
        forth = turn.before.search(theirs) is not None and turn.after.search(mine) is not None
        back = turn.is_two_way and turn.after.search(theirs) is not None and turn.before.search(mine) is not None
        if (forth or back) and (not turn.shares or _share(new, old)):
            return not (new.denies and forth and "not " in mine and not _denial_is_meant(turn))
    return False


def _denial_is_meant(turn: _Turn) -> bool:
    return "not broke" in turn.after.pattern


def _told(one: Side) -> str:
    claim = one.claim
    return f"{claim.attribute or ''}={claim.value or ''} | {claim.text}".lower().replace("’", "'")


def _share(new: Side, old: Side) -> bool:
    """A noun or name in both texts: the part of the body that hurt, the place somebody is back from."""
    return bool(set(wording(new.claim.text).forms) & set(old.forms))
