"""Long-term memory for LLM agents in one SQLite file, on the user's own machine."""

from dcpm_sqlite import errors
from dcpm_sqlite.memory import Memory
from dcpm_sqlite.records import (
    AddReport,
    Belief,
    CheckReport,
    ForgetReceipt,
    Hit,
    Message,
    Moment,
    Node,
    RawInput,
    Reason,
    Recollection,
    Source,
    Stats,
)
from dcpm_sqlite.settings import RecallSettings, Settings

__version__ = "0.1.0"

__all__ = [
    "AddReport",
    "Belief",
    "CheckReport",
    "ForgetReceipt",
    "Hit",
    "Memory",
    "Message",
    "Moment",
    "Node",
    "RawInput",
    "Reason",
    "RecallSettings",
    "Recollection",
    "Settings",
    "Source",
    "Stats",
    "errors",
]
