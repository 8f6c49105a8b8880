"""Regions that few games use, known but not supported."""

from __future__ import annotations

from gdl.ludeme.arguments import PlayerArgument
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, Direction, IntExpr, Moves, Region
from gdl.ludeme.kinds import Quantity
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

    english = "the {cells} hidden from {to:player}"
    instead = "every player sees everything here: leave out what is hidden"

    data: HiddenData | None = arg(None)
    type: SiteType | None = arg(None)
    to: PlayerArgument | RoleType = named("to")


@ludeme("sites Pattern")
class SitesPattern(Region):
    """The sites of a pattern of pieces."""

    english = "the {cells} of the pattern"
    instead = (
        "ask of each site whether it is part of one: `(forEach (sites Occupied by:Mover) if:(is "
        "Pattern {F R F} from:(site)))`"
    )

    walk: tuple[StepType, ...] = arg()
    type: SiteType | None = arg(None)
    origin: IntExpr | None = named("from", None)
    what: IntExpr | None = named("what", None)
    whats: tuple[IntExpr, ...] | None = named("whats", None)
    at_most_one = (("what", "whats"),)


@ludeme("sites Loop")
class SitesLoop(Region):
    """The sites of a loop that the last move closed, or those inside it."""

    english = "the {cells} of the loop"
    instead = (
        "no ludeme finds loops; what pieces enclose is found by `(enclose)`, and chains by `(is "
        "Connected ...)`"
    )

    inside: BoolExpr | None = named("inside", None)
    type: SiteType | None = arg(None)
    surround: RoleType | tuple[RoleType, ...] | None = named("surround", None)
    direction: Direction | None = arg(None)
    colour: IntExpr | None = arg(None)
    start: IntExpr | Region | None = arg(None)


@ludeme("sites Crossing")
class SitesCrossing(Region):
    """The edges that cross an edge."""

    english = "the edges that cross {at:site}"
    instead = "list the edges that cross each other in a `(map ...)`"

    at: IntExpr = named("at", takes=Quantity.SITE)
    who: PlayerArgument | RoleType | None = arg(None)


@ludeme("sites LargePiece")
class SitesLargePiece(Region):
    """The sites that a large piece covers."""

    english = "the {cells} under the large piece on {at:site}"
    instead = "a piece stands on one site: build large ones of several pieces"

    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)


@ludeme("sites Winning")
class SitesWinning(Region):
    """The sites where some moves would win."""

    english = "the {cells} where a move would win"
    instead = "try each move and look at what it leads to: `(do ... ifAfterwards:...)`"

    type: SiteType | None = arg(None)
    who: PlayerArgument | RoleType | None = arg(None)
    moves: Moves | None = arg(None)
    name: str | None = arg(None)


@ludeme("forEach Team")
class RegionForEachTeam(Region):
    """The union of a region taken for each team."""

    english = "{region} of every team"
    instead = "go through the players: `(forEach Player ...)`"

    region: Region = arg()


@ludeme("forEach Level")
class RegionForEachLevel(Region):
    """The levels of a stack for which a condition on `(level)` holds."""

    english = "the levels of the stack on {at:site}[ for which {condition}]"
    instead = "of a stack, `(count Stack ...)` and `(where Level ...)` look through the levels"

    type: SiteType | None = arg(None)
    at: IntExpr = named("at", takes=Quantity.SITE)
    direction: StackDirection | None = arg(None)
    condition: BoolExpr | None = named("if", None)
    start: IntExpr | None = named("startAt", None)
