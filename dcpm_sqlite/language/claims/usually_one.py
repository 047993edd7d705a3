"""Attributes that mostly have one value at a time, and may have more: another value contradicts, unless words say that it changed.

What surely has one value (a home, a capital, an age) is single by its frame; what may well have many (languages, friends, songs) is
in neither list. The attribute's own name decides, never its value.
"""

from __future__ import annotations

from dcpm_sqlite.language.claims.lemmas import compound
from dcpm_sqlite.language.text import fold

_NAMES = """
citizenship
nationality
religion
native language
native to
employed by
hired by
performed by
sung by
played by
owned by
produced by
sponsored by
associated with
is famous for
is known for
is best known for
known for
best known for
educated at
original broadcaster
works in
works in field
plays for
car
"""
_UNNAMED = frozenset({"a", "an", "the"})
_FORMS = frozenset(
    tuple(form for word in fold(name).split() if word not in _UNNAMED for form in compound(word)) for name in _NAMES.strip().splitlines()
)


def is_usually_one(key: tuple[str, ...]) -> bool:
    """Whether an attribute, by the forms of its name, is such a one."""
    return key in _FORMS
