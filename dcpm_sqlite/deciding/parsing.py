"""From a reply's text to values: one JSON object, then records, the good ones kept and the faulty ones counted (K8, K10, K12).

Reply records are frozen dataclasses of the standard library. pydantic checks them, and is loaded with the first reply: it takes
60 to 100 ms.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from dcpm_sqlite.deciding.decision import Unusable
from dcpm_sqlite.language.text import printable

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

Record = TypeVar("Record")

MAX_REPLY_BYTES = 200_000  # K12: no decision's reply is a tenth of it
_FENCED = re.compile(r"(```+|~~~+)[\w+-]*\s*(.*)\1", re.DOTALL)
# what structured output of some server refuses; it is checked here, and said in the prompt
_UNSENT = {"title", "default", "description", "format", "pattern", "$defs"} | {
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    *("minLength", "maxLength", "minItems", "maxItems", "uniqueItems"),
}

_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}  # one per record type of the program, made on first use


def parse_object(text: str) -> dict[str, Any]:
    """The one JSON object that a reply is, alone or in one fenced block. Raises Unusable with what is wrong.

    Line ends inside strings are taken as they stand. Strings lose the control characters that `fenced` took from what the model was shown.
    """
    if len(text) > MAX_REPLY_BYTES or len(text.encode(errors="replace")) > MAX_REPLY_BYTES:
        raise Unusable(f"the reply is longer than {MAX_REPLY_BYTES:,} bytes")
    body = text.strip().removeprefix("\ufeff")
    if fence := _FENCED.fullmatch(body):
        body = fence[2].strip()
    if not body:
        raise Unusable("the reply is empty; one JSON object was asked for")
    try:
        data = _clean(_DECODER.decode(body))
    except json.JSONDecodeError as error:
        raise Unusable(_syntax(body, error)) from None
    except RecursionError:
        raise Unusable("the reply is nested too deeply") from None
    except ValueError:
        raise Unusable("the reply holds a number with too many digits") from None
    if not isinstance(data, dict):
        raise Unusable(f"the reply is {_kind(data)}; one JSON object was asked for")
    return data


def _syntax(body: str, error: json.JSONDecodeError) -> str:
    if body[0] not in "{[":
        return "the reply does not begin with a JSON object; send the object alone, without words before or after it"
    if error.msg == "Extra data":
        return "there is text behind the JSON object; send the object alone"
    if error.pos >= len(body) or error.msg.startswith("Unterminated string"):
        return "the JSON ends before it is complete"
    return f"the reply is not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}"


def _no_constant(name: str) -> NoReturn:
    raise Unusable(f"the reply holds {name}, which is no JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise Unusable("the reply holds a number that is too large")
    return number


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unusable("an object of the reply has the same field twice")
    return found


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise Unusable("a string of the reply holds half of a character (a lone surrogate)")
        return printable(value)
    if isinstance(value, list):
        return [_clean(entry) for entry in value]
    if isinstance(value, dict):
        return {_clean(name): _clean(entry) for name, entry in value.items()}
    return value


def _kind(value: Any) -> str:
    names = {list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


_DECODER = json.JSONDecoder(strict=False, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_no_twins)


@dataclass(frozen=True, slots=True)
class Items(Generic[Record]):
    """A list of a reply, read item by item. kept: (position in the reply, from 0; record), the good ones in their order.

    faulty: how many could not be read (K10); surplus: how many stood behind the limit and were not looked at (K12).
    """

    kept: tuple[tuple[int, Record], ...]
    faulty: int
    surplus: int

    @property
    def records(self) -> tuple[Record, ...]:
        """The good ones alone."""
        return tuple(record for _, record in self.kept)


def items(data: dict[str, Any], field: str, record: type[Record], *, limit: int) -> Items[Record]:
    """The list `field` of a reply as records, at most `limit` of them.

    Raises Unusable where there is no such list, or where it has items and none of them can be read.
    """
    given = value(data, field, list)
    kept: list[tuple[int, Record]] = []
    first_fault: str | None = None
    looked_at = given[:limit]
    for position, entry in enumerate(looked_at):
        read = _read(record, entry)
        if isinstance(read, _Fault):
            first_fault = first_fault or f"{field}[{position}]: {read.message}"
        else:
            kept.append((position, read))
    if first_fault and not kept:
        raise Unusable(f"none of the {field} can be read; {first_fault}")
    return Items(tuple(kept), len(looked_at) - len(kept), len(given) - len(looked_at))


def value(data: dict[str, Any], field: str, kind: type[Record]) -> Record:
    """One field of a reply, as `kind`. Raises Unusable where it is missing or is something else."""
    if field not in data:
        raise Unusable(f"the field {field} is missing")
    read = _read(kind, data[field])
    if isinstance(read, _Fault):
        raise Unusable(f"{field}: {read.message}")
    return read


@dataclass(frozen=True, slots=True)
class _Fault:
    message: str


def _read(kind: type[Record], given: Any) -> Record | _Fault:
    from pydantic import ValidationError

    try:
        read: Record = _adapter(kind).validate_python(given)
    except ValidationError as error:
        return _Fault(_in_words(error))
    return read


def _in_words(error: ValidationError) -> str:
    """The first fault, where it is and what it is, without the value."""
    first = error.errors(include_input=False, include_context=False, include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        from pydantic import TypeAdapter

        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def schema_of(record: type[Any]) -> dict[str, Any]:
    """JSON schema of a reply record (no recursive ones): every field required, no other allowed, nothing by reference.

    Bounds, defaults and docstrings are left out: not every server takes them, and the prompt says what is wanted.
    """
    full = _adapter(record).json_schema()
    return _closed(full, full.get("$defs", {}))


def _closed(schema: dict[str, Any], records: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return _closed(records[schema["$ref"].rpartition("/")[2]], records)
    closed: dict[str, Any] = {}
    for word, entry in schema.items():
        if word == "properties":
            closed[word] = {name: _closed(inner, records) for name, inner in entry.items()}
            closed |= {"required": list(entry), "additionalProperties": False}
        elif word == "items":
            closed[word] = _closed(entry, records)
        elif word == "anyOf":
            closed[word] = [_closed(inner, records) for inner in entry]
        elif word not in _UNSENT and word not in closed:
            closed[word] = entry
    return closed
