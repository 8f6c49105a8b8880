"""The boards of the Katarenga family: how many there are; one is worth what its mirror images are."""

from __future__ import annotations

import pytest

from benchmarks.family import BOARDS, main, rows_of, same_boards, seeds_of_boards
from gdl import load
from interpreter.search.starts import Starts


def test_a_board_comes_eight_times() -> None:
    rows = tuple("".join(chr(65 + 8 * rank + file) for file in range(8)) for rank in range(8))
    assert len(set(same_boards(rows))) == 8
    assert BOARDS == 98_304 // 8


def test_no_two_boards_are_the_same_turned_or_mirrored() -> None:
    game = load("troika", options={"Board": "Shuffled"}).on("auto")
    seeds = seeds_of_boards(game, 60)
    boards = [rows_of(dict(game.start(seed).colours)) for seed in seeds]
    assert seeds == sorted(seeds) and len({min(same_boards(board)) for board in boards}) == 60


def test_turned_and_mirrored_boards_are_worth_the_same() -> None:
    """By proof: seeds are looked through until one lays a board that was there before in another way."""
    game = load("quartermaster", options={"Board": "Shuffled"}).on("auto")
    known: dict[tuple[str, ...], tuple[int, tuple[str, ...]]] = {}
    pairs = []
    for seed in range(1, 1000):
        rows = rows_of(dict(game.start(seed).colours))
        least = min(same_boards(rows))
        other = known.setdefault(least, (seed, rows))
        if other[1] != rows:
            pairs.append((seed, other[0]))
        if len(pairs) == 3:
            break
    assert len(pairs) == 3
    starts = Starts(game, (), False)
    for one, other_seed in pairs:
        a, b = starts.prove(one), starts.prove(other_seed)
        assert (a.value, a.plies) == (b.value, b.plies)


def test_the_command_tells_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quartermaster", "--boards", "3"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("3 starts proved\n") and "a first cell that is green wins" in told
