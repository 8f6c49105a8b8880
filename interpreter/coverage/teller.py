"""Collecting findings: each place is told of once, with what it was seen in."""

from __future__ import annotations

import re

from gdl.compile.compile import Compiled
from gdl.core.programs import PERSON
from gdl.equip.facts import Facts
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, IntExpr
from gdl.ludeme.kinds import Kept
from gdl.ludemes.booleans import NoPieces
from gdl.ludemes.ending import EndForEach, EndIf, PlayerResult
from gdl.source.diagnostics import Diagnostic, Label
from gdl.source.text import Span
from gdl.support.printable import one_line
from gdl.words.words import ResultType, RoleType
from interpreter.coverage.play import Observed, Places
from interpreter.game.metadata import player_names
from interpreter.statistics.intervals import Interval, clopper_pearson

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
        self.diagnostics: list[Diagnostic] = []
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
        self.diagnostics.append(
            Diagnostic(code, message, place, label, (help,), (evidence,), related, severity="warning")
        )


# --- what the players of a game are called in what is told of it ----------------------------------------


def alike(facts: Facts) -> bool:
    """Has every player the same pieces? In hunts one side may win only where it plays well."""
    sides: dict[int, set[str]] = {player: set() for player in range(1, facts.players + 1)}
    for each in facts.components[1:]:
        if each.owner in sides:
            sides[each.owner].add(each.base)
    return len({frozenset(bases) for bases in sides.values()}) == 1


def called(compiled: Compiled) -> tuple[str, ...]:
    """The players' names, player 1 first; `player 3` for who has none.

    People who change seats in a match have numbers.
    """
    names = player_names(compiled.program, compiled.metadata)
    if any(field.name == PERSON for field in compiled.program.fields):
        names = tuple(f"Player {number}" for number in range(1, len(names) + 1))
    return tuple(
        f"player {n}" if name == f"Player {n}" else one_line(name) for n, name in enumerate(names, 1)
    )


# --- shares in words, with what chance leaves open ------------------------------------------------------

#: The level of the intervals that are told.
LEVEL = 0.95


def at_most(count: int) -> str:
    """What of `count` never was, is at most so often, in words."""
    return f"under {percent(clopper_pearson(0, count, 2 * LEVEL - 1).high, up=True)}"


def between(interval: Interval) -> str:
    """An interval in words."""
    return f"{percent(interval.low)} to {percent(interval.high, up=True)}"


def percent(share: float, up: bool = False) -> str:
    """A share with as many digits as it takes not to be all or nothing, rounded to the careful side."""
    for digits in (1, 2, 3):
        scale = 10.0**digits
        value = share * 100 * scale
        rounded = (-int(-value // 1) if up else int(value)) / scale
        if 0 < rounded < 100 or share in (0.0, 1.0):
            break
    return f"{rounded:.{digits}f}%"


# --- what is rare in sound games as a matter of course, so that nothing is said of it -------------------

#: What conditions ask that only guard against rare cases.
_RARE = re.compile(
    r"\((is\s+(Full|Repeat|Cycle|Proposed|Decided|Triggered|Pending)|no\s+Moves|all\s+Passed"
    r"|count\s+(Repeats|Moves|Turns|MovesThisTurn|Trials|LegalMoves|Phases))\b"
)


#: Numbers that rules keep, by which they may count plies.
_COUNTED = (Kept.VARIABLE, Kept.PLAYER_VALUE, Kept.COUNTER)


def counted_draw(ending: EndIf | EndForEach) -> bool:
    """Is it a draw after so many plies, which the rules count themselves?"""
    result = ending.result
    if not isinstance(result, PlayerResult) or result.result is not ResultType.DRAW:
        return False
    return any(isinstance(each, IntExpr) and each.kept in _COUNTED for each in ludemes_in(ending.condition))


def may_be_far(condition: BoolExpr) -> bool:
    """Does it wait for a number, or for the last piece? Games may seldom get so far."""
    return any(
        (isinstance(each, NoPieces) and each.role is not RoleType.MOVER)
        or (isinstance(each, BoolExpr) and each.compares)
        for each in ludemes_in(condition)
    )


def guards(condition: BoolExpr) -> bool:
    """Does it ask for what is rare in sound games as a matter of course?"""
    return any(_RARE.match(each.span.text) for each in ludemes_in(condition))
