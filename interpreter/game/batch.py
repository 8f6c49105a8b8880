"""Many games side by side: all states in one array of memory, stepped natively.

For whoever trains or measures: there are no Python objects for each game, and what steps tell stands in
arrays of numpy that the batch owns: legal actions, results, planes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from gdl.support.values import frozen
from interpreter.engines.native.batches import MOVER, MOVES, PLIES, RANKS
from interpreter.engines.native.desk import Desk, StrangeMovesError, Tables
from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.native.rows import Rows
from interpreter.engines.native.state import State as RawState
from interpreter.engines.python.random import mix
from interpreter.errors.user_errors import ActionError, IllegalMoveError
from interpreter.game.state import State
from interpreter.support.numbers import threads_of, whole

if TYPE_CHECKING:
    from interpreter.game.board import Board
    from interpreter.game.observation import Planes
    from interpreter.game.rules import Rules

#: Which games of a batch: a slice, numbers (negative ones from the end), or a truth for each.
Which: TypeAlias = "slice | Sequence[int] | NDArray[np.integer[Any]] | NDArray[np.bool_]"


@frozen
class FieldPlace:
    """Where a field of the state stands in a row of `Batch.states`."""

    name: str
    #: `Int`, `Bool`, `Float`, or `Sites`: a set whose bit i is the site i, least byte first
    type: str
    offset: int
    #: the bytes of an element; numbers may be narrow
    bytes: int
    signed: bool
    #: how many elements an array has; None for what is no array
    length: int | None


#: More games than any memory holds.
MOST_GAMES = 1 << 40


def _numbers(moves: Iterable[int]) -> array[int]:
    """The numbers of moves as words. Raises TypeError or ValueError for what is none."""
    if isinstance(moves, array) and moves.typecode == "q":
        return moves
    try:
        return array("q", moves)
    except TypeError:
        raise TypeError("a move is chosen by a whole number, for each game one") from None
    except OverflowError:
        raise ValueError("no game has so many moves") from None


class Batch:
    """`len(batch)` games of one kind. Their states change in place.

    Its arrays are the batch's own memory: they follow every step, and cannot be written.
    """

    def __init__(self, game: Rules, size: int, seed: int = 0, start: State | None = None) -> None:
        """The first games of a seed; with a `start` all from there, each with chances of its own."""
        size, seed = whole("the number of games of a batch", size, 1, MOST_GAMES), whole("a seed", seed)
        self._make(game, Rows(native_engine_of(game), size, seed))
        if start is None:
            self._rows.begin()
        else:
            raw = native_state(self.game, start)
            mixed = (mix(seed, row) for row in range(size))
            self._put(
                (row, RawState(raw.engine, raw.record, rng, raw.history, raw.turn, raw.plies))
                for row, rng in enumerate(mixed)
            )

    def _make(self, game: Rules, rows: Rows) -> None:
        size = rows.count
        self.game = game.on("native", game.recipe.checked)
        self._rows = rows
        summary = memoryview(rows.summary).cast("B").toreadonly()
        width = rows.summary_size // 8
        words = summary.cast("q")
        self._width = width
        self._summary = summary
        #: every state, one after the other: `len(batch)` rows of `state_size` bytes
        self.states = memoryview(rows.records).cast("B").toreadonly().cast("B", (size, rows.size))
        #: how many different moves each game has now; 0: it is over
        self.counts = words[MOVES // 8 :: width]
        #: the number of the player to move in each game, from 1
        self.movers = words[MOVER // 8 :: width]
        #: how many moves have been made in each game
        self.plies = words[PLIES // 8 :: width]
        self._games = np.arange(size, dtype=np.int64)
        self._over, self._rewards = (
            np.zeros(size, np.bool_),
            np.zeros((size, rows.engine.program.players), "f4"),
        )
        #: what each game came to in the last step, by player: 0 while it goes on, then 1 for the first rank
        #: to -1 for the last. float32, (games, players)
        self.rewards: NDArray[np.float32] = shown(self._rewards)
        #: whether the last step ended each game, where another has begun in its place too. bool
        self.over: NDArray[np.bool_] = shown(self._over)
        self._planes: Planes | None = None
        #: whether the mask and the planes are those of other states
        self._stale = True

    def __len__(self) -> int:
        return self._rows.count

    @property
    def state_size(self) -> int:
        """The bytes of a row."""
        return self._rows.size

    @property
    def layout(self) -> Mapping[str, FieldPlace]:
        """Where the fields of a state stand in its row; `gdl show GAME --stage core` explains them."""
        places = {}
        for field, slot in self._rows.engine.memory.slots.items():
            places[field.name] = FieldPlace(
                field.name, field.type.value, slot.first, slot.size, slot.signed, field.length
            )
        return MappingProxyType(places)

    @property
    def board(self) -> Board:
        """What stands on each site in each game now, as arrays of numpy of the shape (games, sites).

        A copy: later steps leave it alone.
        """
        from interpreter.game.board import Board

        records = np.array(self.states, np.uint8)
        return Board(self._rows.engine.layout, records, self.game.program.names.dice)

    def ranks(self, player: int) -> memoryview[float]:
        """A player's rank in each game: 1.0 is the first; halves where it is shared, 0.0 while open."""
        if not 1 <= player <= self.game.program.players:
            raise ValueError(f"there is no player {player}")
        return self._summary.cast("d")[RANKS // 8 + player - 1 :: self._width]

    # --- By the numbers of actions ------------------------------------------------------------------------

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which of `game.actions` are legal in each game: bool, (games, actions).

        Raises ActionError, as `game.actions` does.
        """
        desk = self._desk
        if self._stale:
            planes = 0 if self._planes is None else self._planes.ctypes.data
            self._told_apart(lambda: desk.look(0, planes, 0, 1))
            self._stale = False
        return self._legal

    @property
    def ids(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions of all games, by game: of each its game, and its number. Raises ActionError."""
        games, numbers = np.nonzero(self.mask)
        return games, numbers

    @property
    def planes(self) -> Planes:
        """Each game's position as planes of numbers, as `observe` has them, in memory of its own: from
        the first time on each `step` writes them."""
        if self._planes is None:
            self._planes = np.zeros((len(self), *self.game.observation.shape), np.float32)
            self._stale = True
        if self._stale:
            self._observer.observe(self._planes.ctypes.data, 0, 1)
        return shown(self._planes)

    def observe(self, viewer: int | None = None, out: Planes | None = None) -> Planes:
        """Each game's position as planes of numbers, seen by the seat to move unless a `viewer` is given;
        `game.observation` names them.

        float32, (games, planes, sites): a new array, or `out`.
        """
        shape = (len(self), *self.game.observation.shape)
        viewer = 0 if viewer is None else whole("a seat", viewer, 1, len(self.game.seats))
        if out is None:
            out = np.empty(shape, np.float32)
        elif out.shape != shape or out.dtype != np.float32 or not out.flags.carray:
            raise ValueError(f"planes go to a writable array of float32 of the shape {shape}, in C's order")
        self._observer.observe(out.ctypes.data, viewer, 1)
        return out

    def step(self, ids: Iterable[int], restart: bool = False, threads: int = 1) -> None:
        """Play an action in each game by its number, -1 for none; then `mask`, `rewards`, `over` and `planes`
        are those of the states after it.

        With `restart` another game of the seed begins where one is over: of a batch of 100 the row 7 has the
        games 7, 107, 207, ... Raises IllegalMoveError where a number is not legal, before any is played.
        """
        threads, count = threads_of(threads), len(self)
        chosen = _numbers_of(ids)
        if len(chosen) != count:
            raise ValueError(f"there are {len(chosen)} actions for {count} games")
        desk, mask = self._desk, self.mask
        wrong = desk.first_wrong(chosen.ctypes.data)
        if wrong >= 0:
            raise IllegalMoveError(f"game {wrong}: {self.game.actions.not_legal(int(chosen[wrong]))}")
        planes = 0 if self._planes is None else self._planes.ctypes.data
        self._stale = True
        self._told_apart(lambda: desk.step(chosen.ctypes.data, restart, planes, threads))
        self._stale = False
        assert mask is self._legal

    def _told_apart(self, work: Callable[[], None]) -> None:
        """Some work, after which moves have numbers. Raises ActionError."""
        try:
            work()
        except StrangeMovesError:
            row = next(row for row, count in enumerate(self.counts) if count < 0)
            assert self[row].ids is None  # says what is wrong
            raise

    @cached_property
    def _desk(self) -> Desk:
        """Raises ActionError for a game whose moves cannot be numbered natively."""
        actions = self.game.actions
        desk = Desk(self._rows, self.game.seen, tables_of(self.game))
        self._mask = np.zeros((len(self), len(actions)), np.bool_)
        self._legal = shown(self._mask)
        places = (self._mask, self._rewards, self._over, self._games)
        desk.give(*(each.ctypes.data for each in places))
        return desk

    @cached_property
    def _observer(self) -> Desk:
        return Desk(self._rows, self.game.seen, None)

    # --- By the order of moves ----------------------------------------------------------------------------

    def step_nth(self, moves: Iterable[int], threads: int = 1) -> None:
        """Play a move in each game: its place among the game's legal moves, from 0; -1 plays none.

        The order is that of `batch[i].legal_moves`. Raises IllegalMoveError where a game has no such move,
        before any move is played, and ValueError unless there is one number for each game.
        """
        threads = threads_of(threads)
        chosen = _numbers(moves)
        if len(chosen) != len(self):
            raise ValueError(f"there are {len(chosen)} moves for {len(self)} games")
        wrong = self._rows.first_wrong(chosen)
        if wrong >= 0:
            raise IllegalMoveError(
                f"game {wrong} has no move {chosen[wrong]}: it has {self.counts[wrong]} moves, counted from 0"
            )
        self._stale = True
        self._rows.step(chosen, threads)

    def step_random(self, threads: int = 1) -> None:
        """Play a random move in each game that goes on. A game played so is that of `playouts`."""
        self._stale = True
        self._rows.step_random(threads_of(threads))

    def restart(self) -> int:
        """Begin the next game of the seed wherever a game is over; how many were begun."""
        self._stale = True
        return self._rows.begin()

    # --- Games by themselves ------------------------------------------------------------------------------

    @overload
    def __getitem__(self, which: Which) -> Batch: ...  # type: ignore[overload-overlap]

    @overload
    def __getitem__(self, which: SupportsIndex) -> State: ...

    def __getitem__(self, which: SupportsIndex | Which) -> State | Batch:
        """One game's state by itself, or a batch of some games, which may come several times: later steps
        leave either alone."""
        if _are_several(which):
            rows = self._chosen(which)
            result = self._empty(len(rows))
            result._rows.copy_from(self._rows, rows)
            result._games[:] = self._games[rows]
            return result
        at = self._place(which)
        return State(self.game, self._rows.state(at), self.plies[at])

    def __setitem__(self, which: SupportsIndex | Which, states: State | Iterable[State] | Batch) -> None:
        """Put a state in the place of a game, or of some: one for all of them, or one for each.

        What chance does there is as the states have it. Raises ValueError for states of another game.
        """
        several = _are_several(which)
        rows = self._chosen(which) if several else [self._place(which)]
        given = [states] * len(rows) if isinstance(states, State) else list(states)
        if len(given) != len(rows):
            raise ValueError(f"there are {len(given)} states for {len(rows)} games")
        self._put(zip(rows, (native_state(self.game, each) for each in given), strict=True))

    def __iter__(self) -> Iterator[State]:
        return (State(self.game, raw, raw.plies) for raw in self._rows)

    def copy(self) -> Batch:
        """The same games in memory of their own."""
        return self[:]

    def reset(self, seed: int, start: State | None = None) -> None:
        """Begin anew, as a batch of this seed does."""
        other = Batch(self.game, len(self), seed, start)
        rows = range(len(self))
        self._rows.copy_from(other._rows, rows)
        self._rows.seed, self._rows.begun, self._games[:] = other._rows.seed, other._rows.begun, rows
        for desk in ("_desk", "_observer"):
            vars(self).pop(desk, None)
        self._stale = True

    def _empty(self, size: int) -> Batch:
        """A batch of games that are still to be put into it."""
        if not size:
            raise ValueError("a batch has a game at least")
        result = object.__new__(Batch)
        rows = Rows(self._rows.engine, size, self._rows.seed)
        rows.begun = self._rows.begun
        result._make(self.game, rows)
        return result

    def _place(self, number: Any) -> int:
        number = whole("the number of a game", number)
        at: int = number + len(self) if number < 0 else number
        if not 0 <= at < len(self):
            raise IndexError(f"there is no game {number}")
        return at

    def _chosen(self, which: Any) -> list[int]:
        try:
            rows = np.arange(len(self))[which if isinstance(which, slice) else np.asarray(which)]
        except IndexError:
            raise IndexError(
                f"games of {len(self)} are chosen by their numbers or a truth for each"
            ) from None
        return [int(row) for row in rows.reshape(-1)]

    def _put(self, states: Iterable[tuple[int, RawState]]) -> None:
        self._rows.put(states)
        self._rows.tell()
        self._stale = True

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[Any, ...]]:
        parts = [raw.parts for raw in self._rows]
        return _unpacked, (self.game, parts, self._rows.seed, self._rows.begun, self._games)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.game.name}>"

    def _repr_html_(self) -> str:
        """What notebooks show: the first games, and how many there are."""
        from interpreter.drawing.notebooks import SIDE_BY_SIDE, figure

        first = [self[number] for number in range(min(SIDE_BY_SIDE, len(self)))]
        figures = (figure(state.svg(), f"{at}: {state.standing}", "12em") for at, state in enumerate(first))
        more = f"<p>and {len(self) - len(first):,} more</p>" if len(first) < len(self) else ""
        return f"<div>{''.join(figures)}{more}</div>"


