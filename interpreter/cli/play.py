"""`gdl play`: play a game in the terminal."""

from __future__ import annotations

import click

from interpreter.cli.arguments import (
    checked_option,
    engine_option,
    game_argument,
    load_game,
    options_option,
    seed_option,
)


@click.command()
@game_argument
@click.option("--players", "-p", default="human,random", show_default=True, metavar="NAMES",
              help="Who plays, in order, such as human,mcts:2s (`gdl players` lists them); the last "
                   "one fills the other seats.")  # fmt: skip
@click.option("--think", is_flag=True, help="Tell what the computer thinks.")
@click.option("--plain", is_flag=True, help="Draw without colours.")
@engine_option("auto")
@checked_option
@options_option
@seed_option
def command(
    game: str,
    players: str,
    think: bool,
    plain: bool,
    engine: str,
    checked: bool,
    options: dict[str, str],
    seed: int | None,
) -> None:
    """Play GAME. Type moves such as d4 or a2-a4, or `help` for what else there is."""
    import secrets

    from interpreter.cli.session import Session
    from interpreter.cli.terminal import Terminal
    from interpreter.players.naming import read_players, seat_names

    named = read_players(players)
    loaded = load_game(game, options).on(engine, checked)
    seated = seat_names(named, len(loaded.players))
    session = Session(loaded, seated, secrets.randbits(32) if seed is None else seed, Terminal(plain))
    session.thinking = think
    session.run()
