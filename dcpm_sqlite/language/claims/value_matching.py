"""How two values of one attribute relate: "Lisbon" and "Lisbon, Portugal", "engineer" and "software engineer", 900 and 1050."""

from __future__ import annotations

from typing import Literal

from dcpm_sqlite.language.claims.wording import Word, wording

Extent = Literal["same", "wider", "narrower", "unclear", "other"]


def compare_values(new: str, old: str) -> Extent:
    """`narrower`: the new value says the old one and more; `wider`: the other way round; `unclear`: they share words, and no more is sure.

    The rest of a name makes another name ("York", "New York"), and the rest of a compound another thing ("coffee", "coffee table").
    """
    a, b = wording(new, is_value=True).words, wording(old, is_value=True).words
    forms, old_forms = tuple(word.form for word in a), tuple(word.form for word in b)
    if _without_halves(forms) == _without_halves(old_forms) or "".join(forms) == "".join(old_forms):
        return "same" if forms else _bare_words(new, old)
    if not forms or not old_forms:
        return "unclear"
    if len(forms) > len(old_forms):
        return "narrower" if _says_more(a, b) else _overlap(forms, old_forms)
    return "wider" if _says_more(b, a) else _overlap(forms, old_forms)


def _without_halves(forms: tuple[str, ...]) -> tuple[str, ...]:
    """ "At nine" is "at 9 am" as long as nobody says "pm"."""
    return tuple(form for form in forms if form != "am")


def _bare_words(new: str, old: str) -> Extent:
    """Values of nothing but function words ("the who")."""
    return "same" if new.casefold().split() == old.casefold().split() else "other"


def _says_more(longer: tuple[Word, ...], shorter: tuple[Word, ...]) -> bool:
    """Whether the shorter value stands in the longer one as a whole: with adjectives before it ("a blue Skoda") and, where it ends
    a phrase or is a name cut short ("New York City"), anything behind it.
    """
    long_forms, short_forms = [word.form for word in longer], [word.form for word in shorter]
    count = len(short_forms)
    at = next((i for i in range(len(longer) - count + 1) if long_forms[i : i + count] == short_forms), None)
    if at is None:
        return False
    end = at + count
    is_head_free = at == 0 or longer[at - 1].ends_phrase or not longer[at - 1].is_key
    is_tail_free = end == len(longer) or longer[end - 1].ends_phrase or all(word.is_key for word in longer[at : end + 1])
    return is_head_free and is_tail_free


def _overlap(new: tuple[str, ...], old: tuple[str, ...]) -> Extent:
    shared = set(new) & set(old)
    return "unclear" if shared in (set(new), set(old)) else "other"
