"""Two states are equal where everything is equal that decides what follows, earlier positions included.

Each player has a man in a row of three; the first player's goes to one side or the other and back, the
other's always to the same. So the same position comes with the same number of moves, and with other positions
before.
"""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from gdl import Game, load
from interpreter.game.state import State

ENGINES = ("python", "native")
#: Rules that look at earlier positions.
ASKED = {
    "repeats": "(if (and (is In (last To) (sites {0})) (>= (count Repeats) 2)) (result Mover Win))",
    "positional": "(if (and (is In (last To) (sites {0})) (is Repeat Positional)) (result Mover Win))",
    "turn": "(if (is Repeat PositionalInTurn) (result Mover Win))",
}
#: Where the files of the games are.
FOLDER = TemporaryDirectory()
LEFT, RIGHT = "b1-a1 b2-a2 a1-b1 a2-b2", "b1-c1 b2-a2 c1-b1 a2-b2"


@cache
def to_and_fro(rule: str, engine: str) -> Game:
    """The game with a rule that looks at earlier positions, or none."""
    text = f"""(game "To and fro" (players 2)
        (equipment {{(board (rectangle 2 3)) (piece "Man" Each)}})
        (rules (start {{(place "Man1" {{1}}) (place "Man2" {{4}})}})
            (play (forEach Piece "Man" (move Step (directions {{E W}}) (to if:(is Empty (to))))))
            (end {{{ASKED.get(rule, "")} (if (>= (count Moves) 50) (result Mover Draw))}})))"""
    file = Path(FOLDER.name, f"fro {rule}.lud")
    file.write_text(text, encoding="utf-8")
    return load(file).on(engine)


def played(game: Game, *moves: str) -> State:
    state = game.start(1)
    for move in " ".join(moves).split():
        state = state.play(move)
    return state


def alike(a: State, b: State) -> bool:
    """Nothing else than what is remembered tells them apart."""
    return (a.contents, a.mover, a.ply) == (b.contents, b.mover, b.ply)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_past_tells_states_apart_where_a_rule_looks_at_it(engine: str) -> None:
    """Twice to the left is not once to each side: the next step to the left is the third, or the second."""
    game = to_and_fro("repeats", engine)
    twice, once = played(game, LEFT, LEFT), played(game, RIGHT, LEFT)
    assert alike(twice, once)
    assert twice != once and len({twice, once}) == 2
    ends = [state.play("b1-a1").is_over for state in (twice, once)]
    assert ends == [True, False]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rule", ["repeats", "positional", "turn"])
def test_the_order_of_the_past_is_none_of_it(rule: str, engine: str) -> None:
    """The same positions, each as often: no rule can tell which came first."""
    game = to_and_fro(rule, engine)
    wanted = played(game, LEFT, RIGHT), played(game, RIGHT, LEFT)
    assert alike(*wanted)
    assert wanted[0] == wanted[1] and hash(wanted[0]) == hash(wanted[1])


@pytest.mark.parametrize("engine", ENGINES)
def test_where_no_rule_looks_back_there_is_no_past(engine: str) -> None:
    game = to_and_fro("", engine)
    twice, once = played(game, LEFT, LEFT), played(game, RIGHT, LEFT)
    assert alike(twice, once) and twice == once and hash(twice) == hash(once)


@pytest.mark.parametrize("engine", ENGINES)
def test_chance_to_come_is_none_of_it(engine: str) -> None:
    game = to_and_fro("repeats", engine)
    assert game.start(1) == game.start(2)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_state_with_a_past_is_the_same_elsewhere(engine: str) -> None:
    state = played(to_and_fro("repeats", engine), LEFT, RIGHT)
    again = pickle.loads(pickle.dumps(state))
    assert again == state and hash(again) == hash(state)
    assert again != played(state.game, RIGHT, RIGHT)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("how", ["pickle", "text", "the other engine"])
def test_what_travelled_is_still_counted(engine: str, how: str) -> None:
    """The third time on the left ends it, though the first two were played elsewhere."""
    game = to_and_fro("repeats", engine)
    for before, ends in (((LEFT, LEFT), True), ((RIGHT, LEFT), False)):
        state = played(game, *before)
        if how == "pickle":
            state = pickle.loads(pickle.dumps(state))
        elif how == "text":
            state = game.state(state.text)
        else:
            state = to_and_fro("repeats", "native" if engine == "python" else "python").state(state.text)
        assert state.play("b1-a1").is_over is ends
