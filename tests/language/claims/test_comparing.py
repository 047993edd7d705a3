"""How a newer claim relates to an older one; claims are made by hand, as the reader gives them."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.comparing import Outcome, compare, same_subject
from dcpm_sqlite.records import Stretch

NEAR = 0.999


def said(text: str, subject: str | None = None, attribute: str | None = None, value: str | None = None, **more: Any) -> Claim:
    """A claim of one sentence, as the reader would give it."""
    fields: dict[str, Any] = {"kind": "fact", "type": "fact", "domain": "other", "salience": 0.5} | more
    return Claim(0, len(text), text, subject=subject, attribute=attribute, value=value, **fields)


def single(text: str, subject: str | None, attribute: str, value: str, **more: Any) -> Claim:
    """A claim of an attribute that has one value at a time."""
    return said(text, subject, attribute, value, is_single=True, **more)


def day(year: int, month: int, date: int) -> Stretch:
    """One day in UTC."""
    start = int(datetime(year, month, date, tzinfo=UTC).timestamp() * 1000)
    return Stretch(start, start + 86_400_000, "day", "stated")


def relation(new: Claim, old: Claim) -> Outcome:
    return compare(new, old, nearness=NEAR)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Leeds.", "i live in leeds"),
        ("I don't drink alcohol.", "I never drink alcohol."),
        ("I have two daughters.", "We've got 2 daughters."),
        ("I love hiking.", "I really enjoy hiking!"),
        ("I can't stand horror films.", "I hate horror movies."),
        ("I'm twenty-five.", "I am 25"),
        ("I ran 5km on Monday", "I ran 5 km on Mondays"),
        ("I went to Rome with my sister and her dog", "I went to Rome with my sister"),
        ("I have a sister, and she lives in Bonn", "I have a sister"),
        ("Ich wohne in Köln.", "ich wohne in köln"),
    ],
)
def test_the_same_in_other_words_is_a_duplicate(old: str, new: str) -> None:
    """Case, contractions, number words, synonyms and adverbs make no other claim, nor does a part of what was said (K16)."""
    assert relation(said(new), said(old)) == "duplicate"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I like dogs.", "I like hot dogs."),
        ("I like coffee ice cream.", "I like coffee."),
        ("I know a teacher.", "I am a teacher."),
        ("I want to buy a house.", "I buy a house."),
        ("I called Anna about Bob.", "I called Bob about Anna."),
        ("I flew from Rome to Oslo.", "I flew from Oslo to Rome."),
        ("I have three cats and a dog.", "I have a cat and three dogs."),
        ("I paid $40 for lunch.", "I paid £40 for lunch."),
        ("I visited Paris last spring.", "I visited Prague in the autumn."),
        ("I want to learn to sail.", "I want to learn Italian."),
        ("I ran the Berlin marathon in 2022.", "I ran the Berlin marathon in 2023."),
        ("I have a meeting with Ana on Thursday.", "I have a meeting with Bea on Thursday."),
        ("I snack late at night", "I want to travel the world"),
        ("I have a meeting on Monday.", "I have a meeting on Tuesday."),
        ("I don't live in Rome.", "I don't live in Oslo."),
        ("I drink coffee in the morning.", "I don't drink coffee after six."),
        ("I enjoy cooking for friends.", "I don't enjoy cooking just for myself."),
    ],
)
def test_what_shares_words_may_be_unrelated(old: str, new: str) -> None:
    """Compounds, moods, other names, numbers, units and dates, and the other direction are other claims, however near (K17, K18)."""
    assert relation(said(new), said(old)) == "unrelated"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I run a bakery.", "I run a small bakery in Rotterdam with my husband."),
        ("I run every morning.", "I run every morning, about five kilometres."),
        ("Yusuf doesn't eat gluten.", "Yusuf doesn't eat gluten because he has coeliac disease."),
        ("I like reading.", "I like reading, mostly crime novels."),
    ],
)
def test_more_detail_is_an_update(old: str, new: str) -> None:
    """A wording that keeps all of the old one and adds to it words the same state anew."""
    assert relation(said(new), said(old)) == "update"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I work at Siemens.", "I don't work at Siemens any more."),
        ("I don't eat meat.", "I eat meat these days."),
        ("I smoke.", "I used to smoke."),
        ("I smoke ten a day.", "I quit smoking."),
        ("I drive a Skoda Octavia.", "I sold the Skoda."),
        ("I drink beer on Fridays", "I stopped drinking beer"),
        ("I'm learning Spanish with Duolingo", "I gave up on Spanish."),
        ("I love Chinese food", "I hate Chinese food"),
        ("I love going to parties.", "I don't really like parties."),
        ("I don't have a car.", "We bought a car!"),
        ("The deadline is October 15th", "the deadline is October 16th"),
        ("The deadline is October 16th", "the deadline is October 9th"),
        ("My rent is 900 a month.", "My rent went up to 1,050 a month."),
        ("The shop closes at 6 pm.", "The shop now closes at 8 pm."),
        ("My budget is 40k euros", "My budget is 32k euros"),
    ],
)
def test_a_change_that_is_said_supersedes(old: str, new: str) -> None:
    """Endings, flipped polarity, and another amount or date of the same definite thing are another state (K15, K17, K46)."""
    change = any(word in new for word in ("any more", "these days", "now", "went up"))
    assert relation(said(new, is_change=change), said(old)) == "supersede"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I drive a Skoda.", "I sold my boat."),
        ("I have a car seat.", "I sold the car."),
        ("I like Spanish.", "I sold a Spanish guitar."),
        ("I smoke salmon at home.", "I quit my choir."),
        ("I drive a Skoda.", "I didn't sell the Skoda."),
        ("I smoke.", "I want to quit smoking."),
    ],
)
def test_an_ending_ends_only_its_object(old: str, new: str) -> None:
    """What is sold or quit must be what the older claim is about, and be sold in fact."""
    assert relation(said(new), said(old)) == "unrelated"


def test_another_value_of_a_single_valued_attribute_supersedes() -> None:
    """One chain: the newer player is the favourite (K14); a fact about the world follows the same rule."""
    ronaldo = single("My favourite player is Ronaldo.", None, "favourite player", "Ronaldo")
    messi = single("My favourite player now is Messi.", None, "favourite player", "Messi", is_change=True)
    assert relation(messi, ronaldo) == "supersede"
    old = single("The capital of Norland is Arvik.", "Norland", "capital", "Arvik")
    assert relation(single("The capital of Norland is Stenby.", "Norland", "capital", "Stenby"), old) == "supersede"
    assert relation(single("The capital of Sudland is Stenby.", "Sudland", "capital", "Stenby"), old) == "unrelated"


def test_many_values_stand_beside_each_other() -> None:
    """Who speaks Dutch, now too, still speaks Portuguese; who likes tea may like coffee."""
    old = said("I speak Portuguese.", None, "speaks", "Portuguese")
    assert relation(said("I speak Dutch now.", None, "speaks", "Dutch", is_change=True), old) == "unrelated"
    assert relation(said("I like tea.", None, "likes tea"), said("I like coffee.", None, "likes coffee")) == "unrelated"


def test_replacing_words_change_an_attribute_that_may_have_many_values() -> None:
    """ "Switched to" puts one thing in another's place; "uses" alone doesn't."""
    old = said("Our team uses Jira.", "our team", "uses", "Jira")
    assert relation(said("Our team has switched to Linear.", "our team", "uses", "Linear", is_change=True), old) == "supersede"
    assert relation(said("Our team uses Linear.", "our team", "uses", "Linear"), old) == "unrelated"


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        ("Portugal", "Lisbon, Portugal", "update"),
        ("Lisbon, Portugal", "Lisbon", "duplicate"),
        ("New York", "New York City", "update"),
        ("York", "New York", "unrelated"),
        ("Lisbon, Portugal", "Porto, Portugal", "supersede"),
        ("the Old Town", "Old Town", "duplicate"),
    ],
)
def test_a_value_may_hold_another(old: str, new: str, outcome: Outcome) -> None:
    """The wider value adds nothing, the narrower one adds detail, and a name within a name proves nothing."""
    claims = [single(f"I live in {value}.", None, "home city", value) for value in (old, new)]
    assert relation(claims[1], claims[0]) == outcome


def test_the_frame_in_which_an_attribute_is_said_adds_nothing() -> None:
    """ "I work as a nurse" after "I'm a nurse" says it again."""
    old = single("I'm a nurse.", None, "occupation", "nurse")
    assert relation(single("I work as a nurse.", None, "occupation", "nurse"), old) == "duplicate"
    assert relation(single("I work as a nurse at St James's.", None, "occupation", "nurse"), old) == "update"


def test_a_passing_state_retires_no_lasting_one() -> None:
    """K19: on call this week, employed all the while; nor does a week elsewhere move anybody's home."""
    job = single("Petra works at Acme.", "Petra", "employer", "Acme")
    assert relation(said("Petra is on call this week.", "Petra", "is on call"), job) == "unrelated"
    week = Stretch(0, 7 * 86_400_000, "week")
    away = single("I'm at my parents' place this week.", None, "home", "my parents' place", holds=week)
    assert relation(away, single("I live in Leeds.", None, "home", "Leeds")) == "unrelated"


