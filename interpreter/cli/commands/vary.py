"""`gdl vary`: which variant of a game comes up to wishes."""

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
)
from interpreter.study.options import VaryOptions

if TYPE_CHECKING:
    from interpreter.study.vary.result import Varied


@click.command()
@game_argument
@click.option("--want", "want", multiple=True, metavar="WISH",
              help='What it is to be: "first player 48..52 %", "20..60 plies", "fewest draws"; may be '
                   'repeated. Without any: "fairest".')  # fmt: skip
@options_of(
    VaryOptions, "games", "variants", "keep", "player", "second", "second_games", "longest",
)  # fmt: skip
@click.option("--no-marks", is_flag=True, help="Only options vary, not what the file marks.")
@click.option("--write", "written", metavar="FILE",
              help="Write the best variant as a rules file that tells how it came about.")  # fmt: skip
@click.option("--picture", metavar="FILE.svg", help="Draw all variants by the first two wishes.")
@place_options("search")
@options_option
@seed_option
@json_option
def command(
    game: str,
    want: tuple[str, ...],
    no_marks: bool,
    written: str | None,
    picture: str | None,
    workers: int,
    on: str | None,
    results: str | None,
    options: dict[str, str],
    seed: int | None,
    as_json: bool,
    **chosen: Any,
) -> int:
    """Search the variants of GAME for those that come up to wishes.

    What varies: options for which several values are given (-o "Board=random:*", -o "Limit=20..100:20",
    -o "Line=*", -o "Size=Small|Large"), and what comments of the file mark: `// vary 3..7` a number on its
    line, `// vary drop` what may be left out, `// vary or (...)` what may take its place.

    All play a few games, the better half goes on, and the best play fresh games in the end. What is fair for
    players at random need not be for good ones: --second says who plays the best besides.
    """
    from pathlib import Path

    from interpreter.cli.leaving import INTERRUPTED
    from interpreter.cli.output import say, say_json
    from interpreter.cli.progress import progress, tell_stopped
    from interpreter.study.vary.experiment import vary
    from interpreter.support.files import check_place

    if results is not None and seed is None:
        raise click.UsageError("--results goes on with a search that was ended only with the same --seed")
    if picture is not None:
        from interpreter.study.reports.pictures import check_picture

        check_picture(picture)
    for path in (written, picture):
        if path is not None:
            check_place(Path(path))
    loaded = load_game(game)
    known: list[Varied] = []
    try:
        with progress("making ready") as bar:
            result = vary(
                loaded, want, options, seed=seed, marks=not no_marks, workers=workers, on=on, file=results,
                progress=lambda done, doing: bar(doing, done, None), stopped=known.append, **chosen,
            )  # fmt: skip
    except KeyboardInterrupt:
        if not known:
            raise
        if as_json:
            say_json(known[0].as_json(), indent=2)
        else:
            from interpreter.cli.vary_table import show_so_far

            show_so_far(known[0])
        tell_stopped("search", None, None, results, known[0].seed)
        return INTERRUPTED
    if as_json:
        say_json(result.as_json(), indent=2)
    else:
        from interpreter.cli.vary_table import show_varied

        show_varied(result)
    if picture is not None:
        from interpreter.study.reports.pictures import draw

        draw(result, picture)
        if not as_json:
            say(f"drawn in {picture}")
    if written is not None:
        _write(result, written, as_json)
    return 0 if result.best else 1


def _write(result: object, path: str, quiet: bool) -> None:
    from pathlib import Path

    from interpreter.cli.output import say
    from interpreter.study.vary.result import Varied, write_variant

    assert isinstance(result, Varied)
    if not result.best:
        return
    best = result.best[0]
    write_variant(result, best, Path(path), _typed())
    if not quiet:
        say(f"written to {path}: {best.label}")


def _typed() -> str:
    """The command line, for the variant's story."""
    import shlex

    context = click.get_current_context()
    words = ["gdl", "vary"]
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        if parameter.name in ("written", "picture", "results", "workers", "on", "as_json"):
            continue
        if isinstance(parameter, click.Argument):
            words.append(str(value))
        elif isinstance(value, dict):
            words += [word for name, each in value.items() for word in ("-o", f"{name}={each}")]
        elif isinstance(value, tuple):
            words += [word for each in value for word in (parameter.opts[0], each)]
        elif value is True:
            words.append(parameter.opts[0])
        elif value is not None and value is not False and value != parameter.default:
            words += [parameter.opts[0], str(value)]
    return shlex.join(words)
