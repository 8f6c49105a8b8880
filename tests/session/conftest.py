"""The command line, for what has to be the same there."""

from tests.cli.conftest import gdl

__all__ = ["gdl"]
