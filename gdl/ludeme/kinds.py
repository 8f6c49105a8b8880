"""What ludemes and their arguments say of themselves: kinds of names and numbers, what state is needed."""

from __future__ import annotations

from enum import Enum

from gdl.support.values import frozen
from gdl.words.words import SiteType


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


class Setwise(Enum):
    """How a region is made of others."""

    UNION = "union"
    INTERSECTION = "intersection"
    DIFFERENCE = "difference"


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


#: Under what name numbers are remembered; None: under none.
Remembered = str | None


@frozen
class Needs:
    """What a ludeme, as it is written, needs of a game's state; gathered over all the rules."""

    #: pieces stand on each other
    stacks: bool = False
    #: several like pieces may share a site, counted
    counts: bool = False
    #: the same if the game has hands: what comes there joins others like it
    counts_in_hands: bool = False
    #: the colours of sites change during play
    recolours: bool = False
    #: pieces are turned: relative directions go by the rotation of each
    turns: bool = False
    #: numbers that are no sites may be pending
    pends_numbers: bool = False
    #: numbers are remembered under these names, each at most once
    remembered_once: frozenset[Remembered] = frozenset()
    #: numbers are remembered under these names, and may be several times
    remembered_again: frozenset[Remembered] = frozenset()
    #: a rule goes through all numbers remembered under these names, as often as each was
    each_remembered: frozenset[Remembered] = frozenset()
    #: sites of these types are among the game's sites, though no rule names the type
    site_types: frozenset[SiteType] = frozenset()
    #: kinds of information, by name ("": all of a site), that are hidden from players, and go with pieces
    hides: frozenset[str] = frozenset()

    def __or__(self, other: Needs) -> Needs:
        """What two ludemes need together."""
        if other is NO_NEEDS:
            return self
        return Needs(
            self.stacks or other.stacks,
            self.counts or other.counts,
            self.counts_in_hands or other.counts_in_hands,
            self.recolours or other.recolours,
            self.turns or other.turns,
            self.pends_numbers or other.pends_numbers,
            self.remembered_once | other.remembered_once,
            self.remembered_again | other.remembered_again,
            self.each_remembered | other.each_remembered,
            self.site_types | other.site_types,
            self.hides | other.hides,
        )

    @property
    def repeated(self) -> frozenset[Remembered]:
        """The names for which it has to be kept how often each number was remembered."""
        return self.each_remembered - (self.remembered_once - self.remembered_again)


NO_NEEDS = Needs()