def test_a_state_that_is_past_retires_none_that_is_present() -> None:
    """ "I worked at Bosch" and "I used to work at Bosch" say nothing about Siemens."""
    job = single("I work at Siemens.", None, "employer", "Siemens")
    for text in ("I worked at Bosch.", "I used to work at Bosch."):
        assert relation(single(text, None, "employer", "Bosch"), job) == "unrelated"


def test_what_cannot_change_contradicts() -> None:
    """Another birthplace or another year of something past is an error of one of the two, and no new state."""
    born = single("I was born in Gdansk.", None, "birthplace", "Gdansk")
    assert relation(single("I was born in Sopot.", None, "birthplace", "Sopot"), born) == "contradict"
    assert (
        relation(said("The bridge was built in 1921.", "the bridge"), said("The bridge was built in 1911.", "the bridge")) == "contradict"
    )


def test_an_event_that_is_denied_contradicts() -> None:
    """What happened can't stop having happened."""
    old = said("I went to the party.", type="event")
    assert relation(said("I didn't go to the party.", type="event", is_negated=True), old) == "contradict"


def test_a_trait_that_is_denied_contradicts() -> None:
    """ "Isn't patient at all" is no change of mind, and only a wider denial speaks against a narrower claim."""
    assert relation(said("Jonas isn't patient.", "Jonas"), said("Jonas is patient.", "Jonas")) == "contradict"
    assert relation(said("I don't eat meat."), said("I eat red meat on Sundays.")) == "contradict"
    assert relation(said("I don't eat red meat."), said("I eat meat.")) == "unrelated"


