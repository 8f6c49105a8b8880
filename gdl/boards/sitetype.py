"""Where a piece may stand: on a cell (face), on a vertex or on an edge of the board's graph."""

from __future__ import annotations

from enum import Enum


class SiteType(Enum):
    """The three kinds of graph element that can be a site."""

    __hash__ = object.__hash__  # a member is itself: quicker than by its name

    CELL = "Cell"
    VERTEX = "Vertex"
    EDGE = "Edge"
