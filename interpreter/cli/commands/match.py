"""`gdl match`: players against each other, over many games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import (
    engine_option,
    game_argument,
    json_option,
    load_game,
    options_option,
    seed_option,
)
from interpreter.cli.leaving import INTERRUPTED
from interpreter.cli.output import is_terminal, say_json, show_diagnostics
from interpreter.cli.progress import progress
from interpreter.errors.user_errors import UserError

if TYPE_CHECKING:
    from interpreter.match.play import Match, Played

#: The seconds between two looks at the score so far.
_PAUSE = 0.2
#: How many games are played where nothing is said, and at most where there is a goal.
_GAMES, _MOST = 100, 20_000


@click.command()
@game_argument
@click.option("--players", "-p", required=True, metavar="A,B",
              help="Who plays (`gdl players` lists them); the last one fills the other seats.")  # fmt: skip
@click.option("--games", "-n", type=click.IntRange(1, 10**6),
              help="How many games, at most with --until or --sprt; in a round robin, between each two."
                   "  [default: 100, or 20000]")  # fmt: skip
@click.option("--openings", type=click.IntRange(0, 100), metavar="PLIES",
              help="Draw so many plies at random first, the same with each seating.")  # fmt: skip
@click.option("--until", metavar="WIDTH", help="Play until shares are known to within so much: 3points.")
@click.option("--sprt", metavar="ELO0,ELO1",
              help="Play until it is decided between two differences in Elo: 0,10.")  # fmt: skip
@click.option("--workers", "-w", "--jobs", "-j", "workers", type=click.IntRange(1, 1024), default=1,
              show_default=True,
              help="How many processes play; that changes nothing but the time.")  # fmt: skip
@click.option("--on", metavar="CLUSTER",
              help="Play on a cluster: dask:ADDRESS, ray, ray:ADDRESS.")  # fmt: skip
@click.option("--results", metavar="FILE",
              help="Keep the results here as they come; the same match goes on from them.")  # fmt: skip
@click.option("--records", metavar="FILE", help="Add every game to this file (`gdl record FILE` reads it).")
@click.option("--longest", type=click.IntRange(1), metavar="N",
              help="A longer game counts as a draw, and is told apart.  [default: 5000]")  # fmt: skip
@click.option("--processor-time", "by_processor", is_flag=True,
              help="Players' seconds are the processor's: fair where the machine does more.")  # fmt: skip
@engine_option("auto")
@options_option
@seed_option
@json_option
def command(
    game: str,
    players: str,
    games: int | None,
    openings: int | None,
    until: str | None,
    sprt: str | None,
    workers: int,
    on: str | None,
    results: str | None,
    records: str | None,
    longest: int | None,
    by_processor: bool,
    engine: str,
    options: dict[str, str],
    seed: int | None,
    as_json: bool,
) -> int:
    """Let players play GAME against each other, every seat equally often.

    Behind each share stand the bounds within which the truth is with 95 %: of different games alone, those
    of one opening together. More players than a game for two has seats all meet each other. The same
    --seed plays the same games, whatever the --workers, unless a player goes by the clock. Ctrl-C leaves
    with what was played so far; with --results nothing is lost but the last part.
    """
    import secrets

    from interpreter.cli.standings import as_json as to_json
    from interpreter.cli.standings import print_score
    from interpreter.match.goal import read_hypotheses, read_width
    from interpreter.match.job import play_match
    from interpreter.match.judge import verdict_of
    from interpreter.match.play import LONGEST, Match
    from interpreter.match.schedule import Schedule
    from interpreter.match.score import score
    from interpreter.players.naming import read_players
    from interpreter.records.writing import append_record
    from interpreter.support.interrupt import ctrl_c_held_back
    from interpreter.work.runners import place_for

    if results is not None and seed is None:
        raise click.UsageError("--results goes on with a match that was ended only with the same --seed")
    if until is not None and sprt is not None:
        raise click.UsageError("a match ends by --until or by --sprt: leave one out")
    place = place_for(workers, on)
    goal = None if until is None else read_width(until)
    tested = None if sprt is None else read_hypotheses(sprt)
    loaded, named = load_game(game, options).on(engine), read_players(players)
    each = games or (_GAMES if goal is None and tested is None else _MOST)
    match = Match(
        loaded,
        named,
        each * Schedule(len(named), len(loaded.players)).pairings,
        secrets.randbits(32) if seed is None else seed,
        longest or LONGEST,
        records is not None,
        None,
        openings,
        goal or tested,
        by_processor,
    )
    played: list[Played] = []
    ended: BaseException | None = None
    try:
        with (
            _progress(match, not as_json) as show,
            closing(play_match(match, place, results)) as every,
        ):
            for done in every:
                with ctrl_c_held_back():  # a game that is counted is written down
                    played.append(done)
                    if records is not None and done.record is not None:
                        append_record(records, done.record)
                show(played)
    except (KeyboardInterrupt, UserError) as error:
        if not played and isinstance(error, UserError):
            raise
        ended = error
    beyond = next((each.overflow for each in played if each.overflow is not None), None)
    if beyond is not None:
        show_diagnostics((beyond,))
    standing, verdict = score(match, played), verdict_of(match, played)
    if as_json:
        say_json(to_json(match, standing, verdict), indent=2)
    else:
        print_score(match, standing, verdict)
    if isinstance(ended, UserError):
        raise ended
    return 0 if ended is None else INTERRUPTED


@contextmanager
def _progress(match: Match, wanted: bool) -> Iterator[Callable[[list[Played]], None]]:
    """A bar with the score so far, at a terminal."""
    if not (wanted and is_terminal(error=True)):
        yield lambda played: None
        return
    from interpreter.match.score import score

    shown_at = 0.0
    with progress(match.game.name, match.games) as bar:

        def show(played: list[Played]) -> None:
            nonlocal shown_at
            if time.monotonic() < shown_at + _PAUSE and len(played) < match.games:
                return
            shown_at = time.monotonic()
            shares = [f"{each.name} {each.won.value * 100:.0f} %" for each in score(match, played).standings]
            bar("  ".join(shares), len(played), match.games)

        yield show
