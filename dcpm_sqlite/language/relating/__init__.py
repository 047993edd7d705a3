"""How two statements hang together, as their words tell: cause, order in time, background, a name in common, near meaning."""

from dcpm_sqlite.language.relating.statement import Statement
from dcpm_sqlite.language.relating.ties import Tie, ties_between

__all__ = ["Statement", "Tie", "ties_between"]
