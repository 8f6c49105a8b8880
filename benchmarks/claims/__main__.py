"""python -m benchmarks.claims CLAIM [--players A --players B,C] [--games N] [--seed S] [--workers W]"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Protocol

from benchmarks.claims import isolation, matches, triad, troika, troke
from benchmarks.claims.tables import Row, markdown


class Claim(Protocol):
    """A module of this folder: the heads of its table, who plays unless told otherwise, and its rows."""

    HEADS: Sequence[str]
    PLAYERS: Sequence[str]

    def rows(
        self, players: Sequence[str] = ..., games: int = ..., seed: int = ..., workers: int = ...
    ) -> list[Row]: ...


CLAIMS: dict[str, Claim] = {
    "isolation": isolation,
    "matches": matches,
    "triad": triad,
    "troika": troika,
    "troke": troke,
}


def main(words: Sequence[str] | None = None) -> int:
    """Measure a claim and print its table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.claims", description=__doc__)
    parser.add_argument("claim", choices=sorted(CLAIMS))
    parser.add_argument("--players", action="append", help="a row of the table: as `gdl match` names players")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args(words)
    claim = CLAIMS[given.claim]
    found = claim.rows(given.players or claim.PLAYERS, given.games, given.seed, given.workers)
    sys.stdout.write(markdown(claim.HEADS, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
