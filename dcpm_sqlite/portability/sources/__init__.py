"""Reading chat exports and texts into messages; storing them is done elsewhere."""

from dcpm_sqlite.portability.sources.detect import Format
from dcpm_sqlite.portability.sources.fields import Skipped
from dcpm_sqlite.portability.sources.reader import FORMATS, SourceReader, read_source

__all__ = ["FORMATS", "Format", "Skipped", "SourceReader", "read_source"]
