"""What the offline rule makes of a cluster: extractive and modest."""

from __future__ import annotations

import pytest

from bench.labelled.clusters import ms_of
from dcpm_sqlite.consolidation.induction.days import months_in_words, stretch_in_words
from dcpm_sqlite.consolidation.induction.offer import Action, AddEvidence, CreateIntention, CreateSchema, Offer, Ref
from dcpm_sqlite.consolidation.induction.rule import induce
from dcpm_sqlite.language.dates import named_days
from tests.consolidation.clusters_by_hand import intention, member, members, offer, schema

RUNS = (
    ("2024-03-02", "I run every Saturday with Theo."),
    ("2024-04-14", "I ran 12 km along the canal."),
    ("2024-08-11", "I usually run before breakfast."),
)


def actions(given: Offer) -> tuple[Action, ...]:
    """What it does, nothing refused."""
    found = induce(given)
    assert found.refused == ()
    return found.actions


def test_a_schema_says_who_what_how_often_and_when_it_was_told() -> None:
    """In words of the statements, with two of them quoted, those that name a rhythm first."""
    (made,) = actions(offer(*members(*RUNS)))
    assert made == CreateSchema(
        "Ann runs regularly: “I run every Saturday with Theo”, “I usually run before breakfast” (told 3 times from March to August 2024).",
        "sport", (1, 2, 3), 0.67,
    )  # fmt: skip


def test_it_is_the_same_each_time_and_whatever_the_order() -> None:
    """The evidence apart, which stands as the beliefs do."""
    told = members(*RUNS)
    first, again, turned = (actions(offer(*given))[0] for given in (told, told, told[::-1]))
    assert first == again
    assert isinstance(first, CreateSchema)
    assert isinstance(turned, CreateSchema)
    assert (turned.text, set(turned.evidence)) == (first.text, set(first.evidence))


def test_two_people_have_two_habits() -> None:
    """And what one of them does is no evidence of the other's."""
    mixed = [member(text, key, said=said, party=party) for key, (said, text, party) in enumerate([
        ("2024-03-02", "I run every Saturday.", "Ann"), ("2024-03-03", "I run on Sundays.", "Bo"), ("2024-04-14", "I ran 12 km.", "Ann"),
        ("2024-08-11", "I ran home.", "Ann"),
    ], 1)]  # fmt: skip
    (made,) = actions(offer(*mixed))
    assert isinstance(made, CreateSchema)
    assert made.evidence == (1, 3, 4)


def test_somebodys_own_are_told_by_his_name_and_things_have_no_habits() -> None:
    """ "My sister" is the owner's; a library does nothing regularly."""
    for subject, heads in (("my sister Livia", ["Ann's sister Livia swims every morning"]), ("the library", [])):
        told = [member(f"{subject} swims every morning in {n}.", n, said=f"2024-0{n}-01", party=None, subject=subject) for n in (1, 2, 3)]
        assert [made.text.partition(":")[0] for made in actions(offer(*told)) if isinstance(made, CreateSchema)] == heads


def test_the_same_words_of_one_day_count_once() -> None:
    """However often they were stored."""
    same = [member("I run every Saturday.", key, said="2024-03-02") for key in (1, 2, 3)]
    assert actions(offer(*same)) == ()


def test_more_statements_and_days_make_it_surer_and_never_sure() -> None:
    """An unlearned measure."""
    many = tuple((f"2024-{1 + n // 28:02}-{1 + n % 28:02}", f"I ran {n + 2} km.") for n in range(60))
    few = induce(offer(*members(*many[:3]))).actions[0]
    all_of_them = induce(offer(*members(*many))).actions[0]
    assert isinstance(few, CreateSchema)
    assert isinstance(all_of_them, CreateSchema)
    assert few.confidence < all_of_them.confidence <= 0.85


def test_what_a_standing_schema_says_is_evidence_for_it() -> None:
    """By person and the words that it shares with its evidence, whoever worded it; the rest makes schemas of its own."""
    told = members(
        ("2024-09-08", "I did yoga before the exam."), ("2024-10-06", "I do yoga every morning."), ("2024-10-20", "I'm stressed.")
    )
    worded = schema("When work gets stressful, Ann turns to yoga.", "I did yoga after the meeting.", "I do yoga when my boss shouts.")
    assert actions(offer(*told, nodes=(worded,))) == (AddEvidence(Ref("standing", 0), (1, 2)),)
    others = schema("When work gets stressful, Bo turns to yoga.", "I did yoga after the meeting.")
    assert not any(isinstance(made, AddEvidence) for made in actions(offer(*told, nodes=(others,))))


def test_a_word_in_another_sense_is_no_evidence() -> None:
    """ "Ran out" is no running, and a denial none of what is affirmed."""
    told = members(("2024-09-08", "I ran out of gels."), ("2024-09-09", "I don't run."))
    assert actions(offer(*told, nodes=(schema("Ann runs regularly: ...", "I run every Saturday."),))) == ()


def test_a_node_that_is_thought_over_keeps_what_still_shows_it() -> None:
    """Else nothing is done, and no other schema is made."""
    node = schema("Ann runs regularly: ...", "I run every Saturday.", "I run with Theo.")
    still = offer(member("I run on Sundays now.", 1, before=("I run every Saturday.",)), nodes=(node,), revisited=500)
    assert actions(still) == (AddEvidence(Ref("standing", 0), (1,)),)
    over = offer(member("I don't run any more.", 1, before=("I run every Saturday.",)), nodes=(node,), revisited=500)
    assert actions(over) == ()


