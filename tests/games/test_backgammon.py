"""Backgammon: what a roll may lead to, against a program that tries all orders; and some known counts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gdl import load
from tests.oracles import backgammon as oracle

GAME = load("backgammon")
ROLLS = [(a, b) for a in range(1, 7) for b in range(a, 7)]
#: The sites in the order in which each player goes over them, its bar first.
WAYS = (
    (24, *range(23, 11, -1), *range(12)),
    (25, *range(11, -1, -1), *range(12, 24)),
)


def seen(raw: Any, mover: int) -> oracle.Position:
    """The position as a player sees it."""
    contents = GAME.engine.contents(raw)

    def discs(player: int) -> tuple[int, ...]:
        counts = [0] * 26
        for place, site in enumerate(WAYS[player - 1]):
            piece = contents[site]
            if piece is not None and piece.owner == player:
                counts[25 - place] = piece.height
        counts[0] = 15 - sum(counts)
        return tuple(counts)

    return oracle.Position(discs(mover), discs(3 - mover))


def ends_of_turn(settled: Any, roll: tuple[int, int]) -> set[oracle.Position]:
    """Every position that a roll may lead to, by our rules."""
    engine = GAME.engine
    mover = engine.mover(settled)
    generator = GAME.generator_for_roll(roll)
    found, known = set(), set()
    waiting = [engine.take_chance(settled, generator)]
    while waiting:
        state = waiting.pop()
        for move in set(engine.legal_moves(state)):
            after = engine.settle(state, move)
            if engine.over(after) or engine.mover(after) != mover:
                found.add(seen(after, mover))
            elif engine.key(after) not in known:
                known.add(engine.key(after))
                waiting.append(engine.take_chance(after, generator))
    return found


def test_the_start() -> None:
    raw = GAME.engine.set_up(1)
    assert seen(raw, 1) == seen(raw, 2) == oracle.start()


@pytest.mark.parametrize("roll", ROLLS)
def test_every_opening_roll(roll: tuple[int, int]) -> None:
    assert ends_of_turn(GAME.engine.set_up(1), roll) == oracle.turns(oracle.start(), *roll)


@pytest.mark.parametrize("seed", range(12))
def test_rolls_in_random_games(seed: int) -> None:
    """Positions from a random game, some of its beginning, some of its end."""
    chance = random.Random(seed)
    engine = GAME.engine
    state = engine.start(seed)
    tried = 0
    for _ in range(400):
        settled = engine.settle(state, chance.choice(list(engine.legal_moves(state))))
        if engine.over(settled):
            break
        generator = chance.getrandbits(64)
        state = engine.take_chance(settled, generator)
        if engine.rng(state) != generator and chance.random() < 0.08:
            roll = chance.choice(ROLLS)
            mover = engine.mover(settled)
            assert ends_of_turn(settled, roll) == oracle.turns(seen(settled, mover), *roll)
            tried += 1
    assert tried
