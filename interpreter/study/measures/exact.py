"""The part of a study that proves: who wins, how soon, by which first moves; of small games, everything.

The budget is counted in positions, so a seed is not needed and a clock never asked: what is not proved within
them is told as not proved.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import asdict

from gdl.support.values import define, field, frozen
from gdl.version import __version__
from interpreter.errors.user_errors import UnsolvedError
from interpreter.study.measures.measure import Definition, Measure, Setting
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.engines.interface import Engine, RawState
    from interpreter.game.game import Game
    from interpreter.game.state import State
    from interpreter.search.solver import Solver

#: What player 1 gets.
_WIN, _DRAW, _LOSS = 1.0, 0.5, 0.0
#: An end, or somebody's turn.
_END = 0


@frozen
class Table:
    """What the table of all positions of a game for two comes to."""

    #: positions of which it is somebody's turn, and ends
    positions: int
    ends: int
    #: the shares of the positions that player 1 wins with best play, that are drawn, and that player 2 wins
    won: tuple[float, float, float]
    #: what player 1 gets with best play
    value: float
    #: how random games end: player 1 wins, nobody does, player 2 wins; and how many plies they last
    random: tuple[float, float, float]
    random_plies: float
    #: by ply, what a single random move costs in a game of best play
    blunders: tuple[float, ...]
    #: the same for a ply of such a game, whichever
    blunder: float
    #: of random games that somebody wins, in which share of the plies the winner-to-be stands lost
    drama: float
    #: changes from one leader to another, or to none, in random games / plies but the first
    leads: float

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return asdict(self)


def table_in(row: Mapping[str, Any]) -> Table:
    """The table of what `as_json` gave."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in row.items()
    }
    return Table(**values)


@define
class _Graph:
    """The positions by number: 0 is the first."""

    mover: list[int] = field(factory=list)
    #: of an end, what player 1 gets
    end: list[float] = field(factory=list)
    #: by position what each of its moves leads to
    after: list[list[int]] = field(factory=list)


def tabulate(engine: Engine, most: int) -> Table | None:
    """The table of a game for two without chance; None where it has more than so many moves in all, where
    a position can come again, or where positions that were are remembered."""
    graph = _explored(engine, most)
    if graph is None:
        return None
    order = _ends_first(graph)
    return None if order is None else _table(graph, order)


def _explored(engine: Engine, most: int) -> _Graph | None:
    from gdl.analyses.live_fields import live_fields
    from interpreter.subset.frontend import remembers

    program = engine.program
    if remembers(program):
        return None
    names = tuple(f.name for f in live_fields(program))
    graph, numbers = _Graph(), dict[Hashable, int]()
    waiting: deque[tuple[int, RawState]] = deque()

    def number_of(state: RawState) -> int:
        over = engine.over(state)
        key: Hashable = tuple(engine.value(state, name) for name in names)
        if over:
            key = (_END, engine.ranks(state))
        number = numbers.setdefault(key, len(numbers))
        if number == len(graph.mover):
            graph.mover.append(_END if over else engine.mover(state))
            graph.end.append(_result(engine.ranks(state)) if over else _DRAW)
            graph.after.append([])
            if not over:
                waiting.append((number, state))
        return number

    number_of(engine.start(0))
    moves = 0
    while waiting:
        number, state = waiting.popleft()
        if engine.overflow(state) is not None:
            return None
        legal = dict.fromkeys(engine.legal_moves(state))
        moves += len(legal)
        if moves + len(waiting) > most:  # each that waits has a move at least
            return None
        graph.after[number] = [number_of(engine.play(state, move)) for move in legal]
    return graph


def _result(ranks: Sequence[float]) -> float:
    first, second = ranks
    return _DRAW if first == second else _WIN if first < second else _LOSS


def _ends_first(graph: _Graph) -> list[int] | None:
    """The positions in an order in which each comes after all that can follow it (Kahn, 1962)."""
    before: list[list[int]] = [[] for _ in graph.mover]
    left = [len(after) for after in graph.after]
    for number, after in enumerate(graph.after):
        for following in after:
            before[following].append(number)
    order = [number for number, count in enumerate(left) if not count]
    for number in order:
        for earlier in before[number]:
            left[earlier] -= 1
            if not left[earlier]:
                order.append(earlier)
    return order if len(order) == len(left) else None


# --- What it comes to -------------------------------------------------------------------------------------


