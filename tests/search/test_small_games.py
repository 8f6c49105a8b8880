"""No search claims of small games what is not true of them, fresh or used over whole games.

`python -m tests.search.small_games --games 1000` does the same for as many games as one has time for.
"""

from __future__ import annotations

import pytest

from gdl import load
from tests.quick import one_in
from tests.search.small_games.claims import compare
from tests.search.small_games.rules import REPETITIONS, small_game
from tests.search.small_games.truth import NEVER, Truth


@pytest.mark.parametrize("seed", one_in(5, range(50)))
def test_every_claim_is_true(seed: int) -> None:
    report = compare(small_game(seed), "python", most=400)
    assert report.wrong == []


@pytest.mark.parametrize("seed", range(1000, 1010))
def test_every_claim_is_true_natively(seed: int) -> None:
    report = compare(small_game(seed), "native", most=400)
    assert report.wrong == []


def test_games_of_all_kinds_are_made() -> None:
    """Of 300 seeds: all families, one to three players, with and without a past, and without an end."""
    games = [small_game(seed) for seed in range(300)]
    assert {game.name.split()[1] for game in games} == {"place", "take", "step", "slide", "hop"}
    assert {game.players for game in games} == {1, 2, 3}
    assert any(game.endless for game in games)
    words = "count Repeats, moveAgain, move Pass, byScore, misere:True, set Var"
    words += ", count Turns, no Moves Next, Mover Loss, Mover Draw, addScore"
    for kind in REPETITIONS:
        words += f", no Repeat{kind}), is Repeat{kind})"
    for word in words.split(", "):
        assert any(word in game.text for game in games), word
    assert small_game(7) == small_game(7)


def test_the_truth_of_a_game_solved_by_hand() -> None:
    """Tic-Tac-Toe two plies before its end: the columns and rows that are told apart by hand."""
    game = load("tic-tac-toe")

    class Late:
        """The game from a position on: c1 wins at once, c2 would for the other."""

        players = game.players

        @staticmethod
        def start(seed: int) -> object:
            state = game.start(seed)
            for move in ("a1", "a2", "b1", "b2"):
                state = state.play(move)
            return state

    truth = Truth(Late(), False, 1000)  # type: ignore[arg-type]
    assert truth.start.wins[1:] == [1, NEVER]
    values = {
        str(move): truth.value(truth.start.children[move.raw], 1) for move in truth.start.state.legal_moves
    }
    assert values == {"c1": 1.0, "c2": 0.0, "a3": -1.0, "b3": -1.0, "c3": -1.0}
