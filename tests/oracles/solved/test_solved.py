"""The truths of small games: found again, published, and agreed on by searches that share nothing."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.oracles import breakthrough, hexes, lines
from tests.oracles.board import TILES, small_board
from tests.oracles.common import DRAW as DRAWN
from tests.oracles.common import Oracle
from tests.oracles.forced import Search
from tests.oracles.games import GAMES
from tests.oracles.solve import first_cells
from tests.quick import one_in, quick_where

from .__main__ import sides
from .breakthrough import Breakthrough
from .connect_four import ConnectFour
from .hex import Hex
from .truths import (
    BREAKTHROUGH,
    CONNECT_FOUR,
    CONNECT_FOUR_PUBLISHED,
    CORNERED,
    DRAW,
    FIRST,
    HEX,
    SECOND,
    SEEDS,
    TIC_TAC_TOE,
    TRUTHS,
    Truth,
)

SLOW = {"connect-four-6x5", "breakthrough-4x5", "breakthrough-5", "die-drei"}
"""Searches that take longer than a test should: `python -m tests.oracles.solved NAME`."""

#: Of Christophe Steininger's tables, by width and height.
STEININGER = {
    (4, 4): (DRAW, 16),
    (4, 5): (DRAW, 20),
    (5, 4): (DRAW, 20),
    (5, 5): (DRAW, 25),
    (6, 4): (SECOND, 24),
    (6, 5): (DRAW, 30),
    (6, 6): (SECOND, 36),
    (7, 6): (FIRST, 41),
}


def size(truth: Truth) -> tuple[int, int]:
    return sides(dict(truth.options)["Size"])


@pytest.mark.parametrize("truth", [*CONNECT_FOUR, *CONNECT_FOUR_PUBLISHED], ids=str)
def test_connect_four_is_as_published(truth: Truth) -> None:
    assert (truth.value, truth.plies) == STEININGER[size(truth)]


@pytest.mark.parametrize("truth", [t for t in CONNECT_FOUR if str(t) not in SLOW], ids=str)
def test_connect_four(truth: Truth) -> None:
    assert ConnectFour(*size(truth)).solve() == (truth.value, truth.plies)


@pytest.mark.parametrize("truth", [t for t in BREAKTHROUGH if str(t) not in SLOW], ids=str)
def test_breakthrough(truth: Truth) -> None:
    assert Breakthrough(*size(truth)).solve() == (truth.value, truth.plies)


@pytest.mark.parametrize(
    "truth",
    quick_where(
        [t for t in SEEDS if str(t) not in SLOW], lambda t: t.game not in ("quartermaster", "troika"), 2
    ),
    ids=str,
)
def test_seeds(truth: Truth) -> None:
    oracle: Oracle[Any] = GAMES[truth.game].make()
    assert truth.plies is not None and truth.winning is not None
    found = Search(oracle, 1_000_000).shortest(oracle.start(), truth.plies)
    assert found == (truth.plies, tuple(sorted(truth.winning)))


def test_breakthrough_is_as_published() -> None:
    """'Starting with 2 full rows each is a win for Black (the second player) in 26 moves (13 moves by each
    side)': Little Golem's forum, of the board of five by five."""
    (truth,) = (truth for truth in BREAKTHROUGH if size(truth) == (5, 5))
    assert (truth.value, truth.plies) == (SECOND, 26)


@pytest.mark.parametrize(("columns", "rows"), [(3, 4), (4, 4)])
def test_breakthrough_without_its_shortcuts(columns: int, rows: int) -> None:
    oracle = breakthrough.Breakthrough(columns, rows)
    value, plies = Breakthrough(columns, rows).solve()
    winner = 1 if value > 0 else 2
    search = Search(oracle)
    assert search.wins(oracle.start(), winner, plies)
    assert not search.wins(oracle.start(), winner, plies - 1)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_program_for_larger_boards(tmp_path: Path) -> None:
    program = tmp_path / "breakthrough"
    source = Path(__file__).with_name("breakthrough.c")
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-o", str(program), str(source)], check=True)
    for truth in BREAKTHROUGH:
        if size(truth) != (5, 5):
            command = [str(program), *map(str, size(truth))]
            told = subprocess.run(command, capture_output=True, text=True, check=True)
            assert told.stdout.split() == [str(truth.value), str(truth.plies)]


@pytest.mark.parametrize("truth", HEX[:2], ids=str)
def test_hex(truth: Truth) -> None:
    assert Hex(size(truth)[0]).winning_first_cells() == set(truth.winning or ())


@pytest.mark.parametrize("cell", ["c3", "b2"])
def test_hex_on_five_a_side(cell: str) -> None:
    """The rest takes minutes."""
    game = Hex(5)
    number = "abcde".index(cell[0]) + 5 * (int(cell[1]) - 1)
    assert game.solve(0, 1 << number, 1).wins == (cell not in (HEX[2].winning or ()))


@pytest.mark.parametrize("truth", HEX, ids=str)
def test_hex_is_symmetric_and_the_acute_corner_loses(truth: Truth) -> None:
    """Turning the board changes nothing; in the acute corner, and next to it on the own side, a stone loses
    (Beck), except where there are only three cells a side."""
    winning = set(truth.winning or ())
    last = size(truth)[0]
    turned = {f"{'abcde'[last - 1 - 'abcde'.index(c[0])]}{last + 1 - int(c[1])}" for c in winning}
    assert turned == winning
    assert f"a{last}" not in winning
    assert f"a{last - 1}" not in winning or last == 3


def test_hex_on_three_a_side_without_its_shortcuts() -> None:
    oracle = hexes.Hex(3)
    search = Search(oracle)
    # The oracle's first player joins rows: its file q and rank r are rank 3 - q and file r here.
    for text, after in oracle.options(oracle.start()):
        here = f"{'abc'[int(text[1:]) - 1]}{3 - 'abc'.index(text[0])}"
        assert search.wins(after, 1, 8) == (here in (HEX[0].winning or ()))


def late_positions(oracle: Oracle[Any], plies: int, games: int) -> Iterator[Any]:
    """Positions after so many random plies, of games that go on."""
    for seed in range(games):
        generator = random.Random(seed)
        position = oracle.start()
        for _ in range(plies):
            if oracle.outcome(position) is not None:
                break
            position = generator.choice(oracle.options(position))[1]
        if oracle.outcome(position) is None:
            yield position


def test_hex_shortcuts_in_late_positions() -> None:
    """Connections that are good as made, and carriers, against a search that knows neither."""
    oracle, found = hexes.Hex(5), []
    for position in late_positions(oracle, 14, 40):
        here = [0, 0]
        for player, stones in enumerate(position.stones):
            here[player] = sum(1 << r + 5 * (4 - q) for q, r in stones)
        wins = Hex(5).solve(here[0], here[1], 0).wins
        assert wins == Search(oracle).wins(position, 1, 11)
        found.append(wins)
    assert len(set(found)) == 2


def test_connect_four_in_late_positions() -> None:
    """Values and lengths, against a search that knows no threats."""
    oracle, game, found = lines.connect_four(5, 4), ConnectFour(5, 4), []
    for position in late_positions(oracle, 9, 60):
        stones = [sum(1 << x * 5 + y for x, y in cells) for cells in position.stones]
        taken = stones[0] | stones[1]
        score = game.score(stones[1], taken, 9, -20, 20)
        search = Search(oracle)
        if score == 0:
            assert not search.wins(position, 1, 11) and not search.wins(position, 2, 11)
        else:
            # A win with the k-th disc from now leaves 11 - k cells empty.
            winner, plies = (2 if score > 0 else 1), 12 - abs(score)
            assert search.wins(position, winner, plies) and not search.wins(position, winner, plies - 1)
        found.append(score)
    assert min(found) < 0 < max(found) and 0 in found


#: A game of Tic-Tac-Toe without a line.
FULL = "b2 a1 c1 a3 a2 c2 b3 b1 c3"


def test_tic_tac_toe() -> None:
    """Nobody can force a win; a game without one lasts nine plies."""
    oracle = lines.tic_tac_toe()
    search = Search(oracle)
    assert not search.wins(oracle.start(), 1, 9) and not search.wins(oracle.start(), 2, 9)
    assert (TIC_TAC_TOE.value, TIC_TAC_TOE.plies) == (DRAW, 9)
    assert oracle.outcome(oracle.play(FULL.split())) == DRAWN


@pytest.mark.parametrize("tile", one_in(2, ["2a", "4a"]))
def test_cornered(tile: str) -> None:
    """'Le premier joueur doit toujours gagner s'il choisit la bonne case de départ.'"""
    found = {cell: value.hurried for cell, value in first_cells(tile).items() if value.wins}
    assert found == next(truth.winning for truth in CORNERED if dict(truth.options)["Tile"] == tile)


def test_cornered_on_the_backs() -> None:
    """A back is its front mirrored, files becoming ranks from the other end; so are its winning cells."""
    winning = {dict(truth.options)["Tile"]: truth.winning or {} for truth in CORNERED}
    assert winning.keys() == TILES.keys()
    for number in "1234":
        front, back = small_board(f"{number}a"), small_board(f"{number}b")
        assert back == {(3 - y, 3 - x): colour for (x, y), colour in front.items()}
        assert winning[f"{number}b"] == {
            f"{'abcd'[4 - int(cell[1])]}{4 - 'abcd'.index(cell[0])}": plies
            for cell, plies in winning[f"{number}a"].items()
        }


def test_a_truth_is_of_one_piece() -> None:
    for truth in TRUTHS:
        assert truth.winning is None or truth.value == FIRST
        if truth.winning and None not in truth.winning.values():
            assert truth.plies == min(plies for plies in truth.winning.values() if plies is not None)
