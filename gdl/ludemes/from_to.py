"""From some sites to some sites.

As an effect (in `then` or `apply`) it carries out all the moves that it would offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.ops import Expr, Op
from gdl.lower.closeness import reached_from
from gdl.lower.moving import insert_piece, move_whole
from gdl.lower.offer import OfferedMoves, moved_last, note_effect, offer, refuse_other_mover, run_then
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Handling, IntExpr, Moves, Region
from gdl.ludeme.kinds import Needs
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import From, To, ending_on
from gdl.ludemes.ints_context import FromSite
from gdl.ludemes.piece_moves import Levels, shown_level
from gdl.words.words import RoleType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("move", "fromTo")
class FromTo(Moves):
    """Move a piece from some sites to some sites.

    Example: `(move (from (handSite Mover)) (to (sites Empty)))`.
    """

    handling = Handling.MOVES
    origin: From = arg()
    to: To = arg()
    count: IntExpr | None = named("count", None)
    copy: bool = named("copy", False)
    stack: bool = named("stack", False)
    role: RoleType | None = arg(None)
    then: Then | None = arg(None)

    def needs(self) -> Needs:
        return Needs(stacks=self.stack, counts=self.count is not None)

    def lower(self, b: Builder) -> None:
        refuse_other_mover(self.role, self.span)
        with b.at(self), b.each(k.inter(self.origin.sites(b), k.OCCUPIED), Context.FROM):
            with self._at_level(b):
                self._offer(b)

    def reach(self, b: Builder) -> tuple[int, ...]:
        return (
            super().reach(b) if self.origin.where is not None else reached_from(b, lambda: self.to.sites(b))
        )

    @contextmanager
    def _at_level(self, b: Builder) -> Iterator[None]:
        """The level that the piece is taken from, if one is named, is settled before anything happens."""
        if self.origin.level is None:
            yield
            return
        with b.bind({Context.LEVEL: b.assign("level", self.origin.level.lower(b))}):
            yield

    def _offer(self, b: Builder) -> None:
        sites, before = self.to.named(b), self._before(b)
        moved = OfferedMoves(
            sites=sites, act=lambda: self._act(b, self._number(b)), before=before, then=self.then,
            levels=shown_level(b, self._level) or self._part_of_stack(b),
        )  # fmt: skip
        offer(b, self, moved)

    def _part_of_stack(self, b: Builder) -> Levels | None:
        """For an offer of so many levels of a stack: the lowest of them, and the level that it comes to."""
        count = self.count
        if not b.facts.stacks or not self.stack or count is None:
            return None

        def levels() -> tuple[Expr, Expr]:
            low = k.sub(k.at(Op.HEIGHT, b.context(Context.FROM)), count.lower(b))
            return k.max_(k.int_(0), low), k.at(Op.HEIGHT, b.context(Context.TO))

        return levels

    def _level(self, b: Builder) -> Expr | None:
        return None if self.origin.level is None else b.context(Context.LEVEL)

    def _before(self, b: Builder) -> Callable[[], None] | None:
        """The `apply` effects; a condition on them does not keep the piece from moving."""
        apply = self.to.apply
        if apply is None or apply.effect is None:
            return None
        effect, condition = apply.effect, apply.condition

        def before() -> None:
            with b.if_(k.TRUE if condition is None else condition.lower(b)):
                effect.effect(b)

        return before

    def _number(self, b: Builder) -> Expr | None:
        return None if self.count is None else self.count.lower(b)

    def _act(self, b: Builder, number: Expr | None) -> None:
        if self.to.level is not None and b.facts.stacks and number is None and not self.stack:
            insert_piece(b, b.context(Context.FROM), b.context(Context.TO), self._level(b),
                         self.to.level.lower(b))  # fmt: skip
            return
        move_whole(b, b.context(Context.FROM), b.context(Context.TO), number, self.copy, self.stack,
                   self._level(b))  # fmt: skip

    def happens(self, b: Builder) -> Expr:
        return k.some(k.inter(self.origin.sites(b), k.OCCUPIED))

    def effect(self, b: Builder) -> None:
        with b.at(self), b.each(self.origin.sites(b), Context.FROM):
            # In the number `(to)` is still that of the rule around: the hole that a sowing came to.
            number = self._number(b)
            with self._at_level(b), b.each(self.to.named(b), Context.TO):
                before = self._before(b)
                if before is not None:
                    before()
                self._act(b, number)
                note_effect(b, b.context(Context.FROM), b.context(Context.TO))
                if self.then is not None:
                    with moved_last(b, b.context(Context.FROM), b.context(Context.TO)):
                        run_then(b, self.then)

    def says(self, s: Speaker, no: bool = False) -> str:
        verb = "copy" if self.copy else "move"
        what = _moved(s, self)
        if self.count is not None:
            what = f"{s.say(self.count)} of {what}" if " of " not in what else what
        return f"{verb} {what} to {ending_on(s, self.to)}"


def _moved(s: Speaker, it: FromTo) -> str:
    """What is moved, and from where."""
    thing = "the whole stack" if it.stack else "the piece" if s.effect else s.terms.get("piece", "a piece")
    start = it.origin
    level = ""
    own = s.words_of(start)
    if own is not None:
        return own
    if start.level is not None:
        level = (
            f" (level {s.say(start.level)} of its stack)" if "top" not in s.say(start.level) else " on top"
        )
    if start.where is None or isinstance(start.where, FromSite):
        what = s.terms.get("piece", "it" if not s.effect else "the piece") + (
            " and its whole stack" if it.stack else ""
        )
        if start.condition is None and what == "" and not level:
            return ""
        return s.such(what + level, start.condition, "from", "site")
    if isinstance(start.where, Region):
        place = s.such(s.noun(start.where).any, start.condition, "from", "site")
        return f"{'a stack' if it.stack else 'a piece'}{level} from {place}"
    place = s.such(s.site(start.where), start.condition, "from", "site")
    if start.where.in_hand:
        return f"a piece from {place}"
    return (
        f"{thing}{level} {s.noun(start.where).preposition} {place}"
        if s.effect
        else f"{thing}{level} from {place}"
    )
