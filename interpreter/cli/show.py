"""`gdl show`: what a game's file becomes on its way to being played."""

from __future__ import annotations

import click

from interpreter.cli.arguments import game_argument, load_game, options_option
from interpreter.cli.output import say

_STAGES = ("forms", "ludemes", "core", "python", "llvm")


@click.command()
@game_argument
@click.option("--stage", type=click.Choice(_STAGES), default="core", show_default=True,
              help="Which stage to print.")  # fmt: skip
@options_option
def command(game: str, stage: str, options: dict[str, str]) -> None:
    """Print one stage of GAME: its forms with all definitions put in, its ludemes, its core program, the
    Python that runs it, or the LLVM that becomes machine code and plays random games."""
    loaded = load_game(game, options)
    from interpreter.game.stages import STAGES

    say(STAGES[stage](loaded.compiled))
