"""The position that a command is about: that after some moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.state import State

moves_option = click.option("--moves", metavar="MOVES", default="",
                            help="The moves before, with blanks between: \"d4 a2-a4\".")  # fmt: skip
position_option = click.option("--position", metavar="MOVES", default="", help="The same as --moves.")
roll_seed_option = click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
                                help="What chance does.")  # fmt: skip


def after_moves(game: Game, moves: str, seed: int) -> list[State]:
    """The first position of a game, and those after each of some moves. Raises MoveError."""
    states = [game.start(seed)]
    for text in moves.replace(",", " ").split():
        for move in states[-1].parse_turn(text):
            states.append(states[-1].play(move))
    return states
