"""The protocol that every oracle follows, and perft over it.

Players are numbered from 1.  A position is an immutable, hashable value.  An outcome is `None` while the
game goes on, otherwise one rank per player, 1 for the best; tied players share the better rank, so a win of
the first player of two is `(1, 2)` and a draw is `(1, 1)`.

`options` lists the moves of a position that is known to be unfinished; `moves` may be asked of any
position. Two moves that lead to the same position by different ways count as two, unless a game's docstring
says otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

Cell = tuple[int, int]
Ranks = tuple[int, ...]
P = TypeVar("P", bound=Hashable)

ORTHOGONAL: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Cell, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
AROUND: tuple[Cell, ...] = ORTHOGONAL + DIAGONAL
KNIGHT: tuple[Cell, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

DRAW: Ranks = (1, 1)


def win(player: int) -> Ranks:
    """The ranks of a two-player game that `player` wins."""
    return (1, 2) if player == 1 else (2, 1)


def other(player: int) -> int:
    """The opponent in a two-player game."""
    return 3 - player


def name(cell: Cell) -> str:
    """The name of a cell: file letter and rank number, a1 at the first player's left."""
    return f"{'abcdefghijklmnopqrstuvwxyz'[cell[0]]}{cell[1] + 1}"


def cell_named(text: str) -> Cell:
    """The cell with this name."""
    return "abcdefghijklmnopqrstuvwxyz".index(text[0]), int(text[1:]) - 1


def rectangle(files: int, ranks: int) -> list[Cell]:
    """All cells of a rectangular board, row by row from the bottom left."""
    return [(x, y) for y in range(ranks) for x in range(files)]


class Oracle(ABC, Generic[P]):
    """One game with its options chosen."""

    @abstractmethod
    def start(self) -> P:
        """The position before the first move."""

    @abstractmethod
    def mover(self, position: P) -> int:
        """The player who decides in this position."""

    @abstractmethod
    def options(self, position: P) -> list[tuple[str, P]]:
        """Every legal move of an unfinished position, as its text and the position after it."""

    @abstractmethod
    def outcome(self, position: P) -> Ranks | None:
        """The ranks if the game is over in this position, else None."""

    def moves(self, position: P) -> list[tuple[str, P]]:
        """Every legal move; a finished game has none."""
        return [] if self.outcome(position) is not None else self.options(position)

    def play(self, texts: Iterable[str], position: P | None = None) -> P:
        """The position after these moves; an unknown or illegal move is an error."""
        here = self.start() if position is None else position
        for text in texts:
            found = [after for move, after in self.moves(here) if move == text]
            if not found:
                legal = sorted(move for move, _ in self.moves(here))
                raise ValueError(f"{text} is not a legal move: {legal}")
            here = found[0]
        return here


class Ply(NamedTuple):
    """One decision of a game: the position, every legal move's text, and the one played."""

    position: Any
    legal: tuple[str, ...]
    played: str


def random_game(oracle: Oracle[P], seed: int, limit: int = 200) -> tuple[list[Ply], P]:
    """A random game, the same for the same seed, and its last position: to be followed by another engine.

    A move is drawn from the sorted texts, so the order in which an oracle lists its moves does not matter.
    """
    generator = Random(seed)
    position = oracle.start()
    plies: list[Ply] = []
    while len(plies) < limit and oracle.outcome(position) is None:
        options = sorted(oracle.options(position), key=lambda option: option[0])
        text, after = generator.choice(options)
        plies.append(Ply(position, tuple(move for move, _ in options), text))
        position = after
    return plies, position


class Level(NamedTuple):
    """Move sequences of one length: how many there are, and how many of them ended the game just then."""

    nodes: int
    ended: int


def perft(oracle: Oracle[P], depth: int, position: P | None = None) -> list[Level]:
    """Count move sequences of length 1, 2, ... depth.

    Sequences that reach the same position are counted together (with their number), which changes no count.
    A game that ends because the next player cannot reply ended at the depth of its last move.
    """
    frontier: Counter[P] = Counter({oracle.start() if position is None else position: 1})
    levels = []
    for _ in range(depth):
        reached: Counter[P] = Counter()
        for here, ways in frontier.items():
            for _text, after in oracle.options(here):
                reached[after] += ways
        frontier = Counter({here: ways for here, ways in reached.items() if oracle.outcome(here) is None})
        nodes = sum(reached.values())
        levels.append(Level(nodes, nodes - sum(frontier.values())))
    return levels


def perft_turns(oracle: Oracle[P], depth: int, position: P | None = None) -> list[Level]:
    """As `perft`, but counting whole turns: decisions in a row by one player, fewer if the game ends."""
    frontier: Counter[P] = Counter({oracle.start() if position is None else position: 1})
    levels = []
    for _ in range(depth):
        next_turn: Counter[P] = Counter()
        ended = 0
        while frontier:
            same_turn: Counter[P] = Counter()
            reached: Counter[tuple[int, P]] = Counter()
            for here, ways in frontier.items():
                mover = oracle.mover(here)
                for _text, after in oracle.options(here):
                    reached[mover, after] += ways
            for (mover, after), ways in reached.items():
                if oracle.outcome(after) is not None:
                    ended += ways
                elif oracle.mover(after) == mover:
                    same_turn[after] += ways
                else:
                    next_turn[after] += ways
            frontier = same_turn
        frontier = next_turn
        levels.append(Level(sum(next_turn.values()) + ended, ended))
    return levels
