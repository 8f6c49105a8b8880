"""Turning pieces where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import Expr, Op, SetAt
from gdl.english.grammar import listed
from gdl.lower.directions import turns_of
from gdl.lower.offer import HERE, OfferedMoves, offer, run_then
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import Handling, IntExpr, Moves
from gdl.ludeme.kinds import Needs
from gdl.ludeme.registry import ludeme
from gdl.ludemes.arguments import To

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("move Set Rotation", "set Rotation")
class SetRotation(Moves):
    """Turn the piece on a site (default: `(from)`) where it stands: one step back, one step on, or to one of
    the rotations given. A rotation is a number of steps clockwise, as many as the board has directions. What
    follows a move turns to one rotation alone.

    Example: `(or (move Slide Forward (to if:(is Empty (to)))) (move Set Rotation))`.
    """

    handling = Handling.STAYS
    to: To | None = arg(None)
    rotations: IntExpr | tuple[IntExpr, ...] | None = arg(None)
    previous: bool = named("previous", True)
    next: bool = named("next", True)
    then: Then | None = arg(None)

    def needs(self) -> Needs:
        return Needs(turns=True)

    def _sites(self, b: Builder) -> Expr:
        sites = k.one(b.context(Context.FROM)) if self.to is None else self.to.sites(b)
        return k.inter(sites, k.OCCUPIED)

    def _given(self) -> tuple[IntExpr, ...]:
        given = self.rotations
        return given if isinstance(given, tuple) else () if given is None else (given,)

    def _rotations(self, b: Builder, site: Expr) -> Iterator[tuple[Expr, str]]:
        """The rotations that may be chosen, and what people call them."""
        steps = turns_of(b, b.facts.main)
        now = k.at(Op.ROTATION_AT, site)
        if self.previous:
            yield k.mod(k.add(now, k.int_(steps - 1)), k.int_(steps)), "left"
        if self.next:
            yield k.mod(k.add(now, k.int_(1)), k.int_(steps)), "right"
        ways = [way.value for way in b.facts.topology.directions(b.facts.main)]
        for each in self._given():
            rotation = each.lower(b)
            fixed = rotation.data if rotation.op is Op.CONST else None
            label = ways[fixed % steps] if isinstance(fixed, int) else ""
            yield k.mod(rotation, k.int_(steps)), label

    def _choices(self, b: Builder) -> int:
        """How many rotations may be chosen. Raises MeaningError where there are none."""
        number = self.previous + self.next + len(self._given())
        if not number:
            raise unsupported("a turn to no rotation", self.span, "say which: `(move Set Rotation {0 2})`")
        return number

    def _turn(self, b: Builder, number: int) -> None:
        site = b.context(Context.TO)
        rotation, _ = list(self._rotations(b, site))[number]
        b.emit(SetAt("rotation", site, rotation, span=b.span))

    def lower(self, b: Builder) -> None:
        with b.at(self):
            self._choices(b)
            sites = self._sites(b)
            labels = [label for _, label in self._rotations(b, b.context(Context.TO))]
            for number, label in enumerate(labels):
                turned = OfferedMoves(
                    sites=sites, act=partial(self._turn, b, number), then=self.then, kind="turn",
                    label=label, variant=number, origin=HERE,
                )  # fmt: skip
                offer(b, self, turned)

    def effect(self, b: Builder) -> None:
        if self._choices(b) > 1:
            raise unsupported(
                "a choice of rotations that no move makes", self.span,
                "turn to one: `(set Rotation (to (last To)) 2 previous:False next:False)`",
            )  # fmt: skip
        with b.at(self), b.each(self._sites(b), Context.TO):
            self._turn(b, 0)
            run_then(b, self.then)

    def says(self, s: Speaker, no: bool = False) -> str:
        where = "it" if self.to is None or self.to.where is None else f"the piece {s.on(self.to.where)}"
        steps = [way for way, meant in (("left", self.previous), ("right", self.next)) if meant]
        turns = [f"one step to the {' or '.join(steps)}"] if steps else []
        if given := self._given():
            turns.append(f"to {listed([s.say(each) for each in given], 'or')} steps clockwise of north")
        return f"turn {where} " + ", or ".join(turns)
