"""Exports as the programs write them, small."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[..., Path]


def node(node_id: str, parent: str | None, role: str, parts: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    """One node of ChatGPT's tree; `more` overrides fields of its message."""
    message = {
        "id": node_id,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": 1_700_000_000.0,
        "content": {"content_type": "text", "parts": parts or []},
        "metadata": {},
        "recipient": "all",
    }
    return {"id": node_id, "parent": parent, "children": [], "message": message | more}


def chatgpt_conversation(*nodes: dict[str, Any], current: str, **more: Any) -> dict[str, Any]:
    """A conversation with the root placeholder that every export has."""
    root: dict[str, Any] = {"id": "root", "parent": None, "children": [], "message": None}
    return {
        "title": "Trip",
        "create_time": 1_699_999_000.0,
        "update_time": 1_700_000_100.0,
        "mapping": {each["id"]: each for each in (root, *nodes)},
        "moderation_results": [],
        "current_node": current,
        "conversation_id": "conv-1",
        "id": "conv-1",
    } | more


def claude_conversation(*messages: Any, **more: Any) -> dict[str, Any]:
    """A conversation of Claude's export."""
    return {
        "uuid": "c-1",
        "name": "Garden",
        "created_at": "2024-03-01T09:00:00Z",
        "updated_at": "2024-03-01T09:10:00.000000Z",
        "account": {"uuid": "a-1"},
        "chat_messages": list(messages),
    } | more


def claude_message(uuid: str, sender: str, text: str, **more: Any) -> dict[str, Any]:
    """A message of Claude's export, with its text as a block too."""
    return {
        "uuid": uuid,
        "text": text,
        "content": [{"type": "text", "text": text, "citations": []}],
        "sender": sender,
        "created_at": "2024-03-01T09:01:02.345678Z",
        "attachments": [],
        "files": [],
    } | more


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a value as JSON, or text or bytes as they are, and gives the path."""

    def written(content: Any, name: str = "conversations.json") -> Path:
        path = tmp_path / name
        data = content if isinstance(content, bytes | str) else json.dumps(content)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    return written


@pytest.fixture
def write_zip(tmp_path: Path) -> Write:
    """Writes a zip archive from names and values."""

    def written(entries: dict[str, Any], name: str = "export.zip") -> Path:
        with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for entry, content in entries.items():
                archive.writestr(entry, content if isinstance(content, str) else json.dumps(content))
        return tmp_path / name

    return written
