"""Which questions are about the limit of all games: of plies or of turns, and reached or passed. And how far
analyses themselves go."""

from __future__ import annotations

import pytest

from gdl.analyses import offers
from gdl.analyses.exclusive_sites import exclusive_sites
from gdl.analyses.live_fields import _at_limit
from gdl.analyses.necessary_literals import MOST_CALLS
from gdl.analyses.offers import Offered, reachable_offers
from gdl.core import make as k
from gdl.core.ops import INT, Expr, Field
from gdl.core.programs import MOVE_LIMIT, MOVES, TURNS, turn_limit
from tests.passes.fixtures import whole_program

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


COLUMNS = """
kind 1 Drop (add): play_drop(s) s -> s
field taken: Sites = {}
table below: Int[9] = -1 -1 -1 0 1 2 3 4 5 outside -1

generator moves():
    generate next_1()

generator LAST():
    offer 1() to filter[s](({0-8} \\ @taken), (has({0-2}, s) or has(@taken, below[s])))

proc play_drop(s: Int):
    @taken |= one(s)
"""


@pytest.mark.parametrize(
    ("generators", "groups"), [(MOST_CALLS, {1: ((0, 3, 6), (1, 4, 7), (2, 5, 8))}), (MOST_CALLS + 1, {})]
)
def test_generators_are_followed_so_deep(
    generators: int, groups: dict[int, tuple[tuple[int, ...], ...]]
) -> None:
    last = generators - 1
    between = "".join(f"\ngenerator next_{n}():\n    generate next_{n + 1}()\n" for n in range(1, last))
    assert exclusive_sites(whole_program(COLUMNS.replace("LAST", f"next_{last}") + between)) == groups


ALONG = """
kind 1 Step (move): play_step(from, s) from -> s
field die: Int = 0
table east: Int[9] = 1 2 3 4 5 6 7 8 -1 outside -1

proc start():
    @die = 1

generator moves():
    for from in {0-8}:
        offer 1(from) to one(call[along](from, 1))

proc along(at: Int, steps: Int) -> Int:
    if (at < 0):
        return -1
    return east[((at + steps) - 1)]

proc play_step(from: Int, s: Int):
    @die = 1
"""


@pytest.mark.parametrize(("follows", "moves"), [(False, 9 * 9), (True, 8)])
def test_numbers_of_procedures_are_followed_when_asked(follows: bool, moves: int) -> None:
    """Each of the first eight sites has one to the east; by the range alone it is any of nine."""
    offers = reachable_offers(whole_program(ALONG), follows_numbers=follows)
    assert sum(each.sites.bit_count() for each in offers) == moves


STEPS = """
kind 1 Step (move): play_step(from, s) from -> s
field last: Int = 0
table east: Int[9] = 1 2 -1 4 5 -1 7 8 -1 outside -1

generator moves():
    f = select((@last == 0), 3, 6)
    offer 1(f) to one(east[f])

proc play_step(from: Int, s: Int):
    @last = s
"""


def test_locals_are_split_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each origin has its own destination; and any of them where there are too many parts."""
    program = whole_program(STEPS)
    from_3, from_6 = (frozenset((origin,)) for origin in (3, 6))
    assert reachable_offers(program) == (Offered(1, (from_3,), 1 << 4), Offered(1, (from_6,), 1 << 7))
    monkeypatch.setattr(offers, "MOST_PARTS", 1)
    assert reachable_offers(program) == (Offered(1, (from_3 | from_6,), 1 << 4 | 1 << 7),)
