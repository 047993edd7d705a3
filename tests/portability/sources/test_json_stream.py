"""Big arrays, piece by piece."""

from __future__ import annotations

import io
import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dcpm_sqlite.errors import ImportFault
from dcpm_sqlite.portability.sources import json_stream
from dcpm_sqlite.portability.sources.json_stream import array_items, whole_escapes
from dcpm_sqlite.portability.sources.origin import ByteStream

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()) | st.sampled_from('\\"u\ud83d\ude00'), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=12,
)


class Dribble(io.BytesIO):
    """A file that gives at most a few bytes at a time."""

    def __init__(self, data: bytes, step: int) -> None:
        super().__init__(data)
        self._step = step

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self._step)


def stream(data: bytes, step: int = 65_536) -> ByteStream:
    """A stream over bytes."""
    return ByteStream(Dribble(data, step), name="x.json", on_read=lambda length: None)


def whole(value: Any) -> Any:
    """The value with half characters replaced as a decoder of UTF-16 does."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, dict):
        return {whole(key): whole(each) for key, each in value.items()}
    return [whole(each) for each in value] if isinstance(value, list) else value


@given(st.lists(JSON, max_size=4), st.integers(1, 40))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_same_as_the_standard_reader(values: list[Any], step: int) -> None:
    """However the bytes are cut, the elements are those of json.loads with half characters replaced."""
    data = json.dumps(values).encode()
    assert list(array_items(stream(data, step))) == [whole(value) for value in json.loads(data)]


@given(ANY_TEXT)
@settings(deadline=None, derandomize=True)
def test_escapes_of_whole_characters_stay(text: str) -> None:
    """Repair changes nothing but halves."""
    assert json.loads(whole_escapes(json.dumps(text))) == whole(json.loads(json.dumps(text)))


@pytest.mark.parametrize("data", [b"[[]" + b"[" * 10**6, b"[" * 10**6 + b"]" * 10**6, b'[{"a":' * 10**5])
def test_endless_nesting_is_a_fault(data: bytes) -> None:
    """However deep the nesting, it ends in ImportFault."""
    with pytest.raises(ImportFault):
        list(array_items(stream(data)))


@pytest.mark.parametrize("data", [b"", b"[", b"[1", b"[1 2]", b"[1,]", b"[,1]", b"[1]]", b'["a', b"[tru]", b"{}", b"[\xff]"])
@pytest.mark.parametrize("step", [1, 100])
def test_malformed_arrays_are_faults(data: bytes, step: int) -> None:
    """What is no array, or no whole one, ends in ImportFault."""
    with pytest.raises(ImportFault):
        list(array_items(stream(data, step)))


def test_elements_before_the_damage_are_given() -> None:
    """A file cut in its second element still gives its first."""
    items = array_items(stream(b'[{"a": 1}, {"a": 2', 3))
    assert next(items) == {"a": 1}
    with pytest.raises(ImportFault, match="not valid JSON"):
        next(items)


def test_overlong_element_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """An element beyond the limit is not gathered, while many short ones are no trouble."""
    monkeypatch.setattr(json_stream, "MAX_ELEMENT_CHARS", 100)
    assert list(array_items(stream(b"[" + b"12, " * 500 + b"12]", 10))) == [12] * 501
    with pytest.raises(ImportFault, match="longer than 100 characters"):
        list(array_items(stream(b'["' + b"x" * 1000 + b'"]', 10)))


def test_memory_is_that_of_one_element() -> None:
    """40 MB of elements are read within 4 MB."""
    element = json.dumps({"text": "x" * 20_000}).encode()
    count = 2000

    class Endless(io.RawIOBase):
        """Writes the array as it is read."""

        left = count

        def read(self, size: int = -1) -> bytes:
            if self.left < 0:
                return b""
            self.left -= 1
            return b"]" if self.left < 0 else (b"[" if self.left == count - 1 else b",") + element

    source = ByteStream(Endless(), name="x", on_read=lambda length: None)  # type: ignore[arg-type]
    tracemalloc.start()
    assert sum(1 for _ in array_items(source)) == count
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000
