"""What the general evaluation thinks of hand-made positions: nearer to the goal is better."""

from __future__ import annotations

import pytest

from tests.estimate.positions import Options, standing


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


SYMMETRICAL: list[tuple[str, Options]] = [
    ("breakthrough", ()), ("congress", ()), ("connect-four", ()), ("english-draughts", ()), ("halma", ()),
    ("hex", ()), ("katarenga", ()), ("konane", ()), ("lines-of-action", ()), ("nine-mens-morris", ()),
    ("oware", ()), ("reversi", ()), ("surakarta", ()), ("troika", ()), ("go", (("Komi", "0"),)),
    ("triad", ()), ("chinese-checkers", (("Players", "6"),)),
]  # fmt: skip


@pytest.mark.parametrize("name, options", SYMMETRICAL)
def test_where_all_have_the_same_nobody_is_ahead(name: str, options: Options) -> None:
    assert standing(name, None, 1, options) == 0.0
    assert standing(name, None, 2, options) == 0.0
