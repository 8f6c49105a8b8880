"""The position that a command is about: after some moves, or one that is described."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.position import Position
    from interpreter.players.player import Line

F = TypeVar("F", bound=Callable[..., Any])

#: The largest file that describes a position, in bytes.
_MOST = 1_000_000


def position_options(command: F) -> F:
    """The options `--moves` and `--position`."""
    moves = click.option(
        "--moves", metavar="MOVES", default="",
        help="The position after these moves, with blanks between: \"d4 a2-a4\".",
    )  # fmt: skip
    return moves(position_option(command))


def position_option(command: F) -> F:
    """The option `--position`."""
    return click.option(
        "--position", metavar="POSITION",
        help="A position as `state.text` writes it: '3/1C1/3 2 1', as scenarios have it: "
        "'{pieces: {Pawn1: [a2, b2]}, mover: 2}', or a file with either.",
    )(command)  # fmt: skip


#: Games are repeatable here unless another seed is named.
roll_seed_option = click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
                                help="What chance does.")  # fmt: skip


def line_to(game: Game, moves: str, position: str | None, seed: int) -> Line:
    """The game up to a position: from its start, or from what is described, by the moves.

    Raises ScenarioError, PositionError, UnreadableFileError and what `State.play` raises.
    """
    from interpreter.players.player import Line

    if position is not None:
        game = game.starting_from(read_position(position))
    line = Line((game.start(seed),))
    for text in moves.replace(",", " ").split():
        for move in line.state.parse_turn(text):
            line = line.then(move)
    return line


def read_position(text: str) -> Position | str:
    """A position from a text on one line, one in braces, or the file of that name with either in it."""
    from gdl.support.files import named
    from interpreter.game.position import position_in
    from interpreter.support.files import read_at_most

    if is_position(text):
        return position_in(text, "the position")
    too_long = f"cannot read {named(text)}: it is too large for a position"
    raw = read_at_most(_MOST, text, too_long)
    return position_in(raw.decode(errors="replace").strip(), named(text))


def is_position(text: str) -> bool:
    """Whether a text is a position itself, on one line or in braces."""
    from interpreter.game.written_state import is_written_state

    return is_written_state(text) or text.lstrip().startswith("{")
