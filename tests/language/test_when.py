from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcpm_sqlite.language.when import TimeExpression, times_in
from dcpm_sqlite.records import Moment, Precision

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _ms(text: str) -> int:
    return (datetime.fromisoformat(text).replace(tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)


WEDNESDAY = Moment(_ms("2023-05-24T14:00"), "second", None)


def _told(text: str, found: TimeExpression) -> tuple[str, str, str, str]:
    """Words, stretch as "from..until" (UTC, a missing end empty, midnights as dates), precision and relation."""
    ends = (found.stretch.from_ms, found.stretch.until_ms)
    written = ["" if ms is None else (_EPOCH + timedelta(milliseconds=ms)).strftime("%Y-%m-%dT%H:%M").removesuffix("T00:00") for ms in ends]
    return text[found.start : found.end], "..".join(written), found.stretch.precision, found.relation


def _read(text: str, said: Moment = WEDNESDAY) -> list[tuple[str, str, str, str]]:
    return [_told(text, found) for found in times_in(text, said)]


NEAR = [
    ("I went to Paris last week.", "last week", "2023-05-15..2023-05-22", "week", "at"),
    ("I saw her yesterday.", "yesterday", "2023-05-23..2023-05-24", "day", "at"),
    ("Today I got a puppy.", "Today", "2023-05-24..2023-05-25", "day", "at"),
    ("tomorrow's meeting is long", "tomorrow", "2023-05-25..2023-05-26", "day", "at"),
    ("The day before yesterday we left.", "The day before yesterday", "2023-05-22..2023-05-23", "day", "at"),
    ("We fly the day after tomorrow.", "the day after tomorrow", "2023-05-26..2023-05-27", "day", "at"),
    ("I ran yesterday evening.", "yesterday evening", "2023-05-23T18:00..2023-05-24", "hour", "at"),
    ("Tomorrow morning I'll call.", "Tomorrow morning", "2023-05-25T05:00..2023-05-25T12:00", "hour", "at"),
    ("Dinner is tomorrow at 6 pm.", "tomorrow at 6 pm", "2023-05-25T18:00..2023-05-25T19:00", "hour", "at"),
    ("See you at 6:30pm tomorrow!", "at 6:30pm tomorrow", "2023-05-25T18:30..2023-05-25T18:31", "minute", "at"),
    ("Last night I dreamt of cats.", "Last night", "2023-05-23T18:00..2023-05-24T06:00", "hour", "at"),
    ("We cook tonight.", "tonight", "2023-05-24T18:00..2023-05-25T06:00", "hour", "at"),
    ("I baked bread this morning", "this morning", "2023-05-24T05:00..2023-05-24T12:00", "hour", "at"),
    ("I was ill the week before last.", "the week before last", "2023-05-08..2023-05-15", "week", "at"),
    ("the weekend after next I travel", "the weekend after next", "2023-06-10..2023-06-12", "day", "at"),
    ("Next month I start.", "Next month", "2023-06-01..2023-07-01", "month", "at"),
    ("We moved late last year.", "late last year", "2022-09-01..2023-01-01", "year", "at"),
    ("at the end of next month I leave", "at the end of next month", "2023-06-21..2023-07-01", "month", "at"),
    ("I saw him earlier this week.", "earlier this week", "2023-05-22..2023-05-24", "week", "at"),
    ("The show is later this year.", "later this year", "2023-05-25..2024-01-01", "year", "at"),
    ("We hiked last weekend.", "last weekend", "2023-05-20..2023-05-22", "day", "at"),
    ("this weekend was fun", "this weekend", "2023-05-20..2023-05-22", "day", "at"),
    ("I'm going to the mall this weekend to shop", "this weekend", "2023-05-27..2023-05-29", "day", "at"),
    ("I met them last Friday.", "last Friday", "2023-05-19..2023-05-20", "day", "at"),
    ("Last Monday I fell.", "Last Monday", "2023-05-22..2023-05-23", "day", "at"),
    ("We meet next Friday.", "next Friday", "2023-06-02..2023-06-03", "day", "at"),
    ("We fly this Saturday.", "this Saturday", "2023-05-27..2023-05-28", "day", "at"),
    ("this Monday I had a fever", "this Monday", "2023-05-22..2023-05-23", "day", "at"),
    ("I joined last Tues.", "last Tues", "2023-05-23..2023-05-24", "day", "at"),
    ("This spring I planted roses.", "This spring", "2023-03-01..2023-06-01", "season", "at"),
    ("We hiked last summer.", "last summer", "2022-06-01..2022-09-01", "season", "at"),
    ("last winter was cold", "last winter", "2022-12-01..2023-03-01", "season", "at"),
    ("I've been thinking of moving this summer", "this summer", "2023-06-01..2023-09-01", "season", "at"),
    ("This winter was cold.", "This winter", "2022-12-01..2023-03-01", "season", "at"),
    ("we'll ski next winter", "next winter", "2023-12-01..2024-03-01", "season", "at"),
    ("we'll sail next summer", "next summer", "2024-06-01..2024-09-01", "season", "at"),
    ("Last August we met.", "Last August", "2022-08-01..2022-09-01", "month", "at"),
    ("two weekends ago I bought a lamp", "two weekends ago", "2023-05-13..2023-05-15", "day", "at"),
    ("She died last year on May 5.", "last year on May 5", "2022-05-05..2022-05-06", "day", "at"),
    ("In June of last year we moved.", "In June of last year", "2022-06-01..2022-07-01", "month", "at"),
    ("over the weekend I painted", "over the weekend", "2023-05-20..2023-05-22", "day", "at"),
    ("we'll paint over the weekend", "over the weekend", "2023-05-27..2023-05-29", "day", "at"),
    ("two summers ago we wed", "two summers ago", "2021-06-01..2021-09-01", "season", "at"),
    ("two Saturdays ago we danced", "two Saturdays ago", "2023-05-13..2023-05-14", "day", "at"),
]
COUNTED = [
    ("I moved here three years ago.", "three years ago", "2020-01-01..2021-01-01", "year", "at"),
    ("I adopted her about 2 weeks ago", "about 2 weeks ago", "2023-05-08..2023-05-15", "week", "at"),
    ("We spoke 10 days ago.", "10 days ago", "2023-05-14..2023-05-15", "day", "at"),
    ("a couple of months ago I quit", "a couple of months ago", "2023-03-01..2023-04-01", "month", "at"),
    ("half a year ago we met", "half a year ago", "2022-11-01..2022-12-01", "month", "at"),
    ("a year and a half ago she left", "a year and a half ago", "2021-11-01..2021-12-01", "month", "at"),
    ("A few years ago I dived.", "A few years ago", "2018-01-01..2022-01-01", "year", "at"),
    ("A week ago today I fell.", "A week ago today", "2023-05-17..2023-05-18", "day", "at"),
    ("two or three weeks ago I was ill", "two or three weeks ago", "2023-05-01..2023-05-15", "week", "at"),
    ("two hours ago it rained", "two hours ago", "2023-05-24T12:00..2023-05-24T13:00", "hour", "at"),
    ("The trial starts in two weeks.", "in two weeks", "2023-06-05..2023-06-12", "week", "at"),
    ("I'll be back in three days.", "in three days", "2023-05-27..2023-05-28", "day", "at"),
    ("The lease ends in a year's time.", "in a year's time", "2024-01-01..2025-01-01", "year", "at"),
    ("We leave two months from now.", "two months from now", "2023-07-01..2023-08-01", "month", "at"),
    ("I have worked here for three years.", "for three years", "2020-05-24..", "year", "since"),
    ("I've been vegan for about 2 weeks now", "for about 2 weeks now", "2023-05-10..", "week", "since"),
    ("She's been ill for the past month.", "for the past month", "2023-04-24..", "month", "since"),
    ("I read a lot over the last two weeks.", "over the last two weeks", "2023-05-10..2023-05-24T14:00", "week", "during"),
    ("I'll decide within three days.", "within three days", "2023-05-24T14:00..2023-05-27T14:00", "day", "during"),
    ("It will come in the next two weeks.", "in the next two weeks", "2023-05-24T14:00..2023-06-07T14:00", "week", "during"),
]
CALENDAR = [
    ("I was born on 27 April 1990.", "on 27 April 1990", "1990-04-27..1990-04-28", "day", "at"),
    ("born on the 3rd of March, 1985", "on the 3rd of March, 1985", "1985-03-03..1985-03-04", "day", "at"),
    ("We met on April 5th, 2021.", "on April 5th, 2021", "2021-04-05..2021-04-06", "day", "at"),
    ("We met on Friday, 27 April 2018.", "on Friday, 27 April 2018", "2018-04-27..2018-04-28", "day", "at"),
    ("The party was on 27 April.", "on 27 April", "2023-04-27..2023-04-28", "day", "at"),
    ("The party was on 27 June.", "on 27 June", "2022-06-27..2022-06-28", "day", "at"),
    ("I signed up for a race on 27 April.", "on 27 April", "2024-04-27..2024-04-28", "day", "at"),
    ("We're going to Rome on June 3.", "on June 3", "2023-06-03..2023-06-04", "day", "at"),
    ("The deadline is October 15th.", "October 15th", "2023-10-15..2023-10-16", "day", "at"),
    ("Mar 3 is free", "Mar 3", "2023-03-03..2023-03-04", "day", "at"),
    ("due Friday, March 31st", "Friday, March 31st", "2023-03-31..2023-04-01", "day", "at"),
    ("the fair on 5-7 June 2022", "on 5-7 June 2022", "2022-06-05..2022-06-08", "day", "at"),
    ("On 2023-06-01 I start.", "On 2023-06-01", "2023-06-01..2023-06-02", "day", "at"),
    ("log at 2023-05-20T09:15:00Z", "at 2023-05-20T09:15:00Z", "2023-05-20T09:15..2023-05-20T09:16", "minute", "at"),
    ("born 13.05.1991", "13.05.1991", "1991-05-13..1991-05-14", "day", "at"),
    ("due 10/16/2023", "10/16/2023", "2023-10-16..2023-10-17", "day", "at"),
    ("We married in June 2019.", "in June 2019", "2019-06-01..2019-07-01", "month", "at"),
    ("In early June 2019 we married", "In early June 2019", "2019-06-01..2019-06-11", "month", "at"),
    ("We moved back in February.", "in February", "2023-02-01..2023-03-01", "month", "at"),
    ("I will retire in March.", "in March", "2024-03-01..2024-04-01", "month", "at"),
    ("I studied in Oslo in 2019.", "in 2019", "2019-01-01..2020-01-01", "year", "at"),
    ("I quit in late 2019.", "in late 2019", "2019-09-01..2020-01-01", "year", "at"),
    ("mid-2020 was hard", "mid-2020", "2020-05-01..2020-09-01", "year", "at"),
    ("In the early 2000s I lived in Rome.", "In the early 2000s", "2000-01-01..2004-01-01", "decade", "at"),
    ("I grew up in the 1990s.", "in the 1990s", "1990-01-01..2000-01-01", "decade", "at"),
    ("She was born in the '80s.", "in the '80s", "1980-01-01..1990-01-01", "decade", "at"),
    ("music from the late seventies", "from the late seventies", "1976-01-01..1980-01-01", "decade", "at"),
    ("We camped in the summer of 2021.", "in the summer of 2021", "2021-06-01..2021-09-01", "season", "at"),
    ("We planted it in autumn.", "in autumn", "2022-09-01..2022-12-01", "season", "at"),
    ("On Monday I saw the doctor.", "On Monday", "2023-05-22..2023-05-23", "day", "at"),
    ("I have an exam on Monday", "on Monday", "2023-05-29..2023-05-30", "day", "at"),
    ("We met on Friday evening.", "on Friday evening", "2023-05-19T18:00..2023-05-20", "hour", "at"),
    ("The exam is on the 15th", "on the 15th", "2023-06-15..2023-06-16", "day", "at"),
    ("I paid on the 15th.", "on the 15th", "2023-05-15..2023-05-16", "day", "at"),
    ("I start on the 3rd of next month.", "on the 3rd of next month", "2023-06-03..2023-06-04", "day", "at"),
    ("I'm away the week of June 5.", "the week of June 5", "2023-06-05..2023-06-12", "week", "at"),
    ("It was the week before 24 May 2023.", "the week before 24 May 2023", "2023-05-15..2023-05-22", "week", "at"),
    ("It was the Friday before 24 May 2023.", "the Friday before 24 May 2023", "2023-05-19..2023-05-20", "day", "at"),
    ("The call is at 6 pm.", "at 6 pm", "2023-05-24T18:00..2023-05-24T19:00", "hour", "at"),
    ("I woke up at 9 am", "at 9 am", "2023-05-24T09:00..2023-05-24T10:00", "hour", "at"),
    ("The train leaves tomorrow at 19:30.", "tomorrow at 19:30", "2023-05-25T19:30..2023-05-25T19:31", "minute", "at"),
    ("Lunch is tomorrow at noon", "tomorrow at noon", "2023-05-25T12:00..2023-05-25T13:00", "hour", "at"),
    ("on May 5 in 2019", "on May 5 in 2019", "2019-05-05..2019-05-06", "day", "at"),
    ("The fair is tomorrow from 9 am to 5 pm", "tomorrow from 9 am to 5 pm", "2023-05-25T09:00..2023-05-25T17:00", "hour", "at"),
    ("We meet tomorrow at 7.", "tomorrow at 7", "2023-05-25..2023-05-26", "day", "at"),
]
BOUNDED = [
    ("I've lived here since 2022.", "since 2022", "2022-01-01..", "year", "since"),
    ("Since March I don't eat meat.", "Since March", "2023-03-01..", "month", "since"),
    ("ever since last summer I surf", "ever since last summer", "2022-06-01..", "season", "since"),
    ("I'm vegan since Monday", "since Monday", "2023-05-22..", "day", "since"),
    ("From 2019 until now I worked at Acme", "From 2019 until now", "2019-01-01..", "year", "since"),
    ("Starting next week I work from home", "Starting next week", "2023-05-29..", "week", "since"),
    ("As of June 2020 I am self-employed", "As of June 2020", "2020-06-01..", "month", "since"),
    ("from tomorrow on I run", "from tomorrow on", "2023-05-25..", "day", "since"),
    ("After 2019 I never went back", "After 2019", "2020-01-01..", "year", "since"),
    ("I'm away until Friday.", "until Friday", "..2023-05-27", "day", "until"),
    ("I lived in Oslo until March", "until March", "..2023-04-01", "month", "until"),
    ("I worked there till 2019.", "till 2019", "..2020-01-01", "year", "until"),
    ("Send it by Friday.", "by Friday", "..2023-05-27", "day", "until"),
    ("Pay no later than June 10", "no later than June 10", "..2023-06-11", "day", "until"),
    ("by the end of the month I will be done", "by the end of the month", "..2023-06-01", "month", "until"),
    ("since the start of the year I run", "since the start of the year", "2023-01-01..", "year", "since"),
    ("before 2010 I smoked", "before 2010", "..2010-01-01", "year", "until"),
    ("From May to July 2023 I'm in Rome.", "From May to July 2023", "2023-05-01..2023-08-01", "month", "during"),
    ("I was in Rome from November to February.", "from November to February", "2022-11-01..2023-03-01", "month", "during"),
    ("I studied there from 2015 to 2019", "from 2015 to 2019", "2015-01-01..2020-01-01", "year", "during"),
    ("I studied there in 2015-2019.", "in 2015-2019", "2015-01-01..2020-01-01", "year", "during"),
    ("between 2015 and 2019 I sang", "between 2015 and 2019", "2015-01-01..2020-01-01", "year", "during"),
    ("I'm on leave from 3 June to 9 July.", "from 3 June to 9 July", "2023-06-03..2023-07-10", "day", "during"),
    ("It rained during May", "during May", "2023-05-01..2023-06-01", "month", "during"),
]


@pytest.mark.parametrize(("text", "words", "stretch", "precision", "relation"), NEAR + COUNTED + CALENDAR + BOUNDED)
def test_a_time_is_found_whole_and_resolved(text: str, words: str, stretch: str, precision: str, relation: str) -> None:
    """Said on Wednesday 24 May 2023, 14:00: the words with their preposition, half-open days, weeks from Monday (K22)."""
    assert _read(text) == [(words, stretch, precision, relation)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I drink coffee every morning.", "every morning"),
        ("I swim on Mondays.", "on Mondays"),
        ("I swim on Mondays and Thursdays at 7 pm.", "on Mondays and Thursdays at 7 pm"),
        ("we play every other Friday", "every other Friday"),
        ("I usually get up at 7", "at 7"),
        ("breakfast is usually at 7 am", "usually at 7 am"),
        ("I get up at 6 am", "at 6 am"),
        ("We train three times a week", "three times a week"),
        ("It's my daily routine", "daily"),
        ("I read at night", "at night"),
        ("on weekends I paint", "on weekends"),
        ("in the evenings I knit", "in the evenings"),
        ("I usually travel in May", "in May"),
        ("in winter I ski", "in winter"),
        ("I work from Monday to Friday", "from Monday to Friday"),
        ("open Monday to Friday from 9 am to 5 pm", "Monday to Friday from 9 am to 5 pm"),
        ("my birthday is on 27 April", "on 27 April"),
        ("most mornings I swim", "most mornings"),
    ],
)
def test_a_habit_is_never_a_date(text: str, words: str) -> None:
    """What comes again and again is a habit, with both ends open."""
    [(found, stretch, _, relation)] = _read(text)
    assert (found, stretch, relation) == (words, "..", "habit")


