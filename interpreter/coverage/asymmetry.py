"""Asymmetries that the rules do not state: what holds for some players and never for another alike.

Where all players have the same pieces, a region of each under one name is to do for each the same. So it is
counted by mover whether conditions about such regions hold (gdl/compile/counting.py).
"""

from __future__ import annotations

from gdl.lower.players import fixed_player
from gdl.ludeme.base import ludemes_in
from gdl.ludeme.categories import BoolExpr
from gdl.ludemes.equipment import Regions
from gdl.ludemes.sites_fixed import SitesNamed
from gdl.passes.profile import Counter, What
from gdl.source.diagnostics import Label
from interpreter.coverage.play import Count
from interpreter.coverage.teller import FEW, OCCASIONS, Teller, alike, at_most

#: So often it has to hold for each of the others.
HELD = 300


class Asymmetry:
    """Looks at who it is for whom conditions hold."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.players = range(1, teller.facts.players + 1)
        self.main = teller.observed.compiled.expanded.sources[0]

    def find(self) -> None:
        """Everything."""
        if len(self.players) < 2 or not alike(self.teller.facts):
            return
        for each in ludemes_in(self.teller.game):
            if isinstance(each, BoolExpr) and each.span.source is self.main:
                self._condition(each)

    def _count(self, what: What, condition: BoolExpr, player: int) -> Count:
        return self.teller.observed.count(Counter(what, condition.span, player=player))

    def _condition(self, condition: BoolExpr) -> None:
        held = {player: self._count(What.HOLDS_FOR, condition, player) for player in self.players}
        never = [player for player in self.players if not held[player].reached]
        often = [p for p in self.players if held[p].plies >= HELD and held[p].games >= FEW]
        if len(never) != 1 or len(often) != len(self.players) - 1:
            return
        asked = self._count(What.FAILS_FOR, condition, never[0])
        if asked.plies < OCCASIONS or asked.games < FEW:
            return
        names = self.teller.names
        self.teller.tell(
            "W0724",
            f"this holds for {names[often[0] - 1]}, in {held[often[0]].plies:,} plies, and never for "
            f"{names[never[0] - 1]}, asked in {asked.plies:,} ({at_most(asked.plies)})",
            condition.span,
            f"never held for {names[never[0] - 1]}",
            f"see where the region of P{never[0]} lies, and from which side the players come at it",
            self._regions(condition, never[0]),
        )

    def _regions(self, condition: BoolExpr, player: int) -> tuple[Label, ...]:
        """Where the regions are declared that it asks about."""
        names = {each.name for each in ludemes_in(condition) if isinstance(each, SitesNamed)}
        return tuple(
            Label(each.span, f"the region of P{player}")
            for each in ludemes_in(self.teller.game)
            if isinstance(each, Regions) and each.role is not None and each.name in names
            if fixed_player(each.role) == player and each.span.source is self.main
        )
