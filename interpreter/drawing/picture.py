"""How the pieces of a game look, whatever they are drawn on: symbols, words, owners, faces of dice."""

from __future__ import annotations

from attrs import field

from gdl.support.values import frozen
from interpreter.engines.pieces import Piece


@frozen
class Picture:
    """How the pieces of a game are drawn: a symbol for each component, and the players' names (from 1).

    `kinds` and `owners` have each component's name without its owner's number, and whose it is; `dice` what
    the faces of the dice count that lie on these sites.
    """

    symbols: tuple[str, ...]
    players: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    owners: tuple[int, ...] = ()
    dice: dict[int, tuple[int, ...]] = field(factory=dict)

    def seat_name(self, owner: int) -> str:
        """The player's name; empty for nobody and for all together."""
        return self.players[owner] if 0 < owner < len(self.players) else ""

    def shown_by(self, site: int, piece: Piece) -> int | None:
        """What the die on a site shows; None where no die lies."""
        faces = self.dice.get(site)
        return faces[piece.state] if faces is not None and 0 <= piece.state < len(faces) else None

    def words(self, site: int, piece: Piece) -> str:
        """What stands on a site, in words: `White Pawn`, `3 Seeds`, `Red Tower on Red Wall`."""
        number = self.shown_by(site, piece)
        if number is not None:
            return f"a die that shows {number}"
        text = " on ".join(self._one(each) for each in (piece, *reversed(piece.below)))
        details = [f"{name} {value}" for name, value in _details(piece) if value]
        return ", ".join([text, *details])

    def _one(self, piece: Piece) -> str:
        who = self.seat_name(piece.owner)
        kind = self.kinds[piece.component] if piece.component < len(self.kinds) else piece.name
        name = kind if not who or who == kind else f"{who} {kind}"
        return f"{piece.count} {name}" if piece.count > 1 else name


def _details(piece: Piece) -> tuple[tuple[str, int], ...]:
    return ("state", piece.state), ("rotation", piece.rotation), ("value", piece.value)
