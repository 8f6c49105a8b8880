"""What arguments of ludemes are about: the kinds of names, and what numbers stand for."""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """What a name is of; its value is what it is called."""

    DEFINITION = "definition"
    OPTION = "option"
    PART = "part of an option"
    PIECE = "piece"
    REGION = "region"
    TRACK = "track"
    PHASE = "phase"
    VARIABLE = "variable"
    REMEMBERED = "remembered values"
    MAP = "map"
    CONTAINER = "hand"
    EVENT = "event"
    PROPOSAL = "proposal"
    FACE = "face of a tile"


class Quantity(Enum):
    """What a number stands for (its dimension): in a rules file sites, players and pieces are all numbers."""

    SITE = "a site"
    PLAYER = "a player"
    PIECE = "a piece"
    ROW = "the number of a row"
    COLUMN = "the number of a column"
    COUNT = "a count"


#: Kinds of which a name is as good as declared wherever it is used.
UNDECLARED = frozenset({Kind.VARIABLE, Kind.REMEMBERED, Kind.EVENT, Kind.PROPOSAL})
