"""`gdl trace`: what the rules evaluated at each ply, by the author's lines."""

from __future__ import annotations

import click

from interpreter.cli.arguments import game_argument, load_game, options_option, output_format_option
from interpreter.cli.output import say_json, say_painted
from interpreter.cli.positions import line_to, position_option, roll_seed_option


@click.command()
@game_argument
@click.argument("played", metavar="[MOVE]...", nargs=-1)
@click.option("--moves", metavar="MOVES", default="", help='The same, in quotes: "d4 a2-a4".')
@position_option
@click.option("--after", metavar="MOVES", default="", help="Moves before these, which are not shown.")
@roll_seed_option
@options_option
@output_format_option
def command(
    game: str,
    played: tuple[str, ...],
    moves: str,
    position: str | None,
    after: str,
    seed: int,
    options: dict[str, str],
    output_format: str,
) -> None:
    """Show what each MOVE of GAME evaluated: rules, conditions, effects, endings, phases.

    The moves follow each other; they are written as in `gdl play`, behind the game or as --moves.
    """
    from interpreter.why.render import trace_text
    from interpreter.why.trace import to_json, trace

    if played and moves.strip():
        raise click.UsageError("name the moves once: behind the game, or by --moves")
    moves = " ".join(played) or moves
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
        raise click.UsageError("name the moves: gdl trace GAME e2-e4 e7-e5")
