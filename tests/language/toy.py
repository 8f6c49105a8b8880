"""A small language with every calling convention, in a registry of its own, to test the binder with."""

from __future__ import annotations

from functools import partial

from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import BoolExpr, Dim, Direction, FloatExpr, IntExpr, Ints, Moves, Region
from gdl.ludeme.registry import Registry, literal, ludeme
from gdl.parse.forms import Form, Paren
from gdl.parse.parser import parse
from gdl.source.text import Source
from gdl.words.words import AbsoluteDirection, RelativeDirection, RoleType, SiteType, StepType, WordEnum

TOY = Registry()


def read(text: str) -> Form:
    """One form; inside another, because a file has ludemes only at its top."""
    forms, _ = parse(Source("toy.lud", f"(x {text})"))
    (outer,) = forms
    assert isinstance(outer, Paren)
    _, inner = outer.items
    return inner


toy = partial(ludeme, registry=TOY)


class SitesSimpleType(WordEnum):
    """Regions that a word names."""

    BOARD = "Board"
    CORNERS = "Corners"
    TOP = "Top"


@partial(literal, registry=TOY)
class DirectionWord(Direction):
    """A direction by its name."""

    word: AbsoluteDirection | RelativeDirection = arg()


# --- One word, several classes


@toy("if")
class IfInt(IntExpr):
    condition: BoolExpr = arg()
    then: IntExpr = arg()
    otherwise: IntExpr = arg()


@toy("if")
class IfBool(BoolExpr):
    condition: BoolExpr = arg()
    then: BoolExpr = arg()
    otherwise: BoolExpr | None = arg(None)


@toy("if")
class IfMoves(Moves):
    condition: BoolExpr = arg()
    then: Moves = arg()
    otherwise: Moves | None = arg(None)


@toy("+")
class AddInt(IntExpr):
    terms: Ints = arg()


@toy("+")
class AddTwo(IntExpr):
    a: IntExpr = arg()
    b: IntExpr = arg()


@toy("+")
class AddDim(Dim):
    a: Dim = arg()
    b: Dim = arg()


@toy("-")
class Minus(IntExpr):
    a: IntExpr | None = arg(None)
    b: IntExpr = arg()


@toy("and")
class AndBool(BoolExpr):
    conditions: tuple[BoolExpr, ...] = arg()


@toy("and")
class AndTwo(BoolExpr):
    a: BoolExpr = arg()
    b: BoolExpr = arg()


@toy("and")
class AndMoves(Moves):
    moves: tuple[Moves, ...] = arg()


# --- Numbers and conditions


@toy("mover")
class Mover(IntExpr):
    """Who moves."""


@toy("to")
class ToSite(IntExpr):
    """The site moved to."""


@toy("count")
class Count(IntExpr):
    one_of = (("region", "at"),)

    region: Region | None = named("in", None)
    at: IntExpr | None = named("at", None)


@toy("is Line")
class IsLine(BoolExpr):
    """Whether there is a line. Example: `(is Line 3)`."""

    type: SiteType | None = arg(None)
    length: IntExpr = arg()
    directions: AbsoluteDirection | None = arg(None)
    through: IntExpr | None = named("through", None)
    exact: BoolExpr | None = named("exact", None)


@toy("is Empty")
class IsEmpty(BoolExpr):
    type: SiteType | None = arg(None)
    site: IntExpr = arg()


class IsPlayerType(WordEnum):
    """What a player can be."""

    ENEMY = "Enemy"
    MOVER = "Mover"


@toy("is")
class IsPlayer(BoolExpr):
    which: IsPlayerType = arg()
    who: RoleType | IntExpr = arg()


@toy("scale")
class Scale(FloatExpr):
    by: float = arg()
    times: int = arg(1)
    quietly: bool = named("quietly", False)


# --- Regions


@toy("sites")
class SitesSimple(Region):
    which: SitesSimpleType = arg()


@toy("sites")
class SitesNamed(Region):
    names: tuple[str, ...] = arg()


@toy("sites")
class SitesOf(Region):
    role: RoleType | None = arg(None)
    name: str | None = arg(None)


@toy("sites Occupied", "sites Taken")
class SitesOccupied(Region):
    by: RoleType = named("by")
    component: str | tuple[str, ...] | None = named("component", None)


@toy("sites Walk")
class SitesWalk(Region):
    steps: tuple[tuple[StepType, ...], ...] = arg()


# --- Moves


@toy("to")
class To(Ludeme):
    where: Region | IntExpr | None = arg(None)
    condition: BoolExpr | None = named("if", None)


@toy("then")
class Then(Ludeme):
    effect: Moves = arg()


@toy("move Step")
class Step(Moves):
    direction: Direction | None = arg(None)
    to: To = arg()
    then: Then | None = arg(None)


@toy("move Swap Pieces")
class SwapPieces(Moves):
    then: Then | None = arg(None)


@toy("move Swap Players")
class SwapPlayers(Moves):
    a: RoleType = arg()
    b: RoleType = arg()


@toy("twin")
class TwinA(Moves):
    a: IntExpr = arg()


@toy("twin")
class TwinB(Moves):
    b: IntExpr | RoleType = arg()


@toy("kin")
class Kin(Moves):
    a: IntExpr = arg()


@toy("kin")
class NearerKin(Kin):
    """More special than the other, and so the one meant."""
