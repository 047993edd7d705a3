"""What states nothing that could be kept: pasted matter, other languages, requests, suppositions (K3, K6, K13)."""

from __future__ import annotations

import re

from dcpm_sqlite.language.claims.lexicon import word_set
from dcpm_sqlite.language.claims.tokens import Token
from dcpm_sqlite.language.stop_words import WORDS

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|(?m:^[ \t]*>.*$)", re.S)
_QUOTED = re.compile(r"“[^”\n]{12,}”|(?<!\w)\"[^\"\n]{12,}\"(?!\w)|(?<!\w)'[^'\n]{12,}'(?!\w)")
_TITLE = re.compile(r".[A-Z\d][\w'’.-]*(?:[ :,!?&-]+(?:[A-Z\d][\w'’.-]*|of|the|and|in|on|at|for|to|a|an|with|from|by))*[!?.]?.")  # "Heroes"
_ROLE_PLAY = re.compile(
    r"\s*(?:you (?:are|will be|will act)\b|act as\b|pretend (?:to be|that|you)\b|i want you to (?:act|pretend|be|play)\b|imagine (?:you|that you)\b|"
    r"i'?(?:ll| will) (?:respond|answer|reply|act) as\b|here(?:'s| is) (?:my|the|a) (?:response|reply|rewritten|revised)\b|"
    r"your (?:task|job|role) is\b|let'?s (?:play|role-?play|pretend)\b|(?:role-?play|system prompt)\b)",
    re.I,
)
_ASSUMED = re.compile(r"\b(?:as+ume|suppose|imagine|pretend|let's say) (?:that )?(?:i am|i'm|my name|i have|i work)\b", re.I)
_LETTER = re.compile(r"\s*(?:dear (?:sir|madam|mr|ms|mrs|dr|hiring|prof|all|team)\b|to whom it may concern|subject:)", re.I)
_ASKS = (
    r"(?:please |pls |can you |could you |would you |kindly |now |i need you to |help me )*"
    r"(?:re-?write|rephrase|paraphrase|summari[sz]e|translate|proof-?read|correct|edit|improve|review|check|fix|explain|analy[sz]e|extract|"
    r"respond to|reply to|continue|expand|shorten|classify|convert|write|create|generate|draft|compose|make|list|give me|describe|simplify|polish|critique|"
    r"answer|solve|complete|format|evaluate|grade|read)\b"
)
_PASTE = re.compile(rf"\s*{_ASKS}[^\n]{{0,300}}?(?::\s|\n\s*\n|\b(?:following|below|this|these)\b[^\n:]{{0,200}}[:\n])", re.I)
_ASK_AFTER = re.compile(rf"(?:\A|\n\s*\n){_ASKS}[^\n]{{0,120}}\b(?:this|the|my|that|above)\b[^\n]{{0,60}}\Z", re.I)
_CODE = re.compile(
    r"[{}<>=|\\`~^]{2,}|;\s*$|^\s*(?:def|class|import|from \w+ import|return|const|let|var|select|insert|update|create table|git|sudo|pip|npm|docker|curl|cd|ls|"
    r"public|private|function|#include|http[s]?)\b(?! (?:is|was|are|has)\b)[^.!?]*[(){};=/*&$|-]|^\s*(?:\w+(?:Error|Exception|Warning)\b)|^\[?\d{4}-\d\d-\d\d[T ]\d\d:|\w+\([^)\s]*\)\s*[{:;=]|\w+\.\w+\(",
    re.I,
)
_SUPPOSED = re.compile(
    r"\s*(?:if|suppose|supposing|imagine|assume|assuming|say|let's say|let's|lets|what if|pretend|in case|provided|unless|even if|as if|whether|"
    r"had i|were i|should i|would i|hypothetically|fingers crossed|i wish|wish|if only|maybe|perhaps|my horoscope|in theory|in the story|in my dream)\b",
    re.I,
)
_QUESTION = re.compile(
    r"\s*(?:what|what's|whats|who|who's|whose|whom|which|where|where's|when(?!ever)|why|how|do|does|did|is|are|am|was|were|can|could|will|would|should|shall|may|might|"
    r"have you|has|haven't|isn't|aren't|don't you|doesn't|didn't|won't|can't you|any|anyone|got any)\b",
    re.I,
)
_WITHHELD = re.compile(r"\[withheld: ")  # as `language.secrets` leaves it
_IRONY = re.compile(
    r"\b(?:oh great|oh joy|yeah right|i just love (?:being|it when|how|when)|just what i needed|thanks a lot for nothing)\b|/s\s*$", re.I
)

