"""Reversi against another program: `python -m benchmarks.against_reversi --other matrix --games 60`.

The other is rust_reversi (`pip install rust-reversi`; MIT), on bitboards in Rust: alpha-beta by iterative
deepening that estimates positions by the weights of squares in Norvig, *Paradigms of Artificial Intelligence
Programming* (1992, chapter 18) or by legal moves, or its MCTS. Both think so many milliseconds a move by the
clock: for an idle machine. Openings are plies at random by seed, each played with both colours.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

import click

from benchmarks.ten_games import OPENING, share
from gdl import Move, State, load, read_player
from interpreter.players.player import Line

#: What Norvig gives for the corner of eight by eight squares; the others are its mirror images.
_CORNER = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))
#: Deeper than any search gets; more than any estimate.
_DEEP, _WON = 60, 1_000_000


def others(library: Any) -> dict[str, Callable[[], Any]]:
    """Their searches, by name."""
    rows = [[*row, *row[::-1]] for row in _CORNER]
    matrix = rows + rows[::-1]
    return {
        "matrix": lambda: library.AlphaBetaSearch(library.MatrixEvaluator(matrix), _DEEP, _WON),
        "mobility": lambda: library.AlphaBetaSearch(library.LegalNumEvaluator(), _DEEP, _WON),
        "mcts": lambda: library.MctsSearch(1_000_000_000, 1.0, 10),
    }


def _name(place: int) -> str:
    return f"{'abcdefgh'[place % 8]}{place // 8 + 1}"


def _their_move(search: Any, board: Any, state: State, ms: int) -> Move:
    """What the other chooses; both have to know the same moves."""
    legal = {str(move): move for move in state.legal_moves}
    if board.is_pass():
        (forced,) = state.legal_moves
        return forced
    if legal.keys() != set(map(_name, board.get_legal_moves_vec())):
        raise click.ClickException(f"the legal moves differ: {sorted(legal)}")
    return legal[_name(search.get_move_with_timeout(board, ms))]


@click.command()
@click.option("--player", default="computer", show_default=True, help="Who plays, as for gdl match.")
@click.option(
    "--other", default="matrix", show_default=True, type=click.Choice(["matrix", "mobility", "mcts"])
)
@click.option("--games", default=60, show_default=True)
@click.option("--ms", default=100, show_default=True, help="Milliseconds of a move, for both.")
def main(player: str, other: str, games: int, ms: int) -> None:
    """Play a match of Reversi against another program."""
    try:
        library = importlib.import_module("rust_reversi")
    except ImportError:
        raise click.ClickException("rust_reversi is missing: pip install rust-reversi") from None
    game = load("reversi").on("native")
    points: list[tuple[int, float]] = []
    for number in range(games):
        opening, ours = number // 2, 1 + number % 2
        chance, line, board = random.Random(opening), Line((game.start(opening),)), library.Board()
        own: Any = read_player(f"{player}:{ms}ms").make(game, number)
        search = others(library)[other]()
        plies = 0
        while not line.state.is_over:
            state = line.state
            if plies < OPENING:
                move = chance.choice(list(state.legal_moves))
            elif state.mover == ours:
                move = own.choose(line).move
            else:
                move = _their_move(search, board, state, ms)
            if board.is_pass():
                board.do_pass()
            else:
                text = str(move)
                board.do_move("abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1))
            line, plies = line.then(move), plies + 1
        assert line.state.outcome is not None
        points.append((opening, {1.0: 1.0, 1.5: 0.5, 2.0: 0.0}[line.state.outcome.ranks[ours - 1]]))
        click.echo(f"{number + 1:3} {plies:3} plies {points[-1][1]:g}   {sum(p for _, p in points):g}")
    click.echo(f"{player} against rust_reversi's {other}, {ms} ms a move: {share(points)}")


if __name__ == "__main__":
    main()
