"""What a benchmark ran on: printed with every result."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path


def describe() -> dict[str, str]:
    """Processor, cores, memory, and the versions that matter."""
    import apsw

    cpu = next((line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")), platform.processor())
    memory = next((line.split()[1] for line in _lines("/proc/meminfo") if line.startswith("MemTotal")), "0")
    return {
        "machine": f"{platform.machine()}, {cpu}, {os.cpu_count()} cores, {int(memory) // 1024 // 1024} GiB",
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
        "versions": ", ".join(f"{name} {version(name)}" for name in ("dcpm-sqlite", "apsw", "sqlite-vec", "numpy", "onnxruntime"))
        + f", SQLite {apsw.sqlite_lib_version()}",
    }


def resident_mb() -> float:
    """Resident memory of this process in MB."""
    pages = next(iter(_lines("/proc/self/statm")), "0 0").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text().splitlines() if file.exists() else []
