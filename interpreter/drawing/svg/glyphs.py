"""Glyphs: what is drawn on a piece to say what it is. Our own shapes, in a square from -50 to 50.

Pieces of one kind that need no sign are plain; kinds without a shape have a letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.support.values import frozen
from interpreter.drawing.symbols import letters_of

_BASE = "M-28 32H28V43H-28Z"
_PATHS = {
    "pawn": f"M0 -42A16 16 0 0 1 9 -13L17 26H-17L-9 -13A16 16 0 0 1 0 -42Z{_BASE}",
    "rook": f"M-27 -40H-15V-30H-6V-40H6V-30H15V-40H27V-17L18 -10V18L25 26H-25L-18 18V-10L-27 -17Z{_BASE}",
    "bishop": "M0 -50A6 6 0 0 1 5 -40C25 -24 25 -4 13 8L18 26H-18L-13 8C-25 -4 -25 -24 -5 -40"
              f"A6 6 0 0 1 0 -50Z{_BASE}",
    "knight": "M-17 26C-19 8 1 2 1 -9C-7 -4 -14 1 -22 5L-32 -4C-29 -19 -17 -26 -9 -35L-9 -48L3 -38"
              f"C25 -31 29 -7 24 26Z{_BASE}",
    "queen": f"M-42 -24L-24 8L-23 -36L-8 5L0 -44L8 5L23 -36L24 8L42 -24L27 26H-27Z{_BASE}",
    "king": f"M-5 -50H5V-41H14V-32H5V-20C34 -34 48 -4 27 26H-27C-48 -4 -34 -34 -5 -20V-32H-14V-41H-5Z{_BASE}",
    "ring": "M0 -36A36 36 0 1 0 0 36A36 36 0 1 0 0 -36ZM0 -18A18 18 0 1 1 0 18A18 18 0 1 1 0 -18Z",
    "cross": "M-34 -22L-22 -34L0 -12L22 -34L34 -22L12 0L34 22L22 34L0 12L-22 34L-34 22L-12 0Z",
}  # fmt: skip
_PATHS["nought"] = _PATHS["ring"]
#: Names of pieces that are discs and nothing else.
_PLAIN = frozenset(
    ("ball", "bead", "checker", "cell", "counter", "disc", "disk", "man", "marble", "marker", "pebble",
     "peg", "piece", "seed", "soldier", "stone")
)  # fmt: skip


@frozen
class Sign:
    """What a kind of piece bears: a path, or a letter, or neither."""

    path: str = ""
    letter: str = ""


def signs(kinds: Sequence[str], owners: Sequence[int]) -> list[Sign]:
    """The sign of each component; index 0, no piece, has none."""
    families = list(dict.fromkeys(kind for index, kind in enumerate(kinds) if index))
    plain = next((kind for kind in families if _stem(kind) in _PLAIN), None)
    lettered = [kind for kind in families if kind != plain and _stem(kind) not in _PATHS]
    owned = {kind for kind, owner in zip(kinds, owners, strict=True) if owner}
    letters = letters_of([kind for kind in lettered if kind in owned])
    # what belongs to nobody looks different anyway
    letters |= letters_of([kind for kind in lettered if kind not in owned])
    result = []
    for index, kind in enumerate(kinds):
        if not index or kind == plain:
            result.append(Sign())
        elif _stem(kind) in _PATHS:
            result.append(Sign(_PATHS[_stem(kind)]))
        else:
            result.append(Sign(letter=letters[kind]))
    return result


def _stem(kind: str) -> str:
    """`King_noCastle` is a king, `Pawn2` a pawn."""
    return kind.casefold().split("_")[0].rstrip("0123456789")
