"""The board as it is at the start, for the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.errors.user_errors import UserError

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.state import State

#: Boards that take more columns or lines of characters are not drawn.
MOST_COLUMNS, MOST_LINES = 200, 120
#: Boards of more sites are no picture to look at.
MOST_SPOTS = 2500


def _start(game: Game) -> State | None:
    try:
        return game.start(seed=0)
    except UserError:
        return None


def as_text(game: Game) -> list[str]:
    """The starting position in lines of characters; none where it cannot be drawn so."""
    state = _start(game)
    lines = [] if state is None else str(state).rstrip("\n").splitlines()
    if len(lines) > MOST_LINES or any(len(line) > MOST_COLUMNS for line in lines):
        return []
    return lines


def as_svg(game: Game) -> str | None:
    """The starting position as a drawing in SVG, to stand in a page; None where there is none."""
    state = _start(game)
    if state is None or len(game.plan.spots) > MOST_SPOTS:
        return None
    return state.svg(show=("pieces", "names", "colours", "legend"))
