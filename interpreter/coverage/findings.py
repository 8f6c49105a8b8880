"""What playing has shown to be wrong with a game: findings as diagnostics, each with a place and a cause.

Nothing is proved by playing. So a finding needs enough games, and enough occasions in them, that chance would
hardly explain it; and what is tried by the games that search counts as well. What is rare in sound games as a
matter of course (a full board, a repetition) is never told of.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from gdl.bind.pointing import Pointer
from gdl.source.diagnostics import Diagnostic
from gdl.support.values import field, frozen
from interpreter.coverage.finishes import Finishes
from interpreter.coverage.goals import Asymmetry, Goals
from interpreter.coverage.lines import FileCoverage, coverage_of
from interpreter.coverage.play import Observed, observe
from interpreter.coverage.silent import Silent
from interpreter.coverage.summary import Summary, summary_of
from interpreter.coverage.teller import Teller, enough
from interpreter.coverage.unused import Unused
from interpreter.coverage.victims import Victims
from interpreter.coverage.whole import Whole

if TYPE_CHECKING:
    from interpreter.game.image import Recipe


def find(observed: Observed) -> tuple[Diagnostic, ...]:
    """The findings, in the order of the text; those that a comment allows are left out."""
    teller = Teller(observed)
    if teller.all.games:
        whole = Whole(teller)
        whole.turns()
        finishes = Finishes(teller)
        finishes.without_points()
        if enough(observed):
            if not teller.diagnostics:
                finishes.at_once()
                finishes.of_one_game()
            Asymmetry(teller).find()
            Goals(teller).find()
            Unused(teller).find()
            Victims(teller).find()
            Silent(teller).find()
            whole.wins()
            if not teller.diagnostics:
                finishes.too_late()
            if not teller.diagnostics:
                finishes.by_nothing()
                finishes.by_the_loser()
            if not teller.diagnostics:
                finishes.of_one_player()
            if not teller.diagnostics:
                finishes.one_sided()
                finishes.always_won()
        else:
            Victims(teller).find()
            Silent(teller).in_uses()
            whole.wins()
    pointer = Pointer(observed.compiled.texts)
    result = [pointer.point(each) for each in teller.diagnostics]
    main = observed.compiled.expanded.sources[0]
    result.sort(key=lambda each: (each.span.source is not main, each.span.source.name, each.span.start))
    return tuple(each for each in result if not _allowed(each))


def _allowed(diagnostic: Diagnostic) -> bool:
    """Does a comment beside it say that it is meant?"""
    try:
        comments = import_module("gdl.source.allowed")
    except ImportError:
        return False
    return bool(comments.allowed(diagnostic))


# --- check that plays -----------------------------------------------------------------------------------


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
