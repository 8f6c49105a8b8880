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
    from collections.abc import Callable

    from interpreter.game.move import Move
    from interpreter.game.state import State


def finished(game: str, seed: int) -> tuple[State, Move, State]:
    """A game at random: its last move, and the states before and after it."""
    chooses = random.Random(seed)
    state = gdl.load(game).start(seed=seed)
    while True:
        move = chooses.choice(list(state.legal_moves))
        after = state.play(move)
        if after.is_over:
            return state, move, after
        state = after


def ended(game: str, seed: int) -> tuple[State, State, Ending]:
    """A game at random: the states before and after its last move, and why it is over."""
    before, move, after = finished(game, seed)
    found = ending(before, move)
    assert found is not None
    return before, after, found


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


def lined(before: State, after: State, found: Ending, count: int, owner: int) -> None:
    """So many pieces of one player in line, next to each other where that is a board of cells in rows."""
    assert len(found.sites) == count
    assert {after.contents[site].owner for site in found.sites} == {owner}  # type: ignore[union-attr]
    (ax, ay), *others = places(after, found.sites)
    for (bx, by), (cx, cy) in combinations(others, 2):
        assert abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < 0.01  # drawings round


def fives(before: State, after: State, found: Ending) -> None:
    """Five in line, or the captures that were enough."""
    if "line" in found.words:
        lined(before, after, found, 5, before.mover)
    else:
        assert "captured" in found.words


def yavalath(before: State, after: State, found: Ending) -> None:
    """Four in a row of who wins, or three of who loses."""
    assert after.outcome is not None
    won = after.outcome.ranks[before.mover - 1] == 1
    lined(before, after, found, 4 if won else 3, before.mover)


def across(before: State, after: State, found: Ending) -> None:
    """A pawn on the other player's first row, or nobody left of the other."""
    enemies = [piece for piece in after.contents if piece is not None and piece.owner == 3 - before.mover]
    names = [after.game.site_names[site] for site in found.sites]
    assert len(names) == 1
    assert not enemies or names[0].endswith("8" if before.mover == 1 else "1")
    assert after.contents[found.sites[0]].owner == before.mover  # type: ignore[union-attr]


def chained(before: State, after: State, found: Ending) -> None:
    """Hex: cells that join both sides, of which none can be left out."""
    names = [after.game.site_names[site] for site in found.sites]
    chain = {(ord(name[0]) - 96, int(name[1:])) for name in names}
    axis = {"Red": 0, "Blue": 1}[before.mover_name]
    assert joins(chain, axis) and not any(joins(chain - {cell}, axis) for cell in chain)


def ringed(before: State, after: State, found: Ending) -> None:
    """Havannah: a ring, of whose cells each has two others beside it or more, or what joins two corners or
    three sides: by how many neighbours cells of the board have."""
    at = {spot.site: (spot.x, spot.y) for spot in after.game.plan.spots}
    near = min((ax - bx) ** 2 + (ay - by) ** 2 for (ax, ay), (bx, by) in combinations(at.values(), 2)) * 1.1

    def beside(site: int, among: set[int]) -> set[int]:
        x, y = at[site]
        return {each for each in among - {site} if (at[each][0] - x) ** 2 + (at[each][1] - y) ** 2 < near}

    def group(site: int, among: set[int]) -> set[int]:
        reached = {site}
        for _ in among:
            reached |= {each for one in reached for each in beside(one, among)}
        return reached

    board, chain = set(at), set(found.sites)
    assert {after.contents[site].owner for site in chain} == {before.mover}  # type: ignore[union-attr]
    assert group(found.sites[0], chain) == chain
    if "loop" in found.words:
        assert len(chain) >= 6 and all(len(beside(site, chain)) >= 2 for site in chain)
        return
    corners = {site for site in board if len(beside(site, board)) == 3}
    edge = {site for site in board if len(beside(site, board)) == 4}
    sides = {frozenset(group(site, edge)) for site in edge}
    assert len(corners) == len(sides) == 6
    assert len(chain & corners) >= 2 or sum(bool(chain & side) for side in sides) >= 3


def fled(before: State, after: State, found: Ending) -> None:
    """Hnefatafl: the king in a corner, as all of these games end."""
    names = [after.game.site_names[site] for site in found.sites]
    kings = [site for site, piece in enumerate(after.contents) if piece is not None and piece.name == "King"]
    assert list(found.sites) == kings and names[0] in ("a1", "a11", "k1", "k11")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "confirm"),
    (
        ("tic-tac-toe", lambda *of: lined(*of, 3, of[0].mover)),
        ("connect-four", lambda *of: lined(*of, 4, of[0].mover)),
        ("gomoku", lambda *of: lined(*of, 5, of[0].mover)),
        ("troika", lambda *of: lined(*of, 3, of[0].mover)),
        ("pente", fives),
        ("yavalath", yavalath),
        ("breakthrough", across),
        ("hex", chained),
        ("havannah", ringed),
        ("hnefatafl", fled),
    ),
)
def test_ends_of_fifty_games_at_random_are_confirmed(
    game: str, confirm: Callable[[State, State, Ending], None]
) -> None:
    """Five games that somebody has won of each."""
    seen, seed = 0, 100
    while seen < 5:
        seed += 1
        before, move, after = finished(game, seed)
        if after.outcome is not None and len(set(after.outcome.ranks)) > 1:
            found = ending(before, move)
            assert found is not None
            confirm(before, after, found)
            seen += 1


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pieces", "sites"),
    (
        # three men, of which the one that came joins the others; two groups of the other
        ("{Man1: [b2, c3, d5], Man2: [h8, a8]}", {"b2", "c3", "d4"}),
        # both are joined: the condition that held speaks of the men of both
        ("{Man1: [b2, c3, d5], Man2: [h8, h7]}", {"b2", "c3", "d4", "h7", "h8"}),
    ),
)
def test_of_what_is_said_of_a_whole_group_none_is_left_out(pieces: str, sites: set[str]) -> None:
    position = position_from(f"{{pieces: {pieces}, mover: 1}}", "the test")
    game = gdl.load("lines-of-action").starting_from(position)
    state = game.start(seed=1)
    found = ending(state, state.parse("d5-d4"))
    assert found is not None and "one connected group" in found.words
    assert {game.site_names[site] for site in found.sites} == sites


def test_a_game_that_goes_on_has_not_ended() -> None:
    state = gdl.load("tic-tac-toe").start(seed=1)
    assert ending(state, state.parse("b2")) is None
