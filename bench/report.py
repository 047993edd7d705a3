"""What every benchmark does with its result: show it, and keep it as JSON and as a picture where that was asked for."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

Result = dict[str, object]


def add_options(parser: argparse.ArgumentParser) -> None:
    """--json and --plot."""
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)


def deliver(result: Result, options: argparse.Namespace, *, show: Callable[[Result], None], plot: Callable[[Result, Path], None]) -> None:
    """The files first: a closed pipe on standard output must not lose a long run."""
    if options.json:
        options.json.write_text(json.dumps(result, indent=1))
    if options.plot:
        plot(result, options.plot)
    show(result)
