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


class Kept(Enum):
    """What rules keep in the state and ask for, some of it under names; its value is what it is called."""

    VARIABLE = "the variable"
    REMEMBERED = "what is remembered as"
    EVENT = "the event"
    PROPOSAL = "the proposal"
    VOTE = "the vote"
    SCORE = "the score"
    PLAYER_VALUE = "the value of players"
    COUNTER = "the counter"
    POT = "the pot"
    PENDING = "what is pending"
    DICE = "the dice"


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