def test_events_at_other_times_are_others() -> None:
    """The same thing done on another day is another event; on the same day, however worded, it is the same."""
    may = said("I handed in a thesis on Monday.", type="event", about=day(2024, 3, 4))
    assert relation(said("Yesterday I handed in a thesis.", type="event", about=day(2024, 3, 4)), may) == "duplicate"
    assert relation(said("Yesterday I handed in a thesis.", type="event", about=day(2024, 3, 6)), may) == "unrelated"
    assert relation(may, said("I handed in a thesis.", type="event")) == "update"
    assert relation(said("I handed in a thesis.", type="event"), may) == "duplicate"


def test_the_thing_that_is_on_another_date_has_moved() -> None:
    """K17 with dates read: the deadline's day is its state."""
    old = said("The deadline is October 15th.", "the deadline", about=day(2025, 10, 15))
    assert relation(said("The deadline is October 16th.", "the deadline", about=day(2025, 10, 16)), old) == "supersede"


def test_a_description_and_a_name_are_values_of_other_kinds() -> None:
    """Who lives in Leeds may live in a small flat; who moved to a village no longer lives in Leeds."""
    old = single("I live in Leeds.", None, "home", "Leeds")
    assert relation(single("I live in a small flat.", None, "home", "a small flat"), old) == "unrelated"
    assert relation(single("I moved to a village.", None, "home", "a village", is_change=True), old) == "supersede"


