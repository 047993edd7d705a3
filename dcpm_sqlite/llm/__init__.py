"""Language models behind one port: Anthropic, OpenAI-compatible servers, recorded and scripted replies."""

from dcpm_sqlite.llm.choose import choose
from dcpm_sqlite.llm.claude import ClaudeLLM
from dcpm_sqlite.llm.compatible import CompatibleLLM
from dcpm_sqlite.llm.port import LLM, Limits, Reply, Request, Turn
from dcpm_sqlite.llm.prices import cost_usd
from dcpm_sqlite.llm.recorded import RecordedLLM, RecordingLLM, prompt_sha256
from dcpm_sqlite.llm.scripted import ScriptedLLM

__all__ = [
    "LLM",
    "ClaudeLLM",
    "CompatibleLLM",
    "Limits",
    "RecordedLLM",
    "RecordingLLM",
    "Reply",
    "Request",
    "ScriptedLLM",
    "Turn",
    "choose",
    "cost_usd",
    "prompt_sha256",
]
