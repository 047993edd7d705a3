"""What both HTTP adapters read off an answer: its fields, its fault, and the wait it asks for."""

from __future__ import annotations

import ipaddress
import json
import math
import re
import time
import urllib.parse
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from dcpm_sqlite.errors import MindError, MindRejected, MindUnavailable, UsageError

if TYPE_CHECKING:
    import ssl

SAID_CHARACTERS = 300  # of a server's own message that an error repeats: enough for a sentence, not for a page

# Statuses below 500 that pass: request timeout, conflict, too early, too many requests.
_PASSING = frozenset({408, 409, 425, 429})
_NEXT_STEP = {
    400: "the request was rejected as malformed or too long: see the server's message; a smaller batch may fit",
    401: "the key is missing or wrong: {key}",
    402: "the account behind the key has no credit left",
    403: "the key may not do this: check its rights, and whether it may use this model",
    404: "no such model, or no such address: check the model's name and the base URL",
    413: "the request is too long: use a smaller batch or a model with a larger context",
}


def at(body: object, *path: str | int) -> object:
    """The value at that path of parsed JSON, None where the shape is another one."""
    for step in path:
        if isinstance(step, str) and isinstance(body, Mapping):
            body = body.get(step)
        elif isinstance(step, int) and isinstance(body, list) and step < len(body):
            body = body[step]
        else:
            return None
    return body


def count(value: object) -> int:
    """A count of tokens as reported; 0 where it is missing or no count."""
    return value if isinstance(value, int) and value > 0 else 0


def parsed(content: bytes) -> object:
    """The JSON value of a body, None where it is no JSON."""
    try:
        value: object = json.loads(content)
    except (ValueError, RecursionError):  # not JSON, not UTF-8, or nested beyond reason
        return None
    return value


def whole_text(text: str) -> str:
    """The text with lone surrogates replaced: JSON escapes can carry them, UTF-8 and SQLite cannot."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def fault(who: str, status: int, headers: Mapping[str, str], content: bytes, *, key: str) -> MindError:
    """The error for an answer with a status other than 200; key: where the key comes from, for the message.

    A redirect is one too: it is not followed. Rate limits, overload and faults of the server are MindUnavailable, with the wait it asked for in full; the rest is MindRejected.
    """
    said = _said(content)
    if status in _PASSING or status >= 500:
        wait_s = retry_after_s(headers)
        asked = f", and asks to wait {wait_s:g} s" if wait_s is not None else ""
        return MindUnavailable(f"{who} answered {status}{asked}: {said}", retry_after_s=wait_s)
    next_step = _NEXT_STEP.get(status, "check the model's name and the base URL").format(key=key)
    return MindRejected(f"{who} answered {status}: {said}; {next_step}")


def unreadable(who: str, content: bytes) -> MindUnavailable:
    """The error for an answer of status 200 that does not follow the protocol: a proxy's page, another service, a broken server."""
    return MindUnavailable(f"{who} sent an answer that does not follow its protocol: {_said(content)}; check the base URL if this stays")


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds that the answer asks to wait, None if it doesn't. headers: names in lower case, or a mapping that ignores case.

    `retry-after-ms`, then `retry-after` in seconds or as an HTTP date (RFC 9110, 10.2.3).
    """
    for name, per_second in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) / per_second
        except ValueError:
            continue
        if math.isfinite(seconds):
            return max(0.0, seconds)
    import email.utils  # loads what reaches the network: only here, where a server was asked

    date = email.utils.parsedate_tz(headers.get("retry-after", ""))
    return max(0.0, email.utils.mktime_tz(date) - time.time()) if date else None


@cache
def tls() -> ssl.SSLContext:
    """The process's one TLS context, with the machine's trusted roots: reading them takes 40 ms, which each client would do anew."""
    import httpx2

    return httpx2.create_ssl_context()


def clean_key(key: str | None) -> str | None:
    """The key without white space around it; None for an empty one. UsageError: no key has such characters."""
    key = (key or "").strip()
    if not (key.isascii() and key.isprintable()):
        raise UsageError("the API key has characters that no key has; copy it anew")
    return key or None


def clean_url(base_url: str) -> str:
    """The URL without a slash at its end. UsageError: no http(s) address, or one that carries a password, a query or a fragment."""
    try:
        parts = urllib.parse.urlsplit(base_url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:  # a port that is no number, an unfinished IPv6 address
        is_address = False
    if not is_address or any(c.isspace() for c in base_url):
        raise UsageError(f"{base_url!r} is no http or https address of a server; for example http://localhost:11434/v1")
    if parts.username is not None or parts.password is not None:
        raise UsageError("the server's address carries a user name or password, which would be kept with each call: pass api_key instead")
    if parts.query or parts.fragment:
        raise UsageError(f"{base_url!r} is no base URL: it has a query or a fragment")
    return base_url.rstrip("/")


def is_loopback(url: str) -> bool:
    """Whether that URL's host is this machine."""
    host = urllib.parse.urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        return False


def _said(content: bytes) -> str:
    """The server's own message, on one line and cut."""
    body = parsed(content)
    for path in (("error", "message"), ("error",), ("message",), ("detail",)):
        message = at(body, *path)
        if isinstance(message, str) and message.strip():
            break
    else:
        message = content[: 4 * SAID_CHARACTERS].decode("utf-8", "replace")
    line = " ".join("".join(c if c.isprintable() else " " for c in message).split())
    return (line[:SAID_CHARACTERS] + "…" if len(line) > SAID_CHARACTERS else line) or "(an empty body)"