def test_a_value_read_short_is_no_other_value() -> None:
    """ "I'm from Porto, in Portugal" keeps Portugal, though the value was read as Porto."""
    old = single("Ines is from Portugal.", "Ines", "origin", "Portugal")
    assert relation(single("Ines is from Porto, in Portugal.", "Ines", "origin", "Porto"), old) == "update"


def test_owner_and_thing_may_stand_in_either_place() -> None:
    """ "The grant's deadline" is "the deadline for the grant", and my rent is still mine when it goes up."""
    old = single("The grant deadline is 16 October.", "the grant deadline", "grant deadline", "16 October")
    assert relation(single("The deadline for the grant is October 16th.", "the grant", "deadline", "October 16th"), old) == "duplicate"
    assert relation(single("The deadline for the grant is October 9th.", "the grant", "deadline", "October 9th"), old) == "supersede"
    rent = single("My rent is 900 a month.", None, "rent", "900 a month")
    assert relation(said("My rent went up to 1,050 a month.", "my rent", type="event"), rent) == "supersede"
    boss = single("My brother's boss is Al.", "my brother", "boss", "Al")
    assert relation(single("My boss's brother is Ed.", "my boss", "brother", "Ed"), boss) == "unrelated"


def test_what_was_moved_is_elsewhere() -> None:
    """Words of moving put the new date or place into the old one's place; the last one said wins."""
    old = single("The office is on the third floor.", "the office", "is on", "the third floor")
    assert (
        relation(said("The office has moved to the fifth floor.", "the office", "moved to", "the fifth floor", type="event"), old)
        == "supersede"
    )
    meeting = said("The meeting is on Monday at ten.", type="event", about=day(2023, 11, 20))
    moved = said("The meeting has been moved to Wednesday at ten.", "the meeting", type="event", about=day(2023, 11, 29))
    assert relation(moved, meeting) == "supersede"
    assert (
        relation(single("I'm down to 86 kilos.", None, "weight", "86 kilos"), single("I weigh 92 kilos.", None, "weight", "92 kilos"))
        == "supersede"
    )


def test_who_or_what_a_definite_thing_is_has_one_answer() -> None:
    """Unread, "the X of Y is Z" still names one Z; what is said in an adjective may be said beside another one."""
    old = said("The head coach of the Rovers is Anna Lind.")
    assert relation(said("The head coach of the Rovers is Per Dahl."), old) == "supersede"
    assert relation(said("The head coach of the Rovers is funny."), said("The head coach of the Rovers is tall.")) == "unrelated"


def test_a_subject_that_was_not_read_is_found_in_the_text() -> None:
    """A stored wording of which no frame knew anything is about whom it begins with."""
    old = said("Elena is the treasurer of the choir.", "Elena", "is treasurer of", "the choir")
    assert relation(said("Elena stepped down as treasurer of the choir."), old) == "supersede"
    assert relation(said("Viktor stepped down as treasurer of the choir."), old) == "unrelated"


def test_a_new_boss_takes_the_old_ones_place_and_a_new_dog_does_not() -> None:
    """Only of some things does one have a single one."""
    assert same_subject(said("x", "my new boss"), said("y", "my boss"))
    assert not same_subject(said("x", "my new dog"), said("y", "my dog"))


