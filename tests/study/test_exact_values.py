"""Exact values: what is proved of games is true of them; what is not proved is told so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gdl import load, loads
from interpreter.study.measures.exact import ByProof, Exact, can_be_proved, exact_in, tabulate
from tests.cli.conftest import Gdl, gdl  # noqa: F401  (a fixture)

#: Players take one or two of a row of stones by placing; who places the last one wins. With a number of
#: stones that three divides, the second player wins, else the first by leaving such a number.
ROW = """
(game "Row" (players 2) (equipment {{(board (rectangle 1 {size})) (piece "Disc" Each)}})
  (rules
    (play (or
      (move Add (to (sites {{(count Pieces)}})))
      (if (< (+ 1 (count Pieces)) {size})
        (move Add (to (sites {{(count Pieces)}}))
          (then (add (piece "Disc") (to (sites {{(+ 1 (last To))}}))))))))
    (end (if (is Full) (result Mover Win)))))
"""


def proved(name: str, positions: int = 1_000_000) -> Exact:
    part = ByProof(load(name), positions)
    return exact_in([part.do(number) for number in range(part.chunks)])


def test_tic_tac_toe_by_its_table() -> None:
    """All that is known of it: 5,478 positions, the chances of random games, and that it is a draw."""
    exact = proved("tic-tac-toe")
    table = exact.table
    assert table is not None
    assert (exact.value, exact.plies, len(exact.best)) == (0.5, None, 9)
    assert table.value == 0.5
    # ends are one for each result
    assert table.ends == 3
    # positions with so many stones, if nobody could win, less those with a line
    assert table.positions + 958 == 5478
    assert table.random == pytest.approx((737 / 1260, 8 / 63, 121 / 420))
    assert table.random_plies == pytest.approx(3203 / 420)


def test_blunders_in_tic_tac_toe() -> None:
    """By hand: no first move costs anything. To a corner one of eight answers draws, the centre; to an edge
    or to the centre four do. A wrong answer costs half the win. The last stone has no choice."""
    table = proved("tic-tac-toe").table
    assert table is not None
    wrong = (4 * Fraction(7, 8) + 4 * Fraction(4, 8) + Fraction(4, 8)) / 9
    assert table.blunders[0] == 0
    assert table.blunders[1] == pytest.approx(float(wrong / 2))
    assert table.blunders[8] == 0
    assert len(table.blunders) == 9


@pytest.mark.parametrize("size", [4, 5, 6])
def test_a_row_is_what_arithmetic_says(size: int) -> None:
    game = loads(ROW.format(size=size))
    part = ByProof(game)
    exact = exact_in([part.do(0), part.do(1)])
    wins = size % 3 != 0
    assert exact.value == float(wins)
    assert exact.complete and exact.why == ""
    # a first move wins if it leaves a number that three divides; the moves are to take one, or two
    assert [each.value for each in exact.moves] == [float((size - taken) % 3 == 0) for taken in (1, 2)]
    assert exact.table is not None
    assert exact.table.value == exact.value
    # of 0 to size - 1 stones placed, the mover wins where what is left is not divided by three; who is to
    # move is told apart, too: after one stone the second player, after two either
    reached = {(0, 1)}
    for _ in range(size):
        reached |= {(n + k, 3 - p) for n, p in reached for k in (1, 2) if n + k < size}
    assert exact.table.positions == len(reached)
    first = sum(((size - n) % 3 != 0) == (p == 1) for n, p in reached)
    assert exact.table.won[0] == pytest.approx(first / len(reached))


def test_the_line_is_as_long_as_is_told() -> None:
    """On Cornered, and every first move against the solver's own word for it."""
    exact = proved("cornered")
    assert exact.plies == len(exact.line)
    assert exact.value is not None and exact.complete
    assert exact.line[0] in [each.move for each in exact.best]
    assert exact.best[0].plies == exact.plies
    assert all(each.plies >= exact.plies for each in exact.best if each.plies is not None)
    # counted by a plain minimax over the game's states, of all 16 first moves
    assert {each.move: each.plies for each in exact.best} == {"d1": 11, "b4": 13, "d4": 15}


def test_nothing_is_guessed_beyond_the_budget() -> None:
    exact = proved("connect-four", 2_000)
    assert (exact.value, exact.plies, exact.moves, exact.table) == (None, None, (), None)
    assert exact.why == "not proved within 2,000 positions"
    assert not ByProof(load("connect-four"), 2_000).measures(
        [ByProof(load("connect-four"), 2_000).do(0), {"table": None}]
    )


def test_the_line_proves_its_first_move_and_the_budget_is_that_of_all() -> None:
    exact = proved("muster", 20_000)
    assert exact.line and not exact.complete
    known = {each.move: (each.value, each.plies) for each in exact.moves}
    assert known[exact.line[0]] == (exact.value, exact.plies)
    assert exact.why == "not proved within 20,000 positions"


def test_the_same_budget_proves_the_same() -> None:
    part = ByProof(load("troika"), 30_000)
    assert part.do(0) == part.do(0)


def test_what_is_too_large_or_circular_has_no_table() -> None:
    assert tabulate(load("tic-tac-toe").engine, 500) is None
    circular = """
    (game "Circle" (players 2) (equipment {(board (square 2))
        (piece "Man" Each (move Step Orthogonal (to if:(is Empty (to)))))})
      (rules (start {(place "Man1" 0) (place "Man2" 3)}) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))
    """
    assert tabulate(loads(circular).engine, 10_000) is None


@pytest.mark.parametrize("name", ["triad", "backgammon", "cornered-match"])
def test_what_cannot_be_proved(name: str) -> None:
    assert not can_be_proved(load(name))


def test_it_is_shown(gdl: Gdl) -> None:  # noqa: F811
    options = ("--games", "100", "--rule-games", "0", "--seed", "1", "--no-search", "--no-ablate")
    shown = gdl("study", "tic-tac-toe", *options)
    assert "a draw:" in shown.out and "9 of 9 first moves draw" in shown.out
    shown = gdl("study", "connect-four", *options, "--exact-positions", "500")
    assert "who wins: not proved within 500 positions" in shown.out
    assert "Proved" not in gdl("study", "tic-tac-toe", *options, "--no-exact").out
