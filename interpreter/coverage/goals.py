"""Regions that do not fit their players: goals in the wrong place, and asymmetries that the rules do not
state.

A goal is a region that an ending asks about, or a condition that leads to points, to a hand, or off the
board. Which pieces stand in it when the game begins is counted (gdl/passes/count_effects.py), so that those
boards are examined too of which chance decides something.

Where all players have the same pieces, a region of each under one name is to do for each the same. So it is
counted by mover whether conditions about such regions hold (gdl/compile/counting.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.lower.players import fixed_player
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, Handling, Moves, Region, is_all, is_any
from gdl.ludemes.counts import CountPieces
from gdl.ludemes.equipment import Regions
from gdl.ludemes.is_site import IsIn
from gdl.ludemes.logic import MovesIf
from gdl.ludemes.sites_named import SitesNamed
from gdl.passes.count_effects import Whose
from gdl.passes.profile import Counter, What
from gdl.source.diagnostics import Label
from gdl.support.identity import IdentitySet
from gdl.support.values import fields
from gdl.words.words import RoleType
from interpreter.coverage.finishes import endings_of
from interpreter.coverage.play import NEVER, Count
from interpreter.coverage.teller import FEW, OCCASIONS, Teller, alike, at_most

#: What compares with nothing.
_NONE = re.compile(r"(?<=[\s(])0(?=[\s)])")


class Goals:
    """Looks at where goals lie."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.places = teller.places
        self.main = teller.observed.compiled.expanded.sources[0]

    def find(self) -> None:
        """Everything; a player alone may well begin at the goal."""
        if self.teller.facts.players < 2:
            return
        for ending in endings_of(self.teller.observed):
            count = None if ending.result is None else self.places.of(What.RESULT, ending.result)
            if count is None or count.ended.mover_won < count.ended.games:
                continue
            for asking, region in _asked(ending.condition):
                if count.ended.games >= FEW or self.places.never_held(asking, OCCASIONS):
                    self._begins(region, What.BEGINS_IN, ending if count.ended.games >= FEW else asking)
        # what is asked where another condition does not hold may be the end of a way there and back
        alternatives = (each.else_moves for each in ludemes_in(self.teller.game) if isinstance(each, MovesIf))
        otherwise = IdentitySet(each for each in alternatives if each is not None)
        for rule in ludemes_in(self.teller.game):
            if isinstance(rule, MovesIf) and rule not in otherwise and self._is_gain(rule.then_moves):
                for _, region in _asked(rule.condition):
                    self._begins(region, What.BEGINS_WHOLLY_IN, rule)

    def _is_gain(self, moves: Ludeme) -> bool:
        """Does it bring points, or a piece of one's own home: into the hand, or off the board?"""

        def was(each: Moves, what: What, whose: Whose) -> bool:
            return (self.places.part(each, whose, what) or NEVER).reached

        return any(
            was(each, What.SCORED, Whose.OWN)
            or was(each, What.TO_HAND, Whose.OWN)
            # of what moves some of several it counts as lost where they were
            or (each.handling is Handling.STAYS and was(each, What.LOST, Whose.MOVED))
            for each in ludemes_in(moves)
            if isinstance(each, Moves)
        )

    def _begins(self, region: Region, what: What, rule: Ludeme) -> None:
        """Do the pieces of all players begin where they are to come to?"""
        if region.span.source is not self.main:
            return
        observed = self.teller.observed
        games = observed.all.games
        inside = [
            observed.count(Counter(what, region.span, player=player)).games
            for player in range(1, self.teller.facts.players + 1)
        ]
        if games < FEW or min(inside) < games:
            return
        self.teller.tell(
            "W0722",
            f"the goal is where the player's own pieces begin: so it was for each player in all {games:,} "
            "games",
            region.span,
            "the mover's own pieces stand here at first",
            "see whose the region is: as it is, the pieces are to come to where they are",
            around=rule.span,
        )


def _asked(condition: BoolExpr) -> Iterator[tuple[BoolExpr, Region]]:
    """The regions that a piece of the mover's is to be in, for it to hold, and what asks for it."""
    if isinstance(condition, IsIn) and isinstance(condition.region, Region):
        if not isinstance(condition.site, tuple):
            yield condition, condition.region
    elif is_any(condition) or is_all(condition):
        for each in condition.operands():
            yield from _asked(each)
    elif condition.compares:
        yield from ((condition, region) for region in _counted(condition))


def _counted(comparison: BoolExpr) -> Iterator[Region]:
    """The regions of which it wants that some of the mover's pieces be in them; none where few are wanted."""
    if _NONE.search(comparison.span.text):
        return
    numbers = [getattr(comparison, part.name) for part in fields(type(comparison))]
    few = {"<": 0, "<=": 0, ">": 1, ">=": 1}.get(comparison.words[0])
    for place, number in enumerate(numbers):
        if (
            isinstance(number, CountPieces)
            and number.within
            and number.role is RoleType.MOVER
            and place != few
        ):
            yield number.within


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
