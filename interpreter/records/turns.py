"""What the last turn of a game did, as it is marked on the board."""

from __future__ import annotations

from interpreter.drawing.marks import marks_of, step_of
from interpreter.drawing.view import Marks
from interpreter.players.player import Line
from interpreter.records.model import begins_turn


def marks_of_turn(line: Line) -> Marks:
    """The marks of the decisions that one player made last, one after the other."""
    states, moves = line.states, line.moves
    last = len(moves)
    first = last - 1
    while first > 0 and not begins_turn(states[first - 1], states[first]):
        first -= 1
    if not moves or states[first].games_played != states[last].games_played:
        return Marks()
    engine = line.state.game.engine
    steps = []
    for state, move in zip(states[first:last], moves[first:], strict=True):
        ends = engine.endpoints(state.raw, move.raw)
        others = [seat for seat in range(1, len(state.game.seats) + 1) if seat != state.seat]
        steps.append(step_of(ends.origin, ends.target, move.decision, others, state.contents))
    return marks_of(steps, line.state.game.hands, states[first].contents, states[last].contents)
