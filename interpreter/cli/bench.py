"""`gdl bench`: how fast a game is played at random."""

from __future__ import annotations

import time

import click

from interpreter.cli.arguments import game_argument, json_option, load_game, options_option


@click.command()
@game_argument
@click.option("--engine", default="python", show_default=True, metavar="NAME", help="Which engine plays.")
@click.option("--seconds", default=3.0, show_default=True, type=click.FloatRange(0.01, 3600))
@options_option
@json_option
def command(game: str, engine: str, seconds: float, options: dict[str, str], as_json: bool) -> None:
    """Play full random games for some seconds on one thread, and say how many a second there were.

    `ready_seconds` is the time from the game's text to its first position, Python's own start not included.
    """
    from interpreter.bench import measure

    began = time.perf_counter()
    loaded = load_game(game, options)
    result = measure(loaded, engine, seconds, began)
    if as_json:
        import json

        click.echo(json.dumps(result.as_json()))
        return
    for name, value in result.as_json().items():
        shown = f"{value:,.4g}" if isinstance(value, float) and value < 1000 else value
        shown = f"{shown:,.0f}" if isinstance(shown, float) else shown
        click.echo(f"{name:<20} {shown}")
