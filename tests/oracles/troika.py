"""Troika (seed 000) and Die Drei (seed 001).

"The first pawn may be placed anywhere, and each subsequent pawn must be placed en prise to the previous
one." "A line of three pawns of your own colour ... any distance apart and lying at any angle relative to
the board." Die Drei: "horizontal, vertikal oder diagonal" and "symmetrisch angeordnet": the two gaps are
equal, whatever stands in between.

"You may not immobilise your opponent, and must therefore retract any move that allows of no legal
continuation." Reading: a placement after which the opponent has no cell en prise is forbidden unless it
wins or is the 16th pawn; whether that cell would itself be forbidden is not asked.  "If neither of you has
made a line of three when all 16 pawns are down": draw; a player with only forbidden placements: draw.

`relocate`: "play continues with each of you in turn removing one of your pawns from its current position
and placing it en prise to the previous one as usual."  The pawn is lifted first (it no longer blocks), goes
to another cell than its own, en prise to the opponent's last placed pawn; the same line and forbidden-move
rules. Choices: the 16th placement keeps its exemption with `relocate` too (a player who then has no
relocation draws); "legal continuation" for a relocation means that the opponent has some pawn to lift and
some cell for it. `turn_limit`: that many relocations (of both together) without a line draw.  Agreeing a
draw is no move here.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from .board import Colours, en_prise, large_board
from .common import DRAW, Cell, Oracle, Ranks, name, other, win

PAWNS_EACH = 8


def any_line(a: Cell, b: Cell, c: Cell) -> bool:
    """Three collinear cell centres, at any distance and any angle."""
    return (b[0] - a[0]) * (c[1] - a[1]) == (b[1] - a[1]) * (c[0] - a[0])


def straight_line(a: Cell, b: Cell, c: Cell) -> bool:
    """Three cells of one row, column or diagonal."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return any_line(a, b, c) and (dx == 0 or dy == 0 or abs(dx) == abs(dy))


def symmetric_line(a: Cell, b: Cell, c: Cell) -> bool:
    """Three cells of one row, column or diagonal, the middle one half-way between the others."""
    first, middle, last = sorted((a, b, c))
    halfway = (first[0] + last[0], first[1] + last[1]) == (2 * middle[0], 2 * middle[1])
    return halfway and straight_line(a, b, c)


LINES = {"any": any_line, "straight": straight_line, "symmetric": symmetric_line}


class TroikaPosition(NamedTuple):
    """Each player's pawns, the last placed cell of each (None before), the mover, and relocations so far.

    `relocations` is counted only where there is a turn limit.
    """

    pawns: tuple[frozenset[Cell], frozenset[Cell]]
    last: Cell | None
    mover: int
    relocations: int


class Troika(Oracle[TroikaPosition]):
    """Troika; with `line="symmetric"` Die Drei."""

    def __init__(
        self,
        colours: Colours | None = None,
        line: str = "any",
        relocate: bool = False,
        turn_limit: int | None = None,
    ) -> None:
        self.colours = large_board() if colours is None else colours
        self.is_line = LINES[line]
        self.relocate = relocate
        self.turn_limit = turn_limit

    def start(self) -> TroikaPosition:
        return TroikaPosition((frozenset(), frozenset()), None, 1, 0)

    def mover(self, position: TroikaPosition) -> int:
        return position.mover

    def continuations(self, position: TroikaPosition) -> list[tuple[str, TroikaPosition]]:
        """Every way to place (or relocate) a pawn, before asking what is forbidden."""
        occupied = position.pawns[0] | position.pawns[1]
        own = position.pawns[position.mover - 1]
        if len(own) < PAWNS_EACH:
            cells = (
                list(self.colours)
                if position.last is None
                else en_prise(self.colours, occupied, position.last)
            )
            return [(name(cell), self.with_pawns(position, own | {cell}, cell)) for cell in cells]
        if not self.relocate or position.last is None:
            return []
        return [
            (f"{name(origin)}-{name(cell)}", self.with_pawns(position, own - {origin} | {cell}, cell))
            for origin in sorted(own)
            for cell in en_prise(self.colours, occupied - {origin}, position.last)
            if cell != origin
        ]

    def with_pawns(self, position: TroikaPosition, own: frozenset[Cell], last: Cell) -> TroikaPosition:
        """The position after the mover's pawns became `own`."""
        theirs = position.pawns[other(position.mover) - 1]
        moved = len(own) == len(position.pawns[position.mover - 1])
        return TroikaPosition(
            (own, theirs) if position.mover == 1 else (theirs, own),
            last,
            other(position.mover),
            position.relocations + (moved and self.turn_limit is not None),
        )

    def has_line(self, pawns: frozenset[Cell]) -> bool:
        return any(self.is_line(a, b, c) for a, b, c in combinations(sorted(pawns), 3))

    def has_won(self, position: TroikaPosition) -> bool:
        """Whether the player who has just moved has a line."""
        return self.has_line(position.pawns[other(position.mover) - 1])

    def is_allowed(self, before: TroikaPosition, after: TroikaPosition) -> bool:
        """A move that leaves no continuation is forbidden unless it wins or places the 16th pawn."""
        is_sixteenth = sum(map(len, before.pawns)) == 15
        return is_sixteenth or bool(self.continuations(after)) or self.has_won(after)

    def options(self, position: TroikaPosition) -> list[tuple[str, TroikaPosition]]:
        return [
            (text, after) for text, after in self.continuations(position) if self.is_allowed(position, after)
        ]

    def outcome(self, position: TroikaPosition) -> Ranks | None:
        if self.has_won(position):
            return win(other(position.mover))
        if self.turn_limit is not None and position.relocations >= self.turn_limit:
            return DRAW
        return None if self.options(position) else DRAW


def die_drei(colours: Colours | None = None, relocate: bool = False) -> Troika:
    """Die Drei: as Troika, but the line is straight and symmetric."""
    return Troika(colours, line="symmetric", relocate=relocate)


class Offer(NamedTuple):
    """A position, and the offer of a draw in this turn: none, made, declined or accepted."""

    position: TroikaPosition
    offer: str = "none"


class Agreeing(Oracle[Offer]):
    """Troika or Die Drei with relocations, in place of which a draw may be offered once a turn.

    The opponent answers at once; declined, the player relocates. The limit counts offers and answers too.
    """

    def __init__(self, game: Troika, limit: int) -> None:
        self.game, self.limit = game, limit

    def start(self) -> Offer:
        return Offer(self.game.start())

    def mover(self, position: Offer) -> int:
        return position.position.mover

    def options(self, position: Offer) -> list[tuple[str, Offer]]:
        now = position.position
        aside = now._replace(mover=other(now.mover), relocations=now.relocations + 1)
        if position.offer == "made":
            return [("accept", Offer(aside, "accepted")), ("decline", Offer(aside, "declined"))]
        found = [(text, Offer(after)) for text, after in self.game.options(now)]
        if found and position.offer == "none" and sum(map(len, now.pawns)) == 2 * PAWNS_EACH:
            found.append(("draw", Offer(aside, "made")))
        return found

    def outcome(self, position: Offer) -> Ranks | None:
        if position.offer == "accepted":
            return DRAW
        if self.game.has_won(position.position):
            return win(other(position.position.mover))
        if position.position.relocations >= self.limit or not self.options(position):
            return DRAW
        return None
