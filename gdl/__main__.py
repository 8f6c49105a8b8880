"""`gdl`, the command, and `python -m gdl`: what runs it is imported here, or it is said why it is not."""

from __future__ import annotations

import sys

from gdl import _imported


def main() -> None:
    """Run the command. Exit code 1 where another package hides what runs it."""
    try:
        module = _imported("interpreter.cli.main")
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError):
            raise
        sys.exit(f"error: {error}")
    module.main()


if __name__ == "__main__":
    main()
