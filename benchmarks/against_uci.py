"""Chess against a UCI engine of limited strength: `python -m benchmarks.against_uci --elo 1700 --games 60`.

Needs python-chess (`pip install chess`), and an engine such as Stockfish, whose strength UCI_LimitStrength
and UCI_Elo limit. Both sides think equally long about a move. Openings are plies at random by seed, each
played with both colours; draws by repetition and by fifty moves are claimed. Games are told as they end, as
PGN where `--records` names a file.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gdl import Move, State, load, read_player
from interpreter.players.player import Line
from interpreter.statistics.intervals import wilson

if TYPE_CHECKING:
    import chess

#: Openings have so many plies; games are drawn after MOST.
_OPENING, _MOST = 6, 400


@click.command()
@click.option("--player", default="alphabeta", show_default=True, help="Who plays, as for gdl match.")
@click.option("--engine", default="stockfish", show_default=True, help="The engine's command.")
@click.option("--elo", default=1700, show_default=True, help="What its strength is limited to.")
@click.option("--games", default=60, show_default=True)
@click.option("--ms", default=200, show_default=True, help="Milliseconds of a move, for both.")
@click.option("--seed", default=1, show_default=True)
@click.option("--records", type=click.Path(path_type=Path), help="A file for the games, as PGN.")
def main(player: str, engine: str, elo: int, games: int, ms: int, seed: int, records: Path | None) -> None:
    """Play a match of chess against an engine of limited strength."""
    try:
        import chess
        import chess.engine
        import chess.pgn
    except ImportError:
        raise click.ClickException("python-chess is missing: pip install chess") from None
    game = load("chess").on("native")
    other = chess.engine.SimpleEngine.popen_uci(engine)
    other.configure({"UCI_LimitStrength": True, "UCI_Elo": elo, "Threads": 1, "Hash": 16})
    points = 0.0
    try:
        for number in range(games):
            draw = random.Random(f"{seed} {number // 2}")
            board, line = chess.Board(), Line((game.start(seed),))
            colour = number % 2 == 0
            own = read_player(f"{player}:{ms}ms").make(game, number)
            while not board.is_game_over(claim_draw=True) and board.ply() < _MOST:
                if board.ply() < _OPENING:
                    chosen = draw.choice(sorted(board.legal_moves, key=str))
                elif board.turn == colour:
                    chosen = _own_move(own, line, board)
                else:
                    chosen = other.play(board, chess.engine.Limit(time=ms / 1000)).move  # type: ignore[assignment]
                for step in _steps(line.state, chosen):
                    line = line.then(step)
                board.push(chosen)
            result = board.result(claim_draw=True)
            won = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
            points += won if colour else 1 - won
            click.echo(
                f"{number + 1:3} {'white' if colour else 'black'} {result:7} {board.ply():3} plies   "
                f"{points:g} of {number + 1}"
            )
            if records is not None:
                told: Any = chess.pgn.Game.from_board(board)
                told.headers["White"], told.headers["Black"] = (
                    (player, f"{engine} {elo}") if colour else (f"{engine} {elo}", player)
                )
                with records.open("a", encoding="utf-8") as file:
                    print(told, end="\n\n", file=file)
    finally:
        other.quit()
    interval = wilson(points, games)
    bounds = f"{interval.low:.1%} to {interval.high:.1%}"
    click.echo(f"{player} against {engine} at {elo}: {points:g} of {games}, {bounds}")


def _own_move(player: Any, line: Line, board: chess.Board) -> chess.Move:
    """Our player's move as python-chess writes it: what a pawn becomes is a second decision of the turn."""
    move = player.choose(line).move
    onto = None
    after = line.then(move)
    if not after.state.is_over and after.state.mover == line.state.mover:
        onto = str(player.choose(after).move).partition("=")[2]
    return next(
        legal
        for legal in board.legal_moves
        if _squares(move) == _uci_squares(legal) and _piece(legal) == onto
    )


def _steps(state: State, move: chess.Move) -> list[Move]:
    """The decisions of a turn that make up a move."""
    first = next(legal for legal in state.legal_moves if _squares(legal) == _uci_squares(move))
    onto = _piece(move)
    if onto is None:
        return [first]
    choices = state.play(first).legal_moves
    return [first, next(choice for choice in choices if str(choice).endswith(f"={onto}"))]


def _squares(move: Move) -> str:
    return str(move).replace("x", "-").replace("-", "")


def _uci_squares(move: chess.Move) -> str:
    return move.uci()[:4]


def _piece(move: chess.Move) -> str | None:
    """What a pawn becomes by a move, by its name here."""
    import chess

    return None if move.promotion is None else chess.piece_name(move.promotion).capitalize()


if __name__ == "__main__":
    main()