@pytest.mark.parametrize("text", ["I haven't.", "We did that.", "👍", "..."])
def test_what_says_nothing_by_itself_is_compared_with_nothing(text: str) -> None:
    """An answer without its question neither repeats nor contradicts anything."""
    assert relation(said(text, is_negated="n't" in text), said("I have a love for horses.")) == "unrelated"
    assert relation(said(text), said(text)) == "duplicate"


def test_an_event_told_in_a_word_may_be_another_one() -> None:
    """Undated, "we won it" and "we have won" need not be one win; a habit is no event either."""
    assert relation(said("We have won.", type="event"), said("So we won it!", type="event")) == "unrelated"
    assert relation(said("We roasted marshmallows.", type="event"), said("We roast marshmallows.")) == "unrelated"


def test_other_subjects_have_other_states() -> None:
    """My sister's home is not mine, and two deadlines are two."""
    assert relation(
        single("My sister lives in York.", "my sister", "home city", "York"), single("I live in Leeds.", None, "home city", "Leeds")
    ) == ("unrelated")
    old = said("The deadline for the grant is October 16th.", "the deadline for the grant")
    assert relation(said("The deadline for the tax return is October 31st.", "the deadline for the tax return"), old) == "unrelated"


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (None, "the user", True),
        (None, "Anna", False),
        ("my sister Livia", "Livia", True),
        ("my sister Livia", "my sister", False),
        ("my mum", "my mother", True),
        ("The Grant Deadline", "the deadline for the grant", True),
        ("my brother's boss", "my boss's brother", False),
        ("Marie", "Marie Curie", False),
        ("York", "New York", False),
    ],
)
def test_subjects_are_the_same_by_their_words(first: str | None, second: str | None, same: bool) -> None:
    """Roles beside a name are the name's; parts of names are nobody's."""
    assert same_subject(said("x", first), said("y", second)) is same
    assert same_subject(said("y", second), said("x", first)) is same


def test_what_is_restated_from_another_side_is_a_duplicate_if_it_is_near() -> None:
    """K20: recall shows the claim once; without nearness the words alone don't suffice."""
    old = said("I drink my coffee with oat milk every morning.")
    new = said("My coffee is always with oat milk.", "my coffee")
    assert compare(new, old, nearness=NEAR) == "duplicate"
    assert compare(new, old, nearness=0.9) == "unrelated"


def test_nearness_alone_decides_nothing() -> None:
    """Far texts are never merged, and near ones only by their words."""
    old, new = said("I live in Leeds."), said("I live in Leeds")
    assert compare(new, old, nearness=0.1) == "unrelated"
    assert compare(said("I live in Luton."), old, nearness=1.0) == "unrelated"


WORDS = "i not never love hate like live in rome oslo 3 two cats dogs my sister no longer used to was is the now sold"
_words = st.lists(
    st.sampled_from(WORDS.split()),
    min_size=1,
    max_size=9,
).map(" ".join)


@given(_words, _words)
def test_any_two_claims_can_be_compared(first: str, second: str) -> None:
    """No wording raises, and a claim repeated word for word is never a change."""
    assert relation(said(first), said(second)) in ("duplicate", "update", "supersede", "contradict", "unrelated")
    assert relation(said(first), said(first)) not in ("supersede", "contradict")


@given(st.text(min_size=1, max_size=60))
def test_any_text_is_compared(text: str) -> None:
    """Scripts and signs that no rule knows are compared as they stand."""
    assert relation(said(text), said(text)) in ("duplicate", "unrelated")


def test_comparing_takes_a_fraction_of_a_millisecond() -> None:
    """An add compares each item with dozens of beliefs: a pair costs at most 0.2 ms, here with room for a slow machine."""
    olds = [said(f"I bought {n} blue shirts in Rome for my sister Livia.") for n in range(300)]
    new = said("I sold my blue shirt from Rome.")
    started = time.perf_counter()
    for old in olds:
        relation(new, old)
    assert (time.perf_counter() - started) / len(olds) < 0.001
