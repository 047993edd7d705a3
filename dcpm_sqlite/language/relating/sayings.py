"""What one English statement itself says of two things: "I stopped running because my knee hurts", "the kitchen is part of the renovation".

Only words that leave no choice are read. Not "since", which is a time as often as a cause, nor "like", nor "as".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from dcpm_sqlite.language.relating.statement import content

_WHO = r"(?:I|we|you|he|she|they|it)"
_WHOM = r"(?:me|us|you|him|her|them|[A-Z]\w+)"
_THING = rf"(?:the|my|our|his|her|their|{_WHO}|\w+ing)"  # after "before" and "after": an event, and no time of day
_NOT = r"(?<!never )(?<!not )(?<!n't )(?<!n’t )"
_CAN = re.compile(r"\b(?:can|could)(?!not|n['’]t| not)\b|\bable to\b", re.IGNORECASE)
_LIST = re.compile(r",|;|\band\b|\bor\b")


@dataclass(frozen=True, slots=True)
class Saying:
    """predicate: REALM's; sources, targets: content words of whatever it goes from and to, one set for each thing of a list."""

    predicate: str
    sources: tuple[frozenset[str], ...]
    targets: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class _Frame:
    """pattern: what stands between the two, or groups `first` and `second`; is_backward: the source is the second one.

    able: the predicate where the target tells of what one can do; is_only_able: there is no other.
    """

    predicate: str
    pattern: re.Pattern[str]
    is_backward: bool = False
    able: str | None = None
    is_only_able: bool = False


def _leading(words: str) -> re.Pattern[str]:
    """ "Because of the noise, we moved", "Thanks to the bike we could sell the car"."""
    return re.compile(rf"^\W*(?:{words})\s+(?P<first>[^,]+?)(?:,\s*|\s+(?=(?:I|we)\b))(?P<second>.+)", re.IGNORECASE | re.DOTALL)


def _between(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


_FRAMES = (
    _Frame("results_in", _leading(r"because(?: of)?|due to|thanks to|owing to|on account of"), able="enables"),
    _Frame("enables", _leading(r"now that"), able="enables", is_only_able=True),
    _Frame("precedes", _leading(r"after(?! all\b)")),
    _Frame("precedes", _leading(r"before"), is_backward=True),
    _Frame("enables", _between(rf"[,;]?\s*\bso (?:that )?{_WHO}(?: can| could|(?: am|['’]m| was| are|['’]re| were) able to)(?!not|n['’]t| not)\b")),
    _Frame("enables", re.compile(rf"{_NOT}\b(?:allow|enable)(?:s|ed) {_WHOM} to\b|\bma(?:de|kes) it possible (?:for \w+ )?to\b")),
    _Frame("enables", re.compile(rf"{_NOT}\blets? {_WHOM}\b(?! (?:down|know)\b)")),
    _Frame("enables", _between(r"\bnow that\b"), is_backward=True, able="enables", is_only_able=True),
    _Frame("triggers", _between(r"\b(?:caused|triggered|prompted) by\b"), is_backward=True),
    _Frame("triggers", re.compile(rf"\b(?:got|prompted|inspired) {_WHOM} (?:in)?to\b|\btrigger(?:s|ed)\b|\b(?:trigger|sets? off)(?= (?:my|our|his|her)\b)")),
    _Frame("results_in", _between(
        r"\b(?:because(?: of)?|due to|thanks to|owing to|on account of|since it|as a result of|the reason (?:is|was)(?: that)?)\b"
    ), is_backward=True, able="enables"),
    _Frame("results_in", _between(
        r"[,;]\s*so\b(?!\s+(?:much|many|far|good|long|that))|[,;]?\s*\b(?:so that|which is why|that is why|that['’]s why|therefore|which means"
        r"|led to|leads to|made me|makes me|resulted in|results in|caused)\b"
    )),
    _Frame("comprises", _between(r"\b(?:is|are|was|were) (?:a(?:nother)? |the \w+ )?part of\b"), is_backward=True),
    _Frame("comprises", _between(r"\b(?:consist(?:s|ed)? of|includes?|included|(?:is|are|was|were) made up of|comprise[sd]?)\b")),
    _Frame("instantiates", _between(r"\b(?:is|are|was|were) one of (?:my|our|his|her|their|the)\b(?! (?:\w+ )?reasons\b)")),
    _Frame("instantiates", _between(r"[,;(]?\s*\b(?:such as|for example|for instance|e\.g\.)"), is_backward=True),
    _Frame("precedes", _between(rf"(?<!look )(?<!looks )(?<!looked )(?<!looking )(?<!named )(?<!takes )(?<!take )\bafter\b(?= {_THING}\b)"), is_backward=True),
    _Frame("precedes", _between(rf"\bbefore\b(?= {_THING}\b)")),
)  # fmt: skip


@lru_cache(maxsize=4096)
def saying_of(text: str) -> Saying | None:
    """None where no words say how two things hang together, or nothing stands on one side of them."""
    return next(_read(text), None)


def _read(text: str) -> Iterator[Saying]:
    for frame in _FRAMES:
        match = frame.pattern.search(text)
        if match is None:
            continue
        first, second = match.group("first", "second") if match.re.groups else (text[: match.start()], text[match.end() :])
        source, target = (second, first) if frame.is_backward else (first, second)
        predicate = frame.able if frame.able is not None and _CAN.search(target) else None if frame.is_only_able else frame.predicate
        sources, targets = _things(source, frame.predicate == "instantiates"), _things(target, frame.predicate == "comprises")
        if predicate is not None and sources and targets:
            yield Saying(predicate, sources, targets)


def _things(text: str, may_be_list: bool) -> tuple[frozenset[str], ...]:
    """Cases and parts come as lists, and each of them is one."""
    return tuple(words for part in (_LIST.split(text) if may_be_list else [text]) if (words := content(part)))
