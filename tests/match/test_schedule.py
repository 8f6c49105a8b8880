"""Every seat equally often, and seeds that depend on nothing but the game's number."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from interpreter.match.schedule import Schedule, seating
from interpreter.support.numbers import seed_for


def test_two_players_take_turns() -> None:
    assert [seating(number, 2) for number in range(4)] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert seating(5, 1) == (0,)


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_all_orders_in_turn_and_seats_shared_in_every_round(seats: int) -> None:
    orders = list(permutations(range(seats)))
    played = [seating(number, seats) for number in range(2 * len(orders))]
    assert sorted(played[: len(orders)]) == orders
    assert played[: len(orders)] == played[len(orders) :]
    for first in range(0, len(played), seats):
        round_ = played[first : first + seats]
        for seat in range(seats):
            assert Counter(order[seat] for order in round_) == Counter(range(seats))


def test_many_seats_do_not_take_long() -> None:
    assert sorted(seating(10**6, 16)) == list(range(16))


def test_seeds_differ_and_stay() -> None:
    seeds = {seed_for(seed, number, what) for seed in range(9) for number in range(9) for what in "abc"}
    assert len(seeds) == 243 and all(0 <= seed < 2**62 for seed in seeds)
    # Known from hashlib alone: a change of these would change every match that was ever played.
    from hashlib import blake2b

    digest = blake2b(b"7 12 chance", digest_size=8).digest()
    assert seed_for(7, 12, "chance") == int.from_bytes(digest, "little") // 4


def test_a_round_robin_plays_each_opening_with_each_pair_and_both_colours() -> None:
    schedule = Schedule(4, 2)
    assert (schedule.pairings, schedule.round) == (6, 12)
    for first in (0, 12):
        games = [schedule.seats_of(number) for number in range(first, first + 12)]
        assert sorted(games) == sorted(permutations(range(4), 2))
        assert {schedule.opening_of(number) for number in range(first, first + 12)} == {first // 12}
