"""All positions of a small game with what comes of each (retrograde analysis over its graph of positions).

Positions are told apart by what decides what follows. With the value of each, what is only estimated of
larger games is counted: how random games end, what a random move costs, how often a game changes hands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import asdict, define, field, frozen

if TYPE_CHECKING:
    from interpreter.engines.interface import Engine, RawState

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


def table_in(found: Mapping[str, Any]) -> Table:
    """The table of what `as_json` gave."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in found.items()
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
