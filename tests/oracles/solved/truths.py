"""What is true of small games: who wins with best play, how soon, and with which first moves.

Lengths are plies to the end of the game, the winner hastening it and the loser delaying it. The searches are
those of this folder and of `tests.oracles.solve`; most are run again by the tests, the others by

    python -m tests.oracles.solved [NAME ...]

which takes minutes for Hex with five cells a side, and for Breakthrough on five by five needs

    cc -O3 -o breakthrough tests/oracles/solved/breakthrough.c && ./breakthrough 5 5

Sources: John Tromp, "John's Connect Four Playground" (values of small boards), and Christophe Steininger,
"c4" (the same with lengths); "Tasmanian Devil" in the Breakthrough forum of Little Golem, 3 December 2006
("5x5 solved": "a win for Black (the second player) in 26 moves (13 moves by each side)", after 1. a2-a3 or
e2-e3); Anatole Beck, Michael Bleicher and Donald Crowe, "Excursions into Mathematics" (Hex: a stone in the
acute corner or beside it on the own side loses); seed 004 ("Le premier joueur doit toujours gagner s'il
choisit la bonne case de départ").
"""

from __future__ import annotations

from typing import NamedTuple

FIRST, DRAW, SECOND = 1, 0, -1


class Truth(NamedTuple):
    """A game with options: who wins, the plies (None: not known), the first moves that win or keep a draw."""

    game: str
    options: tuple[tuple[str, str], ...]
    value: int
    plies: int | None = None
    #: the first moves that win, where the first player does, each with its plies where they are known
    winning: dict[str, int | None] | None = None

    def __str__(self) -> str:
        return "-".join((self.game, *(choice for _, choice in self.options)))


TIC_TAC_TOE = Truth("tic-tac-toe", (), DRAW, 9)

CONNECT_FOUR = [
    Truth("connect-four", (("Size", size),), value, plies)
    for size, value, plies in (
        ("4x4", DRAW, 16),
        ("4x5", DRAW, 20),
        ("5x4", DRAW, 20),
        ("5x5", DRAW, 25),
        ("6x4", SECOND, 24),
        ("6x5", DRAW, 30),
    )
]

#: Published only: no search here is fast enough for them.
CONNECT_FOUR_PUBLISHED = [
    Truth("connect-four", (("Size", "6x6"),), SECOND, 36),
    Truth("connect-four", (("Size", "7x6"),), FIRST, 41, {"d1": 41}),
]

BREAKTHROUGH = [
    Truth("breakthrough", (("Size", size),), value, plies)
    for size, value, plies in (("5x4", SECOND, 16), ("4x5", SECOND, 22), ("5", SECOND, 26))
]


def hex_truth(size: int, winning: str) -> Truth:
    """Hex on so many cells a side, without the swap."""
    cells: dict[str, int | None] = dict.fromkeys(winning.split())
    return Truth("hex", (("Size", str(size)), ("Swap", "No")), FIRST, None, cells)


HEX = [
    hex_truth(3, "a1 b1 b2 b3 c3"),
    hex_truth(4, "a1 b2 c3 d4"),
    hex_truth(5, "a1 b1 b2 b3 b4 c2 c3 c4 d2 d3 d4 d5 e5"),
]


def cornered_truth(face: str, **winning: int) -> Truth:
    """Cornered on one face."""
    cells: dict[str, int | None] = dict(winning)
    return Truth("cornered", (("Tile", face),), FIRST, min(winning.values()), cells)


CORNERED = [
    cornered_truth("1a", a2=13, d1=13, d4=11),
    cornered_truth("1b", a1=11, c4=13, d1=13),
    cornered_truth("2a", b4=13, d1=11, d4=15),
    cornered_truth("2b", a1=15, a3=13, d1=11),
    cornered_truth("3a", a1=15, b3=15, c1=15, d1=15),
    cornered_truth("3b", b3=15, d1=15, d2=15, d4=15),
    cornered_truth("4a", a4=13, b2=11, b3=11, d1=13, d2=13),
    cornered_truth("4b", a4=13, b3=11, c1=13, c3=11, d1=13),
]

#: The games of the seeds that are small enough, on the standard board, by `tests.oracles.forced`; of Die Drei
#: that takes a quarter of an hour. The first moves are all that win so soon.
SEEDS = [
    Truth("quartermaster", (), FIRST, 11, {"h2": 11}),
    Truth("troika", (), FIRST, 7, dict.fromkeys(["b7", "b8", "c7", "d7", "d8", "e1", "g6", "g8"], 7)),
    Truth("die-drei", (), FIRST, 13, dict.fromkeys(["f2", "f5", "g4", "g6"], 13)),
]

TRUTHS = [TIC_TAC_TOE, *CONNECT_FOUR, *BREAKTHROUGH, *HEX, *CORNERED]
