"""The words that stand for themselves in a game file: roles, site types, directions, and so on.

Some are words of the boards, too. The words for single directions are the headings of a board; the language
has words for several at once besides, and takes the sixteen winds alone in some places.
"""

from __future__ import annotations

from enum import Enum

from gdl.boards.direction import COMPASS, Heading
from gdl.boards.direction import RelationType as RelationType
from gdl.boards.direction import RelativeDirection as RelativeDirection
from gdl.boards.graph import SiteType as SiteType


class WordEnum(Enum):
    """An enumeration whose members are written as bare words in a game file (by value)."""

    def __repr__(self) -> str:
        return str(self.value)


class RoleType(WordEnum):
    """A player or players, fixed (P1) or by their part in the present move (Mover)."""

    NEUTRAL = "Neutral"
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"
    P6 = "P6"
    P7 = "P7"
    P8 = "P8"
    P9 = "P9"
    P10 = "P10"
    P11 = "P11"
    P12 = "P12"
    P13 = "P13"
    P14 = "P14"
    P15 = "P15"
    P16 = "P16"
    SHARED = "Shared"
    ALL = "All"
    EACH = "Each"
    MOVER = "Mover"
    NEXT = "Next"
    PREV = "Prev"
    NON_MOVER = "NonMover"
    ENEMY = "Enemy"
    FRIEND = "Friend"
    ALLY = "Ally"
    PLAYER = "Player"
    TEAM1 = "Team1"
    TEAM2 = "Team2"
    TEAM3 = "Team3"
    TEAM4 = "Team4"
    TEAM_MOVER = "TeamMover"


class AbsoluteDirection(WordEnum):
    """Directions that do not depend on who moves; the first group names several at once."""

    ALL = "All"
    ADJACENT = "Adjacent"
    ORTHOGONAL = "Orthogonal"
    DIAGONAL = "Diagonal"
    OFF_DIAGONAL = "OffDiagonal"
    ANGLED = "Angled"
    AXIAL = "Axial"
    BASE = "Base"
    SUPPORT = "Support"
    SAME_LAYER = "SameLayer"
    UPWARD = "Upward"
    DOWNWARD = "Downward"
    ROTATIONAL = "Rotational"
    _ignore_ = ["heading"]
    for heading in Heading:
        vars()[heading.name] = heading.value


class CompassDirection(WordEnum):
    """The sixteen winds: facings of players and sides of boards."""

    _ignore_ = ["heading"]
    for heading in COMPASS:
        vars()[heading.name] = heading.value


class WhenType(WordEnum):
    """When an effect is carried out."""

    START_OF_TURN = "StartOfTurn"
    END_OF_TURN = "EndOfTurn"


class ResultType(WordEnum):
    """How a game ends for a player."""

    WIN = "Win"
    LOSS = "Loss"
    DRAW = "Draw"
    TIE = "Tie"
    ABANDON = "Abandon"
    CRASH = "Crash"


class StepType(WordEnum):
    """One step of a walk: forward, or a turn to the left or right."""

    F = "F"
    L = "L"
    R = "R"


class StackDirection(WordEnum):
    """From which end a stack is read."""

    FROM_BOTTOM = "FromBottom"
    FROM_TOP = "FromTop"


class StaticRegion(WordEnum):
    """Regions, or sets of regions, that every board has."""

    ALL_DIRECTIONS = "AllDirections"
    ALL_SITES = "AllSites"
    COLUMNS = "Columns"
    CORNERS = "Corners"
    DIAGONALS = "Diagonals"
    HINT_REGIONS = "HintRegions"
    LAYERS = "Layers"
    REGIONS = "Regions"
    ROWS = "Rows"
    SIDES = "Sides"
    SIDES_NO_CORNERS = "SidesNoCorners"
    SUB_GRIDS = "SubGrids"
    TOUCHING = "Touching"
    VERTICES = "Vertices"
