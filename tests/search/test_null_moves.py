"""Null moves in alpha-beta: what a pass is worth, when it cuts off; and captures that come first."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.engines.move_words import RawMove
from interpreter.search import alphabeta as ab
from interpreter.search import tallies
from interpreter.search.ordering import KILLER
from interpreter.search.tallies import SURE, WON
from tests.search.test_alphabeta_words import Minimax, after_random, made
from tests.search.test_quiescence import PAWN1, PAWN2

#: Whoever puts the fourth stone loses, or wins: after three plies to have to move is the worst, or the best.
FOURTH = """(game "Fourth" (players 2) (equipment {(board (square 3)) (piece "S" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (= 4 (count Pieces All)) (result Mover %s)))))"""


@pytest.mark.parametrize(("result", "better"), [("Loss", 1), ("Win", 0)])
def test_zugzwangs_are_counted_in_games_at_random(tmp_path: Path, result: str, better: int) -> None:
    file = tmp_path / f"fourth-{result}.lud"
    file.write_text(FOURTH % result, encoding="utf-8")
    words = made(str(file))
    assert ab.EACH == 3  # the one position of a game that is asked about
    for seed in range(3):
        assert words.call("zugzwangs", seed, 30) == ab.SAMPLED + better


def test_a_pass_is_worth_what_the_other_makes_of_it() -> None:
    words = made("breakthrough")
    plain = Minimax(words)
    for plies in (6, 20):
        state = after_random(words, plies, plies)
        count = len(plain.engine.legal_moves(state))
        after = plain.engine.play(state, RawMove(plain.engine.pass_kind, (), 0))
        assert after.mover != state.mover
        words.clear()
        words.ints(2)[tallies.BUCKETS] = 64
        passed = words.search.call(state, "after_pass", 1, -WON, WON, 1, 0, count, 0)
        assert passed == -plain.worth(after, 1, 2, count)


def test_where_passing_is_good_enough_a_position_is_left_at_that() -> None:
    """At the start of Breakthrough, against a bound that is far below."""
    looked = {}
    words = made("breakthrough")
    settings = words.ints(2)
    here = words.call("evaluation")
    beta = here - 2 * tallies.MOBILITY
    for allowed in (0, 1):
        words.clear()
        settings[tallies.BUCKETS], settings[tallies.SELECTIVE], settings[tallies.LOUD] = 64, 1, 10_000
        settings[tallies.PASSABLE] = allowed
        value = words.call("worth", 5, beta - 1, beta, 1, 0, 22, 0, -1)
        assert beta <= value < SURE and (value == beta or not allowed)
        looked[allowed] = settings[tallies.LOOKED]
    assert looked[1] < looked[0]


def test_a_pass_does_not_follow_another_nor_stand_at_the_root() -> None:
    words = made("breakthrough")
    settings = words.ints(2)
    beta = words.call("evaluation") - 2 * tallies.MOBILITY
    looked = []
    for passable, ply, target in ((0, 1, -1), (1, 1, ab.NOWHERE), (0, 0, -1), (1, 0, -1)):
        words.clear()
        settings[tallies.BUCKETS], settings[tallies.SELECTIVE], settings[tallies.LOUD] = 64, 1, 10_000
        settings[tallies.PASSABLE] = passable
        # two plies further down passes are asked for again where they may be: no further than that
        words.call("worth", 3, beta - 1, beta, ply, 0, 22, 0, target)
        looked.append(settings[tallies.LOOKED])
    assert looked[0] == looked[1] and looked[2] == looked[3]


@pytest.mark.parametrize(
    ("selective", "prize", "rank"), [(1, 300, 3 * KILLER + 300), (1, 199, 7), (1, -300, 7), (0, 300, 7)]
)
def test_captures_that_win_come_first(selective: int, prize: int, rank: int) -> None:
    words = made("breakthrough")
    settings, stack = words.ints(2), words.ints(1)
    settings[tallies.SELECTIVE], settings[tallies.LOUD] = selective, 200
    settings[tallies.PRIZES + PAWN2], settings[tallies.PRIZES + PAWN1] = prize, 5000
    stack[tallies.TARGET] = 63  # a pawn of player 2 stands in the corner
    settings[tallies.CUT + words.call("likeness", 0)] = 7
    assert words.call("rank_of", 0, 3) == rank


def test_prizes_are_what_taking_has_won_and_lost() -> None:
    """A mean in which the last has an eighth: (7 * 0 + 80) / 8, then (7 * 10 - 800) / 8, toward zero."""
    words = made("breakthrough")
    settings = words.ints(2)
    settings[tallies.TAKEN] = PAWN2
    words.call("learn_gain", 80)
    assert settings[tallies.PRIZES + PAWN2] == 10
    words.call("learn_gain", -800)
    assert settings[tallies.PRIZES + PAWN2] == -91
