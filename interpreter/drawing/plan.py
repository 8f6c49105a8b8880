"""What a drawing needs to know of a board, whatever its shape: names, places, outlines, lines, colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from gdl.core.arithmetic import members
from gdl.support.values import evolve, field, frozen

_NAME = r"^([A-Za-z]+)(\d+)$"

#: So many lines have star points, and so many those at the rim between the corners, too.
_STARRED, _MANY = 9, 19

#: What stands for a colour of whose name no letter is free.
_SIGNS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: A place on the board; y grows upwards.
Place = tuple[float, float]


@frozen
class Spot:
    """A site: its number, its name, and where its piece stands (y grows upwards).

    `shape` says what it is: the corners of a cell, the two ends of an edge, nothing for a point. On a long
    cell `lie` is the way along which the pieces of a stack lie: from the first to the last at most.
    """

    site: int
    name: str
    x: float
    y: float
    colour: str = ""
    shape: tuple[Place, ...] = ()
    lie: Place | None = None

    @property
    def is_edge(self) -> bool:
        """Whether it is a line between two points."""
        return len(self.shape) == 2


@frozen
class Plan:
    """The board's sites, the lines to draw between them (pairs of indices into `spots`; on boards played
    on points), the sites beside the board (hands), by the name of what holds them, and the board's sites of
    other kinds where a game uses them too. `loops` are lines outside of the sites, each from one to another,
    as the places along it. `holes`: things lie in its points, which are larger than where lines meet."""

    spots: tuple[Spot, ...]
    lines: tuple[tuple[int, int], ...] = ()
    beside: tuple[tuple[str, tuple[int, ...]], ...] = field(default=())
    others: tuple[Spot, ...] = ()
    loops: tuple[tuple[Place, ...], ...] = ()
    holes: bool = False
    #: the colours that sites may have, in the order in which the rules name them
    declared: tuple[str, ...] = ()
    #: by the player the sites that are theirs without a name of their own, as the sides of Hex are
    homes: tuple[tuple[int, tuple[int, ...]], ...] = ()

    @property
    def every_spot(self) -> tuple[Spot, ...]:
        """All sites that lie on the board."""
        return (*self.spots, *self.others)

    @property
    def main(self) -> range:
        """The numbers of the sites that most pieces stand on."""
        return range(len(self.spots))

    @property
    def on_edges(self) -> bool:
        """Whether the board is played on its edges."""
        return bool(self.spots) and self.spots[0].is_edge

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of its sites, in the order in which the rules name them, else in which they come."""
        result = dict.fromkeys(spot.colour for spot in self.spots if spot.colour)
        named = (name for name in self.declared if name in result)
        return tuple(dict.fromkeys((*named, *result)))

    @property
    def colour_letters(self) -> dict[str, str]:
        """A capital letter (or digit) for each colour: the first of its name that is free."""
        chosen: dict[str, str] = {}
        for name in self.colours:
            wanted = [*(char.upper() for char in name if char.isascii() and char.isalnum()), *_SIGNS]
            chosen[name] = next((char for char in wanted if char not in chosen.values()), "?")
        return chosen

    def in_colours(self, sites: Mapping[str, int]) -> Plan:
        """The same board in other colours: by the colour its sites as a bit mask."""
        now = {site: name for name, mask in sites.items() for site in members(mask)}
        spots = tuple(
            spot if spot.colour == now.get(spot.site, "") else evolve(spot, colour=now.get(spot.site, ""))
            for spot in self.spots
        )
        return evolve(self, spots=spots)

    def rulers(self) -> tuple[dict[str, float], dict[str, float]] | None:
        """The x of each column's letters and the y of each row's number, where names are made so.

        On a board that is turned by a quarter columns have the numbers. None where names are not made so, or
        where most crossings of a column and a row are no site (hexagonal and free boards): then the names
        must stand on the sites.
        """
        both = self._rulers(1, 2) or self._rulers(2, 1)
        if both is None:
            return None
        columns, rows = both
        sparse = len(self.spots) < len(columns) * len(rows) * (0.4 if self.lines else 0.6)
        return None if sparse else (columns, rows)

    def _rulers(self, across: int, along: int) -> tuple[dict[str, float], dict[str, float]] | None:
        """The columns and rows, by the parts of names that tell them."""
        columns: dict[str, float] = {}
        rows: dict[str, float] = {}
        for spot in self.spots:
            match = re.match(_NAME, spot.name)
            if match is None or spot.is_edge:
                return None
            if abs(columns.setdefault(match[across], spot.x) - spot.x) > 0.01:
                return None
            if abs(rows.setdefault(match[along], spot.y) - spot.y) > 0.01:
                return None
        return columns, rows

    @property
    def stars(self) -> frozenset[int] | None:
        """The points that are marked for the eye on squared paper with many lines: on the third or fourth
        line from the rim, and in the middle. None on other boards."""
        ruled = self.rulers() if self.is_plain_grid else None
        if ruled is None or min(map(len, ruled)) < _STARRED:
            return None
        kept = []
        for ruler in ruled:
            at = sorted({round(value, 2) for value in ruler.values()})
            third = 3 if len(at) > 11 else 2
            kept.append({at[third], at[-1 - third], *([at[len(at) // 2]] if len(at) % 2 else ())})
        xs, ys = kept
        middle = [sorted(values)[len(values) // 2] if len(values) == 3 else None for values in kept]
        small = max(map(len, ruled)) < _MANY
        return frozenset(
            spot.site
            for spot in self.spots
            if (x := round(spot.x, 2)) in xs
            and (y := round(spot.y, 2)) in ys
            and not (small and (x == middle[0]) != (y == middle[1]))
        )

    @property
    def is_plain_grid(self) -> bool:
        """Whether its lines are just those of squared paper, which nobody needs to see to know them."""
        result = self.rulers()
        if result is None or not self.lines:
            return False
        at = {(round(spot.x, 2), round(spot.y, 2)): index for index, spot in enumerate(self.spots)}
        xs, ys = (sorted({round(value, 2) for value in ruler.values()}) for ruler in result)
        if len(at) != len(xs) * len(ys):
            return False
        wanted = {frozenset((at[a, y], at[b, y])) for y in ys for a, b in pairwise(xs)}
        wanted |= {frozenset((at[x, a], at[x, b])) for x in xs for a, b in pairwise(ys)}
        return wanted == {frozenset(line) for line in self.lines}
