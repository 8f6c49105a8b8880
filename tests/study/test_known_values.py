"""Measures by random play against values that are known exactly, or from other programs.

Tic-Tac-Toe's come from counting its 255,168 games, each with the product of 1 / branching as its probability;
Connect Four's from 10^8 games of an independent program.
"""

from __future__ import annotations

from fractions import Fraction
from math import log10, sqrt
from pathlib import Path

import pytest

from gdl import Game, load, loads
from interpreter.study.study import Study, study

GAMES = Path(__file__).parents[2] / "games"
Z = 1.959964
#: How far off a number may be, in standard deviations.
SIGMAS = 4

#: Tic-Tac-Toe: the probabilities of games of 5 to 9 plies.
LENGTHS = {
    5: Fraction(2, 21), 6: Fraction(37, 420), 7: Fraction(37, 140), 8: Fraction(1, 5), 9: Fraction(37, 105)
}  # fmt: skip


def near(found: Study, key: str, true: float) -> bool:
    """Whether a measure is within so many of its own standard deviations of the truth."""
    measure = found[key]
    assert measure.low < measure.value < measure.high
    return abs(measure.value - true) <= SIGMAS * (measure.high - measure.low) / (2 * Z)


def test_the_lengths_agree_with_their_mean() -> None:
    assert sum(LENGTHS.values()) == 1
    assert sum(plies * share for plies, share in LENGTHS.items()) == Fraction(3203, 420)


def test_tic_tac_toe_at_a_million_games() -> None:
    games = 10**6
    found = study(load("tic-tac-toe"), games, seed=1, rule_games=0)
    first, second = load("tic-tac-toe").players
    for key, share in ((f"won[{first}]", 737 / 1260), (f"won[{second}]", 121 / 420), ("drawn", 8 / 63)):
        assert abs(found[key].value - share) <= SIGMAS * sqrt(share * (1 - share) / games)
    variance = sum(share * plies**2 for plies, share in LENGTHS.items()) - Fraction(3203, 420) ** 2
    assert abs(found["length.mean"].value - 3203 / 420) <= SIGMAS * sqrt(variance / games)
    assert near(found, "length.sd", sqrt(variance))
    for plies, share in LENGTHS.items():
        error = sqrt(share * (1 - share) / games)
        assert abs(found.lengths[plies] / games - share) <= SIGMAS * error
    assert (found["length.min"].value, found["length.max"].value) == (5, 9)
    assert near(found, "branching", 17861 / 3203)
    assert found["branching.max"].value == 9
    assert near(found, "tree.games", log10(255_168))
    # the last of nine plies is the only one without a choice
    assert near(found, "agency", float(1 - LENGTHS[9] / Fraction(3203, 420)))
    # a stone for each ply, and none goes
    assert near(found, "coverage", 3203 / 420 / 9)
    assert found["completion"].value == 1.0


def test_connect_four_agrees_with_an_independent_program() -> None:
    games, theirs = 10**6, 10**8
    found = study(load("connect-four"), games, seed=2, rule_games=0)
    first, second = load("connect-four").players
    for key, share in ((f"won[{first}]", 0.55573), (f"won[{second}]", 0.44170), ("drawn", 0.00257)):
        error = sqrt(share * (1 - share) * (1 / games + 1 / theirs))
        assert abs(found[key].value - share) <= SIGMAS * error + 0.000005  # they are rounded
    assert abs(found["length.mean"].value - 21.313) <= SIGMAS * 7.372 * sqrt(1 / games) + 0.0005
    assert near(found, "length.sd", 7.372)
    assert near(found, "branching", 6.757)


def hex_of(side: int) -> Game:
    """The shipped rules on a board of another side."""
    text = next(GAMES.rglob("hex.lud")).read_text(encoding="utf-8")
    return loads(text.replace("(hex Diamond <Size:side>)", f"(hex Diamond {side})"))


@pytest.mark.parametrize(("side", "share"), [(2, 1 / 2), (3, 2 / 3), (4, 1 / 2)])
def test_hex_at_random_is_even_on_even_boards(side: int, share: float) -> None:
    """A board that is filled up is won by either with the same probability, but the first player has one
    stone more where the number of cells is odd."""
    games = 10**5
    found = study(hex_of(side), games, seed=3, rule_games=0)
    first, _ = hex_of(side).players
    assert abs(found[f"won[{first}]"].value - share) <= SIGMAS * sqrt(share * (1 - share) / games)
    assert found["drawn"].value == 0.0 and found["decisiveness"].value == 1.0


def test_the_intervals_are_as_wide_as_they_should_be() -> None:
    """Of a hundred studies some five leave the truth out, and more than thirteen with one in a thousand."""
    game = load("tic-tac-toe")
    keys = {
        "won[Cross]": 737 / 1260,
        "length.mean": 3203 / 420,
        "branching": 17861 / 3203,
        "tree.games": log10(255_168),
    }
    missed = dict.fromkeys(keys, 0)
    for seed in range(100):
        found = study(game, 300, seed=seed, rule_games=0)
        for key, true in keys.items():
            missed[key] += not found[key].low <= true <= found[key].high
    assert all(count <= 13 for count in missed.values()), missed
