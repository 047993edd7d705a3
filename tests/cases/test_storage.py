"""Copies, other encoders, hard texts and hard queries, through the public calls (K37-K44). Faults of the disk (K36) are in `tests/reliability`."""

from __future__ import annotations

import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from dcpm_sqlite import Memory
from dcpm_sqlite.encoder.hashing import HashEncoder
from dcpm_sqlite.encoder.port import F32, EncoderIdentity
from dcpm_sqlite.errors import EncoderMismatch, RefusedText, Stale, UsageError
from dcpm_sqlite.records import Message
from tests.reliability.support import SETTINGS, open_memory, said, stored, texts


class Renamed:
    """The hash encoder under another name and digest."""

    def __init__(self, width: int = 64, seed: str = "other") -> None:
        inner = HashEncoder(width=width)
        self._inner, self._seed = inner, seed
        self.identity = EncoderIdentity(f"{seed}-{width}", seed * 8, width, "", "", inner.identity.max_tokens)

    def encode_query(self, text: str) -> F32:
        """Another direction than the hash encoder's."""
        return self._inner.encode_query(f"{self._seed} {text}")

    def encode_passages(self, texts: list[str]) -> F32:
        """Likewise."""
        return self._inner.encode_passages([f"{self._seed} {text}" for text in texts])


def files(folder: Path) -> list[str]:
    """Names in a folder."""
    return sorted(file.name for file in folder.iterdir())


def test_k37_a_backup_of_an_open_file_and_a_copy_of_a_closed_one_are_whole(tmp_path: Path) -> None:
    """The backup is taken while another thread adds; both copies open without a side file and answer."""
    path, backup, copy = (tmp_path / name / "m.db" for name in ("live", "backup", "copy"))
    for file in (path, backup, copy):
        file.parent.mkdir()
    with open_memory(path) as memory:
        memory.add([said(f"Remark {n} on lanterns.", n) for n in range(200)])
        adding = threading.Thread(target=lambda: [memory.add(said(f"Late remark {n} on lanterns.", 500 + n)) for n in range(10)])
        adding.start()
        memory.backup(backup)
        adding.join()
    shutil.copy(path, copy)
    for file, least in ((backup, 200), (copy, 210)):
        assert files(file.parent) == ["m.db"]
        with open_memory(file) as memory:
            assert len(texts(memory)) >= least
            assert memory.check().problems == ()
            assert memory.recall("remark 7").hits
        assert files(file.parent) == ["m.db"]


@pytest.mark.parametrize("other", [HashEncoder(width=32), Renamed(64)])
def test_k38_another_encoder_is_refused_with_both_names_and_the_command(tmp_path: Path, other: HashEncoder | Renamed) -> None:
    """Another name of the same width, or another width: every call that needs vectors says what to do, and changes nothing."""
    path = tmp_path / "m.db"
    with open_memory(path) as memory:
        id = memory.add("Lanterns are lit.").ids[0]
    with Memory(path, encoder=other) as memory:  # type: ignore[arg-type]
        for act in (lambda: memory.add("More."), lambda: memory.recall("lanterns"), lambda: memory.rebuild(), lambda: memory.forget(id)):
            with pytest.raises(EncoderMismatch, match=rf"hash-64.*{other.identity.name}.*dcpm reembed") as caught:
                act()
            assert str(other.identity.width) in str(caught.value)
        assert texts(memory) == ["Lanterns are lit."]


class Interrupted(Exception):
    """Raised by a test in the middle of a re-embedding."""


def test_k38_reembedding_is_resumed_while_the_old_encoder_answers(tmp_path: Path) -> None:
    """Interrupted after two batches it goes on from there; until the end the old encoder recalls, and after it is refused."""
    path, batches = tmp_path / "m.db", replace(SETTINGS, embed_batch=10)
    with open_memory(path, settings=batches) as old:
        ids = old.add([said(f"Remark {n} on lanterns.", n) for n in range(50)]).ids
        with open_memory(path, width=32, settings=batches) as new:
            steps: list[tuple[int, int]] = []

            def stop_after_two(done: int, total: int) -> None:
                steps.append((done, total))
                assert old.recall("remark 7").hits
                if len(steps) == 2:
                    raise Interrupted

            with pytest.raises(Interrupted):
                new.reembed(on_progress=stop_after_two)
            assert steps == [(10, 50), (20, 50)]
            with pytest.raises(EncoderMismatch):
                new.recall("remark 7")
            old.add(said("A late remark on quinces.", 100))
            old.forget(ids[0])
            assert any("quinces" in hit.text for hit in old.recall("quinces").hits)
        with open_memory(path, width=32, settings=batches) as new:
            steps.clear()
            new.reembed(on_progress=lambda done, total: steps.append((done, total)))
            assert steps[0][1] in (30, 31, 32)
            assert any("quinces" in hit.text for hit in new.recall("quinces").hits)
            assert new.recall("remark 33").hits
            assert new.check().problems == ()
            with pytest.raises(EncoderMismatch):
                old.recall("quinces")
            with pytest.raises(EncoderMismatch):
                old.add("With the old one.")
            assert new.add("With the new one.").added == 1
            assert new.reembed() == 0


