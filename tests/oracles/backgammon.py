"""Backgammon: every position that a roll may lead to, by trying all orders and keeping the longest."""

from __future__ import annotations

from attrs import frozen

#: The points of a player are counted the way it goes: 24 is the farthest, 1 the last before going off.
BAR, OFF = 25, 0
START = {24: 2, 13: 5, 8: 3, 6: 5}


@frozen
class Position:
    """Discs by point, each side's in its own counting; those not on the board or bar are off."""

    mine: tuple[int, ...]  # index 0 is off, 25 the bar
    other: tuple[int, ...]


def start() -> Position:
    """The first position, which looks the same to both."""
    discs = tuple(START.get(point, 0) for point in range(26))
    return Position(discs, discs)


def moves(position: Position, pips: int) -> set[Position]:
    """Where one disc moved by this number leads."""
    mine, other = position.mine, position.other
    found = set()
    for point in (BAR,) if mine[BAR] else range(1, 25):
        if not mine[point]:
            continue
        target = point - pips
        after = list(mine)
        after[point] -= 1
        if target <= OFF:
            farther = any(mine[p] for p in range(point + 1, 26))
            if any(mine[7:]) or (target < OFF and farther):
                continue
            after[OFF] += 1
            found.add(Position(tuple(after), other))
            continue
        facing = list(other)
        there = 25 - target
        if facing[there] > 1:
            continue
        if facing[there]:
            facing[there] = 0
            facing[BAR] += 1
        after[target] += 1
        found.add(Position(tuple(after), tuple(facing)))
    return found


def turns(position: Position, first: int, second: int) -> set[Position]:
    """Every position at the end of a turn with this roll."""
    orders = {(first,) * 4} if first == second else {(first, second), (second, first)}
    by_length: dict[int, set[Position]] = {0: {position}}
    single: dict[int, set[Position]] = {}
    for order in orders:
        reached = {position}
        for number, pips in enumerate(order, 1):
            reached = {after for each in reached for after in moves(each, pips)}
            if not reached:
                break
            by_length.setdefault(number, set()).update(reached)
            if number == 1:
                single[pips] = reached
    longest = max(by_length)
    if longest == 1:
        return single[max(single)]
    return by_length[longest]
