"""Levels of shipped games, by matches: `python -m benchmarks.levels GAME... --write`.

Each game's family of searches is given by name, so that the same is measured on any machine. `--write` puts
what was measured into the table that is shipped (interpreter/players/levels.json), beside what is there.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
from attrs import asdict

from gdl import load
from interpreter.players import levels
from interpreter.players.portfolio import ALPHABETA, MCTS

TABLE = Path(levels.__file__).with_suffix(".json")


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="FAMILY:GAME...")
@click.option("--count", default=100, show_default=True, help="Games of each match.")
@click.option("--seed", default=1, show_default=True)
@click.option("--write", is_flag=True, help="Put it into the table that is shipped.")
def main(games: tuple[str, ...], count: int, seed: int, write: bool) -> None:
    """Measure the levels of games, each written as alphabeta:NAME or mcts:NAME."""
    for text in games:
        family, _, name = text.partition(":")
        if family not in (ALPHABETA, MCTS):
            raise click.BadParameter(f"{text} names no family: alphabeta:NAME or mcts:NAME is wanted")
        game = load(name).on("native")
        *_, ladder = levels.calibrate(game, family, count, seed)
        click.echo(f"{name}: {ladder}")
        if write:
            table = json.loads(TABLE.read_text(encoding="utf-8"))
            shares = [round(share, 2) for share in ladder.shares]
            table["games"][name] = asdict(ladder) | {"shares": shares}
            table["games"] = dict(sorted(table["games"].items()))
            TABLE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