def test_k38_two_moves_at_once_never_mix_their_vectors(tmp_path: Path) -> None:
    """Another process begins a move elsewhere, or finishes the same one: the first is told, and the file is sound."""
    path, batches = tmp_path / "m.db", replace(SETTINGS, embed_batch=10)
    with open_memory(path, settings=batches) as memory:
        memory.add([said(f"Remark {n} on lanterns.", n) for n in range(30)])
    for first, second in ((HashEncoder(width=32), Renamed(32, "second")), (Renamed(64, "third"), Renamed(64, "third"))):
        with Memory(path, encoder=first, settings=batches) as one, Memory(path, encoder=second, settings=batches) as two:  # type: ignore[arg-type]
            moved: list[int] = []

            def interfere(done: int, total: int, *, two: Memory = two, moved: list[int] = moved) -> None:
                if not moved:
                    moved.append(two.reembed())

            with pytest.raises(Stale, match="open the file again"):
                one.reembed(on_progress=interfere)
            assert moved == [30]
            assert two.recall("remark 7").hits
            assert two.check().problems == ()


def test_k40_a_huge_message_is_found_by_its_end_and_an_empty_one_is_refused(tmp_path: Path) -> None:
    """200,000 characters are indexed to the last; nothing, and only spaces, are refused and nothing beside them is kept."""
    with open_memory(tmp_path / "m.db") as memory:
        text = "The lantern was lit again. " * 7_400 + "At last a xylophonequux."
        id = memory.add(text).ids[0]
        assert len(text) > 199_000
        assert stored(memory, id).text == text
        hit = memory.recall("xylophonequux").hits[0]
        assert hit.id == id
        assert "xylophonequux" in hit.text
        assert len(hit.text) < 5_000
        for empty in ("", "   ", "\n\t\u3000"):
            with pytest.raises(RefusedText):
                memory.add([Message("Fine."), Message(empty)])
        assert len(texts(memory)) == 1
        assert memory.check().problems == ()


HARD = [
    "don't", "pre-edit", "GB/s", "ubuntu 20.04", '"', "NEAR(", "*", "Downloads/x", "a AND", "NOT", "OR OR", "(", "text:foo", "^x", "-", "'; DROP TABLE x", "%_", "\\",
    "{}", "+", "col : x", "☃", "😀", "a" * 5_000, "1", "?",
]  # fmt: skip


def test_k41_no_query_is_a_syntax_error(tmp_path: Path) -> None:
    """Results or none; and what was said with those signs is found by them."""
    with open_memory(tmp_path / "m.db") as memory:
        memory.add(
            [said(text, n) for n, text in enumerate(["I don't pre-edit.", "It runs at 3 GB/s on ubuntu 20.04.", "It lies in Downloads/x."])]
        )
        for query in HARD:
            memory.recall(query)
        for query, word in (
            ("don't", "don't"),
            ("GB/s", "GB/s"),
            ("ubuntu 20.04", "20.04"),
            ("Downloads/x", "Downloads/x"),
            ("pre-edit", "pre-edit"),
        ):
            assert word in memory.recall(query).hits[0].text
        for query in ("", "  "):
            with pytest.raises(UsageError):
                memory.recall(query)


def test_k42_words_of_a_script_without_spaces_are_found(tmp_path: Path) -> None:
    """A word in the middle of a Chinese sentence."""
    with open_memory(tmp_path / "m.db") as memory:
        memory.add([said("用户服务器部署在腾讯云国内节点", 1), said("今天天气很好我们去公园散步", 2)])
        found = memory.recall("腾讯云").hits
        assert found[0].text == "用户服务器部署在腾讯云国内节点"


def test_k43_hard_unicode_is_kept_and_found_or_refused_before_anything_is_written(tmp_path: Path) -> None:
    """A lone surrogate is refused, with it the whole batch; right-to-left text and accents in two normal forms are found."""
    with open_memory(tmp_path / "m.db") as memory:
        for bad in ("half \ud83d an emoji", "\udc00"):
            with pytest.raises(RefusedText):
                memory.add([Message("Fine."), Message(bad)])
            with pytest.raises(UsageError):
                memory.recall(bad)
        assert memory.list() == ()
        memory.add([said("Le cafe\u0301 ferme.", 1), said("שלום עולם מהמגדלור", 2), said("Thumbs up 👍🏽 for the lantern.", 3)])
        assert memory.recall("caf\u00e9").hits[0].text == "Le cafe\u0301 ferme."
        assert memory.recall("מהמגדלור").hits[0].text == "שלום עולם מהמגדלור"
        assert "👍🏽" in memory.recall("lantern").hits[0].text
        try:
            report = memory.add("A NUL \0 in the middle, xylophone.")
        except RefusedText:
            assert len(texts(memory)) == 3
        else:
            assert memory.recall("xylophone").hits[0].id == report.ids[0]
        assert memory.check().problems == ()


def test_k44_nothing_fits_and_why(tmp_path: Path) -> None:
    """Nothing stored, below the floor with the best score, outside as_of, not known yet, forgotten; never padded."""
    with open_memory(tmp_path / "m.db") as memory:
        assert memory.recall("lantern").empty == "nothing stored"
        memory.add([said(f"Remark {n} on lanterns.", n) for n in range(30)])
        below = memory.recall("zyzzyva qwx jjj")
        assert (below.hits, below.empty) == ((), "below the floor")
        assert below.best_rejected is not None
        assert memory.recall("lanterns").empty is None
        assert memory.recall("lanterns", as_of="2001").empty == "outside as_of"
        assert memory.recall("lanterns", known_at="2001").empty == "not known yet"
        memory.forget(whole_space=True)
        assert memory.recall("lanterns").empty == "forgotten"
