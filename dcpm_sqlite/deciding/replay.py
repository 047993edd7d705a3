"""The ledger's replies as a model: what was answered once is answered again, with no model and at no cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from dcpm_sqlite.llm.port import Reply
from dcpm_sqlite.store import ledger, raw
from dcpm_sqlite.store.store import Store

_STOPS: Mapping[str | None, Literal["length", "refusal"]] = {"cut off": "length", "refusal": "refusal"}


class LedgerReplies(Mapping[str, Reply]):
    """Replies that a file keeps, as `RecordedLLM` takes them: by `prompt_sha256` of the request, which the file knows only keyed.

    Read once; of two replies to one request the later counts. Iterating gives the file's keyed hashes in hex, which look nothing up.
    """

    def __init__(self, store: Store) -> None:
        with store.file.read() as db:
            self._hash_key = raw.hash_key(db)
            self._replies = {kept.prompt_hash: _reply(kept) for kept in ledger.replies(db)}

    def __getitem__(self, prompt_key: str) -> Reply:
        return self._replies[ledger.prompt_hash(self._hash_key, prompt_key)]

    def __iter__(self) -> Iterator[str]:
        return (key.hex() for key in self._replies)

    def __len__(self) -> int:
        return len(self._replies)


def _reply(kept: ledger.KeptReply) -> Reply:
    return Reply(kept.text, _STOPS.get(kept.fault, "end"), kept.tokens_in, kept.tokens_cached, kept.tokens_out)
