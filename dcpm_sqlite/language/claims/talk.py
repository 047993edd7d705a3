"""What people say about the talk itself, about the moment, or about things that only the talk around it names."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.finite import ADVERBS
from dcpm_sqlite.language.claims.lexicon import DETERMINERS, IMPRESSIONS, PREPOSITIONS, word_set

TALK = word_set(
    """
    think guess suppose mean hope wonder know agree understand see hear bet assume imagine doubt wish appreciate ask say tell thank
    apologize look consider mind swear let figure realise realize notice remember forget recall expect concern worry disagree prefer
    seem sound feel find reckon suspect believe get need want try admit promise welcome love like enjoy suggest recommend propose
    mention explain describe check trust care decide rephrase type paste copy note respond reply answer continue help share
    provide give send come keep
    """
)
"""Verbs that in the present tense are about the talk, or about a mind at the moment, unless a frame knows better."""
TALK_PAST = word_set(
    """
    think guess suppose mean hope wonder know agree understand hear bet assume imagine doubt wish ask say tell thank notice remember
    forget feel expect seem sound like love mention want need try realise realize look type paste provide enjoy appreciate find
    """
)
"""The same told in the past; what was seen, given or decided is an event."""
REPORTS = word_set("say tell ask think claim mention suggest recommend seem sound look appear mean let want feel believe know help")
"""Verbs that hand on what somebody else says or thinks."""
TALK_THINGS = word_set(
    """
    photo picture pic image story recipe recipes list idea ideas question questions answer answers text paragraph following example
    explanation information link article code output result results way thing things rest point one ones others part parts reason goal feeling feelings color colors colour colours view views vibe vibes atmosphere experience memory memories
    """
)
"""What "the ..." of a chat most often is: something shown or written there."""

TALK_BELONGINGS = re.compile(
    r"\b(?:understanding|questions?|point|guess|thoughts?|concerns?|problem|issue|advice|suggestions?|prompt|task|requests?|bad|answer|ideas?|opinion|"
    r"view|assumption|hypothesis|code|query|message|text|essay|paragraph|sentence|aim|intention|only \w+|main \w+)$"
    r"|^(?:\w+ )?(?:week|day|weekend|morning|evening)$|^night$"
)
"""The same of "my ..."."""
YOU = re.compile(r"\b(?:you|your|yours|u|ur)\b", re.I)
VAGUE = re.compile(
    r"(?:that|this|it|these|those|what|how|why|if|whether|you|your|so|something|anything|nothing|my mind|to (?:know|hear|see|ask|say|do|learn|be honest)|there|"
    r"them)\b",
    re.I,
)
"""Begins of a complement that names nothing."""
DEICTIC = re.compile(
    r"(?:^|\b(?:\w{2,}ing|to\s\w+|to|with|at|for|of|like|in|on|from|up|out|about|as|by|through|across|into|over|after|around|without|behind|doing)\s)(?:this|these|those|that|it|them|him|her)\b"
    r"(?! (?:days|week|month|year|morning|evening|afternoon|weekend|summer|winter|spring|autumn|fall|season|time|semester)\b)",
    re.I,
)
"""Points at something that the words don't name; "this week" does name it."""
POINTING = re.compile(
    r"(?:(?:being|having|doing|using|all|some of|the rest of) )?(?:this|these|those|that|it|them|there|their|its|is|are|was|were)\b"
    r"(?! (?:week|month|year|morning|time))|.* of (?:these|those)\b",
    re.I,
)
"""The same of an object that a frame has found."""
_LIGHT = (
    PREPOSITIONS
    | DETERMINERS
    | ADVERBS
    | word_set("on up out off though well much bit lot lots tons more alright positive strong going way yet away there here")
)
_COLOURING = word_set("so very really pretty quite just a an also too not such super all always still")
_WORD = re.compile(r"[^\W\d_][\w'’-]*|\d+")


def is_empty(complement: str) -> bool:
    """Whether a complement names nothing: "on", "alright", "a great time"."""
    words = [word for word in _WORD.findall(complement.lower()) if word not in _LIGHT and not word.endswith("ly")]
    return bool(complement) and (not words or words[0] in IMPRESSIONS)


def is_impression(value: str) -> bool:
    """Whether only the mood of the moment is told: "great", "so helpful", "very nice to hear"."""
    words = [word for word in _WORD.findall(value.lower()) if word not in _COLOURING]
    return bool(value) and (not words or words[0] in IMPRESSIONS)
