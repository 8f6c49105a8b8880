"""Silhouettes: what kinds of pieces look like by what they are called, in a square from -50 to 50.

Chessmen and the like stand on the board as figures; draughtsmen, stones and all that has no shape of its own
are discs, which may bear a sign or a letter. A rules file says otherwise by `(piece Rename piece:"Amazon"
"Queen")` in the graphics of its metadata; `"Wedge +R"` is a tile that bears what stands behind the word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.support.values import evolve, frozen
from interpreter.drawing.symbols import letters_of

_FOOT = "M-30 27H30C34 27 35 31 35 35V39C35 42 33 43 30 43H-30C-33 43 -35 42 -35 39V35C-35 31 -34 27 -30 27Z"


@frozen
class Figure:
    """A figure that stands by itself: its body, and the lines on it."""

    body: str
    lines: str = ""


FIGURES = {
    "pawn": Figure(
        "M0 -40A14.5 14.5 0 0 1 9.6 -14.6C15 -12 16.5 -7 13 -4H8.6C9 10 14 18 24 27H-24"
        "C-14 18 -9 10 -8.6 -4H-13"
        f"C-16.5 -7 -15 -12 -9.6 -14.6A14.5 14.5 0 0 1 0 -40Z{_FOOT}",
        "M-9 -4H9",
    ),
    "rook": Figure(
        "M-27 -41H-15V-33H-6.5V-41H6.5V-33H15V-41H27V-22L19 -14C19 2 20 14 25 27H-25"
        "C-20 14 -19 2 -19 -14L-27 -22Z"
        f"{_FOOT}",
        "M-22 -18H22M-20 16H20",
    ),
    "bishop": Figure(
        "M0 -50A6 6 0 0 1 4.4 -39.8C20 -28 25 -12 15 2H12C13 12 17 20 23 27H-23C-17 20 -13 12 -12 2H-15"
        f"C-25 -12 -20 -28 -4.4 -39.8A6 6 0 0 1 0 -50Z{_FOOT}",
        "M-14 2H14M5 -33L-4 -18",
    ),
    "knight": Figure(
        "M-24 27C-23 12 -12 5 -6 -6C-13 -1 -19 3 -26 4C-32 5 -37 0 -37 -5"
        "C-37 -9 -33 -13 -30 -18C-26 -26 -22 -32 -14 -36"
        f"L-17 -48L-3 -40C16 -38 31 -22 31 4C31 13 29 20 27 27Z{_FOOT}",
        "M8 -30C18 -24 23 -12 23 2M-31 -5L-28 -6",
    ),
    "queen": Figure(
        "M-24 27L-36 -18A5.5 5.5 0 1 1 -31 -20L-19 -2L-19.5 -30A5.5 5.5 0 1 1 -14 -31L-7 -5"
        "L-2.8 -36A5.5 5.5 0 1 1 2.8 -36"
        f"L7 -5L14 -31A5.5 5.5 0 1 1 19.5 -30L19 -2L31 -20A5.5 5.5 0 1 1 36 -18L24 27Z{_FOOT}",
        "M-21 14C-8 10 8 10 21 14",
    ),
    "king": Figure(
        "M-4.5 -50H4.5V-43H12V-34.5H4.5V-24C6 -22 8 -20 9 -18C14 -25 24 -27 31 -21"
        "C41 -12 35 6 24 14V27H-24V14"
        f"C-35 6 -41 -12 -31 -21C-24 -27 -14 -25 -9 -18C-8 -20 -6 -22 -4.5 -24V-34.5H-12V-43H-4.5Z{_FOOT}",
        "M-24 14C-8 9 8 9 24 14M0 8V-16",
    ),
    # Two cells long, for what stands between cells.
    "beam": Figure("M-112 -9H112V9H-112Z"),
    "pillar": Figure("M-9 -112H9V112H-9Z"),
    # What covers a cell.
    "tile": Figure("M-40 -44H40L44 -40V40L40 44H-40L-44 40V-40Z"),
    "cross": Figure("M-40 -26L-26 -40L0 -14L26 -40L40 -26L14 0L40 26L26 40L0 14L-26 40L-40 26L-14 0Z"),
    "ring": Figure("M0 -42A42 42 0 1 0 0 42A42 42 0 1 0 0 -42ZM0 -22A22 22 0 1 1 0 22A22 22 0 1 1 0 -22Z"),
}  # fmt: skip
FIGURES["nought"] = FIGURES["ring"]

#: A tile that points to where it goes, as those of Shogi, and what a kind's name begins with that is one.
WEDGE = Figure("M0 -46L27 -35L39 42H-39L-27 -35Z")
_WEDGE = "wedge "

_CROWN = "M-26 20L-34 -16L-14 -2L0 -26L14 -2L34 -16L26 20Z"
#: What is drawn on a disc.
_SIGNS = {
    "crown": _CROWN,
    "tower": "M-24 -32H-13V-24H-5V-32H5V-24H13V-32H24V-12H18V26H26V34H-26V26H-18V-12H-24Z",
    "wall": "M-34 -20H-3V-5H-34ZM2 -20H34V-5H2ZM-34 1H-18V16H-34ZM-13 1H13V16H-13ZM18 1H34V16H18Z",
    "moat": "M-34 -10C-24 -22 -12 -22 -2 -12C8 -2 20 -2 34 -14V-3C22 8 8 9 -4 -1C-14 -10 -24 -10 -34 1Z"
            "M-34 14C-24 2 -12 2 -2 12C8 22 20 22 34 10V21C22 32 8 33 -4 23C-14 14 -24 14 -34 25Z",
    "arrow": "M0 -34L22 -8H9V34H-9V-8H-22Z",
    "star": "M0 -36L9 -12L35 -11L14 5L22 30L0 15L-22 30L-14 5L-35 -11L-9 -12Z",
}  # fmt: skip
#: Names of pieces that are discs and nothing else; those that are round stones.
_STONES = frozenset(("ball", "bead", "marble", "pebble", "peg", "seed", "stone"))
_DISCS = frozenset(
    ("checker", "cell", "counter", "disc", "disk", "man", "marker", "piece", "soldier")
) | _STONES  # fmt: skip
#: What is a king where the others are discs.
_CROWNED = frozenset(("king", "officer", "lady", "dame", "dux"))


@frozen
class Sign:
    """How a kind of piece is drawn: as a figure, or as a disc that bears a path, a letter, or nothing; a
    `stone` is rounder, a `wedge` no disc but a tile that points. `scale`: its size, where it is not drawn as
    large as others."""

    path: str = ""
    letter: str = ""
    figure: Figure | None = None
    stone: bool = False
    wedge: bool = False
    scale: float = 1.0

    @property
    def is_plain(self) -> bool:
        """Whether it is a disc and nothing else."""
        return not (self.path or self.letter or self.figure)


def signs(
    kinds: Sequence[str],
    owners: Sequence[int],
    renamed: Mapping[str, str] | None = None,
    scales: Mapping[str, float] | None = None,
) -> list[Sign]:
    """The sign of each component; index 0, no piece, has none. `renamed` says by which name kinds are drawn
    that are not to look as they are called, `scales` how large."""
    shown = {kind: (renamed or {}).get(kind, kind) for kind in kinds}
    families = list(dict.fromkeys(kind for index, kind in enumerate(kinds) if index))
    plain = next((kind for kind in families if _stem(shown[kind]) in _DISCS), None)
    drawn = {kind: _drawn(shown[kind], plain is not None) for kind in families}
    if plain is not None:
        drawn[plain] = Sign(stone=_stem(shown[plain]) in _STONES)
    lettered = [kind for kind in families if drawn[kind] is None]
    owned = {kind for kind, owner in zip(kinds, owners, strict=True) if owner}
    letters = letters_of([kind for kind in lettered if kind in owned])
    # what belongs to nobody looks different anyway
    letters |= letters_of([kind for kind in lettered if kind not in owned])
    result = [Sign()]
    for kind in kinds[1:]:
        sign = drawn[kind] or Sign(letter=letters[kind])
        scale = (scales or {}).get(kind, 1.0)
        result.append(evolve(sign, scale=scale))
    return result


def _drawn(name: str, among_discs: bool) -> Sign | None:
    """What a kind of this name has of its own."""
    stem = _stem(name)
    if stem.startswith(_WEDGE):
        return Sign(letter=name[len(_WEDGE) :].strip(), wedge=True)
    if among_discs and stem in _CROWNED:
        return Sign(_CROWN)
    if stem in FIGURES:
        return Sign(figure=FIGURES[stem])
    return Sign(_SIGNS[stem]) if stem in _SIGNS else None


def _stem(kind: str) -> str:
    """`King_noCastle` is a king, `Pawn2` a pawn."""
    return kind.casefold().split("_")[0].rstrip("0123456789")
