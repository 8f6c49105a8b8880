"""Pictures on the board of a report, what it says of a pie rule, and where it places a game among others."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from gdl import load, study
from interpreter.search.solver import Solver
from interpreter.study.reports.boards import (
    Mark,
    Traffic,
    first_move_shares,
    on_board,
    pie_advice,
    traffic_of,
)
from interpreter.study.reports.summary import COMPARED, Table, ranks, shipped_table


def test_marks_stand_on_the_sites_of_the_board_itself() -> None:
    state = load("tic-tac-toe").start(1)
    drawn = on_board(state, [Mark("b2", 1.0, "60"), Mark("a1", 0.1), Mark("z9", 1.0)], "Where & how")
    assert drawn.count("<svg ") == 1 and 'aria-label="Where &amp; how"' in drawn and drawn.endswith("</svg>")
    assert drawn.count('data-site="') == 9  # the board is the real one
    circles = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="#08306b"', drawn)
    assert len(circles) == 2 and ">60</text>" in drawn
    (x, y, large), (left, low, small) = [tuple(map(float, each)) for each in circles]
    assert left < x and low > y and small < large  # a1 is at the left, below b2


def test_where_pieces_go_is_counted_by_seat() -> None:
    """A game of Tic-Tac-Toe has three to five crosses and fewer noughts or as many, each on another site."""
    traffic = traffic_of(load("tic-tac-toe"), 1, searching=False)
    assert set(traffic.kinds) == {1, 2} and set(traffic.kinds[1]) == {"add"}
    moves = [traffic.targets[player].total() for player in (1, 2)]
    assert 3 * traffic.games <= moves[0] <= 5 * traffic.games and moves[1] < moves[0]
    assert max(traffic.targets[1].values()) <= traffic.games
    assert traffic.share(1, "add") == 1.0
    assert traffic_of(load("tic-tac-toe"), 1, searching=False) == traffic


def test_shares_are_of_all_moves_of_a_seat() -> None:
    traffic = Traffic(1, {1: Counter({"a1": 3, "b2": 1})}, {1: Counter({"move": 3, "move, taking": 1})})
    assert traffic.marks(1) == [Mark("a1", 1.0, "75"), Mark("b2", 1 / 3, "25")]
    assert traffic.share(1, "move, taking") == 0.25 and traffic.share(2, "move") == 0.0
    assert traffic.marks(2) == []


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ({"a": 0.9, "b": 0.52, "c": 0.3}, "nearest to even are b (52%), c (30%), a (90%)"),
        ({"a": 0.5, "b": 0.54}, "a pie rule does little"),
        ({"a": 0.8, "b": 0.7}, "Every first move is worth more than half"),
    ],
)
def test_what_is_said_of_a_pie_rule(shares: dict[str, float], words: str) -> None:
    assert words in pie_advice(shares)


@pytest.mark.slow
def test_first_moves_of_a_solved_board() -> None:
    """Each of those that win on Hex 3x3 by proof is worth more by the short searches than any that loses."""
    game = load("hex", {"Size": "3"})
    shares, solver, start = first_move_shares(game, 1), Solver(game, 1 << 22), game.start(1)
    winning = {
        str(move)
        for move in start.legal_moves
        if solver.solve(start.play(move), line=False, length=False).value == -1.0
    }
    assert 0 < len(winning) < len(shares) == 9
    assert min(shares[move] for move in winning) > max(shares[m] for m in shares.keys() - winning)
    assert first_move_shares(load("backgammon"), 1) == {}


@pytest.mark.slow
def test_ranks_count_those_that_surely_have_less_or_more() -> None:
    found = study(load("tic-tac-toe"), 300, seed=1, rule_games=0)
    lengths = {
        "Short": 3.0,
        "Near": found["length.mean"].value,
        "Long": 60.0,
        "Longer": 90.0,
        "Tic-Tac-Toe": 1.0,
    }
    (rank,) = ranks(found, Table(1, 300, {"length.mean": lengths}))
    assert (rank.of, rank.below, rank.above) == (4, 1, 2)
    assert rank.sentence == "is shorter than 50%"


def test_the_shipped_table_is_of_the_shipped_games() -> None:
    table = shipped_table()
    assert set(table.measures) == set(COMPARED)
    titles = {load(name).name for name in ("chess", "hex", "triad", "tic-tac-toe")}
    assert titles <= set(table.measures["branching"])
    # as other programs have it (docs/studying.md): 3203/420 plies, 121/420 + 737/1260 of which are decided
    assert table.measures["length.mean"]["Tic-Tac-Toe"] == pytest.approx(3203 / 420, abs=0.1)
    assert table.measures["decisiveness"]["Tic-Tac-Toe"] == pytest.approx(1100 / 1260, abs=0.03)
