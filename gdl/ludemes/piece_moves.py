"""What all moves of one piece have in common: from where, how they are offered and carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.rows import Rows
from gdl.core import make as k
from gdl.core.ops import Expr
from gdl.lower.directions import between_sites
from gdl.lower.moving import shift_piece
from gdl.lower.offer import OfferedMoves, note_effect, offer, run_then
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import ludemes_in
from gdl.ludeme.categories import Handling, Moves
from gdl.ludeme.kinds import Kept
from gdl.ludemes.arguments import Between, From, To

#: The levels that a move is from and to.
Levels = Callable[[], tuple[Expr, Expr]]

#: What is done with sites reached, and with the rays of a hop over several pieces.
Take = Callable[[Expr, Rows | None], None]


def shown_level(b: Builder, level: Callable[[Builder], Expr | None]) -> Levels | None:
    """For an offer: the level that the move is from, where pieces stack and it is one of a stack."""
    if not b.facts.stacks or level(b) is None:
        return None
    return lambda: (level(b) or k.int_(0), k.int_(0))


def origins(b: Builder, origin: From | None) -> Expr:
    """The sites to start from: those named, else the current one."""
    return k.one(b.context(Context.FROM)) if origin is None else origin.sites(b)


class PieceMove(Moves):
    """A move of one piece from the context's `from` to a site reached.

    As an effect, all the moves that it would offer are carried out.
    """

    handling = Handling.MOVES
    #: does the piece move from the level where it is, or from the top
    moves_own_level: ClassVar[bool] = True
    origin: From | None
    to: To | None
    then: Then | None

    def ways(self, b: Builder, take: Take) -> None:
        """Hand over the sites reached, once for each origin and for each hurdle hopped over.

        With them, for a hop over several pieces, the rays on which all that was passed is a hurdle.
        """
        raise NotImplementedError

    def over(self) -> Between | None:
        """What is passed over."""
        return None

    def from_its_site(self) -> bool:
        """Does it move the piece whose rule it is, from where that stands?"""
        return self.origin is None or self.origin.where is None

    def ends_by_to(self, b: Builder, to: To) -> Expr:
        """Is it `to` that lets a move end where it does? What `to` applies is of such moves only."""
        return k.TRUE

    def with_stack(self) -> bool:
        """Does the whole stack move?"""
        return False

    def lower(self, b: Builder) -> None:
        with b.at(self):
            self.ways(b, lambda sites, several: self._offer(b, sites, several))

    def effect(self, b: Builder) -> None:
        def carry_out(sites: Expr, several: Rows | None) -> None:
            with b.each(sites, Context.TO):
                before = self._before(b, several)
                if before is not None:
                    before()
                self._act(b)
                note_effect(b, b.context(Context.FROM), b.context(Context.TO))
                run_then(b, self.then)

        with b.at(self):
            self.ways(b, carry_out)

    def _offer(self, b: Builder, sites: Expr, several: Rows | None) -> None:
        """Offer the sites; the `apply` effects of `between` and `to` come first when a move is played."""
        levels = None if self.with_stack() else shown_level(b, self._level)
        before = self._before(b, several)
        moved = OfferedMoves(
            sites=sites, act=lambda: self._act(b), before=before, then=self.then, levels=levels,
            pends=self._pends(),
        )  # fmt: skip
        offer(b, self, moved)

    def _level(self, b: Builder) -> Expr | None:
        """Of a stack, the level that moves: the one named, or that of the piece whose rule this is.

        None, the top one, where the rule names a site.
        """
        if self.origin is not None and self.origin.level is not None:
            return self.origin.level.lower(b)
        own = self.moves_own_level and self.from_its_site()
        return b.bound(Context.LEVEL) if own else None

    def _act(self, b: Builder) -> None:
        shift_piece(b, b.context(Context.FROM), b.context(Context.TO), self.with_stack(), self._level(b))

    def passes(self, b: Builder, rows: Rows) -> Expr:
        """The sites between the ends of the move that `apply` is about: those with pieces."""
        return passed_over(b, rows)

    def _pends(self) -> bool:
        """Do the `apply` effects say what is pending?"""
        applied = (self.over(), self.to)
        inside = (each for part in applied if part is not None for each in ludemes_in(part.apply))
        return any(kept is Kept.PENDING for each in inside for kept, _ in each.writes())

    def _before(self, b: Builder, several: Rows | None) -> Callable[[], None] | None:
        between, to = self.over(), self.to
        over = between.apply.effect if between is not None and between.apply is not None else None
        on = to.apply.effect if to is not None and to.apply is not None else None

        def before() -> None:
            if over is not None and several is not None:
                with b.each(self.passes(b, several), Context.BETWEEN):
                    over.effect(b)
            elif over is not None:
                over.effect(b)
            if on is not None:
                assert to is not None and to.apply is not None
                asked = to.apply.condition
                condition = k.TRUE if asked is None else asked.lower(b)
                with b.if_(self.ends_by_to(b, to)), b.if_(condition):
                    on.effect(b)

        return None if over is None and on is None else before


def passed_over(b: Builder, rows: Rows) -> Expr:
    """The occupied sites between the ends of the move."""
    ends = between_sites(b, b.context(Context.FROM), b.context(Context.TO), rows)
    return k.inter(ends, k.OCCUPIED)
