"""Collecting findings: each place is told of once, with what it was seen in."""

from __future__ import annotations

from gdl.ludeme.base import Ludeme
from gdl.source.diagnostics import Diagnostic, Label
from gdl.source.text import Span
from interpreter.coverage.people import called
from interpreter.coverage.places import Places
from interpreter.coverage.play import Observed

#: So many games, whatever they show, before anything is said that is so in all of them: what is otherwise in
#: one game of ten would be missed by 30 games one time in 24.
FEW = 30
#: So many games, plies, and games that search, before it is said that something never came about.
MANY, OCCASIONS, SEARCHED = 300, 3000, 5


def enough(observed: Observed) -> bool:
    """Were there enough games to say what never comes about?"""
    several = observed.all.games >= MANY and observed.all.plies >= OCCASIONS
    return several and observed.searching.games >= SEARCHED


class Teller:
    """The findings so far, of one game."""

    def __init__(self, observed: Observed) -> None:
        self.observed = observed
        self.places = Places(observed)
        self.game = observed.compiled.played
        self.facts = observed.compiled.facts
        self.all = observed.all
        #: what the players are called, player 1 first
        self.names = called(observed.compiled)
        self.found: list[Diagnostic] = []
        self._told: set[Span] = set()

    def placed(self, name: str) -> Ludeme | None:
        """The last starting rule that names a piece."""
        start = self.game.rules.start
        if start is None:
            return None
        rules = start.rules if isinstance(start.rules, tuple) else (start.rules,)
        return next((rule for rule in reversed(rules) if f'"{name}"' in rule.span.text), None)

    def is_told(self, place: Span) -> bool:
        """Is there a finding in that place, or around it?"""
        return any(
            each.source is place.source and each.start <= place.start and place.end <= each.end
            for each in self._told
        )

    def tell(
        self,
        code: str,
        message: str,
        place: Span,
        label: str,
        help: str,
        related: tuple[Label, ...] = (),
        around: Span | None = None,
    ) -> None:
        """Note a finding, once for each place; `around` is all that it explains."""
        if self.is_told(place):
            return
        self._told |= {place, place if around is None else around}
        random, searching = self.observed.random, self.observed.searching
        evidence = (
            f"seen in {random.games:,} random and {searching.games:,} searching games "
            f"({self.all.plies:,} plies, seed {self.observed.seed})"
        )
        self.found.append(
            Diagnostic(code, message, place, label, (help,), (evidence,), related, severity="warning")
        )
