"""python -m tests.search.small_games: see the package."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import count
from time import perf_counter

from tests.search.small_games.claims import compare
from tests.search.small_games.rules import small_game


def main() -> int:
    """Compare as many games as are wanted; 1 where a claim was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.search.small_games")
    parser.add_argument("--games", type=int, default=100, help="how many games are compared")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first")
    parser.add_argument("--engine", choices=("python", "native", "both"), default="python")
    parser.add_argument("--show", action="store_true", help="print the rules of each")
    wanted = parser.parse_args()
    engines = ("python", "native") if wanted.engine == "both" else (wanted.engine,)
    done, wrong, began = 0, 0, perf_counter()
    kinds, claims, skipped = Counter[str](), Counter[str](), Counter[str]()
    for seed in count(wanted.seed):
        if done >= wanted.games:
            break
        game = small_game(seed)
        if wanted.show:
            print(game.text)
        reports = [compare(game, engine) for engine in engines]
        if reports[0].skipped:
            skipped[reports[0].skipped] += 1
            continue
        done += 1
        kinds[f"{game.name.split()[1]}, {game.players}"] += 1
        for engine, report in zip(engines, reports, strict=True):
            claims.update(report.claims)
            wrong += bool(report.wrong)
            for text in report.wrong[:5]:
                print(f"{seed} {engine} {text}", flush=True)
        if done % 50 == 0:
            print(f"{done} games, {wrong} wrong, {dict(claims)}, {perf_counter() - began:.0f} s", flush=True)
    print(f"{done} games ({dict(sorted(kinds.items()))}; left out: {dict(skipped)})")
    print(f"claims: {dict(claims)}; games with a wrong claim: {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
