"""What differs in a value and is no newer state: said more exactly, of other days, of the past; and what was brought up before."""

from __future__ import annotations

from itertools import product

import pytest

from dcpm_sqlite.language.claims.claim import Claim
from dcpm_sqlite.language.claims.comparing import compare
from dcpm_sqlite.language.claims.places import wideness
from dcpm_sqlite.language.claims.reading import read_claims, read_statement
from dcpm_sqlite.records import Moment

OLD = Moment(1_709_626_320_000, "second", 60)  # 2024-03-05
NEW = Moment(1_719_212_400_000, "second", 120)  # 2024-06-24
STRONGEST = ("supersede", "duplicate", "update", "contradict", "unrelated")


def read(text: str, said: Moment) -> list[Claim]:
    """Its claims, or the text as one."""
    return read_claims(text, said=said) or [read_statement(text, said=said)]


def made(old: str, new: str) -> str:
    """The strongest outcome among all claims of both texts."""
    return min((compare(a, b, nearness=0.99) for a, b in product(read(new, NEW), read(old, OLD))), key=STRONGEST.index)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I weigh about 70 kilos.", "I weigh 71.2 kilos."),
        ("I earn about 40k.", "I earn 41,500."),
        ("I live in Norway.", "I live in Stavanger."),
        ("I live in the south of France.", "I live in Albi."),
        ("My landlord is Mr Quirke.", "My landlord is Desmond Quirke."),
        ("I drive a Volvo.", "I drive a Volvo V60."),
    ],
)
def test_a_more_exact_value_is_an_update(old: str, new: str) -> None:
    """What was said before is still true of it, so no change is told."""
    assert made(old, new) == "update"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I weigh about 70 kilos.", "I weigh 95 kilos."),
        ("I live in Norway.", "I live in Denmark."),
        ("I live in Stavanger.", "I live in Bergen."),
        ("I live in Stavanger.", "I've moved to Sweden."),
        ("My landlord is Mr Quirke.", "My landlord is Desmond Hale."),
    ],
)
def test_another_value_of_the_same_grain_supersedes(old: str, new: str) -> None:
    """The guards leave real changes alone."""
    assert made(old, new) == "supersede"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The barn was built in 1870.", "The barn was built in the nineties."),
        ("My house is from 1890.", "My house is from 1910."),
        ("I have two brothers.", "I have three brothers."),
        ("The film is two hours long.", "The film is three hours long."),
        ("Oskar is patient.", "Oskar is impatient."),
        ("Elif has no children.", "Elif's daughter is called Defne."),
    ],
)
def test_what_cannot_change_contradicts(old: str, new: str) -> None:
    """The past, sizes, origin: one of the two is a mistake."""
    assert made(old, new) == "contradict"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The pool opens at nine.", "The pool opens at eleven on Sundays."),
        ("The chemist closes at six on Mondays.", "The chemist closes at one on Saturdays."),
        ("My grandmother lived in Cork.", "My grandmother lived in Galway."),
        ("I live in Leeds.", "I moved into a bigger flat."),
        ("I like dogs.", "I like hot dogs."),
        ("I run.", "I run a bakery."),
    ],
)
def test_what_may_both_be_true_stays(old: str, new: str) -> None:
    """Other days, other years, a name and a description, a kind within a kind."""
    assert made(old, new) == "unrelated"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I have a dog.", "My dog is a spaniel called Bo."),
        ("Greta has a son.", "Greta's son is at boarding school."),
        ("We bought a caravan.", "The caravan we bought has four beds."),
        ("I crochet.", "I crochet blankets for the hospital."),
        ("Rosa bought a flat.", "Rosa bought a tiny flat in Porto."),
    ],
)
def test_what_was_brought_up_is_told_more_of(old: str, new: str) -> None:
    """ "A dog" and then "my dog": the same one."""
    assert made(old, new) == "update"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I have a dog.", "My dog died."),
        ("I'm looking for a flat.", "The flat upstairs is empty."),
        ("Greta has a son.", "Rosa's son is ill."),
    ],
)
def test_what_was_brought_up_may_be_another(old: str, new: str) -> None:
    """What is over, wished for or somebody else's adds no detail."""
    assert made(old, new) != "update"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The captain is Bo.", "Ada has taken over from Bo as captain."),
        ("The team lead is Bo.", "Bo has handed over to Ada as team lead."),
        ("Hanna is my best friend.", "My best friend is Lena now."),
        ("I'm employed at Bosch.", "I'm not with Bosch any longer."),
        ("I pay 9 euros a month for the app.", "I pay 12 euros a month now."),
        ("I can't swim.", "I've learned to swim!"),
        ("I don't have any pets.", "We adopted a rabbit."),
        ("I live with my parents.", "I've moved out of my parents' place."),
        ("I'm looking for a flat in Hull.", "Found a flat!"),
        ("Edda works at the post office.", "Edda has retired from the post office."),
    ],
)
def test_a_change_in_other_words_supersedes(old: str, new: str) -> None:
    """Who came after, what was left, learned, found or given a new number."""
    assert made(old, new) == "supersede"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Farid is a stamp collector.", "Farid collects stamps."),
        ("Ghent is where I was born.", "I was born in Ghent."),
        ("I take care of my mother.", "I look after my mum."),
        ("I work night shifts.", "I'm on night shifts."),
    ],
)
def test_the_same_in_another_construction_is_a_duplicate(old: str, new: str) -> None:
    """Who does something and what is done, a place as subject and as where."""
    assert made(old, new) == "duplicate"


def test_places_are_wide_as_their_names_tell() -> None:
    """A continent, a country, anything else."""
    assert [wideness(name) for name in ("Europe", "the Netherlands", "northern Spain", "Utrecht")] == [2, 1, 1, 0]
