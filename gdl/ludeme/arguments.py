"""The arguments that rules of every kind have: a player, a piece, what happens then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import Dim, IntExpr, Moves
from gdl.ludeme.kinds import Kind, Quantity
from gdl.ludeme.registry import ludeme
from gdl.words.words import RoleType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker


@ludeme("then")
class Then(Ludeme):
    """What happens after a move, in the position that the move leads to.

    Example: `(then (moveAgain))`.
    """

    effect: Moves = arg()
    apply_after_all: bool = named("applyAfterAllMoves", False)

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.effects(self.effect).text


@ludeme("player")
class PlayerArgument(Ludeme):
    """A player by number: `(player (next))`."""

    index: IntExpr = arg(takes=Quantity.PLAYER)

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.player(self)


@ludeme("piece")
class PieceArgument(Ludeme):
    """A piece by name or index, or several to choose from: `(piece "Queen")`, `(piece {"Queen" "Rook"})`."""

    which: str | IntExpr | tuple[str, ...] | tuple[IntExpr, ...] = arg(names=Kind.PIECE)
    state: IntExpr | None = named("state", None)

    def of_mover(self) -> tuple[str, ...]:
        """The pieces named without a player's number: whoever moves has them."""
        given = self.which if isinstance(self.which, tuple) else (self.which,)
        return tuple(each for each in given if isinstance(each, str) and not each[-1:].isdigit())

    def says(self, s: Speaker, no: bool = False) -> str:
        return s.which(self)


@ludeme("trackStep")
class TrackStep(Ludeme):
    """A step of a track."""

    english = "{to}"
    to: Dim = arg()


#: What may name a player in most ludemes.
Who = PlayerArgument | RoleType
