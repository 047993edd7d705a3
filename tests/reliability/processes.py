"""Starting the worker in processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def start(path: Path, mode: str, number: int, count: int, *, mind: str = "offline", **variables: str) -> subprocess.Popen[str]:
    """A worker whose lines can be read from its stdout; variables: of its environment."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.reliability.worker", str(path), mode, str(number), str(count), mind],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), **variables}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
