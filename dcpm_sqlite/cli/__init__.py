"""The command line: `dcpm`."""

from __future__ import annotations

import json
import sys

import click

from dcpm_sqlite.cli.commands import dcpm
from dcpm_sqlite.cli.show import errors
from dcpm_sqlite.errors import DcpmError, UsageError

__all__ = ["main"]


def main() -> None:
    """Run a command.

    Exit codes: 0 done, 1 a clear error (or a mind could not decide, where that was the task), 2 wrong use, 3 `check` found problems,
    130 interrupted.
    """
    try:
        if code := dcpm.main(standalone_mode=False):  # click gives back the code of an Exit, and None of a command that is done
            sys.exit(code)
    except click.ClickException as wrong:
        if "--json" in sys.argv:
            _as_json("UsageError", wrong.format_message())
        else:
            wrong.show()
        sys.exit(wrong.exit_code)
    except (click.Abort, KeyboardInterrupt):
        errors.print("interrupted; what was acknowledged is kept")
        sys.exit(130)
    except DcpmError as error:
        if "--json" in sys.argv:
            _as_json(type(error).__name__, str(error))
        else:
            errors.print(f"[bold red]{type(error).__name__}[/] ", end="")
            errors.print(str(error), markup=False, soft_wrap=True)
        sys.exit(2 if isinstance(error, UsageError) else 1)


def _as_json(kind: str, message: str) -> None:
    print(json.dumps({"error": kind, "message": message}, ensure_ascii=False))