@pytest.mark.parametrize(
    "text",
    [
        "may I come in?", "I may go", "this may be it", "march on!", "we march 12 miles", "I'm 29.", "room 2019 is mine", "my iPhone 15 broke",
        "wait a second", "this is my second time", "bus 42 is late", "version 2024.1 is out", "version 2024-01-02-beta", "1984 by Orwell",
        "I read 1984 in bed", "add spring onions", "in spring water", "back in a minute", "in a second", "ran 12 km", "it costs 9.99", "fall down",
        "I fall in love", "I'm now vegan", "currently I rest", "these days I rest", "at the moment I read", "when I was 12", "at 18 I moved out",
        "it's 10/16", "04/05/2023 works", "April is my sister", "a poem by Maya", "Mayor in Marchwood", "I read the Sunday Times", "a Monday person", "my 9 am meeting was moved", "I will have lived here for three years", "the Turbocharged Tuesday race", "on either Saturday or Sunday", "birds found in winter months",
        "on a Sunday", "Black Friday deals", "Friday the 13th", "the 15th floor", "the 19th century", "the second of my kids", "it was in the 80s, degrees that is",
        "years ago", "long ago", "over two years ago", "two days later", "two days before Friday", "a week from Friday", "since Monday is a holiday", "since I was 12",
        "I read it in two days", "I can run it in 5 minutes", "I lived there for three years", "a cold that lasted for 2 weeks", "for years",
        "call 555 2020", "in 2000 words", "2019 people came", "ratio 10:45", "on 31 April", "on 30 February 2020", "the last week of the month",
        "come over", "one day I'll go", "at 7", "meet at midnight", "I set the alarm to 6", "sat and sun", "dec jan mar", "week 5", "in my 20s", "the 1900s",
    ],
)  # fmt: skip
def test_what_is_no_time_or_not_told_for_certain_is_left_out(text: str) -> None:
    """A time that is missing does less harm than a wrong one."""
    assert _read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ich war in 2019 in Paris und bin seit Mai dort",
        "Am 27. April 2023 war ich nicht zu Hause",
        "Seit April 2023 wohne ich mit meinem Hund im Süden",
        "J'habite à Lyon depuis mars 2022 et je suis content",
        "Le 5 mai je pars en vacances avec ma sœur",
        "Vivo en Madrid desde abril de 2020 con mi perro",
        "Sono nato il 3 aprile 1990 e vivo con mia sorella",
        "Ik woon sinds april 2021 in het centrum van de stad",
        "私は2019年に東京に住んでいました",
    ],
)
def test_other_languages_give_nothing(text: str) -> None:
    """The rules read English only; a date that looks the same elsewhere is not half understood."""
    assert _read(text) == []


