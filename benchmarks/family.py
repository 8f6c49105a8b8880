"""Every board of a Katarenga placing game, proved: `python -m benchmarks.family GAME`.

Four square tiles make the board: 24 ways to lay them, two faces each, four turns each are 98,304
arrangements. The placing games know no direction, so turned and mirrored boards are one game; and as every
tile's back is the mirror image of its face, each board comes eight times. That leaves 12,288 different ones.
Which seed lays which board is looked up first; boards come in the order of their first seeds, so the first
`--boards N` are a sample at random. `--results FILE` keeps the proofs, and goes on from them.

Prints what the proofs come to, and how often first cells win by their colour; `--csv` writes a line for each
board. How long it takes: Troika 0.2 s a board, Quartermaster 0.3 s, Die Drei 0.6 s (7 s with all first
moves).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from gdl import Game, load
from interpreter.cli.commands.solve import show_starts
from interpreter.search.starts import Proof, Starts, proofs_in, summary_of
from interpreter.work.perform import perform
from interpreter.work.runners import Place

#: Boards that are not turned or mirrored into each other, and more seeds than lay all of them.
BOARDS, SEEDS = 24 * 2**4 * 4**4 // 8, 1_000_000
_FILES, _RANKS = "abcdefgh", range(1, 9)

#: The colours of a board's cells, row by row.
Rows = tuple[str, ...]


def same_boards(rows: Rows) -> Iterator[Rows]:
    """A square board turned and mirrored: eight of it."""
    for board in (rows, tuple("".join(column) for column in zip(*rows, strict=True))):
        for _ in range(4):
            yield board
            board = tuple("".join(column) for column in zip(*board[::-1], strict=True))


def rows_of(colours: dict[str, str]) -> Rows:
    """The first letters of the cells' colours, the last rank first."""
    return tuple("".join(colours[f"{file}{rank}"][0] for file in _FILES) for rank in reversed(_RANKS))


def seeds_of_boards(game: Game, count: int) -> list[int]:
    """One seed for each of so many boards, in the order in which seeds lay them first."""
    known: set[Rows] = set()
    found: list[int] = []
    for seed in range(1, SEEDS):
        if len(found) == count:
            break
        rows = rows_of(dict(game.start(seed).colours))
        if rows not in known:
            known.update(same_boards(rows))
            found.append(seed)
    return found


def by_colour(game: Game, proofs: Sequence[Proof]) -> dict[str, tuple[int, int]]:
    """For each colour, how many first cells of it win, and how many there were."""
    wins: Counter[str] = Counter()
    cells: Counter[str] = Counter()
    for proof in proofs:
        colours = game.start(proof.seed).colours
        for first in proof.moves:
            cells[colours[first.move]] += 1
            wins[colours[first.move]] += first.value == 1.0
    return {colour: (wins[colour], cells[colour]) for colour in sorted(cells)}


def table(game: Game, proofs: Sequence[Proof]) -> Iterator[str]:
    """A line for each board: its seed, its cells, its value, its plies, the first cells that win."""
    yield "seed,board,value,plies,winning_first_cells\n"
    for proof in proofs:
        board = "/".join(rows_of(dict(game.start(proof.seed).colours)))
        value = "" if proof.value is None else f"{proof.value:g}"
        wins = " ".join(first.move for first in proof.moves if first.value == 1.0)
        yield f"{proof.seed},{board},{value},{proof.plies or ''},{wins}\n"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.family")
    parser.add_argument("game", choices=["troika", "die-drei", "quartermaster"])
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--values", action="store_true", help="who wins only, without the first moves")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--results", help="keep the proofs here, and go on from them")
    parser.add_argument("--csv", type=Path, help="write a line for each board")
    given = parser.parse_args(words)
    game = load(given.game, options={"Board": "Shuffled"}).on("auto")
    seeds = seeds_of_boards(game, min(given.boards, BOARDS))
    job = Starts(game, tuple(seeds), not given.values)
    with closing(perform(job, Place(given.workers), given.results)) as every:
        proofs = proofs_in([done.outcome for done in every])
    show_starts(summary_of(proofs), game.players[0])
    for colour, (wins, cells) in by_colour(game, proofs).items():
        sys.stdout.write(f"  a first cell that is {colour.lower()} wins: {wins / cells:.1%} of {cells:,}\n")
    if given.csv is not None:
        given.csv.write_text("".join(table(game, proofs)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
