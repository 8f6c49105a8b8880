"""`gdl compare`: what differs between two games, with controlled error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import (
    game_argument,
    json_option,
    load_game,
    options_of,
    options_option,
    place_options,
    seed_option,
    side_options,
    unit_of,
)
from interpreter.cli.leaving import INTERRUPTED
from interpreter.players.options import DURATION
from interpreter.study.options import StudyOptions

if TYPE_CHECKING:
    from interpreter.study.compare.comparison import Comparison
    from interpreter.study.compare.experiment import Comparing


def _duration(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    return None if text is None else unit_of(DURATION)(ctx, param, text)


@click.command()
@game_argument
@click.argument("other", required=False)
@side_options("a")
@side_options("b")
@options_option
@click.option("--games", "-n", type=click.IntRange(1, 10**12), metavar="N",
              help="At most so many random games of each, however long that takes; the first ones, at most a "
                   "quarter, only tell what to expect.")  # fmt: skip
@click.option("--time", "seconds", metavar="TIME", callback=_duration,
              help="At most so long, such as 30s.  [default: 1min, without --games]")  # fmt: skip
@click.option("--search", default="mcts:iterations=100", show_default=True, metavar="PLAYER",
              help="Who thinks for all seats in further games, or `none`.")  # fmt: skip
@click.option("--search-games", type=click.IntRange(1, 10**9), default=1_000, show_default=True, metavar="N",
              help="At most so many of these games of each.")  # fmt: skip
@click.option("--rule-games", type=click.IntRange(0, 10**9), default=1_000, show_default=True, metavar="N",
              help="How many random games more to see which rules come about; 0: none.")  # fmt: skip
@click.option("--margin", "margins", multiple=True, metavar="MEASURE=AMOUNT",
              help="How large a difference has to be to matter: won=1%, length=2; 3% for all.")  # fmt: skip
@click.option("--precise", is_flag=True,
              help="Go on when all is decided, to the last game or second: for narrower bounds.")  # fmt: skip
@click.option("--play-anyway", is_flag=True, help="Play even where the rules are the same.")
@options_of(StudyOptions, "longest")
@place_options("comparison")
@click.option("--html", metavar="FILE", help="Write a page with pictures, which needs nothing else.")
@seed_option
@json_option
def command(
    game: str,
    other: str | None,
    options_a: dict[str, str],
    options_b: dict[str, str],
    options: dict[str, str],
    games: int | None,
    seconds: float | None,
    search: str,
    search_games: int,
    rule_games: int,
    margins: tuple[str, ...],
    precise: bool,
    play_anyway: bool,
    longest: int,
    workers: int,
    on: str | None,
    results: str | None,
    html: str | None,
    seed: int | None,
    as_json: bool,
) -> int:
    """Compare two games: GAME is A, OTHER (the same game unless you name another) is B.

    Both are played until it is known of each measure whether it differs or is the same within a margin. All
    that is said holds together with 95 %, however early one looks: Ctrl-C shows what is known so far. Files
    that differ in comments, layout and names have the same rules, and nothing is played.

        gdl compare troika -b Board=Backs
    """
    from interpreter.cli.progress import progress
    from interpreter.study.compare.experiment import compare
    from interpreter.study.compare.measures import read_margins

    if other is None and not (options_a or options_b):
        raise click.UsageError(
            "name a second game, or what differs: gdl compare troika -b Board=Backs (-a is for the first)"
        )
    if results is not None and seed is None:
        raise click.UsageError("--results goes on with a comparison only with the same --seed")
    if html is not None:
        from pathlib import Path

        from interpreter.study.reports.pictures import check_pictures
        from interpreter.support.files import check_place

        check_pictures()
        check_place(Path(html))
    one = load_game(game, options | options_a)
    two = load_game(game if other is None else other, options | options_b)
    seen: list[Comparing] = []
    code = 0
    with progress("getting ready", unit="decided") as bar:

        def tell(comparing: Comparing) -> None:
            seen[:] = [comparing]
            decided, count = comparing.decided
            bar(f"{comparing.part.agent}: {comparing.part.games:,} games of each", decided, count)

        try:
            found = compare(
                one, two, games, seconds=seconds, search=None if search == "none" else search,
                search_games=search_games, rule_games=rule_games, margins=read_margins(margins),
                precise=precise, seed=seed, longest=longest, workers=workers, on=on, file=results,
                even_if_same=play_anyway, progress=tell,
            )  # fmt: skip
        except KeyboardInterrupt:
            if not seen:
                raise
            found, code = seen[-1].found, INTERRUPTED
    _show(found, as_json, html)
    return code


def _show(found: Comparison, as_json: bool, html: str | None) -> None:
    from interpreter.cli.compare_table import show_comparison
    from interpreter.cli.output import say_json

    if as_json:
        say_json(found.as_json(), indent=2)
    else:
        show_comparison(found)
    if html is not None:
        from pathlib import Path

        from interpreter.study.reports.comparison import html_comparison
        from interpreter.support.files import write

        write(Path(html), html_comparison(found))
