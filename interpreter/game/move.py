"""A legal move of a position, with the text that names it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from gdl.support.values import field, frozen
from interpreter.engines.move_words import RawMove

if TYPE_CHECKING:
    from interpreter.game.notation import MoveText
    from interpreter.game.rules import Rules


class Offering(Protocol):
    """What a move asks of the position that offered it: a `State` is one."""

    @property
    def game(self) -> Rules:
        """The game that is played."""

    def written(self, move: Move, /) -> MoveText:
        """The text of one of the position's legal moves, in its parts."""

    def customary(self, move: Move, /, before: Sequence[Move] = ()) -> str:
        """A legal move of the position as the players of the game write it, behind others of its turn."""

    def pictured(self, move: Move, /) -> str:
        """The picture (SVG) of what one of the position's legal moves leads to, with the move marked."""


@frozen
class Move:
    """One legal decision. Two moves are equal if they are the same choice, in whatever position.

    `str(move)` is the move's text in the position that offered it; `State.parse` reads it back.
    """

    kind: int = field(repr=False)
    args: tuple[int, ...] = field(repr=False)
    site: int = field(repr=False)
    _offered_by: Offering = field(eq=False, repr=False)

    @property
    def raw(self) -> RawMove:
        """The move as an engine knows it."""
        return RawMove(self.kind, self.args, self.site)

    @property
    def written(self) -> MoveText:
        """The text in its parts."""
        return self._offered_by.written(self)

    @property
    def decision(self) -> str:
        """What is decided: "add", "move", "remove", "pass", "swap", "select", ..."""
        return self._offered_by.game.engine.program.kinds[self.kind].decision

    @property
    def origin(self) -> str | None:
        """The name of the site that is moved from, if any."""
        return self.written.origin or None

    @property
    def target(self) -> str | None:
        """The name of the site that is moved to, placed on or taken from, if any."""
        return self.written.target if self.decision not in ("pass", "swap") else None

    @property
    def is_capture(self) -> bool:
        """Whether the move takes a piece of another player's."""
        return self.written.mark == "x"

    @property
    def customary(self) -> str:
        """The move as the players of the game write it, if its file says how (`Nf3`); else its text."""
        return self.customary_behind(())

    def customary_behind(self, before: Sequence[Move]) -> str:
        """The same, written behind the decisions of the same turn that were made before it."""
        return self._offered_by.customary(self, before)

    def _repr_svg_(self) -> str:
        """What notebooks show: the position that the move leads to."""
        return self._offered_by.pictured(self)

    def __str__(self) -> str:
        return str(self.written)

    def __repr__(self) -> str:
        return f"<Move {self}>"
