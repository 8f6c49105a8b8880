"""Ratings: a score of two players, a circle of three, and what pairs do to an interval."""

from __future__ import annotations

from math import inf, isclose, log10

import pytest

from interpreter.statistics.ratings import Pairing, elo, ratings


def test_two_players_are_apart_by_the_elo_of_their_score() -> None:
    one, other = ratings([Pairing(0, 1, 75, 100)], 2, prior=0.0)
    assert isclose(one - other, elo(0.75), abs_tol=1e-6) and isclose(elo(0.75), 400 * log10(3))
    assert (elo(0.5), elo(0), elo(1)) == (0.0, -inf, inf)


def test_strengths_that_made_the_scores_are_found_again() -> None:
    """Of strengths 4, 2 and 1 the expected scores; one pairing was never played."""
    found = ratings([Pairing(0, 1, 60 * 4 / 6, 60), Pairing(1, 2, 30 * 2 / 3, 30)], 3, prior=0.0)
    assert isclose(found[0] - found[1], 400 * log10(2), abs_tol=1e-5)
    assert isclose(found[1] - found[2], 400 * log10(2), abs_tol=1e-5)
    assert isclose(sum(found), 0, abs_tol=1e-6)


def test_who_beats_each_other_in_a_circle_is_equal() -> None:
    circle = [Pairing(0, 1, 9, 10), Pairing(1, 2, 9, 10), Pairing(2, 0, 9, 10)]
    assert ratings(circle, 3) == pytest.approx([0, 0, 0], abs=1e-6)


def test_who_has_won_all_games_has_a_finite_rating_only_by_a_prior() -> None:
    one, other = ratings([Pairing(0, 1, 10, 10)], 2)
    assert isclose(one - other, elo(10.25 / 10.5), abs_tol=1e-6)
    with pytest.raises(ValueError, match="no finite rating"):
        ratings([Pairing(0, 1, 10, 10)], 2, prior=0.0)
