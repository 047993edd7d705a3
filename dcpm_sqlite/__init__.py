"""Long-term memory for LLM agents in one SQLite file, on the user's own machine."""

from dcpm_sqlite import errors
from dcpm_sqlite.memory import Memory
from dcpm_sqlite.portability.estimate import Estimate
from dcpm_sqlite.portability.importing import ImportReport
from dcpm_sqlite.records import (
    AddReport,
    Belief,
    Candidate,
    CheckReport,
    CostLine,
    Evidence,
    ForgetReceipt,
    Hit,
    Job,
    Message,
    Moment,
    Node,
    Profile,
    ProfileEntry,
    RawInput,
    Reason,
    Recollection,
    SettleReport,
    Source,
    Stats,
    Why,
)
from dcpm_sqlite.settings import Budget, MindSettings, RecallSettings, Settings
from dcpm_sqlite.writing.rethink import Rethinking

__version__ = "0.1.0"

__all__ = [
    "AddReport",
    "Belief",
    "Budget",
    "Candidate",
    "CheckReport",
    "CostLine",
    "Estimate",
    "Evidence",
    "ForgetReceipt",
    "Hit",
    "ImportReport",
    "Job",
    "Memory",
    "Message",
    "MindSettings",
    "Moment",
    "Node",
    "Profile",
    "ProfileEntry",
    "RawInput",
    "Reason",
    "RecallSettings",
    "Recollection",
    "Rethinking",
    "Settings",
    "SettleReport",
    "Source",
    "Stats",
    "Why",
    "errors",
]
