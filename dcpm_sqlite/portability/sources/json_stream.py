"""Big JSON arrays, one element at a time: memory holds one conversation, not the export.

The standard library's decoder reads an element as soon as the text at hand holds all of it; where it does not, the
text is doubled, so that an element is looked at twice its length in all, however long it is.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator

from dcpm_sqlite.errors import ImportFault
from dcpm_sqlite.portability.sources.origin import ByteStream

MAX_ELEMENT_CHARS = 128 << 20  # the longest conversations have some ten million; bounds memory for damaged files
_CUT_CHARS = 16  # an error this close to the text's end may be a literal or an escape that was cut
_SPACE = re.compile(r"[ \t\n\r]*")
_LOOKS_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(
    r"""\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}  # a whole character
    |(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})
    |\\.""",
    re.VERBOSE | re.DOTALL,
)


def array_items(stream: ByteStream) -> Iterator[object]:
    """The elements of the array that the stream holds, each as json.loads would give it.

    Half characters written as escapes become U+FFFD. Raises ImportFault for malformed JSON, invalid UTF-8, another
    value than an array, nesting too deep to be read, and an element longer than MAX_ELEMENT_CHARS.
    """
    text = _Text(stream)
    if text.take() != "[":
        raise ImportFault(f"{stream.name} is not a JSON array.")
    if text.peek() == "]":
        text.take()
    else:
        yield text.value()
        while (mark := text.take()) == ",":
            yield text.value()
        if mark != "]":
            raise ImportFault(f"{stream.name} is not valid JSON: an element is not followed by `,` or `]`.")
    if text.peek():
        raise ImportFault(f"{stream.name} is not valid JSON: something follows the array's end.")


def whole_escapes(text: str) -> str:
    """JSON text in which each escape of half a character (a lone surrogate) is that of U+FFFD."""
    if not _LOOKS_SURROGATE.search(text):
        return text
    return _ESCAPE.sub(lambda match: r"\ufffd" if match["lone"] else match[0], text)


class _Text:
    """The part of the stream's text that is at hand, and the place in it up to which it was read."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._json = json.JSONDecoder()
        self._text = ""
        self._at = 0

    def peek(self) -> str:
        """The next character that is not white space, without taking it; "" at the end."""
        while True:
            self._at = self._after_space(self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._grow():
                return ""

    def take(self) -> str:
        """The next character that is not white space; "" at the end."""
        character = self.peek()
        self._at += len(character)
        return character

    def value(self) -> object:
        """The next value. Raises ImportFault where there is none."""
        self.peek()
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if not self._may_be_cut(error) or not self._grow():
                    raise ImportFault(f"{self._stream.name} is not valid JSON: {error.msg}. Get it anew.") from error
                continue
            except RecursionError as error:
                raise ImportFault(f"{self._stream.name} nests too deep; it is no chat export.") from error
            except ValueError as error:  # an integer of thousands of digits
                raise ImportFault(f"{self._stream.name} can't be read: {error}.") from error
            if self._is_number_cut(end) and self._grow():
                continue
            return self._taken(value, end)

    def _taken(self, value: object, end: int) -> object:
        raw = self._text[self._at : end]
        self._at = end
        repaired = whole_escapes(raw)
        return value if repaired == raw else json.loads(repaired)

    def _may_be_cut(self, error: json.JSONDecodeError) -> bool:
        return error.msg.startswith("Unterminated string") or error.pos + _CUT_CHARS >= len(self._text)

    def _is_number_cut(self, end: int) -> bool:
        """True where the value ending here may be the start of a longer number, such as `1` of `1.5` or of `1e-7`."""
        after = self._after_space(end)
        return self._text[after : after + 1] not in (",", "]") and after + _CUT_CHARS >= len(self._text)

    def _after_space(self, at: int) -> int:
        match = _SPACE.match(self._text, at)
        return match.end() if match else at

    def _grow(self) -> bool:
        """Doubles what is still to be read; False where the stream has ended."""
        rest = self._text[self._at :]
        if len(rest) > MAX_ELEMENT_CHARS:
            raise ImportFault(f"{self._stream.name} has an element longer than {MAX_ELEMENT_CHARS} characters.")
        pieces, wanted = [rest], max(1, len(rest))
        while wanted > 0 and (chunk := self._stream.read()):
            pieces.append(self._decoded(chunk))
            wanted -= len(pieces[-1])
        if wanted > 0:
            self._decoded(b"", final=True)
        self._text, self._at = "".join(pieces), 0
        return len(self._text) > len(rest)

    def _decoded(self, chunk: bytes, *, final: bool = False) -> str:
        try:
            return self._decode(chunk, final)
        except UnicodeDecodeError as error:
            raise ImportFault(f"{self._stream.name} is not valid UTF-8 ({error.reason}). Save it as UTF-8.") from error
