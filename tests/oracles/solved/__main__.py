"""What the searches of this folder find, game by game.

python -m tests.oracles.solved [NAME ...]     names such as "hex-4" or "cornered-2a"; all, if none are given
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

from tests.oracles.common import Oracle
from tests.oracles.forced import Search
from tests.oracles.games import GAMES
from tests.oracles.solve import first_cells

from .breakthrough import Breakthrough
from .connect_four import ConnectFour
from .hex import Hex
from .truths import BREAKTHROUGH, CONNECT_FOUR, CORNERED, HEX, SEEDS, Truth


def sides(size: str) -> tuple[int, int]:
    """Columns and rows of a size such as "5x4" or "5"."""
    columns, _, rows = size.partition("x")
    return int(columns), int(rows or columns)


def found(truth: Truth) -> str:
    """What a search says of this game."""
    if truth.game == "cornered":
        values = first_cells(dict(truth.options)["Tile"])
        return "won by " + " ".join(f"{cell}={v.hurried}" for cell, v in sorted(values.items()) if v.wins)
    if truth in SEEDS:
        oracle: Oracle[Any] = GAMES[truth.game].make()
        forced = Search(oracle, 10_000_000).shortest(oracle.start(), 20)
        assert forced is not None
        return f"first player wins, {forced.plies} plies, by {' '.join(forced.moves)}"
    size = dict(truth.options)["Size"]
    if truth.game == "hex":
        return f"won by {' '.join(sorted(Hex(int(size)).winning_first_cells()))}"
    solver = (ConnectFour if truth.game == "connect-four" else Breakthrough)(*sides(size))
    value, plies = solver.solve()
    return f"{ {1: 'first player wins', 0: 'draw', -1: 'second player wins'}[value] }, {plies} plies".strip()


def main(names: list[str]) -> int:
    searched = (*CONNECT_FOUR, *BREAKTHROUGH, *HEX, *CORNERED, *SEEDS)
    known = {"-".join((t.game, *(choice for _, choice in t.options[:1]))): t for t in searched}
    for name in names or known:
        if name not in known:
            print(__doc__)
            print("names:", ", ".join(known))
            return 2
        begun = process_time()
        told = found(known[name])
        print(f"{name:18} {told:40} {process_time() - begun:8.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