@pytest.mark.parametrize(("offset_min", "start"), [(480, "2023-05-23T16:00"), (-300, "2023-05-23T05:00"), (None, "2023-05-23")])
def test_a_day_is_one_where_it_was_said(offset_min: int | None, start: str) -> None:
    """Days begin at midnight of the message's own zone (K26); at 18:00 UTC on the 23rd it is the 24th in +08:00."""
    said = Moment(_ms("2023-05-23T18:00"), "second", offset_min)
    [found] = times_in("I fell ill today", said)
    assert found.stretch.from_ms == _ms(start)
    assert found.stretch.until_ms == _ms(start) + 86_400_000


def test_a_stated_time_in_another_zone_keeps_its_instant() -> None:
    """An ISO time with a zone is that instant wherever the message was said (K26)."""
    [found] = times_in("at 2023-05-20T09:15+02:00", Moment(WEDNESDAY.ms, "second", -300))
    assert found.stretch.from_ms == _ms("2023-05-20T07:15")


def test_several_times_come_in_reading_order_with_their_own_tense() -> None:
    """Each clause's verb tells where its own date lies."""
    text = "I moved here in June, and on Friday I will meet the neighbours; last year I lived in Oslo."
    assert [(words, stretch) for words, stretch, *_ in _read(text)] == [
        ("in June", "2022-06-01..2022-07-01"),
        ("on Friday", "2023-05-26..2023-05-27"),
        ("last year", "2022-01-01..2023-01-01"),
    ]


