"""What a network says of positions: priors over legal moves by a masked softmax, and values by player.

A network is any callable: it gets a batch of observations and gives logits over `game.actions` and what each
seat may expect. What it gives is checked each time, since it is somebody's own code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gdl.core.programs import PERSON
from gdl.support.values import field, frozen
from interpreter.engines.move_words import MoveWords
from interpreter.errors.user_errors import NetworkError
from interpreter.game.board import Board
from interpreter.game.observation import Planes
from interpreter.game.rules import Rules

#: Gets planes, (games, planes, rows, columns), or (games, planes, sites) where the board has no rows; gives
#: logits, (games, actions), and values from -1 to 1, (games, players): of the seat that looks, then of those
#: after it in turn, as observations have them. Of two players one value will do: the other has its negative.
Evaluate: TypeAlias = Callable[[Planes], tuple[Any, Any]]
#: The numbers of so many moves are kept.
_KEPT_MOVES = 1 << 16
Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]


@frozen
class Evaluation:
    """What is expected of some positions."""

    #: (games, actions), of all actions
    logits: Floats = field(repr=False)
    #: (games, players), player 1 first
    values: Floats = field(repr=False)


def shape_of(game: Rules) -> tuple[int, ...]:
    """The shape of what a network gets of one position: in rows and columns where the board has these."""
    spec = game.observation
    if not spec.is_grid:
        return spec.shape
    return spec.grid(np.zeros(spec.shape, np.float32)).shape


class Network:
    """A callable that evaluates positions of one game, and what it takes to ask it."""

    def __init__(self, game: Rules, evaluate: Evaluate) -> None:
        """Raises ActionError for a game whose moves cannot be numbered."""
        self.game = game
        self._evaluate = evaluate
        self._spec = game.observation
        self._by_rows = self._spec.is_grid
        self._layout = game.engine.layout
        self._people = next((f.name for f in self._layout.slots if f.name == PERSON), None)
        self.actions = game.actions

    def observe(self, records: NDArray[np.uint8]) -> tuple[Planes, Board]:
        """What a network gets of the states of these records, each seen by the seat to move."""
        board = Board(self._layout, records, self.game.program.names.dice)
        planes = self._spec.of(board, board.field("mover")[:, 0])
        return (self._spec.grid(planes) if self._by_rows else planes), board

    def evaluate(self, records: NDArray[np.uint8]) -> Evaluation:
        """What the network says of the states of these records. Raises NetworkError for what is no answer."""
        planes, board = self.observe(records)
        answer = self._evaluate(planes)
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise NetworkError(f"a network gives two arrays, logits and values, not {_shown(answer)}")
        logits = self._numbers("logits", answer[0], (len(records), len(self.actions)))
        values = self._numbers("values", answer[1], (len(records), self.game.program.players))
        return Evaluation(logits, self._by_player(np.clip(values, -1.0, 1.0), board))

    def _numbers(self, what: str, given: Any, shape: tuple[int, int]) -> Floats:
        """An answer as an array of this shape, with minus infinity for what is never to be played."""
        try:
            array = np.asarray(given, np.float64)
        except (TypeError, ValueError):
            raise NetworkError(f"the {what} of a network are an array, not {_shown(given)}") from None
        games, width = shape
        if what == "values" and width <= 2 and array.shape in ((games,), (games, 1)):
            one = array.reshape(games, 1)
            array = one if width == 1 else np.concatenate((one, -one), 1)
        if array.shape != shape:
            raise NetworkError(
                f"the {what} of a network for {self.game.name} have the shape {shape}, not {array.shape}"
            )
        if np.isnan(array).any() or (array == np.inf).any() or (what == "values" and np.isinf(array).any()):
            raise NetworkError(f"the {what} of a network for {self.game.name} are not finite")
        return array

    def _by_player(self, values: Floats, board: Board) -> Floats:
        """Values from the viewer on as values of players."""
        players = values.shape[1]
        viewers = board.field("mover")[:, 0].astype(np.int64)
        seats = (viewers[:, None] - 1 + np.arange(players)) % players + 1
        if self._people is not None:  # in a match the players change seats
            people = board.field(self._people).astype(np.int64)
            seats = np.take_along_axis(people, seats, 1)
        result = np.empty_like(values)
        np.put_along_axis(result, seats - 1, values, 1)
        return result


def ragged(counts: Indices) -> tuple[Indices, Indices]:
    """Of lists of these lengths, one after the other: of each element its list, and its place in that."""
    rows = np.repeat(np.arange(len(counts)), counts)
    starts = np.cumsum(counts) - counts
    return rows, np.arange(len(rows)) - starts[rows]


def masked_softmax(logits: Floats, counts: Indices, rows: Indices, actions: Indices) -> Floats:
    """Of each position the softmax over its legal actions: as many as `counts` says, one after the other.

    What is never to be played by its logits is, where nothing else is legal: each as likely.
    """
    if not len(rows):
        return np.empty(0)
    some = np.flatnonzero(counts)
    starts = (np.cumsum(counts) - counts)[some]
    of = np.repeat(np.arange(len(some)), counts[some])
    given = logits[rows, actions]
    tops = np.maximum.reduceat(given, starts)[of]
    open_ = tops != -np.inf
    weights = np.exp(np.subtract(given, tops, out=np.zeros_like(given), where=open_))
    return np.asarray(weights / np.add.reduceat(weights, starts)[of], np.float64)


class MoveNumbers:
    """The numbers of moves as words, many at once: those that were seen are looked up by a hash."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._moves = MoveWords(network.game.engine.program)
        self._factors = np.random.default_rng(1).integers(1 << 62, size=self._moves.size) * 2 + 1
        self._forget()

    def _forget(self) -> None:
        self._hashes = np.empty(0, np.int64)
        self._words = np.empty((0, self._moves.size), np.int64)
        self._ids = np.empty(0, np.int64)

    def of(self, words: Indices) -> Indices:
        """The number of each move, (moves, words). Raises ActionError for what is no action of the game."""
        hashes = (words * self._factors).sum(1)
        numbers = self._found(words, hashes)
        if numbers is None:
            self._learn(words, hashes)
            numbers = self._found(words, hashes)
        if numbers is None:  # two moves of one hash
            return np.array([self._number(row) for row in words.tolist()], np.int64)
        return numbers

    def _found(self, words: Indices, hashes: Indices) -> Indices | None:
        if not len(self._hashes):
            return None if len(words) else np.empty(0, np.int64)
        places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        return self._ids[places] if (self._words[places] == words).all() else None

    def _learn(self, words: Indices, hashes: Indices) -> None:
        """Note all of these moves."""
        if len(self._ids) > _KEPT_MOVES:  # words that a move does not need may be anything
            self._forget()
        all_hashes = np.concatenate((self._hashes, hashes))
        kept, first = np.unique(all_hashes, return_index=True)
        all_words = np.concatenate((self._words, words))[first]
        known = len(self._hashes)
        ids = np.concatenate((self._ids, np.full(len(hashes), -1)))[first]
        for place in np.flatnonzero(first >= known).tolist():
            ids[place] = self._number(all_words[place].tolist())
        self._hashes, self._words, self._ids = kept, all_words, ids

    def _number(self, words: list[int]) -> int:
        return self._network.actions.id(self._moves.read(words, 0))


def _shown(given: object) -> str:
    return type(given).__name__
