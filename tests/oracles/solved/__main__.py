"""What the searches of this folder find, game by game.

python -m tests.oracles.solved [NAME ...]     names such as "hex-4" or "cornered-2a"; all, if none are given
"""

from __future__ import annotations

import sys
from time import process_time

from tests.oracles.solve import first_cells

from .breakthrough import Breakthrough
from .connect_four import ConnectFour
from .hex import Hex
from .truths import BREAKTHROUGH, CONNECT_FOUR, CORNERED, HEX, Truth


def sides(size: str) -> tuple[int, int]:
    """Columns and rows of a size such as "5x4" or "5"."""
    columns, _, rows = size.partition("x")
    return int(columns), int(rows or columns)


def found(truth: Truth) -> str:
    """What a search says of this game."""
    if truth.game == "cornered":
        values = first_cells(dict(truth.options)["Tile"])
        return "won by " + " ".join(f"{cell}={v.hurried}" for cell, v in sorted(values.items()) if v.wins)
    size = dict(truth.options)["Size"]
    if truth.game == "hex":
        return f"won by {' '.join(sorted(Hex(int(size)).winning_first_cells()))}"
    solver = (ConnectFour if truth.game == "connect-four" else Breakthrough)(*sides(size))
    value, plies = solver.solve()
    return f"{ {1: 'first player wins', 0: 'draw', -1: 'second player wins'}[value] }, {plies} plies".strip()


def main(names: list[str]) -> int:
    searched = (*CONNECT_FOUR, *BREAKTHROUGH, *HEX, *CORNERED)
    known = {f"{truth.game}-{truth.options[0][1]}": truth for truth in searched}
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
