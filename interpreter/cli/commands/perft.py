"""`gdl perft`: count the sequences of moves to a depth."""

from __future__ import annotations

import click

from interpreter.cli.arguments import (
    checked_option,
    engine_option,
    game_argument,
    json_option,
    load_game,
    options_option,
    seed_option,
    threads_option,
)
from interpreter.cli.output import say, say_json
from interpreter.cli.progress import patiently

#: From this depth on, or from so many positions on, machine code is made before Python has counted.
WORTH_COMPILING, MANY_POSITIONS = 4, 1000


@click.command()
@game_argument
@click.argument("depth", type=click.IntRange(1, 100))
@click.option("--turns", is_flag=True, help="Count a whole turn of several decisions as one move.")
@engine_option("auto")
@checked_option
@threads_option
@options_option
@seed_option
@json_option
def command(
    game: str,
    depth: int,
    turns: bool,
    engine: str,
    checked: bool,
    threads: int,
    options: dict[str, str],
    seed: int | None,
    as_json: bool,
) -> None:
    """Count the sequences of moves of each length up to DEPTH, and how many games end exactly there.

    The engine `auto` is the native one from a depth of 4 on, or where many positions are to be looked at:
    before, counting takes less time than compiling.
    """
    loaded = load_game(game, options)
    if engine == "auto" and depth < WORTH_COMPILING:
        first = len(loaded.on("python", checked).start(seed or 0).legal_moves)
        engine = "python" if first ** (depth - 1) <= MANY_POSITIONS else "native"
    loaded = loaded.on(engine, checked)
    with patiently(loaded.engine):
        counts = loaded.perft(depth, turns=turns, seed=seed, threads=threads)
    if as_json:
        rows = [{"depth": c.depth, "nodes": c.nodes, "ended": c.ended} for c in counts]
        of_chance = {"seed": seed or 0} if loaded.has_chance else {}
        say_json({"game": loaded.name, **of_chance, "depths": rows})
        return
    what = "turns" if turns else "moves"
    width = max(len(f"{c.nodes:,}") for c in counts)
    say(f"{what:>6}  {'sequences':>{max(width, 9)}}  ended there")
    for c in counts:
        say(f"{c.depth:>6}  {c.nodes:>{max(width, 9)},}  {c.ended:,}")
    if loaded.has_chance:
        say(f"Chance falls as the seed {seed or 0} has it; another --seed gives other counts.")
