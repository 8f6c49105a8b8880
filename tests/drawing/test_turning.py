"""Boards seen from other sides: what lies where, what the arrows do, who sits where."""

from __future__ import annotations

import pytest

from gdl import load
from interpreter.drawing.svg.parts import ground_of
from interpreter.drawing.turning import sides_of, turned, turns_of
from tests.quick import one_in

OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


@pytest.mark.parametrize("name", one_in(3, ("katarenga", "hex", "nine-mens-morris", "backgammon", "inkblot")))
def test_half_a_turn_puts_each_site_opposite_and_the_arrows_follow(name: str) -> None:
    game = load(name)
    state = game.start(seed=1)
    plain, back = (ground_of(plan, game.picture) for plan in (state.plan, turned(state.plan, 180)))
    assert [stand.name for stand in back.stands] == [stand.name for stand in plain.stands]
    assert plain.box[2:] == pytest.approx(back.box[2:], abs=0.1)
    left, right = (min(s.x for s in ground.stands) for ground in (plain, back))
    right += max(s.x for s in plain.stands)
    for one, other in zip(plain.stands, back.stands, strict=True):
        assert other.x + one.x == pytest.approx(right, abs=0.1) and left is not None
        assert other.room == pytest.approx(one.room, abs=0.1)
    if name == "katarenga":  # squares: what was up is down
        for one, other in zip(plain.stands, back.stands, strict=True):
            assert other.neighbours == {OPPOSITE[way]: site for way, site in one.neighbours.items()}
    assert turned(turned(state.plan, 180), 180).spots[0].x == pytest.approx(state.plan.spots[0].x)


def test_three_sit_round_hexagons_and_two_across() -> None:
    triad, chess, piracy = (load(name) for name in ("triad", "chess", "piracy"))
    assert turns_of(triad.plan, 3) == (0, 120, 240) and turns_of(chess.plan, 2) == (0, 180)
    assert turns_of(piracy.plan, 3) == (0, 180)  # three thirds of a square are no squares
    start = chess.start(seed=1)
    assert sides_of(start.plan, start.contents, 2) == (0, 180)
    start = triad.start(seed=1)
    for player, turn in enumerate(sides_of(start.plan, start.contents, 3), 1):
        spots = {spot.site: spot for spot in turned(start.plan, turn).spots}
        heights = [
            (piece.owner == player, spots[site].y)
            for site, piece in enumerate(start.contents)
            if piece is not None
        ]
        assert max(y for own, y in heights if own) < min(y for own, y in heights if not own) + 3
        own = [y for mine, y in heights if mine]
        others = [y for mine, y in heights if not mine]
        assert sum(own) / len(own) < sum(others) / len(others)


def test_where_nobody_has_a_side_nobody_turns() -> None:
    for name in ("hex", "reversi", "oware"):
        start = load(name).start(seed=1)
        assert sides_of(start.plan, start.contents, 2) == (0, 0)