def _unpacked(
    game: Rules, parts: Sequence[tuple[Any, ...]], seed: int, begun: int, games: NDArray[np.int64]
) -> Batch:
    batch: Batch = object.__new__(Batch)
    rows = Rows(native_engine_of(game), len(parts), seed)
    rows.begun = begun
    batch._make(game, rows)
    batch._put((row, rows.engine.restored(each)) for row, each in enumerate(parts))
    batch._games[:] = games
    return batch


def native_engine_of(game: Rules) -> NativeEngine:
    """The native engine of a game. Raises EngineError where there is none."""
    engine = game.on("native", game.recipe.checked).engine
    assert isinstance(engine, NativeEngine)
    return engine


def native_state(game: Rules, state: State) -> RawState:
    """A state as the native engine of a game has it. Raises ValueError for one of another game."""
    if not isinstance(state, State) or (state.game is not game and state.game != game):
        raise ValueError(f"what goes on in {game.name} is a state of it")
    raw, theirs = state.raw, state.game.engine
    if not isinstance(raw, RawState):
        raw = native_engine_of(game).from_record(theirs.recorded(raw), theirs.rng(raw), state.ply)
    return raw


def tables_of(game: Rules) -> Tables:
    """The numbers of a game's moves for machine code. Raises ActionError where it has none."""
    tables = game.tables
    if tables is None:
        raise ActionError(
            f"the moves of {game.name} have too much to them to be looked up by machine code: "
            "play its states by `state.play_id`, or a batch by `step_nth`"
        )
    return tables


def _are_several(which: object) -> bool:
    """Whether these are several games, not one by its number."""
    if isinstance(which, np.ndarray):
        return which.ndim > 0
    return isinstance(which, slice | list | tuple | range)


def shown(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, not to be written."""
    view = array.view()
    view.flags.writeable = False
    return view


def _numbers_of(ids: Iterable[int]) -> NDArray[np.int64]:
    """Numbers of actions as words. Raises TypeError or ValueError for what is none."""
    given = np.asarray(ids if isinstance(ids, np.ndarray | Sequence) else [*ids])
    if given.ndim != 1 or given.dtype.kind not in "iu":
        raise TypeError("an action is chosen by a whole number, for each game one")
    return np.ascontiguousarray(given, np.int64)
