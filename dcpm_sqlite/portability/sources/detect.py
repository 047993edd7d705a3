"""What a source is, told by its content."""

from __future__ import annotations

import codecs
import json
from itertools import islice
from typing import Literal

from dcpm_sqlite.errors import ImportFault
from dcpm_sqlite.portability.sources import chatgpt, claude, jsonl, locomo
from dcpm_sqlite.portability.sources.document import Document

Format = Literal["chatgpt", "claude", "jsonl", "locomo", "text"]
_TEXT_SUFFIXES = ("", ".txt", ".text", ".md", ".markdown", ".rst")
_HEAD_BYTES = 1 << 16
_LOOK_AT = 20  # elements or lines; the first ones may be damaged


def detect(document: Document) -> Format:
    """The format. Raises ImportFault, which lists the formats, for what is none of them."""
    head = document.head(_HEAD_BYTES).removeprefix(codecs.BOM_UTF8)
    if head.lstrip()[:1] in (b"[", b"{"):
        found = _of_elements(document) or _of_lines(document)
        if found:
            return found
    if _is_text(head) and not document.path.is_dir() and document.path.suffix.lower() in _TEXT_SUFFIXES and not _is_json(head):
        return "text"
    raise ImportFault(
        f"{document.path} is none of the known sources: chatgpt or claude (conversations.json, or the export's zip), locomo, jsonl (a "
        "message a line), text (plain or Markdown). Name the format if it is one of them all the same."
    )


def _of_elements(document: Document) -> Format | None:
    try:
        for value in islice(document.elements(), _LOOK_AT):
            if chatgpt.is_conversation(value):
                return "chatgpt"
            if claude.is_conversation(value):
                return "claude"
            if locomo.is_conversation(value):
                return "locomo"
            if jsonl.is_message(value):
                return "jsonl"
    except ImportFault:
        return None  # JSON lines are no JSON text, and neither is "[ ] a task"
    return None


def _of_lines(document: Document) -> Format | None:
    for _, line in islice(document.lines(), _LOOK_AT):
        if line is not None and _is_message(line):
            return "jsonl"
    return None


def _is_message(line: bytes) -> bool:
    try:
        return jsonl.is_message(json.loads(line))
    except (ValueError, RecursionError):
        return False


def _is_json(head: bytes) -> bool:
    """Whether the beginning is a value of its own, or goes on as one: then it is data, no prose."""
    text = head.decode("utf-8", "replace").lstrip()
    if text[:1] not in ("[", "{"):
        return False
    try:
        json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text) - 1 and len(text) > 1
    except RecursionError:
        return True
    return True


def _is_text(head: bytes) -> bool:
    if b"\0" in head:
        return False
    try:
        codecs.getincrementaldecoder("utf-8")("strict").decode(head)
    except UnicodeDecodeError:
        return False
    return bool(head.strip())
