"""What a record holds: the game, who played it, how it was played, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from gdl.source.text import NOWHERE, Span
from gdl.support.values import field, frozen
from interpreter.drawing.view import Marks, marks_of, step_of
from interpreter.game.game import Game
from interpreter.game.shipped import shipped_name
from interpreter.game.state import State
from interpreter.players.player import Line

#: How a game ended: by its rules, by a draw that all agreed to, by giving up, by the clock, by its length.
RULES, AGREEMENT, RESIGNATION, TIME, LENGTH = "rules", "agreement", "resignation", "time", "length"
ENDS = (RULES, AGREEMENT, RESIGNATION, TIME, LENGTH)


@frozen
class Result:
    """How a game ended, with the rank of each player: 1.0 is first, who share a place share its mean."""

    ranks: tuple[float, ...]
    end: str = RULES


def shared(players: int, end: str) -> Result:
    """A result in which nobody is before another."""
    return Result((1.0,) if players == 1 else ((players + 1) / 2,) * players, end)


def resigned(players: int, player: int, end: str = RESIGNATION) -> Result:
    """A player (from 1) has given up, or lost in another way: the last; the others share the places before.

    Who plays alone has lost, for which the rank is 0.
    """
    if players == 1:
        return Result((0.0,), end)
    others = players / 2
    return Result(tuple(float(players) if seat == player else others for seat in range(1, players + 1)),
                  end)  # fmt: skip


@frozen
class Places:
    """Where the parts of a record stand in its file."""

    #: each tag by its name; of options and players one for each
    tags: Mapping[str, tuple[Span, ...]] = field(factory=dict)
    moves: tuple[Span, ...] = ()
    #: the numbers before turns, by the index of the move that follows
    numbers: Mapping[int, tuple[int, Span]] = field(factory=dict)
    whole: Span = NOWHERE

    def tag(self, name: str, index: int = 0) -> Span:
        """Where a tag stands; the whole record where there is no such tag."""
        value = self.tags.get(name, ())
        return value[index] if index < len(value) else self.whole


@frozen
class Record:
    """One game. Two records are equal if they say the same, wherever they stand."""

    #: a shipped game's name, or a path: from the folder of the record's file
    game: str
    #: the fingerprint of the rules as they were when the game was played
    rules: str = ""
    options: tuple[tuple[str, str], ...] = ()
    #: what it began with, if not with the start that its rules make: as docs/positions.md describes positions
    position: str = ""
    #: as `interpreter.players.naming` reads them, in the order of the seats
    players: tuple[str, ...] = ()
    #: what chance was started with
    seed: int = 0
    #: the day as in 2026-05-01
    date: str = ""
    #: the number of the game in a series
    round: int | None = None
    #: None: the game was left before its end
    result: Result | None = None
    #: the decisions of each turn
    turns: tuple[tuple[str, ...], ...] = ()
    places: Places = field(factory=Places, eq=False, repr=False)

    @property
    def moves(self) -> Iterator[str]:
        """All decisions, one by one."""
        return (move for turn in self.turns for move in turn)


def record_of(
    game: Game,
    line: Line,
    seed: int,
    players: Sequence[str] = (),
    result: Result | None = None,
    round: int | None = None,
    day: date | None = None,
) -> Record:
    """The record of a game as it was played so far. `result` is for ends that the rules do not know."""
    turns: list[list[str]] = []
    for index, (state, move) in enumerate(zip(line.states, line.moves, strict=False)):
        if index == 0 or begins_turn(line.states[index - 1], state):
            turns.append([])
        turns[-1].append(str(move))
    outcome = line.state.outcome
    return Record(
        game=shipped_name(game.recipe.path) or str(Path(game.recipe.path).resolve()),
        rules=game.fingerprint,
        options=tuple(game.options.items()),
        position=_beginning(game),
        players=tuple(players),
        seed=seed,
        date=(day or date.today()).isoformat(),
        round=round,
        result=result if outcome is None else Result(outcome.ranks),
        turns=tuple(map(tuple, turns)),
    )


def _beginning(game: Game) -> str:
    """The position that a game begins with, if it is not that of its rules."""
    if game.recipe.position is None or isinstance(game.recipe.position, str):
        return game.recipe.position or ""
    from interpreter.game.position import text_of  # it takes YAML, which few records need

    return text_of(game.recipe.position)


def begins_turn(before: State, state: State) -> bool:
    """Whether another player's turn begins with a state, or another game of a match."""
    return (before.games_played, before.mover) != (state.games_played, state.mover)


def first_of_turn(line: Line, index: int) -> int:
    """The number of the first decision of the turn to which one belongs, from 0."""
    while index > 0 and not begins_turn(line.states[index - 1], line.states[index]):
        index -= 1
    return index


# --- what the last turn of a game did, as it is marked on the board -------------------------------------


def marks_of_turn(line: Line) -> Marks:
    """The marks of the decisions that one player made last, one after the other."""
    states, moves = line.states, line.moves
    last = len(moves)
    first = first_of_turn(line, last - 1)
    if not moves or states[first].games_played != states[last].games_played:
        return Marks()
    engine = line.state.game.engine
    steps = []
    for state, move in zip(states[first:last], moves[first:], strict=True):
        ends = engine.endpoints(state.raw, move.raw)
        others = [seat for seat in range(1, len(state.game.seats) + 1) if seat != state.seat]
        steps.append(step_of(ends.origin, ends.target, move.decision, others, state.contents))
    return marks_of(steps, line.state.game.hands, states[first].contents, states[last].contents)
