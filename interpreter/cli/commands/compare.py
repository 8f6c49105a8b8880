"""`gdl compare`: what differs between two games, with controlled error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from interpreter.study.options import CompareOptions

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
@options_of(CompareOptions, "games")
@click.option("--time", "seconds", metavar="TIME", callback=_duration,
              help="At most so long, such as 30s.  [default: 1min, without --games]")  # fmt: skip
@options_of(CompareOptions, "search", "search_games", "rule_games")
@click.option("--margin", "margins", multiple=True, metavar="MEASURE=AMOUNT",
              help="How large a difference has to be to matter: won=1%, length=2; 3% for all.")  # fmt: skip
@options_of(CompareOptions, "precise", "even_if_same", "longest")
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
    seconds: float | None,
    margins: tuple[str, ...],
    workers: int,
    on: str | None,
    results: str | None,
    html: str | None,
    seed: int | None,
    as_json: bool,
    **chosen: Any,
) -> int:
    """Compare two games: GAME is A, OTHER (the same game unless you name another) is B.

    Both are played until it is known of each measure whether it differs or is the same within a margin. All
    that is said holds together with 95 %, however early one looks: Ctrl-C shows what is known so far. Files
    that differ in comments, layout and names have the same rules, and nothing is played.

        gdl compare troika -b Board=Backs
    """
    from interpreter.cli.progress import progress, tell_stopped
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
            comparison = compare(
                one, two, seconds=seconds, margins=read_margins(margins), seed=seed, workers=workers, on=on,
                file=results, progress=tell, **chosen,
            )  # fmt: skip
        except KeyboardInterrupt:
            if not seen:
                raise
            comparison, code = seen[-1].result, INTERRUPTED
    _show(comparison, as_json, html)
    if code == INTERRUPTED:
        tell_stopped("comparison", None, None, results, comparison.seed)
    return code


def _show(comparison: Comparison, as_json: bool, html: str | None) -> None:
    from interpreter.cli.compare_table import show_comparison
    from interpreter.cli.output import say_json

    if as_json:
        say_json(comparison.as_json(), indent=2)
    else:
        show_comparison(comparison)
    if html is not None:
        from pathlib import Path

        from interpreter.study.reports.comparison import html_comparison
        from interpreter.support.files import write

        write(Path(html), html_comparison(comparison))
