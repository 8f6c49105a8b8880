"""`gdl list`: the games that come with the distribution."""

from __future__ import annotations

import click

from interpreter.cli.arguments import json_option
from interpreter.cli.output import bold, say, say_json


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the shipped games; each name can be given as GAME."""
    from interpreter.game.shipped import shipped_games, title

    games = [(name, title(path), path.parent.name) for name, path in shipped_games().items()]
    if as_json:
        say_json([{"name": n, "title": t, "family": f} for n, t, f in games], indent=2)
        return
    width = max((len(name) for name, _, _ in games), default=0)
    for family in sorted({family for _, _, family in games}):
        say(bold(family))
        for name, shown, _ in (game for game in games if game[2] == family):
            say(f"  {name:<{width}}  {shown}")
