"""Where the depth of alpha-beta ends: lazy evaluation, and captures that are followed (quiescence)."""

from __future__ import annotations

import pytest

from interpreter.search import tallies
from tests.search.test_alphabeta_words import made
from tests.search.words import Words

#: Components of Breakthrough: the pawns of player 1 and of player 2.
PAWN1, PAWN2 = 1, 2


def quiet_leaf(words: Words, alpha: int, beta: int, selective: bool = False) -> int:
    """What `worth` returns with no depth left, after a move that changed nothing."""
    settings = words.ints(2)
    settings[tallies.SELECTIVE], settings[tallies.LOUD] = int(selective), 200
    here = words.call("evaluation")
    return int(words.call("worth", 0, alpha, beta, 1, 0, 22, here, -1))


def test_moves_are_not_counted_where_no_number_of_them_decides() -> None:
    """Lazy evaluation: far from the window the bound that any mobility leaves is returned, else the worth."""
    words = made("breakthrough")
    here = words.call("evaluation")
    exact = words.call("leaf", 22, 22)
    assert quiet_leaf(words, -tallies.WON, tallies.WON) == exact
    assert quiet_leaf(words, -tallies.WON, here - tallies.MOBILITY) == here - tallies.MOBILITY
    assert quiet_leaf(words, -tallies.WON, here - tallies.MOBILITY + 1) == exact
    assert quiet_leaf(words, here + tallies.MOBILITY, tallies.WON) == here + tallies.MOBILITY
    assert quiet_leaf(words, here + tallies.MOBILITY - 1, tallies.WON) == exact


@pytest.mark.parametrize(
    ("gains", "rank"),
    [
        ({}, -1),  # nothing is known to be worth taking
        ({PAWN2: 300}, 300),  # loud, and it may bring what is wanted
        ({PAWN2: 199}, -1),  # less than loud
        ({PAWN1: 300}, -1),  # another's
    ],
)
def test_captures_are_ordered_by_what_their_victims_have_gained(gains: dict[int, int], rank: int) -> None:
    words = made("breakthrough")
    settings, stack = words.ints(2), words.ints(1)
    settings[tallies.LOUD] = 200
    for component, gain in gains.items():
        settings[tallies.GAINS + component] = gain
    stack[tallies.TARGET] = 63  # a pawn of player 2 stands in the corner
    assert words.call("taken", 0) == PAWN2
    assert words.call("rank_of_capture", 0, -1, 0) == rank


def test_captures_that_cannot_bring_what_is_wanted_are_not_looked_into() -> None:
    """Delta pruning; what takes back on the site of the last move is looked into all the same, but last."""
    words = made("breakthrough")
    settings, stack = words.ints(2), words.ints(1)
    settings[tallies.LOUD], settings[tallies.GAINS + PAWN2] = 200, 300
    stack[tallies.TARGET] = 63
    assert words.call("rank_of_capture", 0, -1, 300 + tallies.MOBILITY) == 300
    assert words.call("rank_of_capture", 0, -1, 301 + tallies.MOBILITY) == -1
    assert words.call("rank_of_capture", 0, 63, 301 + tallies.MOBILITY) == 0


@pytest.mark.parametrize("site", [-1, 64, 27])
def test_nothing_is_taken_beyond_the_board_or_from_an_empty_site(site: int) -> None:
    words = made("breakthrough")
    words.ints(1)[tallies.TARGET] = site
    assert words.call("taken", 0) == 0


def test_gains_are_means_in_which_the_last_has_a_quarter() -> None:
    words = made("breakthrough")
    settings = words.ints(2)
    settings[tallies.TAKEN] = PAWN2
    words.call("learn_gain", 400)
    assert settings[tallies.GAINS + PAWN2] == settings[tallies.MOST_GAIN] == 100
    words.call("learn_gain", 20)
    assert settings[tallies.GAINS + PAWN2] == (3 * 100 + 20) // 4 and settings[tallies.MOST_GAIN] == 100
    settings[tallies.TAKEN] = 0
    words.call("learn_gain", 5000)
    assert settings[tallies.MOST_GAIN] == 100
