"""Pieces on one straight line at any distance from each other: Ludwright's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.arithmetic import as_bits
from gdl.core.ops import BOOL, SITES, Expr
from gdl.english.grammar import number_word
from gdl.lower.aligned import Row, longest_row, rows, rows_through, third_sites
from gdl.lower.closeness import vacant
from gdl.lower.formations import rows_chance, third_chance
from gdl.lower.numbers import function_with
from gdl.lower.places import last_to, site_of
from gdl.lower.players import owned_by
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, IntExpr
from gdl.ludeme.registry import ludeme
from gdl.ludemes.is_line import line_along, none_in_line
from gdl.words.words import AbsoluteDirection, RoleType, WordEnum

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

#: An estimate looks at so many rows at most.
MOST_ROWS = 300


class AnyAngle(WordEnum):
    """Lines at any angle."""

    ANY_ANGLE = "AnyAngle"


class Gaps(WordEnum):
    """How far apart the pieces of a line may be."""

    ANY = "Any"
    EQUAL = "Equal"


@ludeme("is Aligned")
class IsAligned(BoolExpr):
    """Do so many pieces of the same owner stand on one straight line, one of them on a site (default: where
    the last move ended), at any distance from each other? Ludwright's own.

    `AnyAngle`: any cells whose centres lie on one line; otherwise lines in the directions given. More pieces
    than so many are enough too. With `gaps:Equal` so many of them follow each other at the same distance.
    What stands in between does not matter. A line has two pieces at least.

    Example: `(is Aligned 3 AnyAngle)`, `(is Aligned 4 Orthogonal)`, `(is Aligned 3 All gaps:Equal)`.
    """

    length: int = arg(3)
    direction: AnyAngle | AbsoluteDirection = arg(AbsoluteDirection.ALL)
    through: IntExpr | None = named("through", None)
    who: RoleType | None = arg(None)
    gaps: Gaps = named("gaps", Gaps.ANY)

    def achieved_by(self) -> RoleType | None:
        return None if self.through is not None else RoleType.MOVER if self.who is None else self.who

    def lower(self, b: Builder) -> Expr:
        if self.length < 2:
            raise none_in_line(self.length, 2, self.span)
        if not self._rows(b):
            self._too_long(b)
            return k.FALSE
        through = last_to(b) if self.through is None else site_of(b, self.through)
        return function_with(b, "aligned", BOOL, (through,), lambda site: self._aligned(b, site))

    def closeness(self, b: Builder) -> Expr | None:
        if not self._rows(b):
            return k.float_(0.0)
        own = owned_by(b, self.who or RoleType.MOVER, self.span)
        if self.length == 3:
            size, masks = third_sites(b, self._direction, self._equal)
            return third_chance(b, size, b.table(masks, SITES, 0, "third"), own, vacant(b, None))
        if len(self._rows(b)) > MOST_ROWS:
            return None
        table = b.table(tuple(map(as_bits, self._rows(b))), SITES, 0, "row")
        return rows_chance(b, table, self.length, own, vacant(b, None))

    @property
    def _direction(self) -> AbsoluteDirection | None:
        return None if isinstance(self.direction, AnyAngle) else self.direction

    @property
    def _equal(self) -> bool:
        return self.gaps is Gaps.EQUAL

    def _rows(self, b: Builder) -> tuple[Row, ...]:
        return rows(b, self._direction, self.length, self._equal)

    def _too_long(self, b: Builder) -> None:
        longest = longest_row(b, self._direction, self._equal)
        b.warn(
            "W0402",
            f"no line of this board has {self.length} sites, so this never holds",
            self.span,
            f"the longest line has {longest}" if longest > 1 else "it has no lines like these",
            subject=self.length,
        )

    def _aligned(self, b: Builder, site: Expr) -> Expr:
        """Is there a piece on the site, with enough others in line?"""
        own = k.owned(k.who(site)) if self.who is None else owned_by(b, self.who, self.span)
        if self.length == 3:
            mine = b.assign("mine", k.diff(own, k.one(site)))
            return k.and_(k.has(own, site), self._a_third(b, site, mine))
        with b.if_(k.has(own, site)):
            self._enough_in_a_row(b, site, b.assign("own", own))
        return k.FALSE

    def _a_third(self, b: Builder, site: Expr, mine: Expr) -> Expr:
        """Of three: is there a third in line with the site and one of the others?"""
        size, masks = third_sites(b, self._direction, self._equal)
        table = b.table(masks, SITES, 0, "third")

        def third() -> Expr:
            index = k.add(k.mul(site, k.int_(size)), b.context(Context.SITE))
            return k.some(k.inter(mine, k.table(table, index)))

        return b.exists(mine, third, Context.SITE)

    def _enough_in_a_row(self, b: Builder, site: Expr, own: Expr) -> None:
        """Returns true if one of the rows through the site has enough of the others."""
        most, masks = rows_through(b, self._rows(b))
        table = b.table(masks, SITES, 0, "in_row")
        first = b.assign("first", k.mul(site, k.int_(most)))
        with b.count_up(first, k.add(first, k.int_(most - 1))) as index:
            there = k.size(k.inter(own, k.table(table, index)))
            with b.if_(k.ge(there, k.int_(self.length - 1))):
                b.returns(k.TRUE)

    def says(self, s: Speaker, no: bool = False) -> str:
        whose = "pieces of the same player" if self.who is None else s.owned(self.who, "pieces")
        where = s.just if self.through is None else f"the one {s.on(self.through)}"
        if isinstance(self.direction, AnyAngle):
            line = "one straight line at any angle"
        elif self.direction.value in ("All", "Adjacent"):
            line = "one row, column or diagonal"
        else:
            line = f"one {line_along(self.direction)}line"
        gaps = (
            ", with equal gaps between them"
            if self.gaps is Gaps.EQUAL
            else ", at any distance from each other"
        )
        stand = "do not stand" if no else "stand"
        return f"{number_word(self.length)} {whose}, among them {where}, {stand} on {line}{gaps}"
