"""Exact values of many starts, by proof: who wins each, in how many plies, and by which first moves.

Where chance decides nothing but the start (boards that are shuffled, pieces that are drawn), each seed is a
start of its own, and one compiled program serves them all. The winner hurries and the loser delays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gdl.support.values import frozen
from gdl.version import __version__
from interpreter.errors.user_errors import UnsolvedError
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.move import Move
    from interpreter.game.state import State
    from interpreter.search.solver import Solution, Solver

#: So many starts make a chunk, and so many bytes serve the tables of a proof.
CHUNK, MEMORY = 10, 64 << 20
#: Seconds for a start: what is not proved by then is left open. What is proved does not depend on it.
PATIENCE = 600.0


@frozen
class FirstMove:
    """A first move, and what it is worth to who makes it: 1 a win, 0 a draw, -1 a loss."""

    move: str
    value: float
    #: how long the game lasts then, this ply included; None for a draw, or where it was not found
    plies: int | None


@frozen
class Proof:
    """What is proved of a start. None: not within the time and the memory."""

    seed: int
    #: to the player who begins
    value: float | None
    plies: int | None
    #: every legal first move; empty where they were not asked for
    moves: tuple[FirstMove, ...] = ()


@frozen
class Starts:
    """The starts of some seeds, to be proved, with all first moves if `moves`."""

    game: Game
    seeds: Sequence[int]
    moves: bool
    seconds: float = PATIENCE
    memory: int = MEMORY

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return "proofs"

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-len(self.seeds) // CHUNK)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results, but for what is left open."""
        return {
            "part": "proofs of starts",
            "ludwright": __version__,
            "game": self.game.name,
            "rules": self.game.fingerprint,
            "options": self.game.options,
            "seeds": _runs(self.seeds),
            "moves": self.moves,
            "memory": self.memory,
        }

    def do(self, number: int) -> Outcome:
        """Prove the starts of a chunk."""
        seeds = self.seeds[number * CHUNK : (number + 1) * CHUNK]
        return {"starts": [_row(self.prove(seed)) for seed in seeds]}

    def prove(self, seed: int) -> Proof:
        """What is proved of the start of a seed. Raises UnsolvedError for a game that cannot be solved."""
        from interpreter.search.solver import Solver

        game = self.game.on("auto")
        state = game.start(seed)
        solver = Solver(game, self.memory)
        solution = self._solved(solver, state)
        if solution is None:
            return Proof(seed, None, None)
        moves: tuple[FirstMove, ...] = ()
        if self.moves:
            after = [(move, state.play(move)) for move in state.legal_moves]
            moves = tuple(
                first for move, then in after if (first := self._first(solver, state, move, then)) is not None
            )
        return Proof(seed, solution.value, solution.plies, moves)

    def _solved(self, solver: Solver, state: State) -> Solution | None:
        try:
            return solver.solve(state, self.seconds, line=False)
        except UnsolvedError:
            return None

    def _first(self, solver: Solver, state: State, move: Move, then: State) -> FirstMove | None:
        if then.outcome is not None:
            return FirstMove(str(move), then.outcome.value(state.mover), 1)
        solution = self._solved(solver, then)
        if solution is None:
            return None
        value = solution.value if then.mover == state.mover else 0.0 - solution.value
        return FirstMove(str(move), value, None if solution.plies is None else solution.plies + 1)


def proofs_in(outcomes: Sequence[Outcome]) -> list[Proof]:
    """The proofs of some chunks, in the order of their seeds."""
    return [
        Proof(seed, value, plies, tuple(FirstMove(*move) for move in moves))
        for outcome in outcomes
        for seed, value, plies, moves in outcome["starts"]
    ]


def _row(proof: Proof) -> list[Any]:
    moves = [[first.move, first.value, first.plies] for first in proof.moves]
    return [proof.seed, proof.value, proof.plies, moves]


def _runs(seeds: Sequence[int]) -> list[list[int]]:
    """Numbers as runs, first and last: 1, 2, 3, 7 are [[1, 3], [7, 7]]."""
    runs: list[list[int]] = []
    for seed in seeds:
        if runs and runs[-1][1] == seed - 1:
            runs[-1][1] = seed
        else:
            runs.append([seed, seed])
    return runs


#: What a start may be to who begins.
WIN, DRAW, LOSS = 1.0, 0.0, -1.0


@frozen
class Summary:
    """Counts over the starts that were proved; nothing is estimated."""

    starts: int
    #: starts that were not proved within the time and the memory
    open: int
    #: how many are won, drawn, lost by who begins
    values: Mapping[float, int]
    #: how many of a value last so many plies
    plies: Mapping[tuple[float, int], int]
    #: how many have so many winning first moves; empty where first moves were not asked for
    winning: Mapping[int, int]
    #: in how many starts each first move wins, and in how many it was legal and proved
    moves: Mapping[str, tuple[int, int]]

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "starts": self.starts,
            "open": self.open,
            "won": self.values.get(WIN, 0),
            "drawn": self.values.get(DRAW, 0),
            "lost": self.values.get(LOSS, 0),
            "plies": [[value, plies, count] for (value, plies), count in self.plies.items()],
            "winning_first_moves": [[moves, count] for moves, count in self.winning.items()],
            "first_moves": [[move, wins, of] for move, (wins, of) in self.moves.items()],
        }


def summary_of(proofs: Iterable[Proof]) -> Summary:
    """Count the proofs of some starts."""
    values: Counter[float] = Counter()
    plies: Counter[tuple[float, int]] = Counter()
    winning: Counter[int] = Counter()
    wins: Counter[str] = Counter()
    legal: Counter[str] = Counter()
    starts = left = 0
    for proof in proofs:
        starts += 1
        if proof.value is None:
            left += 1
            continue
        values[proof.value] += 1
        if proof.plies is not None:
            plies[proof.value, proof.plies] += 1
        if proof.moves:
            won = [first.move for first in proof.moves if first.value == WIN]
            winning[len(won)] += 1
            wins.update(won)
            legal.update(first.move for first in proof.moves)
    return Summary(
        starts,
        left,
        dict(values),
        dict(sorted(plies.items(), key=lambda item: (-item[0][0], item[0][1]))),
        dict(sorted(winning.items())),
        {move: (wins[move], legal[move]) for move in sorted(legal)},
    )
