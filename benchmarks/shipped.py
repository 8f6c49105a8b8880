"""Measures of all shipped games by random play, among which reports place a game: `... benchmarks.shipped`.

Every game is studied with the same seed. `--write` puts the table where it is shipped
(interpreter/study/shipped.json). It takes some minutes on one core.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

import gdl
from interpreter import study
from interpreter.game.shipped import shipped_games
from interpreter.study.reports.summary import COMPARED

TABLE = Path(study.__path__[0]) / "shipped.json"


@click.command()
@click.argument("names", nargs=-1)
@click.option("--games", default=2000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--longest", default=2000, show_default=True, help="A game of more plies is given up.")
@click.option("--write", is_flag=True, help="Put it where it is shipped.")
def main(names: tuple[str, ...], games: int, seed: int, longest: int, write: bool) -> None:
    """Study the shipped games, all of them by default."""
    measures: dict[str, dict[str, float]] = {key: {} for key in COMPARED}
    for name in names or shipped_games():
        began = time.monotonic()
        game = gdl.load(name)
        found = gdl.study(game, games, seed=seed, rule_games=0, longest=longest)
        told = {each.of.key: each.value for each in found.measures if each.of.key in COMPARED}
        for key, value in told.items():
            measures[key][game.name] = round(value, 4)
        click.echo(f"{name}: {told} in {time.monotonic() - began:.1f} s")
    if write:
        table = {"made by": "python -m benchmarks.shipped --write", "seed": seed, "games": games}
        TABLE.write_text(json.dumps(table | {"measures": measures}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