def _table(graph: _Graph, order: Sequence[int]) -> Table:
    count = len(graph.mover)
    value, wins, losses, plies = list(graph.end), [0.0] * count, [0.0] * count, [0.0] * count
    for number in order:
        after = graph.after[number]
        if not after:
            wins[number], losses[number] = float(value[number] == _WIN), float(value[number] == _LOSS)
            continue
        best = max if graph.mover[number] == 1 else min
        value[number] = best(value[each] for each in after)
        wins[number] = sum(wins[each] for each in after) / len(after)
        losses[number] = sum(losses[each] for each in after) / len(after)
        plies[number] = 1 + sum(plies[each] for each in after) / len(after)
    turns = [number for number in range(count) if graph.mover[number] != _END]
    blunders, weights = _blunders(graph, value)
    drama, leads = _course(graph, value, wins, losses)
    return Table(
        len(turns),
        count - len(turns),
        _shares([value[number] for number in turns]),
        value[0],
        (wins[0], 1 - wins[0] - losses[0], losses[0]),
        plies[0],
        tuple(cost / weight for cost, weight in zip(blunders, weights, strict=True)),
        sum(blunders) / sum(weights),
        drama,
        leads,
    )


def _shares(values: Sequence[float]) -> tuple[float, float, float]:
    first, drawn, second = (values.count(each) / len(values) for each in (_WIN, _DRAW, _LOSS))
    return first, drawn, second


def _layers(graph: _Graph, value: Sequence[float] | None = None) -> Iterator[dict[int, float]]:
    """By ply, how likely it is that each position comes: of random games, or where `value` is given of games
    in which all play as well as can be, and choose at random among moves that are as good."""
    layer = {0: 1.0}
    while layer:
        yield layer
        following: dict[int, float] = {}
        for number, chance in layer.items():
            after = graph.after[number]
            if value is not None:
                after = [each for each in after if value[each] == value[number]]
            for each in after:
                if graph.mover[each] != _END:
                    following[each] = following.get(each, 0.0) + chance / len(after)
        layer = following


def _blunders(graph: _Graph, value: Sequence[float]) -> tuple[list[float], list[float]]:
    """By ply what a random move costs, and how likely the game lasts so long: both as sums over positions."""
    costs, weights = [], []
    for layer in _layers(graph, value):
        cost = 0.0
        for number, chance in layer.items():
            after = graph.after[number]
            cost += chance * abs(value[number] - sum(value[each] for each in after) / len(after))
        costs.append(cost)
        weights.append(sum(layer.values()))
    return costs, weights


def _course(
    graph: _Graph, value: Sequence[float], wins: Sequence[float], losses: Sequence[float]
) -> tuple[float, float]:
    """Drama and changes of the lead, as ratios of sums over random games."""
    trailing = decided = changes = later = 0.0
    for layer in _layers(graph):
        for number, chance in layer.items():
            decided += chance * (wins[number] + losses[number])
            if value[number] != _DRAW:
                trailing += chance * (losses if value[number] == _WIN else wins)[number]
            turns = [each for each in graph.after[number] if graph.mover[each] != _END]
            share = chance / len(graph.after[number])
            later += share * len(turns)
            changes += share * sum(value[each] != value[number] for each in turns)
    return trailing / decided if decided else 0.0, changes / later if later else 0.0


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
    result: dict[str, Any] = {
        "value": None, "plies": None, "line": [], "moves": [], "budget": positions, "why": "",
    }  # fmt: skip
    try:
        solution = solver.solve(state)
    except UnsolvedError as error:
        return {**result, "why": str(error)}
    result |= {
        "value": _share(solution.value),
        "plies": solution.plies,
        "line": [str(move) for move in solution.line],
    }
    began = solver.looked
    moves = state.legal_moves
    for number, move in enumerate(moves):
        if solution.line and str(move) == str(solution.line[0]):  # is proved already
            result["moves"].append([str(move), result["value"], result["plies"]])
            continue
        # each has its share of what the ones before have left
        left = began + positions - solver.looked
        solver.most = solver.looked + max(0, left) // (len(moves) - number)
        value, plies, why = _of_move(solver, state.play(move), state.mover)
        result["moves"].append([str(move), value, plies])
        if value is None:  # the budget is that of all of them together
            spent = solver.looked > solver.most
            result["why"] = result["why"] or (f"not proved within {positions:,} positions" if spent else why)
    return result


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
