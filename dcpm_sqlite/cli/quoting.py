"""Words inside the message that they stand in, as people see them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from dcpm_sqlite.cli.show import out
from dcpm_sqlite.language.dates import format_moment
from dcpm_sqlite.language.text import printable
from dcpm_sqlite.records import Evidence, RawInput

AROUND_CHARS = 120  # shown of a message before and after quoted words


def quoted(evidence: Sequence[Evidence]) -> list[Text]:
    """A line per message, oldest first: when and who, and the words highlighted; a question that they answer is said to be one."""
    messages = {e.message.id: e.message for e in evidence}
    lines = []
    for message in sorted(messages.values(), key=lambda m: (m.said_at.ms, m.key)):
        words = [e for e in evidence if e.message.id == message.id]
        is_context = all(e.role == "context" for e in words)
        line = Text(f"{format_moment(message.said_at)[:10]} {printable(message.party or message.role)}: ", style="dim")
        line.append(_inside(message, [(e.start, e.end) for e in words], is_context=is_context))
        if is_context:
            line.append(" (what was asked)")
        lines.append(line)
    return lines


def _inside(message: RawInput, words: Sequence[tuple[int, int]], *, is_context: bool) -> Text:
    """The words with what stands around them; between marks where the terminal shows no highlighting."""
    text, shown, at = message.text, Text(), 0
    opening, closing = ("", "") if out.is_terminal and not out.no_color else ("«", "»")
    spans = _merged(words)
    for start, end in spans:
        shown.append(_shortened(text[at:start], is_first=at == 0))
        shown.append(opening + _line(text[start:end]) + closing, style="italic" if is_context else "not dim bold yellow")
        at = end
    rest = _line(text[at:])
    shown.append(rest if len(rest) <= AROUND_CHARS else rest[:AROUND_CHARS].rstrip() + " …")
    return shown


def _shortened(between: str, *, is_first: bool) -> str:
    line = _line(between)
    if is_first:
        return line if len(line) <= AROUND_CHARS else "… " + line[-AROUND_CHARS:].lstrip()
    return line if len(line) <= 2 * AROUND_CHARS else f"{line[:AROUND_CHARS].rstrip()} … {line[-AROUND_CHARS:].lstrip()}"


def _merged(words: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, overlapping ones together."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted(words):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return spans


def _line(text: str) -> str:
    """On one line; the spaces at its ends stay, so that words don't run together."""
    safe = printable(text)
    lead, tail = (" " if safe[:1].isspace() else ""), (" " if safe[-1:].isspace() and safe.strip() else "")
    return lead + " ".join(safe.split()) + tail
