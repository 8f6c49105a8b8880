"""The sites of a board as arrays of numpy: where they are, and what is next to what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gdl.boards.topology import Topology
    from interpreter.drawing.plan import Plan


T = TypeVar("T", bound=np.generic)


class Geometry:
    """The sites of a game, in the order of `names`: those of the board first, then those beside it.

    Arrays have the shape (sites,) where nothing else is said, and cannot be written to.
    """

    def __init__(self, names: tuple[str, ...], plan: Plan, topology: Callable[[], Topology]) -> None:
        """`topology` is asked for when more is wanted than the plan says: it takes the compiled game."""
        self._plan = plan
        self._make_topology = topology
        #: what each site is called
        self.names = names
        #: the sites of what is beside the board (hands, bars, dice), by its name
        self.beside: Mapping[str, tuple[int, ...]] = MappingProxyType(dict(plan.beside))

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def on_board(self) -> NDArray[np.bool_]:
        """Whether a site is on the board, rather than beside it."""
        result = np.zeros(len(self), np.bool_)
        result[[spot.site for spot in self._plan.every_spot]] = True
        return _read_only(result)

    @cached_property
    def x(self) -> NDArray[np.float64]:
        """How far to the right a site is, the distance of neighbours being about 1; NaN beside the board."""
        return self._places(0)

    @cached_property
    def y(self) -> NDArray[np.float64]:
        """How far up a site is; NaN beside the board."""
        return self._places(1)

    def _places(self, axis: int) -> NDArray[np.float64]:
        result = np.full(len(self), np.nan)
        for spot in self._plan.every_spot:
            result[spot.site] = (spot.x, spot.y)[axis]
        return _read_only(result)

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The row of a site, from 0 at the bottom; -1 beside the board, and for sites of another type."""
        return self._coordinates(0)

    @cached_property
    def columns(self) -> NDArray[np.int64]:
        """The column of a site, from 0 on the left; -1 beside the board, and for sites of another type."""
        return self._coordinates(1)

    def _coordinates(self, axis: int) -> NDArray[np.int64]:
        result = np.full(len(self), -1, np.int64)
        topology = self._topology
        for site in topology.sites(topology.default):
            result[site.index] = (site.row, site.column)[axis]
        return _read_only(result)

    @cached_property
    def _topology(self) -> Topology:
        return self._make_topology()

    @cached_property
    def neighbours(self) -> NDArray[np.bool_]:
        """Which site is next to which, diagonally too: (sites, sites) bool, as `Adjacent` in the rules."""
        return self._related("ADJACENT")

    @cached_property
    def orthogonal(self) -> NDArray[np.bool_]:
        """The same without diagonals: (sites, sites) bool, as `Orthogonal` in the rules."""
        return self._related("ORTHOGONAL")

    def _related(self, name: str) -> NDArray[np.bool_]:
        from gdl.boards.direction import RelationType

        topology = self._topology
        result = np.zeros((len(self), len(self)), np.bool_)
        for site, others in enumerate(topology.neighbours(topology.default, RelationType[name])):
            result[site, list(others)] = True
        return _read_only(result)

    def __repr__(self) -> str:
        return f"<Geometry: {len(self)} sites, {int(self.on_board.sum())} on the board>"


def _read_only(array: NDArray[T]) -> NDArray[T]:
    array.flags.writeable = False
    return array
