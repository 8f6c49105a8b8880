"""What the general evaluation thinks of hand-made positions: nearer to the goal is better."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.estimate.positions import Options, standing
from tests.quick import one_in


def test_a_pawn_that_is_nearer_to_the_far_row_is_better() -> None:
    """Breakthrough: P1 goes up, P2 down."""
    behind = standing("breakthrough", {"Pawn1": "a2 h2", "Pawn2": "a7 h7"})
    ahead = standing("breakthrough", {"Pawn1": "a2 h5", "Pawn2": "a7 h7"})
    farther = standing("breakthrough", {"Pawn1": "a2 h6", "Pawn2": "a7 h7"})
    assert behind == 0.0 < ahead < farther


def test_what_one_gains_the_other_loses() -> None:
    pieces = {"Pawn1": "a2 h5", "Pawn2": "a7 h7"}
    assert standing("breakthrough", pieces, 1) == -standing("breakthrough", pieces, 2)


def test_a_pawn_more_is_better() -> None:
    even = standing("breakthrough", {"Pawn1": "a2 h2 b2", "Pawn2": "a7 h7 b7"})
    assert standing("breakthrough", {"Pawn1": "a2 h2 b2", "Pawn2": "a7 h7"}) > even


def test_men_count_where_chance_has_placed_them(tmp_path: Path) -> None:
    """How many men there were at first no rule tells."""
    rules = """(game "Scattered" (players 2)
        (equipment {
            (board (square 4))
            (piece "Man" Each
                (move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))
            )
        })
        (rules
            (start {
                (place "Man1" (sites Random (sites Bottom) num:3))
                (place "Man2" (sites Random (sites Top)))
            })
            (play (forEach Piece))
            (end (if (no Pieces Next) (result Mover Win)))
        )
    )"""
    path = tmp_path / "scattered.lud"
    path.write_text(rules, encoding="utf-8")
    two_to_one = {"Man1": "a1 c1", "Man2": "b4"}
    assert standing(str(path), two_to_one, 1) > 0.0 > standing(str(path), two_to_one, 2)


def test_men_in_draughts_count() -> None:
    two_to_one = {"Man1": "a1 c1", "Man2": "b8"}
    assert standing("english-draughts", two_to_one, 1) > 0.0 > standing("english-draughts", two_to_one, 2)


SCATTERED = "a8 c8 e8 g8 a1 c1 e1 g1"


def test_fewer_groups_are_better_in_congress() -> None:
    """All own pawns in one orthogonally connected group win."""
    even = standing("congress", {"Pawn1": "a4 c4 e4 g4", "Pawn2": "a2 c2 e2 g2"})
    pair = standing("congress", {"Pawn1": "a4 b4 e4 g4", "Pawn2": "a2 c2 e2 g2"})
    four = standing("congress", {"Pawn1": "a4 b4 c4 g4", "Pawn2": "a2 c2 e2 g2"})
    assert even == 0.0 < pair < four


def test_a_king_that_is_nearer_to_a_corner_is_better() -> None:
    """Hnefatafl: the second player's king breaks out."""
    men = {"Man1": "d1 e1 f1 g1", "Man2": "f4 f5"}
    centre = standing("hnefatafl", {**men, "King2": "f6"}, 2)
    outside = standing("hnefatafl", {**men, "King2": "c8"}, 2)
    beside = standing("hnefatafl", {**men, "King2": "b11"}, 2)
    assert centre < outside < beside


def test_points_ahead_are_better() -> None:
    """Reversi counts discs, Oware seeds in store."""
    discs = standing("reversi", {"Disc1": "a1 b1 c1", "Disc2": "d4"}, 1)
    assert discs > standing("reversi", {"Disc1": "a1 b1 c1", "Disc2": "d4 d5"}, 1) > 0.0
    few = standing("oware", {"Seed": "A1 A2"}, 1, fields={"score": (10, 9)})
    many = standing("oware", {"Seed": "A1 A2"}, 1, fields={"score": (20, 9)})
    assert many > few > 0.0


def test_marbles_on_their_way_are_better() -> None:
    """Halma: the camp of the south goes to the north-east corner."""
    home = standing("halma", {"Man1": "a1 b1", "Man2": "h8 g8"}, 1)
    away = standing("halma", {"Man1": "a1 e5", "Man2": "h8 g8"}, 1)
    assert away > home


def test_three_in_a_row_are_better_than_two() -> None:
    """Connect Four: the more of a row of four, the better, and a row that is shut in is none."""
    one = standing("connect-four", {"Disc1": "d1", "Disc2": "a1"})
    two = standing("connect-four", {"Disc1": "d1 e1", "Disc2": "a1"})
    three = standing("connect-four", {"Disc1": "d1 e1 f1", "Disc2": "a1"})
    assert 0.0 < one < two < three
    shut = standing("connect-four", {"Disc1": "d1 d2 d3", "Disc2": "d4"})
    open_ = standing("connect-four", {"Disc1": "d1 d2 d3", "Disc2": "a1"})
    assert shut < open_


def test_a_row_with_a_gap_is_a_row() -> None:
    gap = standing("tic-tac-toe", {"Cross": "a1 c1", "Nought": "b3"})
    assert gap > standing("tic-tac-toe", {"Cross": "a1 b3", "Nought": "c1"})


