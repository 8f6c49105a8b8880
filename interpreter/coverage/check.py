"""Check that plays: all that playing a game for a second tells about its rules, as one frozen value."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from gdl.source.diagnostics import Diagnostic
from interpreter.coverage.findings import find
from interpreter.coverage.lines import FileCoverage, coverage_of
from interpreter.coverage.play import Observed, observe
from interpreter.coverage.summary import Summary, summary_of
from interpreter.coverage.teller import enough

if TYPE_CHECKING:
    from interpreter.game.recipe import Recipe


@frozen(slots=False)
class PlayReport:
    """What was found, the numbers, and (worked out when asked for) the coverage of each file."""

    findings: tuple[Diagnostic, ...]
    summary: Summary
    observed: Observed = field(repr=False)

    @cached_property
    def coverage(self) -> tuple[FileCoverage, ...]:
        """The files that the rules came from, the game's own first."""
        return coverage_of(self.observed)


def check_by_playing(
    recipe: Recipe, seconds: float | None = None, seed: int = 1, games: int | None = None
) -> PlayReport:
    """Play a game for so many seconds (or at most so many games), and say what that shows.

    Without `seconds` it is one, and up to five where games are slow.

    The same seed plays the same games in the same order; how many depends on the time, unless `games` says.
    Raises LanguageError for a file with errors.
    """
    observed = observe(recipe, seconds, seed, games)
    return PlayReport(find(observed), summary_of(observed, enough(observed)), observed)
