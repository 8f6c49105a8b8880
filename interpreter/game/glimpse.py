"""Information sets: a position as one player sees it, without what the rules hide from that player.

Of a site that is hidden whole nothing is told, not even whether anything is there; of one whose pieces hide
their kind, owner, number, state, value or rotation, that is left out. So two positions that differ only in
what is hidden from a player are told, drawn and printed to that player alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from gdl.core.programs import HIDDEN
from gdl.support.values import evolve
from interpreter.engines.contents import Contents, Piece
from interpreter.game.drawn import Drawn
from interpreter.game.rules import Rules

if TYPE_CHECKING:
    from interpreter.drawing.view import Marks
    from interpreter.engines.move_words import RawMove
    from interpreter.game.board import Board
    from interpreter.game.move import Move

#: What stands for a piece of which nothing is known, and for the kind of one whose owner is.
UNKNOWN = Piece("hidden", 0, 0)


def hides(game: Rules) -> bool:
    """Whether the rules hide anything from anybody."""
    return any(field.name.startswith(HIDDEN) for field in game.engine.program.fields)


def hidden_from(game: Rules, raw: object, seat: int) -> Mapping[str, int]:
    """Of each kind of information, the sites of which it is hidden from a seat, as bits; "": all of them."""
    names = (field.name for field in game.engine.program.fields if field.name.startswith(HIDDEN))
    return {name.removeprefix(HIDDEN): game.engine.value(raw, name)[seat] for name in names}


def veiled(contents: Contents, hidden: Mapping[str, int]) -> Contents:
    """What is on each site without what is hidden."""
    return tuple(
        _veiled(piece, {what for what, sites in hidden.items() if sites >> site & 1})
        for site, piece in enumerate(contents)
    )


def _veiled(piece: Piece | None, hidden: set[str]) -> Piece | None:
    if "" in hidden:
        return UNKNOWN
    if piece is None or not hidden:
        return piece
    piece = evolve(
        piece,
        count=1 if "count" in hidden else piece.count,
        state=0 if "state" in hidden else piece.state,
        value=0 if "value" in hidden else piece.value,
        rotation=0 if "rotation" in hidden else piece.rotation,
        below=tuple(one for each in piece.below if (one := _veiled(each, hidden)) is not None),
    )
    if not hidden & {"what", "who"}:
        return piece
    # no component: each is a kind of somebody's
    name = UNKNOWN.name if "what" in hidden else piece.name
    return evolve(piece, name=name, owner=0 if "who" in hidden else piece.owner, component=0)


class Glimpse(Drawn):
    """A position as one player sees it: who is to move, what that player may know of what stands where, and,
    on the own turn, the legal moves.
    """

    def __init__(self, state: Drawn, player: int) -> None:
        self.game = state.game
        self.ply = state.ply
        #: by whom it is seen
        self.player = player
        self._state = state
        self._came = state._came
        self._hidden = hidden_from(state.game, state._raw, state.seating[player - 1])

    @property
    def _raw(self) -> object:
        return self._state._raw

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the player who sees it; of others none are told."""
        return self._state.legal_moves if self._state.mover == self.player else ()

    @cached_property
    def contents(self) -> Contents:
        """What is on each site, by the site's number, as far as it is not hidden."""
        return veiled(self._state.contents, self._hidden)

    @property
    def board(self) -> Board:
        """There is none: arrays are of whole positions. Raises ValueError."""
        raise ValueError("arrays tell the whole position: what a player sees of it has none")

    @cached_property
    def last_step(self) -> Marks:
        """From where to where the last decision went, where neither place is hidden whole."""
        from interpreter.drawing.view import Marks

        if self._came is None:
            return Marks()
        before, move = self._came_by(self._came)
        ends = self.game.engine.endpoints(before, move)
        seat = self._state.seating[self.player - 1]
        hidden = self._hidden.get("", 0) | hidden_from(self.game, before, seat).get("", 0)
        shown = [site for site in (ends.origin, ends.target) if site >= 0 and not hidden >> site & 1]
        if len(shown) < 2:
            return Marks(targets=frozenset(shown))
        return Marks(((shown[0], shown[1]),), frozenset(shown[:1]), frozenset(shown[1:]))

    def _came_by(self, came: tuple[object, RawMove | int]) -> tuple[object, RawMove]:
        return self._state._came_by(came)
