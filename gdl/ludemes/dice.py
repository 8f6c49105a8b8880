"""Dice: rolling them, what they show, and moves by what they show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import unsupported
from gdl.core import make as k
from gdl.core.ops import INT, Expr
from gdl.english.grammar import ordinal
from gdl.english.phrases import IT, Point
from gdl.lower.dice import dice_of_set, each_choice, faces_field, hand_dice, roll, the_dice, total_pips, use
from gdl.lower.numbers import constant, once
from gdl.lower.offer import run_then
from gdl.lower.surroundings import followed_by, using
from gdl.ludeme.arguments import Then
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Handling, IntExpr, Moves, Region
from gdl.ludeme.kinds import Kept, Kind, Quantity
from gdl.ludeme.literals import BoolLiteral, IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.support.values import frozen
from gdl.words.words import RoleType, SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("roll")
class Roll(Moves):
    """Roll all dice. In front of moves, `(do (roll) next:...)`, they are rolled when the turn begins.

    Example: `(do (roll) next:(forEach Piece))`.
    """

    handling = Handling.STAYS
    then: Then | None = arg(None)
    is_chance: ClassVar[bool] = True

    def chance(self, b: Builder) -> None:
        the_dice(b, self.span)
        with b.at(self):
            roll(b)
            run_then(b, self.then)

    def effect(self, b: Builder) -> None:
        self.chance(b)

    def writes(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.DICE, ""),)

    def says(self, s: Speaker, no: bool = False) -> str:
        number = sum(c.size for c in s.facts.containers if c.dice is not None)
        return "roll the die" if number == 1 else "roll the dice"


@frozen(eq=False, slots=False)
class UseDice(Moves):
    """What a move by the dice does to them. Nobody writes it: `forEach Die` adds it to its moves."""

    handling = Handling.STAYS
    dice: int
    doubles: BoolExpr | None

    def effect(self, b: Builder) -> None:
        dice, doubles = hand_dice(b.facts, self.dice), self.doubles

        def run() -> None:
            use(b, dice, b.context(Context.DICE), k.FALSE if doubles is None else doubles.lower(b))

        b.routine("use_dice", run)

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.DICE, ""),)


@ludeme("forEach Die")
class ForEachDie(Moves):
    """The moves for every die, with `(pips)` standing for what it counts; each of them uses that die.

    A die that is used counts 0. With `combined:True` there are also the moves for the sum of several dice not
    yet used. Where `replayDouble` holds, dice that show the same are used twice.

    Example: `(forEach Die if:(!= (pips) 0) (move (from (from)) (to (trackSite Move steps:(pips)))))`.
    """

    handling = Handling.STAYS
    hand: IntExpr | None = arg(None)
    combined: bool = named("combined", False)
    doubles: BoolExpr | None = named("replayDouble", None)
    condition: BoolExpr | None = named("if", None)
    moves: Moves = arg()
    then: Then | None = arg(None)

    def _number(self, b: Builder) -> int:
        """Which set of dice is meant."""
        number = 0 if self.hand is None else constant(self.hand.lower(b))
        if number is None:
            raise unsupported(
                "a set of dice that changes during the game", self.span, "leave it out, or write its number"
            )
        return number

    def lower(self, b: Builder) -> None:
        number = self._number(b)
        dice = dice_of_set(b, number, self.span)
        used = Then(effect=UseDice(dice=number, doubles=self.doubles), apply_after_all=False)
        with b.at(self), followed_by(b, self.then), each_choice(b, dice, self.combined):
            condition = k.TRUE if self.condition is None else self.condition.lower(b)
            with b.if_(condition), using(b, used):
                self.moves.lower(b)

    def effect(self, b: Builder) -> None:
        dice = dice_of_set(b, self._number(b), self.span)
        with b.at(self):
            with each_choice(b, dice, self.combined):
                condition = k.TRUE if self.condition is None else self.condition.lower(b)
                with b.if_(condition):
                    self.moves.effect(b)
            run_then(b, self.then)

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.DICE, ""),)

    def says(self, s: Speaker, no: bool = False) -> Point:
        such = ""
        if self.condition is not None:
            with s.about(pips=IT):
                text = s.clause(self.condition)
            shows = text.removeprefix(f"{IT} is ")
            such = f" for which {text.replace(IT, 'its number')}" if shows == text else f" that shows {shows}"
        point = s.moves(self.moves)
        rules = []
        if self.doubles is not None and not (
            isinstance(self.doubles, BoolLiteral) and not self.doubles.value
        ):
            rules.append(Point("A double is played twice", (), self.span))
        if self.combined:
            rules.append(Point("The dice may be played together as their sum", (), self.span))
        return Point(f"use a die{such} and {point.text}", (*point.points, *rules))


@ludeme("count Pips")
class CountPips(IntExpr):
    """What all dice count together that were not yet used.

    Example: `(= (count Pips) 6)`.
    """

    english = "the sum of the dice not used yet"
    type: SiteType | None = arg(None)
    role: RoleType | None = arg(None)
    of: IntExpr | None = named("of", None)
    name: str | None = arg(None, names=Kind.PIECE)
    within: Region | None = named("in", None)
    condition: BoolExpr | None = named("if", None)
    at_most_one = (("role", "of"),)

    def lower(self, b: Builder) -> Expr:
        dice = the_dice(b, self.span)
        for given in (self.type, self.role, self.of, self.name, self.within, self.condition):
            if given is not None:
                raise unsupported(
                    "(count Pips) of some of the dice",
                    self.span,
                    "all dice count: `(count Pips)`; of one, `(face 1)`",
                )
        return total_pips(b, dice)

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.DICE, ""),)


@ludeme("face")
class Face(IntExpr):
    """What the die on a site shows, used or not; 0 where there is none.

    Example: `(face (handSite P3))`.
    """

    at: IntExpr = arg(takes=Quantity.SITE)

    def lower(self, b: Builder) -> Expr:
        dice = the_dice(b, self.span)

        def shown(site: Expr) -> Expr:
            total = k.int_(0)
            for die in dice:
                table = b.table(die.pips, outside=0, stem="faces")
                face = k.elem(faces_field(b), k.int_(die.index))
                total = k.select(k.eq(site, k.int_(die.site)), k.table(table, face), total)
            return total

        return once(b, "face", INT, (self.at.lower(b),), shown)

    def reads(self) -> Sequence[tuple[Kept, str]]:
        return ((Kept.DICE, ""),)

    def says(self, s: Speaker, no: bool = False) -> str:
        dice_sites = [site for c in s.facts.containers if c.dice is not None for site in c.sites]
        if isinstance(self.at, IntLiteral) and self.at.value in dice_sites:
            if len(dice_sites) == 1:
                return "the number of the die"
            return f"the number of the {ordinal(dice_sites.index(self.at.value) + 1)} die"
        return f"the number of the die on {s.site(self.at)}"
