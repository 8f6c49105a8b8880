"""What was counted, by place: of a ludeme that several procedures were made of, all together."""

from __future__ import annotations

import attrs

from gdl.ludeme.base import Ludeme
from gdl.ludeme.categories import BoolExpr, Moves
from gdl.ludemes.connectives import AllHold
from gdl.passes.profile import What
from gdl.source.text import Span
from interpreter.coverage.play import NEVER, Count, Observed


class Places:
    """Counts by what is counted and where it stands."""

    def __init__(self, observed: Observed) -> None:
        self._by_place: dict[tuple[What, Span], Count] = {}
        self._parts: dict[tuple[What, Span, int], Count] = {}
        self._by_number: dict[tuple[What, int], Count] = {}
        for counter, count in observed.counts.items():
            place = (counter.what, counter.span)
            self._by_place[place] = self._by_place.get(place, NEVER) + count
            part = (counter.what, counter.span, counter.number)
            self._parts[part] = self._parts.get(part, NEVER) + count
            numbered = (counter.what, counter.number)
            self._by_number[numbered] = self._by_number.get(numbered, NEVER) + count

    def of(self, what: What, ludeme: Ludeme) -> Count | None:
        """How often it was; None where nothing counts it."""
        return self._by_place.get((what, ludeme.span))

    def part(self, ludeme: Ludeme, number: int, what: What = What.PART) -> Count | None:
        """The same of a part of it, or of whose it is."""
        return self.at(ludeme.span, number, what)

    def at(self, place: Span, number: int, what: What) -> Count | None:
        """The same by its place."""
        return self._parts.get((what, place, number))

    def numbered(self, what: What, number: int) -> Count:
        """The same of pieces and phases, by their numbers."""
        return self._by_number.get((what, number), NEVER)

    def never_held(self, condition: Ludeme, asked: int) -> bool:
        """Was it asked at least so often (in so many plies), and never held?"""
        holds, fails = self.of(What.HOLDS, condition), self.of(What.FAILS, condition)
        return holds is not None and fails is not None and not holds.reached and fails.plies >= asked

    def always_held(self, condition: Ludeme, asked: int) -> bool:
        """Was it asked at least so often, and always held?"""
        holds, fails = self.of(What.HOLDS, condition), self.of(What.FAILS, condition)
        return holds is not None and fails is not None and not fails.reached and holds.plies >= asked

    def culprit(self, moves: Moves) -> BoolExpr | None:
        """The condition of some moves that never held, if there is one; what follows them is left out."""
        parts = [getattr(moves, part.name) for part in attrs.fields(type(moves)) if part.name != "then"]
        held = (self.culprit_of(each) for each in _outermost_conditions(parts))
        return next((each for each in held if each is not None), None)

    def culprit_of(self, condition: BoolExpr) -> BoolExpr | None:
        """The innermost part of a condition that never held and keeps the whole from holding."""
        if not self.never_held(condition, 1):
            return None
        if isinstance(condition, AllHold):
            parts = [getattr(condition, part.name) for part in attrs.fields(type(condition))]
            inner = (self.culprit_of(each) for each in _outermost_conditions(parts))
            return next((each for each in inner if each is not None), condition)
        return condition


def _outermost_conditions(values: list[object]) -> list[BoolExpr]:
    """The conditions in some arguments that stand in no other; what follows a move is left out."""
    result: list[BoolExpr] = []
    for value in values:
        if isinstance(value, BoolExpr):
            result.append(value)
        elif isinstance(value, tuple):
            result += _outermost_conditions(list(value))
        elif isinstance(value, Ludeme) and not isinstance(value, Moves):
            parts = [getattr(value, part.name) for part in attrs.fields(type(value))]
            result += _outermost_conditions(parts)
    return result