_ALL = frozenset(WORDS.split())
_ENGLISH = word_set(
    """
    a about after all also am an and any are as at be because been before but by can could did do does don't for from get go had has
    have he her him his how i i'm i've i'd i'll if in into is it it's its just like me more my never no not now of on or our out she
    so some than that the their them then there they this to too up us was we were what when where which while who why will with would
    you your yes really very im ive dont cant every since work love live hate got new
    """
)
_FOREIGN = (
    _ALL
    - _ENGLISH
    - word_set(
        """
    again against am as being between both down during each few further having herself himself i itself man me most myself nor off
    once only other ours ourselves over own same should such theirs themselves these those through under until yours yourself d ll m
    re ve s t don didn doesn isn wasn couldn wouldn shouldn hasn haven hadn aren weren above below doing here hers whom yourselves
    mine die
    """
    )
)
_PROSE_FROM = 400  # in people's own words of this length, "I" or "my" comes more than once
_OWN = re.compile(r"\b(?:I|my|me|i'm|im|i)\b(?!\.)")
_NUMBERED = re.compile(r"^\s*\(?\d{1,4}[.)]\s", re.M)
_UNSPOKEN = re.compile(r"[\s\d]")
_LATIN = re.compile(r"[A-Za-z]")


def refused_spans(text: str) -> list[tuple[int, int]]:
    """Stretches that are not the speaker's own statements: fenced, quoted, pasted below a request, or a role to play."""
    if _ROLE_PLAY.match(text) or _LETTER.match(text) or _ASSUMED.search(text):
        return [(0, len(text))]
    spans = [match.span() for match in _FENCE.finditer(text)]
    spans += [match.span() for match in _QUOTED.finditer(text) if not _TITLE.fullmatch(match.group())]
    if _PASTE.match(text) is not None or (len(text) > 200 and (ask := _ASK_AFTER.search(text)) is not None and ask.start() > 0):
        spans.append((0, len(text)))
    if _is_prose(text):
        spans.append((0, len(text)))
    return spans


def _is_prose(text: str) -> bool:
    """Whether a long text hardly speaks of its writer: an article, a story, a paper; a numbered list of statements is none."""
    if len(text) < _PROSE_FROM or len(_NUMBERED.findall(text)) * 200 > len(text):
        return False
    return len(_OWN.findall(text)) < len(text) / _PROSE_FROM


def is_unreadable(sentence: str, words: list[Token]) -> bool:
    """Whether a sentence is code, a log line, an address, or in a language whose rules are not here."""
    letters = len(_LATIN.findall(sentence))
    if letters < 0.5 * len(_UNSPOKEN.sub("", sentence)) or _CODE.search(sentence):
        return True
    lows = [word.low for word in words if word.low[:1].isalpha()]
    english = sum(low in _ENGLISH for low in lows) + sum(word.low in {"'m", "'s", "n't", "'ve", "'re", "'ll", "'d"} for word in words)
    foreign = sum(low in _FOREIGN for low in lows)
    return foreign > english or (len(lows) >= 8 and english < 0.1 * len(lows))


def holds_secret(statement: str) -> bool:
    """Whether something was left out of a statement when it was kept (K32): what is left says nothing."""
    return _WITHHELD.search(statement) is not None


def is_supposed(sentence: str) -> bool:
    """Whether a sentence opens as a supposition, a wish or irony; `sentence` has plain apostrophes and no openers."""
    return _SUPPOSED.match(sentence) is not None or _IRONY.search(sentence) is not None


def is_question_start(text: str, at: int) -> bool:
    """Whether the words at `at` begin a question."""
    return _QUESTION.match(text, at) is not None
