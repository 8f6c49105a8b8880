"""Which family of searches plays each shipped game best: `python -m benchmarks.families [GAME...] --write`.

Alpha-beta meets Monte-Carlo tree search as on a user's machine, but for longer. `--write` puts what was
measured into the table that is shipped (interpreter/players/families.json), beside what is there.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
from attrs import asdict

from gdl import load
from interpreter.errors.user_errors import CannotPlayError
from interpreter.game.shipped import shipped_games
from interpreter.players import portfolio
from interpreter.players.alphabeta import check_game

TABLE = Path(portfolio.__file__).with_name("families.json")
#: What fewer games show is not worth shipping: such games meet on the user's machine.
FEWEST = 4


@click.command()
@click.argument("games", nargs=-1)
@click.option("--seconds", default=12.0, show_default=True, help="For each match.")
@click.option("--seed", default=1, show_default=True)
@click.option("--write", is_flag=True, help="Put it into the table that is shipped.")
def main(games: tuple[str, ...], seconds: float, seed: int, write: bool) -> None:
    """Play the match of each game (all shipped ones by default) that both families can play."""
    for name in games or shipped_games():
        game = load(name).on("native")
        try:
            check_game(game)
        except CannotPlayError:
            continue
        result = portfolio.play_match(game, seconds=seconds, seed=seed)
        click.echo(f"{name}: {result}")
        if write and result.games >= FEWEST:
            table = json.loads(TABLE.read_text(encoding="utf-8"))
            table["games"] = dict(sorted({**table["games"], name: asdict(result)}.items()))
            TABLE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