def test_a_day_to_come_is_an_intention_with_its_horizon_and_cue() -> None:
    """In the statement's own words."""
    (made,) = actions(offer(member("I'm flying to Porto on 19 September.", 1), now="2024-08-02"))
    assert made == CreateIntention(
        "Ahead for Ann, on 19 September 2024: “I'm flying to Porto on 19 September”.", "travel", (1,), 0.7, ms_of("2024-09-19"), ms_of("2024-09-20"),
        "flying porto",
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "I'm flying to Porto on 19 July.",
        "I might fly to Porto in October.",
        "I read twelve books this year.",
        "I was worried about the exam.",
        "I won't fly to Porto on 19 September.",
    ],
)
def test_what_is_over_supposed_or_denied_is_no_intention(text: str) -> None:
    """Nothing for what lies before this night."""
    assert actions(offer(member(text, 1, said="2024-07-01"))) == ()


def test_an_aim_that_was_not_spoken_of_for_half_a_year_is_none() -> None:
    """It has no day on which it would be over."""
    assert len(actions(offer(member("I'm saving up for a cello.", 1, said="2024-07-01")))) == 1
    assert actions(offer(member("I'm saving up for a cello.", 1, said="2024-01-01"))) == ()


def test_two_statements_of_one_day_are_one_intention() -> None:
    """And an undated one of the thing that it names."""
    told = members(
        ("2024-08-01", "I signed up for the marathon on 27 October."), ("2024-08-02", "The marathon on 27 October starts at nine."), ("2024-08-03", "I'm nervous about the marathon.")
    )  # fmt: skip
    (made,) = actions(offer(*told))
    assert isinstance(made, CreateIntention)
    assert made.evidence == (1, 2, 3)


def test_what_was_called_off_since_is_none() -> None:
    """Within the same cluster."""
    told = members(("2024-08-01", "We're having a garden party on 22 September."), ("2024-08-20", "The garden party is cancelled."))
    assert actions(offer(*told)) == ()


MARATHON = intention("Ahead for Ann, on 27 April 2024: “I signed up for the City Marathon on 27 April”.", due=("2024-04-27", "2024-04-28"))


@pytest.mark.parametrize(
    ("text", "said", "news"),
    [
        ("Finished the marathon in 4 hours 51 minutes", "2024-04-28", "fulfils"),
        ("I cancelled the marathon, my knee hurts.", "2024-04-20", "drops"),
        ("I ran a marathon in Oslo.", "2024-04-28", None),
        ("I ran the Oslo marathon.", "2024-04-28", None),
        ("Finished the marathon in 4 hours 51 minutes", "2024-03-01", None),
        ("Finished the marathon in 4 hours 51 minutes", "2024-12-01", None),
        ("I'm nervous about the marathon.", "2024-04-28", None),
    ],
)
def test_news_only_of_surely_the_same_thing(text: str, said: str, news: str | None) -> None:
    """Of its time, by its name, and no other of its kind."""
    found = [a for a in actions(offer(member(text, 1, said=said), nodes=(MARATHON,), now="2024-12-02")) if isinstance(a, AddEvidence)]
    assert [a.news for a in found] == ([] if news is None else [news])


def test_news_of_one_person_are_none_of_another() -> None:
    """Where the intention names somebody else."""
    told = member("Finished the marathon in 4 hours 51 minutes", 1, said="2024-04-28", party="Bo")
    assert actions(offer(told, nodes=(MARATHON,), owner="Ann")) == ()


def test_a_day_that_was_moved_gives_the_old_one_up() -> None:
    """And is looked ahead to anew."""
    old = intention(
        "A deadline ahead for Ann, on 15 October 2024: “The deadline for the design is October 15th”.", due=("2024-10-15", "2024-10-16")
    )
    moved = member("The deadline for the design is October 9th now.", 1, before=("The deadline for the design is October 15th.",))
    drops, made = actions(offer(moved, nodes=(old,), revisited=600))
    assert drops == AddEvidence(Ref("standing", 0), (1,), "drops")
    assert isinstance(made, CreateIntention)
    assert made.due_from == ms_of("2024-10-09")


def test_days_are_those_of_the_zone_they_were_said_in() -> None:
    """Half a day inside, every zone has the same one; hours of a day are that day."""
    east = ms_of("2024-04-27") - 3_600_000
    assert stretch_in_words(east, east + 86_400_000) == "on 27 April 2024"
    ten = ms_of("2024-04-27") + 36_000_000
    assert [str(day) for day in named_days(ten, ten + 3_600_000)] == ["2024-04-27", "2024-04-27"]
    assert stretch_in_words(ms_of("2024-06-08"), ms_of("2024-06-10")) == "from 8 June to 9 June 2024"
    assert stretch_in_words(ms_of("2024-05-01"), ms_of("2024-08-01")) == "from May to July 2024"
    assert stretch_in_words(ms_of("2024-05-01"), ms_of("2024-06-01")) == "in May 2024"
    assert stretch_in_words(None, ms_of("2024-05-02")) == "by 1 May 2024"
    assert stretch_in_words(None, None) == ""
    first, last = named_days(ms_of("2023-11-05"), ms_of("2024-05-05"))
    assert first is not None
    assert last is not None
    assert months_in_words(first, last) == "from November 2023 to May 2024"
