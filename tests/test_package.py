"""The package as a whole: what it shows, what it loads, and what the README promises."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dcpm_sqlite

ROOT = Path(__file__).parents[1]
LAYER = {name: layer for layer, names in enumerate(
    [("records", "settings", "errors"), ("language",), ("store", "encoder", "llm"), ("embedding", "deciding"), ("recall",), ("writing", "forgetting"), ("consolidation", "investigation", "reconsolidation", "portability"), ("memory",), ("inspector",), ("cli",)]
) for name in names}  # fmt: skip


def test_all_names_are_public_and_sorted() -> None:
    """`__all__` is sorted and equals what the package shows."""
    shown = {name for name in vars(dcpm_sqlite) if not name.startswith("_")}
    rooms = {path.name.removesuffix(".py") for path in (ROOT / "dcpm_sqlite").iterdir()}
    assert dcpm_sqlite.__all__ == sorted(dcpm_sqlite.__all__)
    assert shown - rooms | {"errors"} == set(dcpm_sqlite.__all__)


def test_importing_loads_nothing_heavy() -> None:
    """`import dcpm_sqlite` loads none of the packages that take seconds."""
    code = "import sys, dcpm_sqlite; print(*(m for m in ('onnxruntime', 'tokenizers', 'anthropic', 'hdbscan', 'sqlite_vec', 'pydantic', 'httpx2', 'ssl') if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == ""


def imports(file: Path) -> set[str]:
    """Rooms of the package that a module imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dcpm_sqlite"):
            parts = (node.module or "").split(".")
            found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
    return found & LAYER.keys()


@pytest.mark.parametrize("file", sorted((ROOT / "dcpm_sqlite").rglob("*.py")), ids=lambda file: str(file.relative_to(ROOT)))
def test_rooms_import_leftward_only(file: Path) -> None:
    """A module imports only from rooms to its left, and from its own."""
    room = file.relative_to(ROOT / "dcpm_sqlite").parts[0].removesuffix(".py")
    if room == "__init__":
        return
    for other in imports(file) - {room}:
        assert LAYER[other] < LAYER[room] or LAYER[other] == 0, f"{room} imports {other}"


def test_the_readme_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python of the README works as it stands."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), flags=re.S)
    assert blocks
    scope: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), scope)
    assert "hazelnuts" in str(scope["prompt"])


def test_every_command_of_the_readme_exists() -> None:
    """A command that the README shows is one of `dcpm`."""
    from dcpm_sqlite.cli.commands import dcpm

    named = set(re.findall(r"^dcpm (\w+)|&& dcpm (\w+)", (ROOT / "README.md").read_text("utf-8"), flags=re.M))
    assert {a or b for a, b in named} <= dcpm.commands.keys()
    assert len(named) >= 6
