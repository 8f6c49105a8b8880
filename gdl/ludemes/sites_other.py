"""Regions that few games use, known but not supported."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import unsupported
from gdl.core.ops import Expr
from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Moves, Region
from gdl.ludeme.registry import ludeme
from gdl.words.words import RoleType, SiteType, StackDirection, StepType, WordEnum


class HiddenData(WordEnum):
    """What can be hidden from a player."""

    COUNT = "Count"
    ROTATION = "Rotation"
    STATE = "State"
    VALUE = "Value"
    WHAT = "What"
    WHO = "Who"


@ludeme("sites Hidden")
class SitesHidden(Region):
    """The sites of which something is hidden from a player."""

    data: HiddenData | None = arg(None)
    type: SiteType | None = arg(None)
    to: PlayerArgument | RoleType = named("to")

    def lower(self, b: Builder) -> Expr:
        raise unsupported("hidden information", self.span)


@ludeme("sites Pattern")
class SitesPattern(Region):
    """The sites of a pattern of pieces."""

    walk: tuple[StepType, ...] = arg()
    type: SiteType | None = arg(None)
    origin: IntExpr | None = named("from", None)
    what: IntExpr | None = named("what", None)
    whats: tuple[IntExpr, ...] | None = named("whats", None)
    at_most_one = (("what", "whats"),)

    def lower(self, b: Builder) -> Expr:
        raise unsupported("(sites Pattern)", self.span)


@ludeme("sites Loop")
class SitesLoop(Region):
    """The sites of a loop that the last move closed, or those inside it."""

    inside: BoolExpr | None = named("inside", None)
    type: SiteType | None = arg(None)
    surround: RoleType | tuple[RoleType, ...] | None = named("surround", None)
    direction: Direction | None = arg(None)
    colour: IntExpr | None = arg(None)
    start: IntExpr | Region | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        raise unsupported("(sites Loop)", self.span)


@ludeme("sites Crossing")
class SitesCrossing(Region):
    """The edges that cross an edge."""

    at: IntExpr = named("at")
    who: PlayerArgument | RoleType | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        raise unsupported("(sites Crossing)", self.span)


@ludeme("sites LargePiece")
class SitesLargePiece(Region):
    """The sites that a large piece covers."""

    type: SiteType | None = arg(None)
    at: IntExpr = named("at")

    def lower(self, b: Builder) -> Expr:
        raise unsupported("a large piece", self.span)


@ludeme("sites Winning")
class SitesWinning(Region):
    """The sites where some moves would win."""

    type: SiteType | None = arg(None)
    who: PlayerArgument | RoleType | None = arg(None)
    moves: Moves | None = arg(None)
    name: str | None = arg(None)

    def lower(self, b: Builder) -> Expr:
        raise unsupported("(sites Winning)", self.span)


@ludeme("forEach Team")
class RegionForEachTeam(Region):
    """The union of a region taken for each team."""

    region: Region = arg()

    def lower(self, b: Builder) -> Expr:
        raise unsupported("teams", self.span)


@ludeme("forEach Level")
class RegionForEachLevel(Region):
    """The levels of a stack for which a condition on `(level)` holds."""

    type: SiteType | None = arg(None)
    at: IntExpr = named("at")
    direction: StackDirection | None = arg(None)
    condition: BoolExpr | None = named("if", None)
    start: IntExpr | None = named("startAt", None)

    def lower(self, b: Builder) -> Expr:
        raise unsupported("a region of levels", self.span)
