"""Reasons in plain English for who plays, where an author gets the words of the rules."""

from __future__ import annotations

import pytest

import gdl
from interpreter.why.explain import why


@pytest.mark.parametrize(
    ("game", "move", "written", "said"),
    (
        ("english-draughts", "b2-a3", "(is Empty (to)) does not hold", "a3 is not empty"),
        pytest.param(
            "hnefatafl",
            "a4-a6",
            "a6 is not in (sites LineOfSight Empty at:(from) Orthogonal)",
            "a6 is not an empty cell before the first piece orthogonally from a4",
            marks=pytest.mark.slow,
        ),
    ),
)
def test_what_is_written_for_authors_is_said_to_players(
    game: str, move: str, written: str, said: str
) -> None:
    state = gdl.load(game).start(seed=1)
    assert why(state, move).reasons[0].words == written
    assert why(state, move, plain=True).reasons[0].words == said


@pytest.mark.slow
def test_an_authors_own_words_stay() -> None:
    state = gdl.load("katarenga").start(seed=1)
    told = [why(state, "a1-a5", plain=plain).reasons[0].words for plain in (False, True)]
    assert told[0] == told[1] and "within reach of the pawn on a1" in told[0]
