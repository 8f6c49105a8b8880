"""Printing mistakes of game files."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from gdl.diagnostics import Diagnostic


def show_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Print mistakes to stderr, with colours where that is a terminal."""
    import os

    from gdl.render import render_all

    colour = sys.stderr.isatty() and "NO_COLOR" not in os.environ
    click.echo(render_all(diagnostics, colour), err=True, color=colour)
