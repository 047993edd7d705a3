"""Public ids: 63 bits, ordered by time, shown as 13 characters of Crockford's base 32."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from dcpm_sqlite.errors import UnknownId

CHANCE_BITS = 21
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_VALUES = {c: i for i, c in enumerate(_ALPHABET)} | {"o": 0, "i": 1, "l": 1}
LENGTH = 13


@dataclass(slots=True)
class UidSource:
    """Makes uids that rise within a process: 42 bits of Unix milliseconds, 21 of chance."""

    last: int = field(default=0)

    def next(self, now_ms: int) -> int:
        """A uid at or after `now_ms`, above every earlier one of this source."""
        uid = (now_ms << CHANCE_BITS) | secrets.randbits(CHANCE_BITS)
        if uid <= self.last:
            uid = self.last + 1 + secrets.randbits(8)
        self.last = uid
        return uid


def as_text(uid: int) -> str:
    """13 characters, in the same order as the numbers."""
    return "".join(_ALPHABET[uid >> shift & 31] for shift in range(60, -1, -5))


def as_number(text: str) -> int:
    """The uid that a text stands for; letters may be of either case. Raises UnknownId for anything else."""
    folded = text.strip().lower()
    if len(folded) != LENGTH or any(c not in _VALUES for c in folded):
        raise UnknownId(f"{text!r} is no id: ids have {LENGTH} letters and digits, as `dcpm list` shows them.")
    number = 0
    for char in folded:
        number = number << 5 | _VALUES[char]
    if number >= 1 << 63:
        raise UnknownId(f"{text!r} is no id: no id is that large.")
    return number
