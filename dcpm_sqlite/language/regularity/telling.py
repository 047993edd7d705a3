"""A regularity in plain English: who, what, and how often it is said to be; no word that the statements don't have but the frame's own."""

from __future__ import annotations

from collections.abc import Sequence

from dcpm_sqlite.language.claims.lexicon import LANGUAGES, RELATIONS
from dcpm_sqlite.language.claims.objects import is_plural
from dcpm_sqlite.language.claims.verbs import OUTINGS, gerund, third
from dcpm_sqlite.language.regularity.classes import LIGHT
from dcpm_sqlite.language.regularity.doing import Thing
from dcpm_sqlite.language.regularity.frequency import Frequency
from dcpm_sqlite.language.regularity.sharing import Pattern, Told

_MOST_LISTED = 4
_MOST_VERBS = 3


def head(pattern: Pattern, told: Sequence[Told], who: str) -> str:
    """ "Nora runs regularly", "Bo likes jazz", "Lena comes back to Norwegian (learning, passing)"."""
    things = _phrase(pattern, who)
    match pattern.kind:
        case "act" | "object":
            return " ".join(part for part in (who, _does(pattern, told), things, _how_often(pattern, told)) if part)
        case "pursuit":
            return f"{who} {_does(pattern, told)} {listed(pattern.objects, most=_MOST_LISTED)}"
        case "denies":
            return f"{who} does not {pattern.verb or ''} {things}".rstrip()
        case "likes" | "dislikes":
            return f"{who} {pattern.kind} {things or listed(pattern.objects, most=_MOST_LISTED)}"
        case "topic":
            return f"{who} comes back to {_several(pattern, things)}{_verbs(pattern, told)}"


def named(pattern: Pattern) -> str:
    """The same without who and how often, with the activity as a noun: "running", "cello", by which a life domain is told."""
    verb = pattern.verb or ""
    is_language = any(thing.text.lower() in LANGUAGES for thing in pattern.things)
    words = [gerund(verb) if verb.isalpha() else verb, *(thing.text for thing in pattern.things), *pattern.objects]
    return " ".join([*words, "language"] if is_language else words).strip()


def listed(parts: Sequence[str], *, most: int) -> str:
    """ "ramen, curry and tacos"; of more than `most` the first ones, "and more"."""
    shown = [*parts[:most], *(["more"] if len(parts) > most else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _does(pattern: Pattern, told: Sequence[Told]) -> str:
    verb = pattern.verb or ""
    outings = sum(told[i].doing.is_outing for i in pattern.which)
    if verb in OUTINGS and 2 * outings > len(pattern.which):
        return f"goes {gerund(verb)}"
    first, _, particle = verb.replace("work-out", "work out").partition(" ")
    return f"{third(first)} {particle}".rstrip()


def _phrase(pattern: Pattern, who: str) -> str:
    """The shared things with the article and preposition that most statements give them."""
    parts: list[str] = []
    before: tuple[str | None, str] | None = None
    for thing in pattern.things:
        if (thing.after, thing.article) != before:
            preposition = thing.after if parts or pattern.kind in ("act", "object", "denies") else None
            parts += [word for word in (preposition, _article(thing, who)) if word]
        before = (thing.after, thing.article)
        parts.append(thing.text)
    words = " ".join(parts)
    first = pattern.things[0].text if pattern.things else ""
    return words.replace("a " + first, "an " + first, 1) if first[:1] in "aeiou" and parts[:1] == ["a"] else words


def _several(pattern: Pattern, things: str) -> str:
    """ "a tournament" that comes up again and again is another one each time: "tournaments"."""
    if {thing.article for thing in pattern.things} != {"a"} or len({thing.after for thing in pattern.things}) > 1:
        return things
    bare = things.partition(" ")[2]
    if is_plural(bare):
        return bare
    if bare.endswith(("s", "x", "ch", "sh")):
        return f"{bare}es"
    return f"{bare[:-1]}ies" if bare.endswith("y") and bare[-2:-1] not in "aeiou" else f"{bare}s"


def _article(thing: Thing, who: str) -> str:
    """Whose somebody is has to be said ("Tom calls Tom's mother"); whose garden it is goes without saying."""
    if thing.article == "own":
        return f"{who}'s" if thing.text.lower() in RELATIONS else "the"
    return thing.article


def _how_often(pattern: Pattern, told: Sequence[Told]) -> str:
    """The rhythm that two of them name, else "regularly" or "often" where one says so, else that it was done on three days."""
    said = [often for i in pattern.which if (often := told[i].doing.often) is not None]
    words = [often.words for often in said if often.rate == "regularly"]
    same = next((word for word in words if words.count(word) > 1), None)
    if same is not None:
        return _cased(same)
    if said:
        return "regularly" if words else "often"
    done = {told[i].day for i in pattern.which if told[i].doing.mode == "did"}
    return "again and again" if len(done) > 2 else ""


def _cased(words: str) -> str:
    """Weekdays have their capital again."""
    return " ".join(
        word.capitalize() if word.rstrip("s").endswith("day") and word.rstrip("s") not in _NO_NAMES else word for word in words.split()
    )


_NO_NAMES = frozenset({"day", "weekday", "holiday", "everyday"})


def _verbs(pattern: Pattern, told: Sequence[Told]) -> str:
    """What is done with a topic, where that is this and that."""
    doings = [told[i].doing for i in pattern.which if told[i].doing.mode in ("does", "did")]
    verbs = dict.fromkeys(doing.verb for doing in doings if doing.verb is not None and doing.verb.isalpha() and doing.verb not in LIGHT)
    return f" ({', '.join(gerund(verb) for verb in list(verbs)[:_MOST_VERBS])})" if len(verbs) > 1 else ""


def frequency_of(pattern: Pattern, told: Sequence[Told]) -> Frequency | None:
    """The first rhythm that is named, or else that it is usual."""
    said = [often for i in pattern.which if (often := told[i].doing.often) is not None]
    return min(said, key=lambda often: often.rate != "regularly", default=None)
