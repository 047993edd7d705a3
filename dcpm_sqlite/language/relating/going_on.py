"""How a sentence goes on from the one before it: "That's why ...", "Then ..."."""

from __future__ import annotations

import re

_GOES_ON = re.compile(
    r"^\W*(?:so(?=,|\s+(?:I|we|he|she|they|it|the|my|our|now)\b)|that(?:['’]s| is| was) why|therefore|as a result|because of (?:that|this)"
    r"|thanks to (?:that|this)|hence|consequently)\b",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"^\W*(?:then(?! again)|after that|afterwards?|(?:later|next)(?=,|\s+(?:I|we|he|she|they|on|that)\b)"
    r"|the (?:next|following) (?:day|week|month|morning)|soon after)\b",
    re.IGNORECASE,
)


def follows_from_before(text: str) -> bool:
    """Whether it begins as what follows from the statement before it ("That's why ..."); not "So many people ..."."""
    return _GOES_ON.match(text) is not None


def comes_after_before(text: str) -> bool:
    """Whether it begins as what happened after the statement before it ("Then ..."); not "Next door ..."."""
    return _THEN.match(text) is not None
