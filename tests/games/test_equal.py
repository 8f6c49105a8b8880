"""Both engines lead random games to the same last position, and remember the same ones on the way."""

from __future__ import annotations

import pytest

from interpreter.game.shipped import shipped_games
from tests.games.equal import Variant, differences, engines, play, remembers

#: Games of each: more where the rules look at earlier positions.
FEW, MORE = 1, 4


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_games_end_alike(name: str) -> None:
    variant = Variant(name)
    games = MORE if remembers(engines(variant)[0].program) else FEW
    assert play(variant, 2026, 0, games).differences == ()


def test_a_game_that_one_hash_for_two_positions_drew() -> None:
    """Natively this game was drawn after 62 moves: a position was taken for another."""
    python, native = engines(Variant("lasca"))
    seed, number = 2**64 - 1, 9417145
    moves, ours = python.playout(None, seed, number)
    assert moves == 90
    assert 1.0 in python.ranks(ours)
    plies, theirs = native.playout(None, seed, number)
    assert plies == moves
    assert list(differences(python, native, ours, theirs)) == []


def test_differences_are_told() -> None:
    """The comparison itself: states of two games differ in what they say, draw from and remember."""
    python, native = engines(Variant("katarenga"))
    _, ours = python.playout(None, 1, 0, 20)
    _, theirs = native.playout(None, 1, 1, 21)
    told = " ".join(differences(python, native, ours, theirs))
    for what in ("generator", "20 moves in Python, 21 natively", "remembered"):
        assert what in told
