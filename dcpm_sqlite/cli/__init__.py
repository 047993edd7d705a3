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
    """Run a command. Exit codes: 0 done, 1 a clear error, 2 wrong use, 3 `check` found problems, 130 interrupted."""
    try:
        dcpm.main(standalone_mode=False)
    except click.exceptions.Exit as leaving:
        sys.exit(leaving.exit_code)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(wrong.exit_code)
    except (click.Abort, KeyboardInterrupt):
        errors.print("interrupted; what was acknowledged is kept")
        sys.exit(130)
    except DcpmError as error:
        if "--json" in sys.argv:
            print(json.dumps({"error": type(error).__name__, "message": str(error)}, ensure_ascii=False))
        else:
            errors.print(f"[bold red]{type(error).__name__}[/] ", end="")
            errors.print(str(error), markup=False, soft_wrap=True)
        sys.exit(2 if isinstance(error, UsageError) else 1)
