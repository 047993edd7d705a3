"""Bars for long work, on a terminal only."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from dcpm_sqlite.cli import show


class Bars:
    """A bar for each stage of the work, from when it begins."""

    def __init__(self) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[note]}"), TimeRemainingColumn())
        self._bars = Progress(*columns, console=show.errors, disable=not sys.stderr.isatty())
        self._stages: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._bars.stop()

    def begin(self, stage: str) -> TaskID:
        """Show the stage's bar; how much there is to do is not known yet."""
        if stage not in self._stages:
            self._stages[stage] = self._bars.add_task(stage, total=None, note="")
        return self._stages[stage]

    def importing(self, read: int, size: int, messages: int) -> None:
        """Bytes read of those there are, and how many messages came of them."""
        task = self.begin("importing")
        elapsed = next(t.elapsed for t in self._bars.tasks if t.id == task) or 1e-9
        self._bars.update(task, completed=read, total=size, note=f"{messages:,} messages, {messages / elapsed:.0f}/s")

    def deciding(self, done: int, total: int) -> None:
        """Messages decided about, of those that waited."""
        self._bars.update(self.begin("deciding"), completed=done, total=total, note=f"{done:,} of {total:,} messages")

    def thinking(self, phase: str, done: int, total: int) -> None:
        """Questions of a night's phase that were answered, of those there are."""
        self._bars.update(self.begin(phase), completed=done, total=total, note=f"{done:,} of {total:,}")

    def embedding(self, done: int, total: int) -> None:
        """Vectors made, of those there are to make."""
        self._bars.update(self.begin("embedding"), completed=done, total=total, note=f"{done:,} of {total:,} vectors")
