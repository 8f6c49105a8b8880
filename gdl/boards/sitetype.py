"""Where a piece may stand: on a cell (face), on a vertex or on an edge of the board's graph."""

from __future__ import annotations

from enum import Enum


class SiteType(Enum):
    """The three kinds of graph element that can be a site."""

    CELL = "Cell"
    VERTEX = "Vertex"
    EDGE = "Edge"