def test_every_possible_row_counts_once() -> None:
    """Tic-Tac-Toe: the centre is on four lines, a corner on three, a side on two; each with nobody else is
    worth 1 beside 36, and two on an open line 6."""

    def chance(weight: int) -> float:
        return weight / (weight + 36)

    def expected(first: int, second: int) -> float:
        ahead = chance(first) - chance(second)
        return ahead / (abs(ahead) + 0.25)

    close = pytest.approx(expected(4, 0))
    assert standing("tic-tac-toe", {"Cross": "b2"}) == close
    assert standing("tic-tac-toe", {"Cross": "a1"}) == pytest.approx(expected(3, 0))
    assert standing("tic-tac-toe", {"Cross": "b1"}) == pytest.approx(expected(2, 0))
    # The diagonal is nobody's; the other three lines of the centre, two of the corner.
    assert standing("tic-tac-toe", {"Cross": "b2", "Nought": "a1"}) == pytest.approx(expected(3, 2))
    # a1 and b1: the row with two (6), the column and the diagonal of a1, the column of b1.
    assert standing("tic-tac-toe", {"Cross": "a1 b1"}) == pytest.approx(expected(9, 0))


def test_pairs_with_a_free_third_are_better() -> None:
    """Troika: three in line at any angle; Die Drei at equal distances."""
    for name in ("troika", "die-drei"):
        apart = standing(name, {"Pawn1": "a1", "Pawn2": "h8"})
        in_line = standing(name, {"Pawn1": "a1 c1", "Pawn2": "h8"})
        assert in_line > apart
        # Between and behind, all is taken.
        taken = standing(name, {"Pawn1": "a1 c1", "Pawn2": "b1 d1 e1 f1 g1 h1"})
        assert taken < in_line


FOUR = """
(game "Four"
    (players 2)
    (equipment {{ (board (square 6)) (piece "Disc" Each) }})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Aligned 4 All{gaps}) (result Mover Win)))
    )
)
"""


@pytest.mark.parametrize("gaps", ["", " gaps:Equal"])
def test_more_of_four_with_gaps_are_better(tmp_path: Path, gaps: str) -> None:
    """The more of a line, whatever the gaps; a line in which too few cells are left is none."""
    path = tmp_path / "four.lud"
    path.write_text(FOUR.format(gaps=gaps), encoding="utf-8")

    def first(own: str, others: str = "f6") -> float:
        return standing(str(path), {"Disc1": own, "Disc2": others})

    assert first("a1 c2") < first("a1 c1") < first("a1 c1 b1")
    if not gaps:
        assert first("a1 c1") == first("a1 e1", "f6")
    assert first("a1 b1 c1", "d1 e1 f1") < first("a1 b1 c1", "d4 e2 f3")


def test_a_chain_that_wants_fewer_stones_is_better() -> None:
    """Hex on five by five: Red joins the first file to the last over at least as many free cells as are
    missing from five; Blue's five ranks are open."""

    def expected(missing: int) -> float:
        ahead = 4 / (4 + missing) - 4 / (4 + 5)
        return ahead / (ahead + 0.25)

    size = (("Size", "5"),)
    assert standing("hex", {"Stone1": "c3"}, options=size) == pytest.approx(expected(4))
    assert standing("hex", {"Stone1": "c3 c4"}, options=size) == pytest.approx(expected(4))
    assert standing("hex", {"Stone1": "c3 d3"}, options=size) == pytest.approx(expected(3))
    # Four are enough from side to side with one more.
    assert standing("hex", {"Stone1": "b3 c3 d3 e3"}, options=size) > expected(2)


def test_men_together_are_better() -> None:
    """Lines of Action: fewer groups, and of as many groups those that are nearer to each other."""
    enemy = {"Man2": "a1 h8"}
    far = standing("lines-of-action", {"Man1": "a8 h1", **enemy})
    near = standing("lines-of-action", {"Man1": "d4 f4", **enemy})
    assert far < near < standing("lines-of-action", {"Man1": "d4 e4 f4 f5", **enemy})


SYMMETRICAL: list[tuple[str, Options]] = [
    ("breakthrough", ()), ("congress", ()), ("connect-four", ()), ("english-draughts", ()), ("halma", ()),
    ("hex", ()), ("katarenga", ()), ("konane", ()), ("lines-of-action", ()), ("nine-mens-morris", ()),
    ("oware", ()), ("reversi", ()), ("surakarta", ()), ("troika", ()), ("go", (("Komi", "0"),)),
    ("triad", ()), ("chinese-checkers", (("Players", "6"),)),
]  # fmt: skip


@pytest.mark.parametrize("name, options", one_in(3, SYMMETRICAL))
def test_where_all_have_the_same_nobody_is_ahead(name: str, options: Options) -> None:
    assert standing(name, None, 1, options) == 0.0
    assert standing(name, None, 2, options) == 0.0


@pytest.mark.parametrize(
    "line", ["(is Line 26)", "(is Line 30)", "(is Aligned 30)", "(is Aligned 26 gaps:Equal)"]
)
def test_rows_that_are_very_long_have_an_estimate(line: str, tmp_path: Path) -> None:
    """The worth of a row grows as a power of its length: for so many it is beyond a number of 64 bits."""
    path = tmp_path / "long.lud"
    path.write_text(f"""(game "Long" (players 2)
      (equipment {{(board (rectangle 1 30)) (piece "Disc" Each)}})
      (rules (play (move Add (to (sites Empty)))) (end (if {line} (result Mover Win)))))""")
    assert -1.0 <= standing(str(path), {"Disc1": "a1 b1 c1", "Disc2": "f1"}) <= 1.0
