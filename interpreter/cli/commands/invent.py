"""`gdl invent`: new games, bred from others."""

from __future__ import annotations

import click

from interpreter.cli.arguments import json_option, seed_option


@click.command()
@click.option("--from", "parents", required=True, metavar="GAME,GAME",
              help="The parents, with commas between: files or shipped games; NAME:Option=Value chooses an "
                   "option.")  # fmt: skip
@click.option("--minutes", type=click.FloatRange(0.05, 100_000), metavar="N",
              help="How long it may take, finishing included. [default: 5]")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 10**9), metavar="N",
              help="Breed just so many rounds of 32 offspring: the same on every machine.")  # fmt: skip
@click.option("--out", default="invented", show_default=True, metavar="FOLDER",
              help="Where the archive, the games and the page are written; the same command goes on from "
                   "what is there.")  # fmt: skip
@click.option("--axes", default="length,goal,movement", show_default=True,
              help="What games are kept apart by: length, branching, goal, movement, board.")  # fmt: skip
@click.option("--want", "want", multiple=True, metavar="WISH",
              help='What games are to be, as in `gdl vary`: "20..60 plies", "draws at most 10 %"; may be '
                   "repeated.")  # fmt: skip
@click.option("--keep", type=click.IntRange(1, 1000), default=12, show_default=True,
              help="How many of the best are finished and shown.")  # fmt: skip
@click.option("--proposer", "proposing", default="typed", show_default=True, metavar="NAME",
              help="Who thinks of changes: typed, text (a baseline), or a plug-in.")  # fmt: skip
@click.option("--workers", "-w", type=click.IntRange(1, 1024), default=1, show_default=True,
              help="How many processes work; that changes nothing but the time.")  # fmt: skip
@click.option("--on", metavar="CLUSTER", help="Work on a cluster: dask:ADDRESS, ray, ray:ADDRESS.")
@seed_option
@json_option
def command(
    parents: str,
    minutes: float | None,
    rounds: int | None,
    out: str,
    axes: str,
    want: tuple[str, ...],
    keep: int,
    proposing: str,
    workers: int,
    on: str | None,
    seed: int | None,
    as_json: bool,
) -> int:
    """Breed new games from others, keep the best of each kind, and write these as files with a page.

    Changes fit by construction: the language knows what can stand where. What does not compile, never ends,
    cannot be won by both, or plays as another does falls, the cheapest test first; what is left is played by
    searches. The best are made shorter, named, measured by fresh games, and shown in gallery.html.
    """
    from interpreter.cli.invent_table import parents_of, show_invention
    from interpreter.cli.output import say_json
    from interpreter.cli.progress import progress
    from interpreter.invent.experiment import invent

    with progress("making ready") as bar:
        result = invent(
            parents_of(parents), minutes=minutes, rounds=rounds, seed=seed, axes=axes.split(","), want=want,
            keep=keep, proposing=proposing, workers=workers, on=on, out=out,
            progress=lambda done, doing: bar(doing, done, None),
        )  # fmt: skip
    if as_json:
        say_json(
            {
                **result.archive.as_json(result.setup.plan()),
                "games": [each.as_json() for each in result.games],
            },
            indent=2,
        )
    else:
        show_invention(result)
    return 0 if result.games else 1
