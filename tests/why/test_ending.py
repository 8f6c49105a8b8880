"""What ended a game: the sites are held against an independent reading of what the rules ask for."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest

import gdl
from interpreter.game.position import position_from
from interpreter.why.ending import Ending, ending

if TYPE_CHECKING:
    from interpreter.game.state import State


def ended(game: str, seed: int) -> tuple[State, State, Ending]:
    """A game at random: the states before and after its last move, and why it is over."""
    chooses = random.Random(seed)
    state = gdl.load(game).start(seed=seed)
    while True:
        move = chooses.choice(list(state.legal_moves))
        after = state.play(move)
        if after.is_over:
            found = ending(state, move)
            assert found is not None
            return state, after, found
        state = after


def places(state: State, sites: tuple[int, ...]) -> list[tuple[float, float]]:
    spots = {spot.site: (spot.x, spot.y) for spot in state.game.plan.spots}
    return sorted(spots[site] for site in sites)


@pytest.mark.parametrize(
    ("game", "count", "apart"),
    (
        ("tic-tac-toe", 3, 1),
        pytest.param("connect-four", 4, 1, marks=pytest.mark.slow),
        pytest.param("gomoku", 5, 1, marks=pytest.mark.slow),
        pytest.param("troika", 3, None, marks=pytest.mark.slow),
    ),
)
def test_a_line_is_pieces_of_the_winner_in_line(game: str, count: int, apart: int | None) -> None:
    seen = 0
    for seed in range(3):
        before, after, found = ended(game, seed)
        outcome = after.outcome
        assert outcome is not None
        if len(set(outcome.ranks)) == 1:
            continue
        seen += 1
        assert len(found.sites) == count
        assert {after.contents[site].owner for site in found.sites} == {before.mover}  # type: ignore[union-attr]
        at = places(after, found.sites)
        (ax, ay), *others = at
        for (bx, by), (cx, cy) in combinations(others, 2):
            assert abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < 1e-6
        if apart is not None:
            assert all(max(abs(bx - ax), abs(by - ay)) == apart for (ax, ay), (bx, by) in pairwise(at))
        assert "of the same player" in found.words
    assert seen


def joins(chain: set[tuple[int, int]], axis: int) -> bool:
    """Whether cells lead from the first to the last column (axis 0) or row (1) of a Hex board of 11."""
    reached = {cell for cell in chain if cell[axis] == 1}
    for _ in chain:
        reached |= {(x, y) for x, y in chain if any((x + dx, y + dy) in reached for dx, dy in WAYS)}
    return any(cell[axis] == 11 for cell in reached)


#: The six neighbours of a cell, by column and row.
WAYS = ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1))


def test_a_chain_of_hex_joins_both_sides_and_none_of_it_can_be_left_out() -> None:
    for seed in range(3):
        before, after, found = ended("hex", seed)
        assert {after.contents[site].owner for site in found.sites} == {before.mover}  # type: ignore[union-attr]
        names = [after.game.site_names[site] for site in found.sites]
        chain = {(ord(name[0]) - 96, int(name[1:])) for name in names}
        axis = {"Red": 0, "Blue": 1}[before.mover_name]  # north east to south west: from column a to k
        assert joins(chain, axis)
        assert not any(joins(chain - {cell}, axis) for cell in chain)
        assert found.words == f"the group of the piece just placed connects all {before.mover_name}’s regions"


@pytest.mark.parametrize(
    ("position", "move", "words", "sites"),
    (
        ("{pieces: {Pawn1: [a7], Pawn2: [h7]}, mover: 1}", "a7-a8", "a8 is in White’s goal", ["a8"]),
        ("{pieces: {Pawn1: [a5], Pawn2: [b6]}, mover: 1}", "a5-b6", "Black has no pieces left", ["b6"]),
    ),
)
def test_of_conditions_that_are_joined_by_or_the_one_that_held_is_told(
    position: str, move: str, words: str, sites: list[str]
) -> None:
    game = gdl.load("breakthrough").starting_from(position_from(position, "the test"))
    state = game.start(seed=1)
    found = ending(state, state.parse(move))
    assert found is not None and found.words == words
    assert [game.site_names[site] for site in found.sites] == sites


def test_a_game_that_goes_on_has_not_ended() -> None:
    state = gdl.load("tic-tac-toe").start(seed=1)
    assert ending(state, state.parse("b2")) is None
