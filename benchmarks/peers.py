"""What other systems were measured at: the table in the page beside the C programs.

Its figures come from another machine. The C programs were measured there too, so that the ratio of the two
machines is known, and the figures can be scaled to this one.
"""

from __future__ import annotations

import re
from pathlib import Path
from statistics import geometric_mean

from attrs import frozen

#: The shipped games by what the table calls them, where that is not the same.
_NAMES = {
    "hex-11x11": "hex",
    "gomoku-15x15": "gomoku",
    "amazons-10x10": "amazons",
    "konane-10x10": "konane",
    "cornered-tile-2a": "cornered",
    "nine-men-s-morris": "nine-mens-morris",
}


@frozen
class Peers:
    """Playouts per second of the processor's time, by game, as they stand in the table."""

    c: dict[str, float]
    ludii: dict[str, float]
    rbg: dict[str, float]

    def machine(self, c_here: dict[str, float]) -> float:
        """How fast this machine is beside the table's, by the games in C that both have measured."""
        ratios = [rate / self.c[game] for game, rate in c_here.items() if game in self.c]
        return geometric_mean(ratios) if ratios else 1.0


def read_peers(page: Path) -> Peers:
    """The table of a page; nothing where the page is not there."""
    c: dict[str, float] = {}
    ludii: dict[str, float] = {}
    rbg: dict[str, float] = {}
    lines = page.read_text().splitlines() if page.exists() else []
    columns: dict[str, int] = {}
    for line in lines:
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "game":
            columns = {name: i for i, cell in enumerate(cells) if (name := _column(cell))}
            continue
        game = _game(cells[0])
        for name, into in (("c", c), ("ludii", ludii), ("rbg", rbg)):
            number = _number(cells[columns[name]]) if name in columns else None
            if number is not None:
                into[game] = number
    return Peers(c, ludii, rbg)


def _column(head: str) -> str | None:
    for start, name in (("hand-written C", "c"), ("Regular Boardgames", "rbg"), ("Ludii", "ludii")):
        if head.startswith(start):
            return name
    return None


def _game(cell: str) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", cell.lower()).strip("-")
    return _NAMES.get(name, name)


def _number(cell: str) -> float | None:
    """The greatest figure of a cell that gives several: a peer is taken at its best."""
    if "plies/s" in cell:
        return None  # another game, measured in another way
    found = [
        float(n.replace(",", "")) for n in re.findall(r"\d[\d,]*(?:\.\d+)?", re.sub(r"\(.*?\)", "", cell))
    ]
    return max(found) if found else None
