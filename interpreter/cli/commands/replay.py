"""`gdl replay`: recorded games against our rules."""

from __future__ import annotations

from pathlib import Path

import click

from interpreter.cli.output import say, say_json


@click.command()
@click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
@click.option("--engine", default="python", show_default=True, metavar="NAME", help="Which engine plays.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="How many processes.")
@click.option(
    "--definitions",
    multiple=True,
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of shared definitions; descriptions are then read as their authors wrote them (raw/).",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="End a game that takes longer, name it as slow, and go on.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--limit", default=20, show_default=True, help="How many failures to print (JSON has all).")
def command(
    paths: tuple[Path, ...],
    engine: str,
    jobs: int,
    definitions: tuple[Path, ...],
    timeout: float | None,
    as_json: bool,
    limit: int,
) -> None:
    """Replay recorded games: at every ply the mover, the legal moves and the position must be the same.

    A folder may be laid out as raw/, expanded/ and traces/ side by side, or hold recorded games (.json.gz)
    beside their descriptions (.lud). Exit code 1 if any game does not agree.
    """
    from interpreter.replay.runner import replay_all
    from interpreter.replay.trace import find_traces

    cases = list(find_traces(paths, ("raw", "expanded") if definitions else ("expanded", "raw")))
    if not cases:
        raise click.ClickException("there are no recorded games (.json or .json.gz) here")
    report = replay_all(cases, engine, definitions, jobs, timeout)
    if as_json:
        say_json(report.as_json(), indent=1)
    else:
        for failure in report.failures[:limit]:
            say(f"{failure.lud}\n  {failure.stage}: {failure.detail}")
        if len(report.failures) > limit:
            say(f"... and {len(report.failures) - limit} more (--limit)")
        if report.needs():
            say("\nwhat most of them wait for:")
            for need, count in report.needs().most_common(15):
                say(f"  {count:4}  {need}")
        stages = ", ".join(f"{count} at {stage}" for stage, count in report.stages().most_common())
        say(f"\n{len(report.agreed)} of {report.games} games agree" + (f"; {stages}" if stages else ""))
    if report.failures:
        click.get_current_context().exit(1)
