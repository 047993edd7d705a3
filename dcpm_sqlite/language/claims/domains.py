"""Which life domain a statement belongs to, by its words (DCPM D-10); `other` where none or too many speak."""

from __future__ import annotations

import re
from collections import Counter

from dcpm_sqlite.language.claims.lexicon import CONDITIONS, DRINKS, FOODS, KIN, OCCUPATIONS, PARTNERS, PETS

_WORDS: dict[str, str] = {
    "art": "art paint painting paintings painter draw drawing sketch sketching sculpture gallery museum exhibition pottery ceramics photography photo photos camera craft crafts knit knitting crochet sew sewing calligraphy design artist watercolor watercolour origami embroidery",
    "education": "school university college course courses degree exam exams thesis study studying studies student class classes teacher homework lecture professor phd master bachelor graduate graduated graduation scholarship semester tutor kindergarten language languages lesson lessons",
    "entertainment": "movie movies film films series show shows tv netflix drama dramas anime cinema theatre theater comedy game games gaming videogame videogames boardgame chess podcast podcasts youtube puzzle puzzles musical",
    "family": "parents family siblings wedding grandkids",
    "food": "eat eating cook cooking recipe recipes restaurant dish meal meals cuisine spicy bake baking cake breakfast lunch dinner vegan vegetarian diet pasta cheese coriander cilantro ingredient snack taste flavour flavor barbecue bbq ramen taco tacos soup beans potatoes tomatoes noodles sausages avocado olives asparagus oatmeal hummus burger fries",
    "health": "doctor hospital dentist allergic allergy asthma diabetes pain knee surgery medication medicine therapy therapist sleep insomnia smoke smoking pregnant illness ill sick injury injured diagnosed symptom headache flu cold biopsy blood vaccine weight glasses meditation meditate anxiety stress wheelchair mental hurt hurts smoker smokes knee",
    "home": "house home apartment flat live landlord neighbour neighbor neighbourhood neighborhood garden kitchen furniture sofa room roof boiler roommate flatmate city town village mortgage bathroom balcony hometown cleaning leaving moved moving lives based origin",
    "money": "money salary budget price cost costs pay paid bank loan mortgage savings save invest investment investments stocks tax taxes rent income debt euros dollars pounds insurance credit pension bills rent raised",
    "music": "music song songs band bands album concert concerts guitar piano violin cello drums ukulele sing singing singer orchestra choir jazz blues rock techno hip-hop opera playlist spotify dj gig lyrics flute saxophone vinyl",
    "nature": "nature forest mountain mountains beach sea ocean lake river tree trees flower flowers plant plants birds bird birdwatching thunderstorm thunderstorms thunderstorm weather rain snow sunset stars stargazing gardening camping wildlife hiking park",
    "pets": "dog dogs cat cats puppy kitten pet pets vet hamster rabbit parrot horse leash litter kibble aquarium",
    "reading": "book books read reading novel novels author poetry poem poems library fiction sci-fi fantasy kindle literature memoir bookshop magazine comics manga",
    "relationships": "wife husband girlfriend boyfriend partner dating friend friends married engaged divorced single relationship marriage anniversary breakup ex fiance party parties",
    "society": "politics political vote voted election government president minister war law citizen immigration volunteer volunteering charity community protest news activism",
    "spirituality": "church god pray prayer religion religious muslim christian catholic jewish buddhist hindu atheist mosque temple bible quran spiritual faith ramadan lent mass",
    "sport": "sport sports run running runner marathon gym swim swimming bike biking cycling football soccer basketball tennis rugby cricket hockey golf yoga climb climbing ski skiing snowboard surf surfing match workout workouts training boxing karate judo dance dancing fitness exercise player goalkeeper league championship volleyball badminton skating rowing pilates supports membership",
    "technology": "computer laptop phone iphone android app apps software code coding programming python javascript linux windows mac internet wifi router website server ai chatgpt tablet tech gadget keyboard database calls router metric",
    "transport": "car cars drive driving bus train bike bicycle tram subway metro commute licence license skoda tesla toyota volvo motorcycle scooter parking traffic airport flight mot",
    "travel": "travel travelling traveling trip trips flight flights hotel airport vacation holiday holidays visit visited abroad passport visa tour backpacking cruise seats itinerary campervan road-trip luggage hostel airbnb fly flying flew booked hostel staying",
    "work": "work job boss manager colleague colleagues office company career employer employed promotion promoted salary shift shifts client clients project deadline meeting interview startup business freelance freelancing hired fired retired resume team coworkers on-call remote manage managing team call retired",
}  # fmt: skip
_BY_WORD: dict[str, str] = {}
for _domain, _words in _WORDS.items():
    for _word in _words.split():
        _BY_WORD.setdefault(_word, _domain)
for _domain, _set in (
    ("family", KIN),
    ("relationships", PARTNERS),
    ("pets", PETS),
    ("health", CONDITIONS),
    ("food", DRINKS | FOODS),
    ("work", OCCUPATIONS),
):
    for _word in _set:
        _BY_WORD.setdefault(_word, _domain)
_WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
# "the Bergen City Marathon" is a marathon: of a name, its last word tells what it is, and of a place's name none.
_NAME_HEAD = re.compile(r"(?<=[a-z,'’] )(?:[A-Z][\w'’-]+ )+(?=[A-Z])|(?<=\b(?:in|to) )[A-Z][\w'’-]+(?! [A-Z])")
_REMARK = re.compile(r"\b(?:for (?:the|a|an|my|our)|because|so that|when|while|although|which|who|where|before|after|as a)\b")


def domain_of(statement: str, attribute: str | None, subject: str | None = None) -> str:
    """One of DOMAINS. The attribute's words count most, what a remark adds and the subject's own words least.

    What is said counts, not of whom: the subject decides only where nothing else does.
    """
    said = _NAME_HEAD.sub("", statement)
    remark = _REMARK.search(said)
    cut = len(said) if remark is None else remark.start()
    votes: Counter[str] = Counter()
    for words, weight in ((attribute or "", 4), (said[:cut], 2), (said[cut:], 1), (subject or "", -1)):
        for word in _WORD.findall(words.lower().replace("’", "'")):
            word = word.removesuffix("'s")
            domain = _BY_WORD.get(word) or _BY_WORD.get(word.removesuffix("s"))
            if domain is not None:
                votes[domain] += weight
    return votes.most_common(1)[0][0] if +votes else "other"
