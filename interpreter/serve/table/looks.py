"""How pieces look: a piece of SVG for each look, sent once, and named by what it shows.

Boards are remembered with them (memoization): what all tables of a game share.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2s
from typing import Any

from attrs import evolve

from interpreter.drawing.svg.pieces import Set, set_of
from interpreter.drawing.svg.xml import element
from interpreter.drawing.symbols import Picture
from interpreter.engines.contents import Piece

#: Looks are drawn in a circle of so much, and shrunk to one of 1: numbers in SVG have two decimals.
_ROOM = 100.0
#: So many boards of a game are remembered: most have one, some are laid out anew for each game.
_BOARDS = 32


class Looks:
    """The looks of a game's pieces. The same look has the same name in every process."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture
        self._set: Set = set_of(picture)
        self._names: dict[tuple[Piece, int | None], tuple[str, str]] = {}
        #: by name
        self.drawn: dict[str, str] = {}
        self._boards: dict[object, dict[str, Any]] = {}

    def of(self, site: int, piece: Piece) -> tuple[str, str]:
        """The name of a look, and what stands there in words."""
        key = (piece, self._picture.shown_by(site, piece))
        found = self._names.get(key)
        if found is None:
            drawn = self._set.draw(site, piece, (0.0, 0.0), _ROOM)
            name = blake2s(drawn.encode(), digest_size=6).hexdigest()
            self.drawn[name] = element("g", drawn, transform=f"scale({1 / _ROOM:g})")
            found = self._names[key] = (name, words_of(self._picture, site, piece))
        return found

    def board(self, colours: object, draw: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The board in some colours, drawn when it is first asked for."""
        found = self._boards.get(colours)
        if found is None:
            while len(self._boards) >= _BOARDS:
                del self._boards[next(iter(self._boards))]
            found = self._boards[colours] = draw()
        return found

    def levels(self, piece: Piece) -> list[tuple[str, str]]:
        """The pieces of a stack, the lowest first: each in words, and the name of its look."""
        single = (evolve(each, below=()) for each in (*piece.below, piece))
        return [(words, name) for name, words in (self.of(-1, each) for each in single)]


def words_of(picture: Picture, site: int, piece: Piece) -> str:
    """What stands on a site in words; of a high stack only its top and its height, since it can be opened."""
    if len(piece.below) < 2:
        return picture.words(site, piece)
    top = picture.words(-1, evolve(piece, below=()))
    alike = len({(each.component, each.count) for each in (*piece.below, piece)}) == 1
    return f"{top}, {piece.height} of them" if alike else f"{top}, on {len(piece.below)} more"
