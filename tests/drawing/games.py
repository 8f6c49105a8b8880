"""Small games to draw, and a reader of what was drawn."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from gdl import Game, loads

SVG = "{http://www.w3.org/2000/svg}"

#: Names that would be markup if they were not escaped.
HOSTILE = """
(game "Lost & <Found> ]]>" (players 3)
    (equipment {
        (board (square 3))
        (colours {"ABC" "ABC" "ABC"}
            {(colour "A" "Red") (colour "B" "</title><script>alert(1)</script>") (colour "C" "Ruby & 'co'")})
        (regions "<b>&]]>" P1 (sites Top))
        (piece "St<o>ne&" Each)
        (hand Each size:2)
    })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win))))
)
"""

TILES = """
(game "Tiles" (players 2)
    (equipment {
        (board (square 3))
        (colours {"RGB" "YRG" "BYR"}
            {(colour "R" "Red") (colour "G" "Green") (colour "B" "Blue") (colour "Y" "Yellow")})
        (regions "Home" P1 (sites Bottom))
        (piece "Pawn" Each)
    })
    (rules (start {(place "Pawn1" (sites {"b1"})) (place "Pawn2" (sites {"b3"}))})
        (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win))))
)
"""


def on_board(board: str, more: str = "", rules: str = "(move Add (to (sites Empty)))") -> Game:
    """A game of placing stones on a board."""
    return loads(f"""
        (game "Stones" (players 2) (equipment {{(board {board}) (piece "Stone" Each) {more}}})
            (rules (play {rules}) (end (if (is Full) (result Mover Win)))))
    """)


def parsed(picture: str) -> ElementTree.Element:
    """The picture as a tree. Raises ParseError where it is no XML."""
    return ElementTree.fromstring(picture)


def sites_of(picture: str) -> dict[int, ElementTree.Element]:
    """The groups of all sites, by number."""
    return {
        int(group.attrib["data-site"]): group
        for group in parsed(picture).iter(f"{SVG}g")
        if "data-site" in group.attrib
    }


def of_class(root: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    """The elements of a class."""
    return (each for each in root.iter() if name in each.get("class", "").split())
