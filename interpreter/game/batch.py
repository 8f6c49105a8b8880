"""Many games side by side: all states in one array of memory, stepped natively.

For whoever trains or measures: there are no Python objects for each game, and the results stand in memory
that numpy, or anything else that knows buffers, reads without a copy.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from gdl.support.values import frozen
from interpreter.engines.native.batches import MOVER, MOVES, PLIES, RANKS
from interpreter.engines.native.rows import Rows
from interpreter.engines.registry import native_engine
from interpreter.errors.user_errors import IllegalMoveError
from interpreter.game.state import State
from interpreter.support.numbers import threads_of, whole

if TYPE_CHECKING:
    from interpreter.game.board import Board
    from interpreter.game.observation import Planes
    from interpreter.game.rules import Rules


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

    The views are of the batch's own memory: they follow every step, and cannot be written.
    """

    def __init__(self, game: Rules, size: int, seed: int = 0) -> None:
        size, seed = whole("the number of games of a batch", size, 1, MOST_GAMES), whole("a seed", seed)
        self.game = game.on("native", game.recipe.checked)
        self._native = native_engine(game.program, game.recipe.checked, game.image.key)
        self._rows = Rows(self._native, size, seed)
        summary = memoryview(self._rows.summary).cast("B").toreadonly()
        width = self._rows.summary_size // 8
        words = summary.cast("q")
        self._width = width
        self._summary = summary
        #: every state, one after the other: `len(batch)` rows of `state_size` bytes
        self.states = memoryview(self._rows.records).cast("B").toreadonly().cast("B", (size, self._rows.size))
        #: how many different moves each game has now; 0: it is over
        self.counts = words[MOVES // 8 :: width]
        #: the number of the player to move in each game, from 1
        self.movers = words[MOVER // 8 :: width]
        #: how many moves have been made in each game
        self.plies = words[PLIES // 8 :: width]
        self._rows.begin()

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
        for field, slot in self._native.memory.slots.items():
            places[field.name] = FieldPlace(
                field.name, field.type.value, slot.first, slot.size, slot.signed, field.length
            )
        return MappingProxyType(places)

    @property
    def board(self) -> Board:
        """What stands on each site in each game now, as arrays of numpy of the shape (games, sites).

        A copy: later steps leave it alone.
        """
        import numpy as np

        from interpreter.game.board import Board

        records = np.array(self.states, np.uint8)
        return Board(self._native.layout, records, self.game.program.names.dice)

    def observe(self) -> Planes:
        """Each game's position as planes of numbers, seen by the seat to move; `game.observation` names them.

        float32, (games, planes, sites): a copy.
        """
        board = self.board
        return self.game.observation.of(board, board.field("mover")[:, 0])

    def ranks(self, player: int) -> memoryview[float]:
        """A player's rank in each game: 1.0 is the first; halves where it is shared, 0.0 while open."""
        if not 1 <= player <= self.game.program.players:
            raise ValueError(f"there is no player {player}")
        return self._summary.cast("d")[RANKS // 8 + player - 1 :: self._width]

    def step(self, moves: Iterable[int], threads: int = 1) -> None:
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
        self._rows.step(chosen, threads)

    def step_random(self, threads: int = 1) -> None:
        """Play a random move in each game that goes on. A game played so is that of `playouts`."""
        self._rows.step_random(threads_of(threads))

    def restart(self) -> int:
        """Begin the next game of the seed wherever a game is over; how many were begun."""
        return self._rows.begin()

    def __getitem__(self, number: int) -> State:
        """One game's state by itself, which later steps leave alone."""
        number = whole("the number of a game", number)
        at = number + len(self) if number < 0 else number
        if not 0 <= at < len(self):
            raise IndexError(f"there is no game {number}")
        plies = self.plies[at]
        return State(self.game, self._rows.state(at, plies), plies)

    def __iter__(self) -> Iterator[State]:
        return (self[number] for number in range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.game.name}>"

    def _repr_html_(self) -> str:
        """What notebooks show: the first games, and how many there are."""
        from interpreter.drawing.notebooks import SIDE_BY_SIDE, figure

        first = [self[number] for number in range(min(SIDE_BY_SIDE, len(self)))]
        figures = (figure(state.svg(), f"{at}: {state.standing}", "12em") for at, state in enumerate(first))
        more = f"<p>and {len(self) - len(first):,} more</p>" if len(first) < len(self) else ""
        return f"<div>{''.join(figures)}{more}</div>"
