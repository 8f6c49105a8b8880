"""`gdl study`: what kind of game it is, in numbers with their uncertainty."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from interpreter.cli.arguments import (
    game_argument,
    json_option,
    load_game,
    options_of,
    options_option,
    place_options,
    seed_option,
)
from interpreter.cli.positions import position_option, read_position
from interpreter.study.options import SEARCHERS, SearchOptions, StudyOptions

if TYPE_CHECKING:
    from interpreter.work.job import Outcome


@click.command()
@game_argument
@options_of(StudyOptions, "games", "rule_games", "longest")
@click.option("--search/--no-search", default=True, show_default=True,
              help="Whether games between searches are played too.")  # fmt: skip
@click.option("--searcher", type=click.Choice(SEARCHERS), default=SEARCHERS[-1], show_default=True,
              help="Who searches; alpha-beta plays games for two without chance, for seats and the "
              "ladder. With both, uct does, and alpha-beta says who is favoured, too.")  # fmt: skip
@options_of(SearchOptions, "depth", "simulations", "games", "doublings")
@click.option("--until", metavar="WIDTH", help="Play on with the most thought until each seat's share of the "
              "win is known to within so much: 3points.")  # fmt: skip
@place_options("study")
@click.option("--ablate/--no-ablate", default=True, show_default=True,
              help="Say what each rule is worth, by a seat that plays without it.")  # fmt: skip
@options_of(StudyOptions, "ablate_pairs", "ablate_simulations")
@click.option("--exact/--no-exact", default=True, show_default=True,
              help="Prove who wins, in how many plies, by which first moves.")  # fmt: skip
@options_of(StudyOptions, "exact_positions")
@position_option
@click.option("--html", metavar="FILE", help="Write a page with pictures, which needs nothing else.")
@options_option
@seed_option
@json_option
def command(
    game: str,
    search: bool,
    searcher: str,
    depth: int | None,
    simulations: int | None,
    search_games: int | None,
    doublings: int | None,
    until: str | None,
    workers: int,
    on: str | None,
    results: str | None,
    position: str | None,
    html: str | None,
    ablate: bool,
    exact: bool,
    options: dict[str, str],
    seed: int | None,
    as_json: bool,
    **numbers: Any,
) -> int:
    """Play GAME many times and say what kind of game it is: who is favoured, how long it lasts, how often it
    is drawn, how much choice there is, which rules are used; and between searches, whether thought pays, how
    deep the game goes, and where it is decided.

    Each number has its interval: in brackets, within which the truth is with 95 %. The same --seed gives the
    same numbers, whatever the --workers. With --position all games begin there. Ctrl-C leaves; with --results
    nothing is lost but the last part.
    """
    from interpreter.cli.leaving import INTERRUPTED
    from interpreter.cli.output import say_json
    from interpreter.cli.progress import chunks_done, tell_stopped
    from interpreter.cli.study_table import show_end, show_page
    from interpreter.match.goal import read_width
    from interpreter.study.study import studying
    from interpreter.work.runners import place_for

    if results is not None and seed is None:
        raise click.UsageError("--results goes on with a study that was ended only with the same --seed")
    place = place_for(workers, on)
    if html is not None:
        from interpreter.study.reports.page import html_page
        from interpreter.study.reports.pictures import check_pictures
        from interpreter.support.files import check_place, write

        check_pictures()
        check_place(Path(html))
    by_uct = (simulations, doublings) != (None, None)
    if searcher == "uct" and depth is not None:
        raise click.UsageError("--depth is for --searcher alpha-beta; uct goes by --simulations")
    if searcher == "alpha-beta" and by_uct:
        raise click.UsageError(
            f"--simulations and --doublings are for --searcher uct; {searcher} has --depth"
        )
    if not search and (by_uct or (search_games, depth, until) != (None, None, None) or _given("searcher")):
        raise click.UsageError("--no-search leaves out what the other option asks for")
    if not ablate and (_given("ablate_pairs") or _given("ablate_simulations")):
        raise click.UsageError("--no-ablate leaves out what the other option asks for")
    if not exact and _given("exact_positions"):
        raise click.UsageError("--no-exact leaves out what the other option asks for")
    loaded = load_game(game, options)
    if position is not None:
        loaded = loaded.starting_from(read_position(position))
        numbers["rule_games"] = 0  # rules are counted from their own start
    if not ablate:
        numbers["ablate_pairs"] = 0
    if not exact:
        numbers["exact_positions"] = 0
    searches = None
    if search:
        searches = SearchOptions(simulations, search_games, doublings, searcher=searcher, depth=depth)
    width = None if until is None else read_width(until)
    to_do = studying(loaded, StudyOptions(seed=seed, search=searches, until=width, **numbers))
    outcomes: list[Outcome] = []
    try:
        with closing(to_do.run(place, results)) as every:
            for kind, page in to_do.pages:
                with chunks_done(to_do.chunks, to_do.doing, len(outcomes)) as show:
                    for done in islice(every, page - len(outcomes)):
                        outcomes.append(done.outcome)
                        show(done.number)
                if not as_json:
                    show_page(to_do.result(outcomes), kind)
    except KeyboardInterrupt:
        known = to_do.result(outcomes)
        if as_json:
            say_json(known.as_json(), indent=2)
        else:
            unshown = next((kind for kind, last in to_do.pages if len(outcomes) < last), None)
            if unshown is not None:
                show_page(known, unshown)
        tell_stopped("study", len(outcomes), to_do.chunks, results, to_do.seed)
        return INTERRUPTED
    result = to_do.result(outcomes)
    if as_json:
        say_json(result.as_json(), indent=2)
    else:
        show_end(result)
    if html is not None:
        write(Path(html), html_page(result, loaded))
    return 0


def _given(name: str) -> bool:
    """Was an option given, and is not as it is by default?"""
    return click.get_current_context().get_parameter_source(name) is not ParameterSource.DEFAULT
