"""Chat exports read into messages, one at a time; storing them is done elsewhere."""

from dcpm_sqlite.portability.sources.detect import FORMATS, read_source
from dcpm_sqlite.portability.sources.reader import Skipped, SourceReader

__all__ = ["FORMATS", "Skipped", "SourceReader", "read_source"]
