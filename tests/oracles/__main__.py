"""Perft by the oracles.

python -m tests.oracles GAME [DEPTH]     the counts of one game
python -m tests.oracles --write          the whole table, into counts.py (minutes)
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from textwrap import wrap
from time import perf_counter

from .common import Level
from .games import GAMES

HEADER = '''"""Perft computed by the oracles: for each game of `games.GAMES`, (nodes, ended) by depth.

Written by `python -m tests.oracles --write`; every number here is computed, `published` has those found
elsewhere.  `nodes` counts the sequences of that many moves (or whole turns, for names ending in `-turns`);
`ended` those of them that ended the game just then.
"""

COUNTS: dict[str, list[tuple[int, int]]] = {
'''


def counts_of(title: str) -> list[Level]:
    """The counts of one game to its table's depth."""
    start = perf_counter()
    levels = GAMES[title].counts()
    print(f"{perf_counter() - start:6.1f} s  {title}", file=sys.stderr, flush=True)
    return levels


def write(path: Path) -> None:
    """Compute the whole table."""
    entries = []
    with ProcessPoolExecutor() as pool:
        table = dict(zip(GAMES, pool.map(counts_of, GAMES), strict=True))
    for title, levels in table.items():
        pairs = " ".join(f"({level.nodes},~{level.ended})," for level in levels)
        rows = wrap(pairs, width=100, initial_indent=" " * 8, subsequent_indent=" " * 8)
        entries.append("\n".join([f'    "{title}": [', *rows, "    ],\n"]).replace("~", " "))
        print(title, *(f"{level.nodes}/{level.ended}" for level in levels), flush=True)
    path.write_text(HEADER + "".join(entries) + "}\n")


def main(arguments: list[str]) -> int:
    if arguments == ["--write"]:
        write(Path(__file__).with_name("counts.py"))
        return 0
    if not arguments or arguments[0] not in GAMES:
        print(__doc__)
        print("games:", ", ".join(GAMES))
        return 2
    depth = int(arguments[1]) if len(arguments) > 1 else None
    print("depth nodes ended")
    for number, level in enumerate(GAMES[arguments[0]].counts(depth), 1):
        print(number, level.nodes, level.ended)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
