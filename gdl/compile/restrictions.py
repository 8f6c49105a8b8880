"""Restricted play: what can be taken from one seat of a game, as values; how a program knows what is taken.

A rule is worth as much as a player does worse who may not use it (A. Jaffe and others, *Evaluating
Competitive Game Balance with Restricted Play*, 2012). A program that was lowered with restrictions has a
field more, with a number for each seat: 0 where the seat plays by all the rules, else that of what is taken
from it. So one program, compiled once, is that of all restrictions of a game.
"""

from __future__ import annotations

from enum import Enum

from gdl.ludeme.base import Ludeme
from gdl.source.text import Span
from gdl.support.values import field, frozen

#: The field by seat (0: nobody's), and the procedure that sets it, which is never called by the rules.
TAKEN, TAKE = "taken_from", "take_from"
#: Numbers from here on are about whatever moves are offered, those before about one place in the rules.
OF_MOVES = 128
MOST = 255


class What(Enum):
    """What is taken from the seat."""

    #: moves that a rule offers
    MOVES = "moves"
    #: an effect: the move is played without it
    EFFECT = "effect"
    #: one of the ways in which a condition of a move may hold
    WAY = "way"
    #: an ending after the seat's own moves
    ENDING = "ending"
    #: all moves that take or turn others' pieces
    CAPTURES = "captures"
    #: all moves of a kind of piece
    PIECE = "piece"
    #: all moves in a direction
    DIRECTION = "direction"
    #: all moves onto the cells of a colour, and from them
    ONTO = "onto"
    LEAVING = "leaving"


@frozen
class Restriction:
    """Something that may be taken from a seat."""

    number: int
    what: What
    #: the piece, direction or colour; "" where it is a place in the rules
    name: str
    #: where it stands in the rules (the first of several places that say the same), and how many they are
    span: Span
    places: int = 1
    ludeme: Ludeme | None = field(default=None, repr=False, eq=False)
