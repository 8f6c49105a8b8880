"""Deeper counts than scenario files ask for, as published: too many for the engine in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from interpreter.scenarios.model import read_scenarios

GAMES = Path(__file__).parents[2] / "games"

#: From the Chess Programming Wiki: the game, the scenario that has the position, sequences of whole turns.
PUBLISHED = [
    ("classics/chess", "the start", (20, 400, 8902, 197281)),
    ("classics/xiangqi", "the start", (44, 1920, 79666, 3290240)),
    ("classics/chess", "Kiwipete", (48, 2039, 97862)),
    ("classics/chess", "position 3 of the same page, with captures in passing and no castling",
     (14, 191, 2812, 43238)),
    ("classics/shogi", "the start", (30, 900, 25470, 719731)),
    ("classics/atomic", "the start", (20, 400, 8902, 197326)),
    ("classics/atomic", "the first of the positions with published counts", (40, 1238, 45237)),
    ("classics/atomic", "the second", (28, 833, 23353, 714499)),
    ("classics/fischer-random", "the first of the positions with published counts", (21, 528, 12189, 326672)),
    ("classics/fischer-random", "the second", (21, 807, 18002, 667366)),
    ("classics/fischer-random", "the third, Black's king has moved", (20, 479, 10471, 273318)),
]  # fmt: skip


@pytest.mark.parametrize(("game", "scenario", "counts"), PUBLISHED)
def test_published_counts(game: str, scenario: str, counts: tuple[int, ...]) -> None:
    path = GAMES / game
    found = next(s for s in read_scenarios(path.with_suffix(".yaml")).scenarios if s.name == scenario)
    loaded = load(str(path.with_suffix(".lud")))
    if found.position is not None:
        loaded = loaded.starting_from(found.position)
    depths = loaded.on("native").perft(len(counts), turns=True)
    assert tuple(depth.nodes for depth in depths) == counts
