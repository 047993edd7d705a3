"""What an English predicate says about somebody, as a table of frames.

A frame fits by main verb, tense and what follows the verb; its attribute names what is said so that another sentence about the same
thing gets the same name, whatever its words ("I love tea", "I'm fond of tea": `likes tea`, which `dislikes tea` denies). The order counts:
the first that fits is taken.
"""

from dcpm_sqlite.language.claims.frames.frame import Frame
from dcpm_sqlite.language.claims.frames.table import FRAMES, frames_of

__all__ = ["FRAMES", "Frame", "frames_of"]
