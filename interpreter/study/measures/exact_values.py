"""The part of a study that proves: who wins, how soon, by which first moves; of small games, everything.

The budget is counted in positions, so a seed is not needed and a clock never asked: what is not proved within
them is told as not proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from gdl.version import __version__
from interpreter.errors.user_errors import UnsolvedError
from interpreter.study.measures.exact_table import Table, table_in, tabulate
from interpreter.study.measures.measure import Definition, Measure, Setting
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.state import State
    from interpreter.search.solver import Solver

#: Positions for the value of the game, and as many for those of its first moves; moves of the whole game, if
#: it is to be tabulated.
POSITIONS, TABLE_MOVES = 1_000_000, 30_000
#: Bytes for the solver's tables: for so many positions none is given up.
_BYTES_A_POSITION, _LEAST, _MOST = 64, 1 << 24, 1 << 30

_ZERMELO = "E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels, 1913"
_ALLIS = "L. V. Allis, Searching for Solutions in Games and Artificial Intelligence, 1994"
_BROWNE = "C. Browne, Automatic Generation and Evaluation of Recombination Games, 2008"

VALUE = Definition(
    "exact.value", "proved value", "the share of the win that this player gets if all play as well as can be",
    _ZERMELO, "share",
)  # fmt: skip
PLIES = Definition(
    "exact.plies", "proved length",
    "how many plies the game lasts if all play as well as can be, who wins hurries and who loses delays",
    _ALLIS, "plies",
)  # fmt: skip
FIRST = Definition(
    "exact.first", "best first moves",
    "first moves that keep the proved value / legal first moves", _ALLIS, "share",
)  # fmt: skip
COUNT = Definition(
    "exact.positions", "positions", "positions that can come about in which somebody is to move, told apart "
    "by all that decides what follows", "a count", "positions",
)  # fmt: skip
WON = Definition(
    "exact.won", "positions won by", "positions that this player wins with best play / positions", "a count",
    "share",
)  # fmt: skip
RANDOM = Definition(
    "exact.random", "random play, won by", "the probability that this player wins alone a game at random",
    "the sum over all games of the product of 1 / legal moves", "share",
)  # fmt: skip
RANDOM_PLIES = Definition(
    "exact.random.plies", "random play, length", "the expected plies of a game at random",
    "the sum over all games of the product of 1 / legal moves", "plies",
)  # fmt: skip
BLUNDER = Definition(
    "exact.blunder", "blunder cost", "what a single random move costs of the share of the win, everything "
    "else being played as well as can be, on average over the plies of such games",
    "K. Brausen, blunders by ply in Go and Hex", "share",
)  # fmt: skip
DRAMA = Definition(
    "exact.drama", "drama", "of games at random that somebody wins, the share of the plies in which the "
    "winner-to-be stands lost by the proved value", f"drama: {_BROWNE}", "share",
)  # fmt: skip
LEADS = Definition(
    "exact.leads", "lead changes", "in games at random, changes of who stands won by the proved value (of "
    "somebody to nobody, too) / plies but the first", f"lead change: {_BROWNE}", "share",
)  # fmt: skip


@frozen
class FirstMove:
    """A first move, and what comes of it; None where that was not proved."""

    move: str
    #: what the first player gets by it: 1.0 a win, 0.5 a draw, 0.0 a loss
    value: float | None
    #: how many plies the game then lasts, this one included
    plies: int | None


@frozen
class Exact:
    """What is proved of a game."""

    #: the first player's share of the win; None where it was not proved
    value: float | None
    #: how many plies the game lasts; None for a draw, or where that was not proved
    plies: int | None
    #: how it goes
    line: tuple[str, ...]
    moves: tuple[FirstMove, ...]
    #: so many positions might be looked at for the value, and as many for the first moves
    budget: int
    #: why something was not proved; "" where all was
    why: str
    table: Table | None

    @property
    def best(self) -> tuple[FirstMove, ...]:
        """The first moves that keep the value, the soonest win first."""
        if self.value is None:
            return ()
        keep = [each for each in self.moves if each.value == self.value]
        return tuple(sorted(keep, key=lambda each: (each.plies is None, each.plies or 0)))

    @property
    def complete(self) -> bool:
        """Is the value of every first move proved?"""
        return self.value is not None and all(each.value is not None for each in self.moves)

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {**asdict(self), "table": None if self.table is None else self.table.as_json()}


def can_be_proved(game: Game) -> bool:
    """Is it a game for two without chance?"""
    return len(game.players) == 2 and not game.has_chance and not game.is_match


@frozen
class ByProof:
    """The value of a game by proof, within so many positions for it and as many for its first moves."""

    game: Game
    positions: int = POSITIONS

    @property
    def title(self) -> str:
        """What it does, for whoever waits."""
        return "proof"

    @property
    def chunks(self) -> int:
        """Two: the proof, and the table of all positions."""
        return 2

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results."""
        return {
            "part": "exact values",
            "ludwright": __version__,
            "game": self.game.name,
            "rules": self.game.fingerprint,
            "options": self.game.options,
            "positions": self.positions,
            "table moves": TABLE_MOVES,
        }

    def do(self, number: int) -> Outcome:
        """Prove, or tabulate."""
        game = self.game.on("auto") if self.game.recipe.engine == "python" else self.game
        if number == 0:
            return _proved(game, self.positions)
        table = tabulate(game.engine, min(TABLE_MOVES, self.positions))
        return {"table": None if table is None else table.as_json()}

    def measures(self, outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
        """What is proved; of what is not, nothing."""
        return tuple(_measures(self.game, exact_in(outcomes)))


def exact_in(outcomes: Sequence[Outcome]) -> Exact:
    """What the outcomes say."""
    proof, table = outcomes[0], outcomes[1]["table"]
    return Exact(
        proof["value"],
        proof["plies"],
        tuple(proof["line"]),
        tuple(FirstMove(*each) for each in proof["moves"]),
        proof["budget"],
        proof["why"],
        None if table is None else table_in(table),
    )


# --- Proof ------------------------------------------------------------------------------------------------


def _proved(game: Game, positions: int) -> Outcome:
    """The value of the game, then of each first move, within so many positions each time."""
    from interpreter.search.solver import Solver

    solver = Solver(game, min(_MOST, max(_LEAST, positions * _BYTES_A_POSITION)))
    solver.most = positions
    state = game.start(0)
    found: dict[str, Any] = {
        "value": None, "plies": None, "line": [], "moves": [], "budget": positions, "why": "",
    }  # fmt: skip
    try:
        solution = solver.solve(state)
    except UnsolvedError as error:
        return {**found, "why": str(error)}
    found |= {
        "value": _share(solution.value),
        "plies": solution.plies,
        "line": [str(move) for move in solution.line],
    }
    began = solver.looked
    moves = state.legal_moves
    for number, move in enumerate(moves):
        if solution.line and str(move) == str(solution.line[0]):  # is proved already
            found["moves"].append([str(move), found["value"], found["plies"]])
            continue
        # each has its share of what the ones before have left
        left = began + positions - solver.looked
        solver.most = solver.looked + max(0, left) // (len(moves) - number)
        value, plies, why = _of_move(solver, state.play(move), state.mover)
        found["moves"].append([str(move), value, plies])
        if value is None:  # the budget is that of all of them together
            spent = solver.looked > solver.most
            found["why"] = found["why"] or (f"not proved within {positions:,} positions" if spent else why)
    return found


def _of_move(solver: Solver, after: State, mover: int) -> tuple[float | None, int | None, str]:
    """What the player who made a move gets by it, in how many plies; and why it is not known."""
    if after.outcome is not None:
        return _share(after.outcome.value(mover)), 1, ""
    try:
        solution = solver.solve(after, line=False)
    except UnsolvedError as error:
        return None, None, str(error)
    value = solution.value if after.mover == mover else -solution.value
    return _share(value), None if solution.plies is None else solution.plies + 1, ""


def _share(value: float) -> float:
    return (1 + value) / 2


# --- As measures ------------------------------------------------------------------------------------------


def _measures(game: Game, exact: Exact) -> Iterator[Measure]:
    setting = Setting("proof", f"{exact.budget:,} positions", 0)
    first, second = game.players
    if exact.value is not None:
        yield _exactly(VALUE, setting, exact.value, first)
    if exact.plies is not None:
        yield _exactly(PLIES, setting, exact.plies)
    if exact.complete:
        yield _exactly(FIRST, setting, len(exact.best) / len(exact.moves))
    table = exact.table
    if table is None:
        return
    setting = Setting("a table of all positions", f"{TABLE_MOVES:,} moves", 0)
    yield _exactly(COUNT, setting, table.positions)
    for name, won in ((first, table.won[0]), (second, table.won[2])):
        yield _exactly(WON, setting, won, name)
    for name, won in ((first, table.random[0]), (second, table.random[2])):
        yield _exactly(RANDOM, setting, won, name)
    yield _exactly(RANDOM_PLIES, setting, table.random_plies)
    for of, value in ((BLUNDER, table.blunder), (DRAMA, table.drama), (LEADS, table.leads)):
        yield _exactly(of, setting, value)


def _exactly(of: Definition, setting: Setting, value: float, about: str = "") -> Measure:
    """A number that is proved."""
    return Measure(of, setting, 0, value, value, value, 1.0, "proved", about)
