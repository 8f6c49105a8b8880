"""`gdl why`: why a move is legal, or which condition of which rule refuses it."""

from __future__ import annotations

import click

from interpreter.cli.arguments import game_argument, load_game, options_option, output_format_option
from interpreter.cli.output import coloured, say_json, say_painted
from interpreter.cli.positions import line_to, position_options, roll_seed_option


@click.command()
@game_argument
@click.argument("move")
@position_options
@roll_seed_option
@options_option
@output_format_option
def command(
    game: str,
    move: str,
    moves: str,
    position: str | None,
    seed: int,
    options: dict[str, str],
    output_format: str,
) -> None:
    """Tell which rule of GAME allows MOVE, or which condition of which rule refuses it, and at which line.

    MOVE is written as in `gdl play`. It is made in the first position, in that after the --moves, or in
    another --position.
    """
    from interpreter.why.answers import to_json
    from interpreter.why.explain import why
    from interpreter.why.render import text_of

    answer = why(line_to(load_game(game, options), moves, position, seed).state, move)
    if output_format == "json":
        say_json(to_json(answer), indent=2)
    else:
        say_painted(text_of(answer, coloured(False)))
