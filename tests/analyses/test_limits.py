"""Which questions are about the limit of all games: of plies or of turns, and reached or passed."""

from __future__ import annotations

import pytest

from gdl.analyses.live_fields import _at_limit
from gdl.core import make as k
from gdl.core.ops import INT, Expr, Field
from gdl.core.programs import MOVE_LIMIT, MOVES, TURNS, turn_limit

PLIES, TURN, OTHER = (Field(name, INT, None, 0) for name in (MOVES, TURNS, "pot"))


def at_least(field: Field, number: int) -> Expr:
    return k.ge(k.field(field), k.int_(number))


@pytest.mark.parametrize(
    ("question", "players", "told"),
    [
        (at_least(PLIES, MOVE_LIMIT), 2, True),
        (at_least(PLIES, MOVE_LIMIT + 5), 2, True),
        (at_least(PLIES, MOVE_LIMIT - 1), 2, False),
        (k.gt(k.field(PLIES), k.int_(MOVE_LIMIT - 1)), 2, True),
        (k.gt(k.field(PLIES), k.int_(MOVE_LIMIT - 2)), 2, False),
        (at_least(TURN, turn_limit(3)), 3, True),
        (at_least(TURN, turn_limit(3) - 1), 3, False),
        (at_least(OTHER, MOVE_LIMIT), 2, False),
        (k.le(k.field(PLIES), k.int_(MOVE_LIMIT)), 2, False),
        (k.ge(k.field(PLIES), k.field(OTHER)), 2, False),
        (k.ge(k.int_(MOVE_LIMIT), k.int_(MOVE_LIMIT)), 2, False),
        (k.ge(k.field(PLIES), k.add(k.int_(MOVE_LIMIT), k.field(OTHER))), 2, False),
    ],
)
def test_the_limit_of_all_games(question: Expr, players: int, told: bool) -> None:
    assert _at_limit(question, players) is told
