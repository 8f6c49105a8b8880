"""What people are shown has all that the rules set, whether or not a rule reads it."""

from __future__ import annotations

import pytest

from gdl import loads

ENGINES = ("python", "native")
#: A game in which something is set that no rule asks for.
TEXT = """(game "Unread" (players 2)
    (equipment {{(board (rectangle 2 5)) (piece "Seed" Shared)}})
    (rules {start}
        (play (move Select (from (sites Bottom) if:(is Occupied (from))) {then}))
        (end (if (>= (count Moves) 3) (result Mover Draw)))))
(metadata (info {{(values "castles")}}))"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("start", "then", "wanted"),
    [
        ("(start (set Count 3 to:(sites Bottom)))", "", (3, 0, 0, 0)),
        ('(start (place "Seed" (sites Bottom) state:2))', "", (1, 2, 0, 0)),
        ('(start (place "Seed" (sites Bottom) value:4))', "", (1, 0, 4, 0)),
        ('(start (place "Seed" (sites Bottom) rotation:1))', "", (1, 0, 0, 1)),
        ('(start (place "Seed" (sites Bottom)))', "(then (set State at:(last To) 3))", (1, 3, 0, 0)),
        ('(start (place "Seed" (sites Bottom)))', "(then (set Count 5 at:(last To)))", (5, 0, 0, 0)),
    ],
)
def test_numbers_of_pieces(engine: str, start: str, then: str, wanted: tuple[int, int, int, int]) -> None:
    game = loads(TEXT.format(start=start, then=then)).on(engine)
    state = game.start(seed=1).play("a1")
    piece = state.sites["a1"]
    assert (piece.count, piece.state, piece.value, piece.rotation) == wanted
    assert piece.count == 1 or f"*{piece.count}" in str(state)


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_of_players(engine: str) -> None:
    """What the file says players count, though no rule asks for it."""
    start = '(start (place "Seed" (sites Bottom)))'
    game = loads(TEXT.format(start=start, then="(then (set Value Mover 7))")).on(engine)
    state = game.start(seed=1).play("a1")
    assert [(each.name, each.numbers) for each in state.tallies] == [("castles", (7, 0))]


@pytest.mark.parametrize("engine", ENGINES)
def test_scores(engine: str) -> None:
    start = '(start (place "Seed" (sites Bottom)))'
    game = loads(TEXT.format(start=start, then="(then (addScore Next 2))")).on(engine)
    assert game.start(seed=1).play("a1").scores == (0, 2)
