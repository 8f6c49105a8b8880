"""`gdl match`: players against each other, over many games."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from math import isinf
from typing import TYPE_CHECKING, Any

import click

from interpreter.cli.arguments import (
    engine_option,
    game_argument,
    json_option,
    load_game,
    options_option,
    seed_option,
)
from interpreter.errors import UserError

if TYPE_CHECKING:
    from interpreter.match.play import Match, Played
    from interpreter.match.score import Estimate, Score, Standing

_STOPPED = 130  # what a shell reports for Ctrl-C
#: The seconds between two looks at the score so far.
_PAUSE = 0.2


@click.command()
@game_argument
@click.option("--players", "-p", required=True, metavar="A,B",
              help="Who plays (`gdl players` lists them); the last one fills the other seats.")  # fmt: skip
@click.option("--games", "-n", type=click.IntRange(1, 10**6), default=100, show_default=True,
              help="How many games; a multiple of the number of seats shares them equally.")  # fmt: skip
@click.option("--jobs", "-j", type=click.IntRange(1, 256), default=1, show_default=True,
              help="How many processes play.")  # fmt: skip
@click.option("--records", metavar="FILE", help="Add every game to this file (`gdl record FILE` reads it).")
@click.option("--longest", type=click.IntRange(1), metavar="N",
              help="A longer game counts as a draw, and is told apart.  [default: 5000]")  # fmt: skip
@engine_option("auto")
@options_option
@seed_option
@json_option
def command(
    game: str,
    players: str,
    games: int,
    jobs: int,
    records: str | None,
    longest: int | None,
    engine: str,
    options: dict[str, str],
    seed: int | None,
    as_json: bool,
) -> int:
    """Let players play GAME against each other, every seat equally often.

    Behind each share stand the bounds within which the truth is with 95 % (Wilson's interval). The same
    --seed plays the same games, whatever the --jobs, unless a player goes by the clock. Ctrl-C leaves with
    what was played so far.
    """
    import secrets

    from interpreter.match.play import LONGEST, Match
    from interpreter.match.run import play_match
    from interpreter.match.score import score
    from interpreter.players.naming import read_players

    match = Match(
        load_game(game, options).on(engine),
        read_players(players),
        games,
        secrets.randbits(32) if seed is None else seed,
        longest or LONGEST,
        records is not None,
    )
    played: list[Played] = []
    ended: BaseException | None = None
    try:
        with (
            _writing(records) as write,
            _progress(match, not as_json) as show,
            closing(play_match(match, jobs)) as every,
        ):
            for each in every:
                played.append(each)
                write(each)
                show(played)
    except (KeyboardInterrupt, UserError) as error:
        if not played and isinstance(error, UserError):
            raise
        ended = error
    found = score(match, sorted(played, key=lambda each: each.number))
    if as_json:
        import json

        click.echo(json.dumps(_as_json(match, found), indent=2))
    else:
        _print(match, found)
    if isinstance(ended, UserError):
        raise ended
    return 0 if ended is None else _STOPPED


@contextmanager
def _writing(path: str | None) -> Iterator[Callable[[Played], None]]:
    """Adds games to a file in the order of their numbers, at the end also those behind a gap."""
    from interpreter.records.writing import append_record

    held: dict[int, Played] = {}
    following = 0

    def write(played: Played) -> None:
        nonlocal following
        held[played.number] = played
        while following in held:
            put(held.pop(following))
            following += 1

    def put(played: Played) -> None:
        if path is not None and played.record is not None:
            append_record(path, played.record)

    try:
        yield write
    finally:
        for number in sorted(held):
            put(held[number])


@contextmanager
def _progress(match: Match, wanted: bool) -> Iterator[Callable[[list[Played]], None]]:
    """A bar with the score so far, at a terminal."""
    if not (wanted and sys.stderr.isatty()):
        yield lambda played: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from interpreter.match.score import score

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(match.game.name, total=match.games)

        told = 0.0

        def show(played: list[Played]) -> None:
            nonlocal told
            if time.monotonic() < told + _PAUSE and len(played) < match.games:
                return
            told = time.monotonic()
            shares = [f"{each.name} {each.won.mean * 100:.0f} %" for each in score(match, played).standings]
            bar.update(task, completed=len(played), description="  ".join(shares))

        yield show


# --- What came of it --------------------------------------------------------------------------------------


def _print(match: Match, found: Score) -> None:
    from rich.console import Console
    from rich.table import Table

    click.echo(f"{match.game.name}: {found.games} of {match.games} games, seed {match.seed}")
    if not found.games:
        return
    pair = match.seats == 2 and len(match.entrants) == 2
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("player")
    heads = ("wins", "draws", "losses") if pair else ("if equal", "points", "95 %")
    for head in ("won", "95 %", *heads, "s/move"):
        table.add_column(head, justify="right")
    for each in found.standings:
        if pair:
            middle = [str(each.wins), str(each.draws), str(each.losses)]
        else:
            middle = [_percent(each.fair), _percent(each.points.mean), _bounds(each.points)]
        table.add_row(each.name, _percent(each.won.mean), _bounds(each.won), *middle, f"{each.per_move:.4f}")
    Console(width=None if sys.stdout.isatty() else 110).print(table)
    if found.elo is not None:
        middle_, low, high = map(_rating, found.elo)
        click.echo(f"Elo difference: {middle_} ({low} to {high})")
    seats = ", ".join(
        f"{name} {_percent(each.mean)}" for name, each in zip(match.game.players, found.seats, strict=True)
    )
    click.echo(f"seats: {seats}; draws {found.draws}; mean length {found.length:.1f} decisions")
    for note in _notes(match, found):
        click.echo(note)


def _notes(match: Match, found: Score) -> Iterator[str]:
    unfinished = found.games - found.finished
    if unfinished:
        games = "1 game was" if unfinished == 1 else f"{unfinished} games were"
        yield f"note: {games} left after {match.longest} decisions, and counted as shared by all"
    if found.games % match.seats:
        yield f"note: {found.games} is no multiple of {match.seats}: the seats were not shared equally"
    if not match.repeatable:
        yield "note: players that go by the clock do not play the same again, whatever the seed"


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _bounds(found: Estimate) -> str:
    return f"{found.low * 100:.1f} to {found.high * 100:.1f}"


def _rating(difference: float) -> str:
    if isinf(difference):
        return "beyond measure" if difference > 0 else "below measure"
    return f"{difference:+.0f}"


def _as_json(match: Match, found: Score) -> dict[str, Any]:
    finite = [None if isinf(each) else each for each in found.elo] if found.elo else None
    return {
        "game": match.game.name,
        "options": match.game.options,
        "seed": match.seed,
        "repeatable": match.repeatable,
        "games": found.games,
        "finished": found.finished,
        "draws": found.draws,
        "length": found.length,
        "players": [_standing_json(each) for each in found.standings],
        "seats": [_estimate_json(each) for each in found.seats],
        "elo": finite and dict(zip(("difference", "low", "high"), finite, strict=True)),
        "interval": "95 %, Wilson",
    }


def _standing_json(each: Standing) -> dict[str, Any]:
    return {
        "name": each.name,
        "seats": each.seats,
        "wins": each.wins,
        "draws": each.draws,
        "losses": each.losses,
        "won": _estimate_json(each.won),
        "if equal": each.fair,
        "points": _estimate_json(each.points),
        "decisions": each.decisions,
        "seconds per move": each.per_move,
    }


def _estimate_json(each: Estimate) -> dict[str, float]:
    return {"mean": each.mean, "low": each.low, "high": each.high}
