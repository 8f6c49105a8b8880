"""Observations: what decides the rest of a game as planes of numbers, as networks take it.

Seen by one seat (the viewer): pieces by their owner relative to the viewer, as one-hot planes; heights and
levels of stacks; counts, local states, values and rotations; and each further field of the state that decides
what follows (gdl/analyses/live_fields.py), whatever the rules call it. What is one number is a plane of it.
So two equal observations are the same for the rules, but where these look at earlier positions, which are no
part of an observation (`is_partial`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gdl.analyses.live_fields import live_fields
from gdl.core.operations import FLOAT, SITES, Field
from gdl.core.programs import COLOUR, OVERFLOW, Program
from gdl.core.statements import Remember
from gdl.core.walk import statements
from gdl.support.values import frozen
from interpreter.engines.planes import (
    Heights,
    Levels,
    OfField,
    OfPiece,
    Pieces,
    PlaneGroup,
    Same,
    Until,
    Viewer,
)
from interpreter.game.board import Board, Elements

if TYPE_CHECKING:
    from interpreter.game.geometry import Geometry

#: Fields that say what stands where: `Board` tells that in the same way for all games.
_OF_PIECES = frozenset(("what", "kinds", "owned", "occupied", "level_what", "height", "faces"))
#: Numbers of sites that `Board` tells of the piece on top.
_OF_SITES = ("count", "state", "value", "rotation")

Planes = NDArray[np.float32]
#: The planes of some games (games, planes, sites or 1) seen by these seats.
_Seen = Callable[[Board, NDArray[np.int64]], NDArray[Any]]


@frozen
class _Group:
    """PlaneGroup that are worked out together."""

    names: tuple[str, ...]
    seen: _Seen
    #: the same as a value, for machine code
    planes: PlaneGroup


class Observation:
    """How the states of a game are seen: `names` of the planes, `shape`, and `grid` for convolutions."""

    def __init__(
        self,
        program: Program,
        pieces: Sequence[str],
        geometry: Geometry,
        colours: Mapping[str, Sequence[int]],
    ) -> None:
        """`pieces` are the names of the components without their owners; index 0 is no piece. `colours` are
        the sites of each colour of the board, as it is at first."""
        self._program = program
        self._geometry = geometry
        self._live = live_fields(program)
        self._groups = tuple(_groups(program, pieces, self._live, colours))
        #: the planes as values, for machine code
        self.planes: tuple[PlaneGroup, ...] = tuple(group.planes for group in self._groups)
        #: what each plane holds
        self.names: tuple[str, ...] = tuple(name for group in self._groups for name in group.names)
        #: planes and sites, those of the board first, as `game.site_names` has them
        self.shape = len(self.names), program.sites
        #: whether the rules look at earlier positions too: repetition, ko
        self.is_partial = any(
            isinstance(s, Remember) for proc in program.procs for s in statements(proc.body)
        )

    def of(self, board: Board, viewers: Sequence[int] | Elements) -> Planes:
        """The planes of the games of a board, each seen by a seat: (games, planes, sites), float32."""
        seats = np.asarray(viewers, np.int64)
        result = np.empty((len(seats), *self.shape), np.float32)
        first = 0
        for group in self._groups:
            last = first + len(group.names)
            result[:, first:last] = group.seen(board, seats)
            first = last
        return result

    @property
    def is_grid(self) -> bool:
        """Whether each site of the board has a row and a column of its own; some places may be empty."""
        there = self._geometry.on_board
        rows, columns = self._geometry.rows[there].tolist(), self._geometry.columns[there].tolist()
        return min(rows, default=-1) >= 0 and len({*zip(rows, columns, strict=True)}) == len(rows)

    def grid(self, planes: Planes) -> Planes:
        """The same on the rows and columns of the board, the bottom row first: (..., planes, rows, columns).

        For each site beside the board (a place of a hand) come planes more: all of its numbers, as constants.
        Raises ValueError for a board that is no grid.
        """
        if not self.is_grid:
            raise ValueError(f"the board of {self._program.name} has no rows and columns")
        rows, columns, there = self._geometry.rows, self._geometry.columns, self._geometry.on_board
        shape = int(rows.max()) + 1, int(columns.max()) + 1
        beside = np.flatnonzero(~there)
        count = planes.shape[-2]
        result = np.zeros((*planes.shape[:-2], count * (1 + len(beside)), *shape), np.float32)
        result[..., :count, rows[there], columns[there]] = planes[..., there]
        for number, site in enumerate(beside, 1):
            result[..., number * count : (number + 1) * count, :, :] = planes[..., site, None, None]
        return result

    def __repr__(self) -> str:
        return f"<observation of {self._program.name}: {self.shape[0]} planes of {self.shape[1]} sites>"


def _groups(
    program: Program, pieces: Sequence[str], live: Sequence[Field], colours: Mapping[str, Sequence[int]]
) -> Iterator[_Group]:
    names, planes = _piece_planes(program, pieces)
    by_viewer = tuple(map(tuple, planes.tolist()))
    pieces_of = Pieces(by_viewer, len(names))
    yield _Group(names, lambda board, seats: _one_hot(board.kind, planes[seats], len(names)), pieces_of)
    there = {field.name for field in program.fields}
    if program.stacks:
        yield _Group(("height",), lambda board, _: board.height[:, None], Heights())
        levels = tuple(f"level {level}" for level in range(program.stack_limit))
        yield _Group(
            levels,
            lambda board, seats: _levels(board.levels, planes[seats], program.stack_limit),
            Levels(by_viewer, program.stack_limit),
        )
    for name in _OF_SITES:
        if name in there:
            yield _Group(
                (name,),
                lambda board, _, name=name: getattr(board, name)[:, None],  # type: ignore[misc]
                OfPiece(name),
            )
    for field in live:
        if field.name not in _OF_PIECES and field.name not in (*_OF_SITES, "mover", OVERFLOW):
            yield _field_group(program, field)
    if not any(name.startswith(COLOUR) for name in there):  # else they change, and are fields
        for colour, sites in colours.items():
            plane = np.isin(np.arange(program.sites), sites)[None, None]
            yield _Group(
                (f"coloured {colour}",),
                lambda _, __, plane=plane: plane,  # type: ignore[misc]
                Same(sum(1 << site for site in sites)),
            )
    seats = tuple(f"the viewer is seat {seat}" for seat in range(1, program.players + 1))
    eye = np.eye(program.players)
    yield _Group(seats, lambda _, seats: eye[seats - 1][..., None], Viewer(program.players))
    until = ("turns until the mover",)
    yield _Group(until, lambda board, seats: _until(board, seats, program.players), Until())


def _relative(seat: int, viewer: int, players: int) -> str:
    """What a seat is to the viewer."""
    after = (seat - viewer) % players
    if not after:
        return "mine"
    return "the other's" if players == 2 else f"of the seat {after} after"


def _piece_planes(program: Program, pieces: Sequence[str]) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """The names of the planes of pieces; the plane of each component (-1: none) by viewer."""
    names: dict[str, int] = {}
    planes = np.full((program.players + 1, len(program.owners)), -1, np.int64)
    kinds = dict.fromkeys(pieces[1:])
    owned = {pieces[number] for number, owner in enumerate(program.owners) if number and owner}
    for kind in kinds:
        for seat in range(1, program.players + 1) if kind in owned else ():
            names[f"{kind} {_relative(seat, 1, program.players)}"] = len(names)
        if any(pieces[n] == kind and not owner for n, owner in enumerate(program.owners) if n):
            names[f"{kind} nobody's"] = len(names)
    for viewer in range(1, program.players + 1):
        for number, owner in enumerate(program.owners):
            if number:
                whose = _relative(owner, viewer, program.players) if owner else "nobody's"
                planes[viewer, number] = names[f"{pieces[number]} {whose}"]
    return tuple(names), planes


def _one_hot(kinds: NDArray[Any], planes: NDArray[np.int64], count: int) -> NDArray[Any]:
    """A plane for each kind of piece; `planes` says for each game which is whose."""
    which = np.take_along_axis(planes, kinds.astype(np.int64), 1)
    return np.asarray(which[:, None] == np.arange(count)[:, None])


def _levels(levels: NDArray[Any], planes: NDArray[np.int64], limit: int) -> NDArray[Any]:
    """A plane for each level: 0 where there is no piece, else one more than the number of its plane."""
    games, sites, most = levels.shape
    flat = np.take_along_axis(planes, levels.reshape(games, -1).astype(np.int64), 1) + 1
    result = np.zeros((games, limit, sites))
    result[:, :most] = flat.reshape(games, sites, most).swapaxes(1, 2)
    return result


def _until(board: Board, seats: NDArray[np.int64], players: int) -> NDArray[Any]:
    return ((board.field("mover")[:, 0].astype(np.int64) - seats) % players)[:, None, None]


def _field_group(program: Program, field: Field) -> _Group:
    """The planes of a field: a set is one, numbers of sites are too; all else is a constant each."""
    length, sites = field.length, program.sites
    by_player = length == program.players + 1
    if field.type is SITES:
        names = _element_names(field, by_player, program.players)
        planes = OfField(field.name, len(names), by_player, by_site=False)
        return _Group(names, lambda board, seats: _turned(board.field(field.name), seats, by_player), planes)
    if length is not None and length % sites == 0 and not by_player:
        names = (
            (field.name,) if length == sites else tuple(f"{field.name} {n}" for n in range(length // sites))
        )
        planes = OfField(field.name, len(names), by_player=False, by_site=True)
        return _Group(names, lambda board, _: _by_site(_numbers(board, field), sites), planes)
    names = _element_names(field, by_player, program.players)
    planes = OfField(field.name, len(names), by_player, by_site=False)
    return _Group(
        names, lambda board, seats: _turned(_numbers(board, field), seats, by_player)[..., None], planes
    )


def _element_names(field: Field, by_player: bool, players: int) -> tuple[str, ...]:
    if field.length is None:
        return (field.name,)
    if by_player:
        whose = (_relative(seat, 1, players) for seat in range(1, players + 1))
        return (f"{field.name} nobody's", *(f"{field.name} {each}" for each in whose))
    return tuple(f"{field.name} {number}" for number in range(field.length))


def _numbers(board: Board, field: Field) -> NDArray[Any]:
    numbers = board.field(field.name)
    return numbers.view("<f8") if field.type is FLOAT else numbers


def _by_site(numbers: NDArray[Any], sites: int) -> NDArray[Any]:
    """Numbers of sites as planes; of levels of sites a plane for each level."""
    return numbers.reshape(len(numbers), sites, -1).swapaxes(1, 2)


def _turned(elements: NDArray[Any], seats: NDArray[np.int64], by_player: bool) -> NDArray[Any]:
    """Elements as they are; those by player from the viewer on, nobody's first."""
    if not by_player:
        return elements
    players = elements.shape[1] - 1
    order = (seats[:, None] - 1 + np.arange(players)) % players + 1
    order = np.concatenate((np.zeros((len(seats), 1), np.int64), order), 1)
    return np.take_along_axis(elements, order.reshape(*order.shape, *(1,) * (elements.ndim - 2)), 1)
