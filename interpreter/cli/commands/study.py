"""`gdl study`: what kind of game it is, in numbers with their uncertainty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import game_argument, json_option, load_game, options_option, seed_option

if TYPE_CHECKING:
    from interpreter.study.study import Studying
    from interpreter.study.work.job import Outcome


@click.command()
@game_argument
@click.option("--games", "-n", type=click.IntRange(1, 10**12), default=10_000, show_default=True,
              help="How many random games.")  # fmt: skip
@click.option("--rule-games", type=click.IntRange(0, 10**9), default=400, show_default=True,
              help="How many games more to see which rules are used; 0 leaves that out.")  # fmt: skip
@click.option("--longest", type=click.IntRange(1, 100_000), default=5_000, show_default=True, metavar="N",
              help="A game of more plies is given up.")  # fmt: skip
@click.option("--workers", "-w", type=click.IntRange(1, 1024), default=1, show_default=True,
              help="How many processes play; that changes nothing but the time.")  # fmt: skip
@click.option("--on", metavar="CLUSTER",
              help="Play on a cluster: dask:ADDRESS, ray, ray:ADDRESS.")  # fmt: skip
@click.option("--results", metavar="FILE",
              help="Keep the results here as they come; the same study goes on from them.")  # fmt: skip
@options_option
@seed_option
@json_option
def command(
    game: str,
    games: int,
    rule_games: int,
    longest: int,
    workers: int,
    on: str | None,
    results: str | None,
    options: dict[str, str],
    seed: int | None,
    as_json: bool,
) -> int:
    """Play GAME many times and say what kind of game it is: who is favoured, how long it lasts, how often it
    is drawn, how much choice there is, which rules are used.

    Each number has its interval: in brackets, within which the truth is with 95 %. The same --seed gives the
    same numbers, whatever the --workers. Ctrl-C leaves; with --results nothing is lost but the last part.
    """
    from interpreter.cli.output import say_json
    from interpreter.study.study import place_for, studying

    if results is not None and seed is None:
        raise click.UsageError("--results goes on with a study that was ended only with the same --seed")
    place = place_for(workers, on)
    to_do = studying(load_game(game, options), games, seed, rule_games, longest)
    outcomes: list[Outcome] = []
    with _progress(to_do) as show, closing(to_do.run(place, results)) as every:
        for done in every:
            outcomes.append(done.outcome)
            show(done.number)
    found = to_do.found(outcomes)
    if as_json:
        say_json(found.as_json(), indent=2)
    else:
        from interpreter.cli.study_table import show_study

        show_study(found)
    return 0


@contextmanager
def _progress(to_do: Studying) -> Iterator[Callable[[int], None]]:
    """A bar with the time left, at a terminal."""
    from interpreter.cli.output import console, is_terminal

    if not is_terminal(error=True):
        yield lambda number: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    told_of = TextColumn("{task.description}", markup=False)
    columns = (told_of, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(error=True), transient=True) as bar:
        task = bar.add_task(to_do.job.place(0)[0].title, total=to_do.chunks)

        def show(number: int) -> None:
            following = min(number + 1, to_do.chunks - 1)
            bar.update(task, completed=number + 1, description=to_do.job.place(following)[0].title)

        yield show
