"""`gdl play`: play a game in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import checked_option, engine_option, load_game, options_option, seed_option
from interpreter.cli.output import show_diagnostics

if TYPE_CHECKING:
    from interpreter.players.naming import Named
    from interpreter.records.replaying import Replayed, Replayer

_PLAYERS = "human,computer:medium"


@click.command()
@click.argument("game", required=False)
@click.option("--players", "-p", metavar="NAMES",
              help="Who plays, in order, such as human,mcts:2s (`gdl players` lists them); the last "
                   f"one fills the other seats.  [default: {_PLAYERS}]")  # fmt: skip
@click.option("--resume", metavar="FILE[#N]", help="Go on with the last (or Nth) game in a record.")
@click.option("--think", is_flag=True, help="Tell what the computer thinks.")
@click.option("--ponder", is_flag=True,
              help="Let computers that go by the clock think on while you do.")  # fmt: skip
@click.option("--plain", is_flag=True, help="Draw without colours.")
@engine_option("auto")
@checked_option
@options_option
@seed_option
def command(
    game: str | None,
    players: str | None,
    resume: str | None,
    think: bool,
    ponder: bool,
    plain: bool,
    engine: str,
    checked: bool,
    options: dict[str, str],
    seed: int | None,
) -> None:
    """Play GAME. Type moves such as d4 or a2-a4, or `help` for what else there is.

    With --resume, GAME need not be named, and the same players go on.
    """
    import secrets

    from interpreter.cli.sitting import Sitting
    from interpreter.cli.terminal import Terminal
    from interpreter.cli.typed_commands import Desk
    from interpreter.players.naming import read_players
    from interpreter.session.session import Session

    named = read_players(players) if players is not None else None
    if resume is not None:
        if seed is not None or options:
            raise click.UsageError("--seed and --option are for a new game: a recorded one has its own")
        from interpreter.records.replaying import Replayer

        played = _resumed(resume, game, Replayer(engine, checked))
        loaded, line, seed = played.game, played.line, played.record.seed
        assert loaded is not None
        named = named or _who_played(played)
    elif game is None:
        raise click.UsageError("Missing argument 'GAME' (`gdl list` lists them), or a record to --resume.")
    else:
        loaded, line = load_game(game, options).on(engine, checked), None
        seed = secrets.randbits(32) if seed is None else seed
    seats = len(loaded.players)
    session = Session(loaded, named or read_players(_PLAYERS)[:seats], seed, line)
    Sitting(Desk(session, Terminal(plain), think, ponder)).run()


def _resumed(name: str, game: str | None, replayer: Replayer) -> Replayed:
    """A recorded game, played through. Raises LanguageError where it does not fit."""
    from gdl.source.diagnostics import LanguageError
    from interpreter.session.resuming import replay_file

    played = replay_file(name, replayer, game)
    if not played.fits:
        raise LanguageError(played.mistakes)
    if played.mistakes:
        show_diagnostics(played.mistakes)
    return played


def _who_played(played: Replayed) -> tuple[Named, ...]:
    """The players of a record. Raises PlayerError where it has names of people."""
    from interpreter.errors.user_errors import PlayerError
    from interpreter.players.naming import read_players

    try:
        return read_players(",".join(played.record.players))
    except PlayerError as error:
        message = f"{error.message} (named in the record; --players says who is to go on)"
        raise type(error)(message, error.suggestions) from None
