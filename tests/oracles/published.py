"""Perft numbers that others have published, with their sources; nothing here was computed by the oracles.

`game` names an entry of `games.GAMES`; `nodes` are the counts at depth 1, 2, ... (leaves at exactly that
depth, as in `common.perft`); `ended`, where given, how many games end exactly at each depth.
"""

from __future__ import annotations

from typing import NamedTuple


class Published(NamedTuple):
    """One published row."""

    game: str
    counted: str
    nodes: tuple[int, ...]
    source: str
    ended: tuple[int, ...] = ()


BENCH = (
    "the test suite of a Regular Games interpreter, which checks its game files against these counts "
    "(bench tests: breakthrough, amazons, connect4, hex, ticTacToe)"
)

PUBLISHED = (
    Published(
        "tic-tac-toe",
        "one stone is one move",
        (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872),
        f"{BENCH}; complete games 255168: OEIS A061526 (n = 3)",
        (0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872),
    ),
    Published(
        "connect-four", "one disc is one move", (7, 49, 343, 2401, 16807, 117649, 823536, 5673234), BENCH
    ),
    Published("breakthrough", "one pawn move", (22, 484, 11132, 256036), BENCH),
    Published("amazons-turns", "move and shot together", (2176, 4307152), BENCH),
    Published(
        "reversi",
        "a pass is a move (none before depth 9)",
        (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284),
        "Aart Bik, Perft for Reversi, aartbik.blogspot.com, February 2009",
    ),
    Published(
        "english-draughts",
        "a whole jump sequence is one move; different ways to the same result count separately",
        (7, 49, 302, 1469, 7361, 36768, 179740),
        "as commonly quoted for checkers programs; Aart Bik, Perft for Checkers (aartbik.blogspot.com), says "
        "of his that duplicate captures are not eliminated",
    ),
    Published(
        "international-draughts",
        "a whole capture is one move; captures with the same result count once",
        (9, 81, 658, 4265, 27117, 167140, 1049442),
        "Aart Bik, BikDam: international checkers, aartbik.blogspot.com (duplicate captures removed); "
        "counting every path gives the same numbers to depth 7, so they do not tell the conventions apart",
    ),
)
"""Not found published: Lines of Action, Nine Men's Morris, Konane, Yavalath, and every game of the seeds."""
