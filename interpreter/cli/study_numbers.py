"""Numbers of studies as the terminal tells them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from interpreter.cli.output import say
from interpreter.study.reports.table import notes

if TYPE_CHECKING:
    from interpreter.study.measures.measure import Measure


def show_cautions(measures: Iterable[Measure]) -> None:
    """Print why some are to be read with care, each reason once."""
    for note in notes(measures):
        say(f"note: {note}")
