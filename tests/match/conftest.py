"""The command line, as its own tests run it."""

from tests.cli.conftest import gdl

__all__ = ["gdl"]