@pytest.mark.parametrize(
    ("precision", "found"),
    [("day", ["yesterday", "last year", "in 2019"]), ("month", ["last year", "in 2019"]), ("decade", ["in 2019"])],
)
def test_what_is_relative_is_no_more_precise_than_the_message(precision: Precision, found: list[str]) -> None:
    """A message known by its month alone has no yesterday."""
    text = "I fell yesterday, moved last year and studied in 2019."
    assert [words for words, *_ in _read(text, Moment(_ms("2023-05-01"), precision))] == found


def test_hours_are_left_out_of_a_message_that_has_none() -> None:
    """Where only the day is known, "two hours ago" is not counted from midnight."""
    assert _read("two hours ago it rained", Moment(_ms("2023-05-24"), "day")) == []


def test_a_stated_date_says_so() -> None:
    """The basis tells a date with its year from what was worked out from the message's time."""
    [stated, resolved] = times_in("I was born on 27 April 1990 and moved last year.", WEDNESDAY)
    assert (stated.stretch.basis, resolved.stretch.basis) == ("stated", "resolved")


def test_a_long_text_takes_time_in_proportion() -> None:
    """A text without a full stop and with a date in every line is still read to its end (K40)."""
    text = "we met on 27 April and talked\n" * 2_000
    found = times_in(text, WEDNESDAY)
    assert len(found) == 2_000
    assert found[-1].start > len(text) - 40


_WORDS = """last next this the week year Friday May 5 27 2019 in on since until from to for two three years ago ago. have been will was every
at pm 6 noon spring morning of before after early 31 9999 0 - – , : ' ’ '80s 2023-02-30 12:60 février K ſeptember ٣ 腾 \u0000 \ud800 a few several
between and"""
_PHRASES = st.lists(st.sampled_from(_WORDS.split()), max_size=14).map(" ".join)


@given(
    st.one_of(st.text(max_size=80), _PHRASES),
    st.sampled_from([-62135596800000, 253402300799999, WEDNESDAY.ms]),
)
def test_any_text_is_read_without_an_error(text: str, said_ms: int) -> None:
    """Spans lie within the text, in order and apart; a stretch with two ends has a length; the calendar's ends raise nothing."""
    found = times_in(text, Moment(said_ms, "second", 60))
    place = 0
    for expression in found:
        assert place <= expression.start < expression.end <= len(text)
        place = expression.end
        first, last = expression.stretch.from_ms, expression.stretch.until_ms
        assert first is None or last is None or first < last
        assert (expression.relation == "habit") == (first is None and last is None)
