"""`gdl bench`: how fast games are played at random."""

from __future__ import annotations

import time
from functools import partial
from math import isnan
from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import checked_option, engine_option, json_option, load_game, options_option
from interpreter.cli.output import say_json, say_table
from interpreter.cli.progress import patiently
from interpreter.support.tables import Table

if TYPE_CHECKING:
    from interpreter.game.bench import Bench


def _a_number(ctx: click.Context, param: click.Parameter, value: float) -> float:
    """No range keeps out what compares with nothing."""
    if isnan(value):
        raise click.BadParameter(f"`{value}` is no number of seconds")
    return value


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@engine_option("auto")
@checked_option
@click.option("--seconds", default=3.0, show_default=True, type=click.FloatRange(0.01, 3600),
              callback=_a_number, help="How long each game is measured.")  # fmt: skip
@options_option
@json_option
def command(
    games: tuple[str, ...],
    engine: str,
    checked: bool,
    seconds: float,
    options: dict[str, str],
    as_json: bool,
) -> None:
    """Play full random games for some seconds on one thread, and say how many a second there were.

    `ready` is the time from the text to the end of a first random game, Python's own start not included; the
    engine's part of it is given beside it.
    """
    from interpreter.game.bench import measure

    results = []
    for game in games:
        began = time.perf_counter()
        loaded = load_game(game, options)
        with_a_word = partial(patiently, expected=seconds)
        results.append(measure(loaded, engine, seconds, began, checked, with_a_word))
    if as_json:
        shown = [result.as_json() for result in results]
        say_json(shown[0] if len(shown) == 1 else shown)
    else:
        _print_table(results)


def _print_table(results: list[Bench]) -> None:
    heads = ("game", "engine", "playouts/s", "moves/s", "moves/playout", "ready s", "engine s", "IR lines")
    rows = [
        (
            result.game,
            result.engine,
            f"{result.playouts / result.seconds:,.0f}",
            f"{result.moves / result.seconds:,.0f}",
            f"{result.moves / result.playouts:.1f}",
            f"{result.ready_seconds:.3f}",
            f"{result.engine_seconds:.3f}",
            "" if result.ir_lines is None else f"{result.ir_lines:,}",
        )
        for result in results
    ]
    say_table(Table.of(heads, rows, left=2))
