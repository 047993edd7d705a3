"""Classes of behaviour: what somebody does, whatever he does it with. By verbs and turns of phrase of general English.

Each class has a phrase that describes it without any domain's words, the verbs (any form) and the turns that show it. `weak` ones are true of
nearly everything that is done at all: alone they say nothing about anybody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dcpm_sqlite.language.claims.lemmas import lemma


@dataclass(frozen=True, slots=True)
class Behaviour:
    """name: what it is called; phrase: how it is described; verbs: their forms as `lemma` gives them; turns: a pattern of phrases."""

    name: str
    phrase: str
    verbs: frozenset[str]
    turns: re.Pattern[str] | None
    is_weak: bool = False


def _class(name: str, phrase: str, verbs: str, turns: str = "", *, is_weak: bool = False) -> Behaviour:
    pattern = re.compile(rf"\b(?:{turns})\b", re.I) if turns else None
    return Behaviour(name, phrase, frozenset(lemma(verb) for verb in verbs.split()), pattern, is_weak)


BEHAVIOURS: tuple[Behaviour, ...] = (
    _class("routine", "keeps to a fixed routine, at regular times", "routine ritual habit",
           r"every (?:day|morning|evening|night|week|weekend|month|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)|daily|weekly|monthly|each (?:day|morning|week)|without fail"
           r"|(?:once|twice|\w+ times) a (?:day|week|month)|regularly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|first thing in the morning|like clockwork"),
    _class("gradual", "builds up slowly, in small steps, and adds a little each time", "increase build progress advance ramp extend",
           r"step by step|bit by bit|little by little|a (?:little|bit) (?:more|further|longer|each)|gradual(?:ly)?|slowly|one \w+ at a time|small steps|(?:minutes|pages|words|percent) more"
           r"|work(?:s|ing|ed)? (?:up|my way up) to|start(?:s|ed|ing)? small|from .{1,20} to .{1,20} (?:each|every)"),
    _class("nurturing", "looks after something patiently so that it grows", "nurture tend care grow raise foster feed water prune seed sow plant cultivate mentor coach",
           r"tak(?:e|es|ing) care of|look(?:s|ing)? after|watch(?:es|ing)? .{0,30}grow|give(?:s)? .{0,20}time to grow|patien(?:t|tly|ce)"),
    _class("teaching", "explains and passes on to others what was learnt", "teach explain tutor instruct train guide demonstrate lecture mentor",
           r"show(?:s|ing|ed)? .{1,30} how|pass(?:es|ing)? (?:it )?on|help(?:s|ing|ed)? .{1,30} (?:learn|understand)|give(?:s)? lessons"),
    _class("learning", "learns something new from the ground up", "learn study practise practice rehearse enrol enroll memorise memorize train",
           r"tak(?:e|es|ing) (?:a |an |\w+ )?(?:class|classes|course|courses|lessons?)|beginner|sign(?:s|ed)? up for (?:a |an )?\w* ?(?:class|course|lessons?)|from scratch|first time"),
    _class("preparing", "prepares well ahead and leaves little to chance", "prepare plan schedule organise organize arrange book reserve rehearse pack draft outline",
           r"in advance|ahead of time|(?:days|weeks|months) (?:before|ahead)|the (?:night|day|week) before|check ?lists?|to-?do lists?|mak(?:e|es|ing) (?:a |the )?(?:list|plan)s?|just in case"),
    _class("measuring", "keeps records and measures progress by numbers", "measure track log record count weigh monitor calculate chart graph note",
           r"keep(?:s|ing)? (?:a |an )?(?:log|diary|journal|record|spreadsheet|track)|spreadsheets?|down to the (?:minute|gram|cent|penny)|statistics|personal best"),
    _class("saving", "holds back now so as to have more later", "save budget economise economize ration store hoard",
           r"put(?:s|ting)? (?:money |some |it )?aside|set(?:s|ting)? aside|for later|rainy day|cut(?:s|ting)? back|instead of buying"),
    _class("sharing", "does it for others and gives it away", "share give donate volunteer host invite gift treat lend serve offer contribute",
           r"for (?:the )?(?:others|friends|neighbou?rs|everyone|guests)|brings? .{1,40} (?:for|to) (?:everyone|friends|colleagues|the)"),
    _class("company", "does it together with others", "join meet gather team collaborate accompany",
           r"together|with (?:a |the |my |his |her |their )?(?:friends?|group|family|team|club|partner|colleagues?|others|kids|children|wife|husband|sister|brother)|in a group", is_weak=True),
    _class("solitude", "withdraws to be alone and quiet", "withdraw retreat meditate unplug", r"alone|by (?:my|him|her|them)sel(?:f|ves)|on my own|in peace|peace and quiet|silence|solitude|quiet"),
    _class("avoiding", "avoids it, and finds reasons to put it off", "avoid postpone procrastinate skip delay dodge cancel excuse evade",
           r"put(?:s|ting)? (?:it |things )?off|at the last (?:minute|moment)|make(?:s)? excuses|never gets? (?:around|round) to|not yet|again and again tomorrow|keeps? putting"),
    _class("restarting", "starts anew after setbacks and does not give up", "restart resume retry persevere persist recover rebound",
           r"again after|try(?:ing)? again|tries again|start(?:s|ed|ing)? (?:over|again)|back (?:to|at|into) .{0,20}after|despite|did(?:n't| not) give up|keeps? going|second attempt|after (?:a |an |the |my )?(?:injury|setback|failure|break|rejection)"),
    _class("abandoning", "begins with zeal and soon drops it", "quit abandon drop stop",
           r"gave up|given up|giv(?:es|ing) up|lost interest|never finish(?:es|ed)?|half[- ]finished|unfinished|after a few (?:days|weeks)|no longer"),
    _class("competing", "measures up against others and wants to win", "compete win beat race challenge outdo rank",
           r"tournaments?|contests?|competitions?|first place|championships?|medals?|league"),
    _class("collecting", "gathers many of a kind and completes the set", "collect gather hunt amass accumulate catalogue", r"collections?|rare|complete set|one of each|new ones"),
    _class("making", "makes things by hand rather than getting them ready-made", "make build craft sew knit carve bake cook paint draw weld assemble brew compose write design",
           r"by hand|home-?made|hand-?made|from scratch|my own|own recipe", is_weak=True),
    _class("repairing", "mends and restores what is worn instead of replacing it", "repair fix mend restore renovate refurbish patch salvage reuse upcycle", r"second-?hand|good as new|instead of (?:buying|throwing)"),
    _class("exploring", "seeks out the new and unknown", "explore discover wander experiment try sample venture roam",
           r"new (?:places?|things?|recipes?|ways?|routes?)|never (?:been|tried)|somewhere new|off the beaten|for the first time|something different"),
    _class("returning", "goes back to the same and familiar", "revisit reread rewatch repeat", r"the same .{1,30}(?:again|every|each)|as always|favou?rite .{1,20}again|over and over|old favou?rites?|comes? back to|keeps? coming back"),
    _class("worrying", "worries about what might go wrong", "worry fret fear dread panic overthink", r"anxious|nervous|stressed|afraid|what if|worst case|can(?:'t|not) sleep"),
    _class("controlling", "wants it exact, and checks it again", "check verify proofread inspect perfect correct revise edit polish", r"double-?check|over and over|perfectionis[tm]|exactly right|every detail|to the letter"),
    _class("reducing", "does with less than before", "reduce declutter simplify limit cut quit shrink", r"less|fewer|minimal(?:ist|ism)?|cut(?:s|ting)? (?:down|out)|no more"),
    _class("soothing", "turns to it to calm down after strain", "relax unwind destress calm recharge soothe", r"wind(?:s|ing)? down|blow(?:s|ing)? off steam|clear(?:s|ing)? (?:my|his|her|the) (?:head|mind)|after a (?:long|hard|stressful) (?:day|week)|stress relief"),
    _class("leading", "takes charge and gets others to act", "lead organise organize manage coordinate chair run found delegate initiate", r"in charge|takes? the lead|responsible for|project lead|head of"),
    _class("supporting", "stands by others when they need it", "support help comfort encourage listen assist advise", r"there for|lend(?:s)? (?:a|an) (?:hand|ear)|checks? in on|stands? by"),
    _class("protesting", "stands up for a cause in public", "protest campaign advocate march petition fundraise lobby", r"speaks? (?:out|up)|awareness|rights|raise(?:s|d)? money|charity|activis[tm]"),
    _class("deciding late", "keeps options open and decides late", "hesitate waver improvise", r"last[- ]minute|on the spot|spontaneous(?:ly)?|undecided|see how it goes|plays? it by ear|without a plan"),
    _class("risking", "takes risks for the thrill", "gamble bet dare risk gambled", r"thrill|adrenaline|all in|on a whim|without a (?:net|helmet)|extreme"),
    _class("enduring", "pushes through discomfort to the end", "endure push grind persevere", r"pushes? through|no matter (?:what|how)|in any weather|rain or shine|despite (?:the )?(?:pain|cold|rain)|exhausted|long hours|overtime"),
    _class("changing", "changes course often", "switch change swap replace move", r"another one|new one|from one .{1,20} to (?:another|the next)|again (?:changed|moved|switched)"),
)  # fmt: skip
