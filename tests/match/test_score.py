"""Statistics of matches, against published values and by hand."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdl import load, loads
from interpreter.errors.user_errors import PlayerError
from interpreter.match.play import Match, Played
from interpreter.match.score import points, score, shares
from interpreter.players.naming import read_players
from interpreter.statistics.intervals import wilson
from interpreter.statistics.ratings import elo


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # Newcombe, Two-sided confidence intervals for the single proportion, 1998: the score method
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718),
        (20, 20, 1 - 0.1611, 1.0),
    ],
)  # fmt: skip
def test_wilson_s_interval(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert found.value == pytest.approx(wins / games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=50))
def test_the_mean_is_within_its_bounds(values: list[float]) -> None:
    found = wilson(sum(values), len(values))
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_nothing_is_known_of_no_games() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_elo() -> None:
    # The expected score of a difference d is 1 / (1 + 10^(-d/400)).
    for difference in (-300, -17, 0, 100, 400):
        assert elo(1 / (1 + 10 ** (-difference / 400))) == pytest.approx(difference)
    assert elo(0.0) == -inf and elo(1.0) == inf


@pytest.mark.parametrize(
    ("ranks", "won", "by_rank"),
    [
        ((1.0, 2.0), [1, 0], [1, 0]),
        ((1.5, 1.5), [0.5, 0.5], [0.5, 0.5]),
        ((3.0, 1.0, 2.0), [0, 1, 0], [0, 1, 0.5]),
        ((1.5, 3.0, 1.5), [0.5, 0, 0.5], [0.75, 0, 0.75]),
        ((2.5, 1.0, 2.5, 4.0), [0, 1, 0, 0], [0.5, 1, 0.5, 0]),
        ((1.0,), [1], [1]),
        ((0.0,), [0], [0]),
    ],
)
def test_shares_and_points(ranks: tuple[float, ...], won: list[float], by_rank: list[float]) -> None:
    assert shares(ranks) == won
    assert points(ranks) == by_rank


ALONE = """(game "Alone"
    (players 1)
    (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Full) (result P1 Win)))
    )
)
"""


def played(number: int, entrants: tuple[int, ...], ranks: tuple[float, ...], finished: bool = True) -> Played:
    seats = len(ranks)
    return Played(number, entrants, ranks, finished, 10 * number, (4,) * seats, (1.0,) * seats)


def test_a_match_of_two() -> None:
    match = Match(load("tic-tac-toe"), read_players("random,random"), 4, 1)
    games = [
        played(0, (0, 1), (1.0, 2.0)),
        played(1, (1, 0), (2.0, 1.0)),
        played(2, (0, 1), (1.5, 1.5)),
        played(3, (1, 0), (1.5, 1.5), finished=False),
    ]
    found = score(match, games)
    first, second = found.standings
    assert (first.wins, first.draws, first.losses) == (2, 2, 0)
    assert (second.wins, second.draws, second.losses) == (0, 2, 2)
    assert (first.won.value, second.won.value, first.fair) == (0.75, 0.25, 0.5)
    assert (first.won, first.seats) == (first.points, 1)
    assert (found.games, found.finished, found.draws, found.length) == (4, 3, 2, 15.0)
    assert [each.value for each in found.seats] == [0.5, 0.5]
    assert found.elo is not None and found.elo.value == pytest.approx(190.85, abs=0.01)
    assert found.elo.low == pytest.approx(elo(first.won.low))
    assert first.per_move == 0.25


def test_a_match_of_three_seats_and_two_players() -> None:
    match = Match(load("triad"), read_players("random,random"), 3, 1)
    games = [
        played(0, (0, 1, 1), (1.0, 2.0, 3.0)),
        played(1, (1, 0, 1), (1.5, 1.5, 3.0)),
        played(2, (1, 1, 0), (1.0, 2.0, 3.0)),
    ]
    found = score(match, games)
    one, two = found.standings
    assert (one.seats, two.seats) == (1, 2)
    assert (one.fair, two.fair) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert (one.won.value, two.won.value) == (0.5, 0.5)
    assert one.points.value == pytest.approx((1 + 0.75 + 0) / 3)
    assert two.points.value == pytest.approx(((0.5 + 0) / 2 + (0.75 + 0) / 2 + (1 + 0.5) / 2) / 3)
    assert (one.wins, one.draws, one.losses) == (1, 1, 1)
    assert (two.wins, two.draws, two.losses) == (1, 1, 1)
    assert found.draws == 1
    assert found.elo is None


def test_who_shares_the_first_place_has_drawn_and_who_shares_none_has_lost() -> None:
    match = Match(load("triad"), read_players("random,random,random"), 3, 1)
    games = [
        played(0, (0, 1, 2), (1.5, 1.5, 3.0)),
        played(1, (2, 0, 1), (2.0, 2.0, 2.0)),
        played(2, (1, 2, 0), (1.0, 2.5, 2.5)),
        played(3, (0, 1, 2), (2.0, 2.0, 2.0), finished=False),
    ]
    found = score(match, games)
    assert [(each.wins, each.draws, each.losses) for each in found.standings] == [
        (0, 3, 1), (1, 3, 0), (0, 2, 2),
    ]  # fmt: skip
    assert (found.finished, found.draws) == (3, 3)
    assert [each.won.value * 4 for each in found.standings] == pytest.approx([7 / 6, 13 / 6, 4 / 6])


def test_who_has_all_seats_wins_the_games_that_have_a_winner() -> None:
    match = Match(load("triad"), read_players("random"), 2, 1)
    games = [played(0, (0, 0, 0), (2.0, 2.0, 2.0)), played(1, (0, 0, 0), (3.0, 2.0, 1.0))]
    (one,) = score(match, games).standings
    assert (one.wins, one.draws, one.losses, one.won.value) == (1, 1, 0, 1.0)


def test_who_plays_alone_has_not_won_a_game_that_was_left() -> None:
    match = Match(loads(ALONE), read_players("random"), 3, 1)
    with pytest.raises(PlayerError, match="has one seat"):
        Match(match.game, read_players("random,random"), 3, 1)
    games = [
        played(0, (0,), (1.0,)),
        played(1, (0,), (0.0,)),
        played(2, (0,), (1.0,), finished=False),
    ]
    found = score(match, games)
    (one,) = found.standings
    assert (one.wins, one.draws, one.losses, found.draws) == (1, 0, 2, 0)
    assert one.won.value == one.points.value == found.seats[0].value == pytest.approx(1 / 3)
