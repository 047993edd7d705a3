"""When something is, was or will be, as English text says it."""

from dcpm_sqlite.language.when.expression import Relation, TimeExpression
from dcpm_sqlite.language.when.read import times_in

__all__ = ["Relation", "TimeExpression", "times_in"]
