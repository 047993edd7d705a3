"""Language models behind one port: Anthropic, OpenAI-compatible servers, recorded and scripted replies.

Each adapter is a module of its own and is loaded when it is chosen: nothing of the network is loaded for the offline rules.
"""

from dcpm_sqlite.llm.port import LLM, BatchLLM, Limits, Outcomes, Reply, Request, Turn

__all__ = ["LLM", "BatchLLM", "Limits", "Outcomes", "Reply", "Request", "Turn"]
