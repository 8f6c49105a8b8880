"""Scoring: what part of the win each player has by who came first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.engines.interface import first_placed

#: A share of a win, and sums of such, are whole numbers of these parts: it can be shared by up to 16.
WIN = 720_720


def shares_of(firsts: int, seats: int) -> tuple[int, ...]:
    """Each seat's share of the win in parts, by who came first as bits; what nobody has won is shared by all.

    One who plays alone and has not won gets nothing.
    """
    if not firsts:
        return (WIN // seats if seats > 1 else 0,) * seats
    return tuple(WIN // firsts.bit_count() if firsts >> seat & 1 else 0 for seat in range(seats))


def won_by(counts: Mapping[int, int], seat: int, seats: int) -> float:
    """The sum of a seat's shares from 0 to 1 in games counted by who came first (as bits)."""
    return sum(count * shares_of(firsts, seats)[seat] for firsts, count in counts.items()) / WIN


def shares_by(ranks: Sequence[float]) -> tuple[int, ...]:
    """The same by the ranks of a game that is over."""
    return shares_of(first_placed(ranks), len(ranks))


def shares(ranks: Sequence[float]) -> list[float]:
    """The same from 0 to 1: who share the first place divide it. One player alone wins or not."""
    return [each / WIN for each in shares_by(ranks)]


def points(ranks: Sequence[float]) -> list[float]:
    """Each player's points by rank: 1 for the first, 0 for the last, evenly between."""
    if len(ranks) == 1:
        return shares(ranks)
    return [(len(ranks) - rank) / (len(ranks) - 1) for rank in ranks]
