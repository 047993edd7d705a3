"""What only ties a statement to the talk around it: greetings, interjections, "by the way", "please remember that"."""

from __future__ import annotations

import re

_WORDS = r"""
    hi|hello|hey|heya|hiya|good\ (?:morning|evening|afternoon)|well|so|oh|ok|okay|yeah|yes|yep|yup|ya|no|nope|nah|sure|alright|right|great|cool
    |nice|wow|ah|aw|aww|haha+|hah|lol|lmao|hmm+|umm?|uh|ugh|btw|fyi|fwiw|iirc|imo|ngl|by\ the\ way|also|anyway|anyways|honestly|tbh|to\ be\ honest|actually|basically
    |frankly|look|listen|you\ know|i\ mean|you\ see|oh\ and|and|but|plus|fun\ fact|quick\ (?:intro|update|note|question)|update|just\ so\ you\ know
    |for\ (?:context|the\ record|what\ it's\ worth|reference|your\ information)|(?:as|like)\ (?:you\ know|i\ (?:said|mentioned|told\ you)(?:\ before|\ earlier)?)
    |(?:just\ )?a\ heads\ up|heads\ up|note|sorry|thanks(?:\ (?:a\ lot|so\ much|again|for\ [^,.!:;]{1,40}))?|thank\ you(?:\ so\ much|\ for\ [^,.!:;]{1,40})?|cheers|please|pls
    |awesome|perfect|exactly|absolutely|definitely|totally|indeed|true|good\ (?:idea|point|news|question)|bad\ news|great\ news|big\ news|guess\ what|in\ fact
    |speaking\ of(?:\ which|\ [^,.!:;]{1,40})|on\ that\ note|for\ me|as\ for\ me|in\ my\ case|not\ really|of\ course|news|confession|context|background
    |for\ (?:instance|example)|on\ the\ other\ hand|in\ addition|as\ a\ result|first\ of\ all|firstly|secondly|side\ note|on\ a\ (?:side|different|related)\ note|besides|moreover|additionally|however|likewise|similarly|lastly|overall|seriously|again
"""
_REMEMBERING = r"""
    (?:please|pls|just)?\ ?(?:can|could|would|will)?\ ?(?:you\ )?(?:please\ )?(?:remember|remind\ me|note|keep\ in\ mind|bear\ in\ mind|don't\ forget|be\ aware)\ (?:that\ |,\ ?)?
    (?=(?:i|i'm|im|my|we|we're|our|the)\b)
  | (?:i\ )?(?:just\ )?(?:wanted|want|thought\ i'd|should)\ (?:to\ )?(?:let\ you\ know|mention|tell\ you|add|say|share)\ (?:that\ )?(?=(?:i|i'm|im|my|we|we're|our)\b)
  | you\ should\ know\ (?:that\ )?(?=(?:i|i'm|im|my|we|our)\b)
  | (?:also\ )?(?:did\ i\ mention|i\ (?:should|forgot\ to|have\ to)\ (?:mention|say|add))\ (?:that\ )?(?=(?:i|i'm|im|my|we|our)\b)
"""
_MARKER = re.compile(r"(?:\(?\d{1,4}[.)]|[-*•–—+>#]+)\s+")
_OPENER = re.compile(rf"(?:(?:{_WORDS})\b(?:\s+(?:there|everyone|all|guys))?|[^\w\s\"“'(]+)\s*[,:!.;\-–—…]*\s*", re.I | re.X)
_TYING = re.compile(_REMEMBERING, re.I | re.X)
_GREETED = re.compile(r"(?:hi|hello|hey|thanks|thank you|wow|yeah|sure|yes|no|congrats|great|oh)\b,?\s+[A-Z]\w+\s*[,!.]\s*")
# These are openers only with a mark or another opener after them: "so many people", "no meat", "well-known", "right-handed".
_BARE = re.compile(r"(?:i|i'm|im|ive|i've|my|we|we're|our|the|it|he|she|they|that|there|this|[A-Z]\w+('s)?)\b", re.I)


def is_reminder(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] asks to remember what follows ("Can you remember that")."""
    return _TYING.search(text, start, max(start, end + 4)) is not None


def skip_openers(text: str, start: int, end: int) -> int:
    """Where the statement itself begins in text[start:end]; `text` has plain apostrophes."""
    if marker := _MARKER.match(text, start, end):
        start = marker.end()
    while start < end:
        match = _GREETED.match(text, start, end) or _TYING.match(text, start, end) or _OPENER.match(text, start, end)
        if match is None or match.end() == start or match.end() >= end:
            return start
        has_mark = match.group().rstrip()[-1:] in ",:!.;-–—…" or not match.group()[:1].isalnum()
        if not has_mark and match.re is _OPENER and not (_BARE.match(text, match.end(), end) or _OPENER.match(text, match.end(), end)):
            return start
        start = match.end()
    return start
