"""What a drawing needs to know of a board, whatever its shape: names, places, lines, colours."""

from __future__ import annotations

import re

from collections.abc import Mapping

from attrs import evolve, field, frozen

from gdl.core.masks import members

_NAME = re.compile(r"^([A-Za-z]+)(\d+)$")


@frozen
class Spot:
    """A site of the board: its number, its name, and where it lies (y grows upwards)."""

    site: int
    name: str
    x: float
    y: float
    colour: str = ""


@frozen
class Plan:
    """The board's sites, the lines to draw between them (pairs of indices into `spots`; on boards played
    on points), and the sites beside the board (hands), by the name of what holds them."""

    spots: tuple[Spot, ...]
    lines: tuple[tuple[int, int], ...] = ()
    beside: tuple[tuple[str, tuple[int, ...]], ...] = field(default=())

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

        None where they are not, or where most crossings of a column and a row are no site (hexagonal and
        free boards): then the names must stand on the sites.
        """
        columns: dict[str, float] = {}
        rows: dict[str, float] = {}
        for spot in self.spots:
            match = _NAME.match(spot.name)
            if match is None:
                return None
            if abs(columns.setdefault(match[1], spot.x) - spot.x) > 0.01:
                return None
            if abs(rows.setdefault(match[2], spot.y) - spot.y) > 0.01:
                return None
        sparse = len(self.spots) < len(columns) * len(rows) * (0.4 if self.lines else 0.6)
        return None if sparse else (columns, rows)
