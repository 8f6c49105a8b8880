"""`gdl trace`: what the rules evaluated at each ply, by the author's lines."""

from __future__ import annotations

import click

from interpreter.cli.arguments import game_argument, load_game, options_option, output_format_option
from interpreter.cli.output import say_json, say_painted
from interpreter.cli.positions import line_to, position_options, roll_seed_option


@click.command()
@game_argument
@position_options
@click.option("--after", metavar="MOVES", default="", help="Moves before these, which are not shown.")
@roll_seed_option
@options_option
@output_format_option
def command(
    game: str,
    moves: str,
    position: str | None,
    after: str,
    seed: int,
    options: dict[str, str],
    output_format: str,
) -> None:
    """Show what each of the --moves of GAME evaluated: rules, conditions, effects, endings, phases."""
    from interpreter.why.showing import trace_text
    from interpreter.why.trace import to_json, trace

    state = line_to(load_game(game, options), after, position, seed).state
    plies = []
    for text in moves.replace(",", " ").split():
        for move in state.parse_turn(text):
            ply = trace(state, move)
            if output_format == "json":
                plies.append(to_json(ply))
            else:
                say_painted(trace_text(ply))
            state = state.play(move)
    if output_format == "json":
        say_json({"game": state.game.name, "plies": plies}, indent=2)
    elif not moves.strip():
        raise click.UsageError('name the moves: --moves "e2-e4 e7-e5"')
