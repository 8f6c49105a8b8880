"""The different boards of the Katarenga family, for games that know no directions.

Four tiles in any order, on either face, in any of four turns: 24 x 2^4 x 4^4 arrangements. Turned and
mirrored boards are one game, and a mirrored board can be laid too, since a face's back is its mirror image.
So each board can be turned and mirrored until tile 1 lies in the north west with face a up, and in just one
way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from .board import Colours, arranged


def different_boards() -> Iterator[Colours]:
    """Each of the 12,288, once."""
    ways = list(product("ab", range(4)))
    for turns in range(4):
        for others in permutations("234"):
            for laid in product(ways, repeat=3):
                east, west, south = (
                    (tile + face, turned) for tile, (face, turned) in zip(others, laid, strict=True)
                )
                yield arranged((("1a", turns), east), (west, south))
