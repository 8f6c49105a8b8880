"""The native engine's parts that are plain Python: sets, steps as shifts, chains of sites, axes of lines."""

from __future__ import annotations

import pytest

from gdl.core.ops import INT, Table
from interpreter.engines.native.constants import MANY_SHIFTS, axis_of, longest_chain, shifts_of
from interpreter.engines.native.memory import ARGS, Memory
from interpreter.engines.native.sets import lowest
from interpreter.engines.native.steps import (
    DESK_SIZE,
    GAMES,
    KEPT,
    LISTED,
    MASK,
    OVER,
    PLANES,
    PLAYED,
    RESTART,
    REWARDS,
    SEED,
    STRIDE,
    VIEWER,
)
from tests.passes.fixtures import whole_program

#: Four by three sites; -1 is off the board.
WIDTH, HEIGHT = 4, 3
SITES = WIDTH * HEIGHT


def step(dx: int, dy: int, outside: int = -1) -> Table:
    values = []
    for site in range(SITES):
        y, x = divmod(site, WIDTH)
        inside = 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT
        values.append((y + dy) * WIDTH + x + dx if inside else -1)
    return Table(f"step{dx}{dy}", INT, tuple(values), outside)


EAST, WEST, NORTH, SOUTH = step(1, 0), step(-1, 0), step(0, 1), step(0, -1)


@pytest.mark.parametrize(
    ("sites", "least"), [(0, 0), (1, 0), (0b1000, 3), (0b1100, 2), (1 << 99, 99), ((1 << 70) - 1, 0)]
)
def test_the_least_member(sites: int, least: int) -> None:
    assert lowest(sites) == least


def test_steps_as_shifts() -> None:
    assert shifts_of([0b10, 0b101, 0b10, 0b1111], 3) == [(-1, 0b110), (1, 0b11)]
    assert shifts_of([], 0) == [] and shifts_of([0b1], 1) == [(0, 1)]
    most = (1 << MANY_SHIFTS) - 1
    assert len(shifts_of([most], 1) or ()) == MANY_SHIFTS and shifts_of([most << 1 | 1], 1) is None


@pytest.mark.parametrize("tables", [(EAST, WEST), (WEST, EAST)])
def test_an_axis_has_the_chains_of_both_directions(tables: tuple[Table, Table]) -> None:
    axis = axis_of(*tables, SITES)
    assert axis is not None and axis.distance == 1 and axis.longest == WIDTH
    assert axis.sets == [0b1111, 0b1111_0000, 0b1111_0000_0000]
    assert axis.chain == [site // WIDTH for site in range(SITES)]
    assert axis.place == [site % WIDTH for site in range(SITES)]
    assert axis.near(1)[:4] == [0b0011, 0b0111, 0b1110, 0b1100] and axis.near(9)[5] == 0b1111_0000
    # of the steps -2, -1, 0, 1, 2 those that stay on the chain
    assert axis.reached(2)[:4] == [0b11100, 0b11110, 0b01111, 0b00111]


def test_an_axis_of_columns() -> None:
    axis = axis_of(NORTH, SOUTH, SITES)
    assert axis is not None and axis.distance == WIDTH and axis.longest == HEIGHT
    assert axis.sets == [0b0001_0001_0001 << column for column in range(WIDTH)]


def broken(table: Table, site: int, to: int) -> Table:
    return Table("broken", INT, (*table.values[:site], to, *table.values[site + 1 :]), table.outside)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (EAST, NORTH),
        (EAST, EAST),
        (EAST, broken(WEST, 1, -1)),
        (broken(EAST, 0, -1), WEST),
        (broken(EAST, 0, 2), broken(WEST, 2, 1)),
        (EAST, step(-1, 0, outside=0)),
        (step(1, 0, outside=11), WEST),
        (Table("short", INT, EAST.values[:-1], -1), WEST),
        (broken(EAST, 3, 0), broken(WEST, 0, 3)),
    ],
)
def test_what_is_no_axis(one: Table, other: Table) -> None:
    assert axis_of(one, other, SITES) is None


def test_an_axis_may_have_gaps_of_its_own() -> None:
    """Chains that are cut on both sides are two; steps of several lengths have no one distance."""
    cut = axis_of(broken(EAST, 1, -1), broken(WEST, 2, -1), SITES)
    assert cut is not None and cut.sets[:2] == [0b0011, 0b1100] and cut.longest == WIDTH
    leap = axis_of(broken(broken(EAST, 0, 2), 1, -1), broken(broken(WEST, 1, -1), 2, 0), SITES)
    assert leap is not None and leap.distance is None and leap.sets[:2] == [0b1101, 0b0010]


@pytest.mark.parametrize(
    ("values", "longest"),
    [
        ((1, 2, 3, -1), 4),
        ((-1, -1, -1, -1), 1),
        ((-1, 0, 1, -1), 3),
        ((1, 0, -1, -1), 4),  # comes round: as many as there are sites
        ((0, -1, -1, -1), 4),
        ((2, 2, 3, -1), 3),
        ((4, 5, -2, -1), 1),  # beyond the board
        ((1, 2), 2),
        ((), 0),
    ],
)
def test_the_longest_way_along_steps(values: tuple[int, ...], longest: int) -> None:
    assert longest_chain(Table("step", INT, values, -1), 4) == longest


@pytest.mark.parametrize(
    ("sites", "captured", "words"), [(9, "", 0), (9, "n, q, m, ", 3), (100, "n, m, ", 3)]
)
def test_the_destinations_of_a_bundle_stand_behind_its_arguments(
    sites: int, captured: str, words: int
) -> None:
    """An argument takes a word, a set as many as the board has: and so do the destinations."""
    types = {"n": "Int", "q": "Bool", "m": "Sites"}
    params = "".join(f"{name}: {types[name]}, " for name in captured.split(", ") if name)
    memory = Memory(
        whole_program(
            f"""
program 'Rich': 2 players, {sites} sites
kind 1 Rich (add): play_rich({captured}s) s -> s

proc play_rich({params}s: Int):
    put 1 at s
"""
        )
    )
    assert memory.sites_offset == ARGS + 8 * words
    assert memory.bundle_size >= memory.sites_offset + 8 * -(-sites // 64) and memory.bundle_size % 8 == 0


def test_a_desk_has_a_word_for_each_of_its_parts() -> None:
    """Behind the three that all that is numbered has."""
    parts = (PLAYED, MASK, LISTED, PLANES, REWARDS, OVER, GAMES, SEED, RESTART, STRIDE, VIEWER, KEPT)
    assert parts == tuple(range(8 * 3, DESK_SIZE, 8))
