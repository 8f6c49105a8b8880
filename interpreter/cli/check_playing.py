"""What `gdl check --play` and `--coverage` do: games are played, and what came of it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gdl.support.values import frozen
from interpreter.cli.output import Styled, bold, say

if TYPE_CHECKING:
    from gdl.source.diagnostics import Diagnostic
    from gdl.source.text import Source
    from interpreter.coverage.findings import PlayReport
    from interpreter.coverage.lines import FileCoverage

F = TypeVar("F", bound=Callable[..., Any])
#: What was found by playing, by the names of the files.
Reports = Mapping[str, "PlayReport"]

#: The longest that a game may be played: seconds.
LONGEST = 3600.0
#: The seed where none is given: the same games each time.
SEED = 1

_OPTIONS = (
    click.option("--play", is_flag=True, help="Play each game, and tell what never took effect."),
    click.option(
        "--seconds",
        type=click.FloatRange(0, LONGEST, min_open=True),
        help="Play for so long (default: 1, and up to 5 where games are slow).",
    ),
    click.option("--games", type=click.IntRange(1), help="Play at most so many games."),
    click.option("--seed", type=click.IntRange(0, 2**62), help="Play the games of another seed."),
    click.option("--coverage", is_flag=True, help="Play, and show each line with how often it was used."),
    click.option("--coverage-html", metavar="FILE", help="Play, and write that as a page to keep."),
)


@frozen
class Playing:
    """What is wanted of playing."""

    wanted: bool
    #: None: as long as it takes to see enough
    seconds: float | None
    games: int | None
    seed: int
    coverage: bool
    html: str | None

    def reports(self, names: Sequence[str], options: Mapping[str, str]) -> dict[str, PlayReport]:
        """What playing these files shows, if it is wanted."""
        if not self.wanted:
            return {}
        from interpreter.coverage.findings import check_by_playing
        from interpreter.game.image import Recipe
        from interpreter.game.shipped import locate

        return {
            name: check_by_playing(
                Recipe(str(locate(name)), tuple(options.items()), ()), self.seconds, self.seed, self.games
            )
            for name in names
            if not name.endswith(".def")
        }

    def findings(
        self, reports: Reports, name: str, known: Sequence[Diagnostic] = ()
    ) -> tuple[Diagnostic, ...]:
        """What was found in a file, but for what is told of already in the same place."""
        if name not in reports:
            return ()
        return tuple(
            finding
            for finding in reports[name].findings
            if not any(_overlap(finding, other) for other in known)
        )

    def show(self, reports: Reports, name: str) -> None:
        """Print what is wanted of a file, beside what was found in it."""
        if name in reports:
            say_summary(name, reports[name])
            if self.coverage:
                say_coverage(reports[name])

    def write(self, reports: Reports) -> None:
        """Write the page, if one is wanted."""
        if self.html is None or not reports:
            return
        from interpreter.coverage.page import page_of
        from interpreter.support.files import rewrite, write_new

        path = Path(self.html)
        text = page_of(next(iter(reports)), next(iter(reports.values())))
        if path.exists():
            rewrite(path, text)
        else:
            write_new(path, text)

    def as_json(self, reports: Reports) -> dict[str, Any]:
        """What programs are told besides the diagnostics."""
        if not self.wanted:
            return {}
        played = []
        for name, report in reports.items():
            entry = {"file": name, **report.summary.as_json()}
            if self.coverage:
                entry["coverage"] = [file.as_json() for file in report.coverage]
            played.append(entry)
        return {"played": played}


def playing_options(command: F) -> F:
    """The options of playing; the command is given one `Playing`."""

    @wraps(command)
    def run(
        *args: Any,
        play: bool,
        seconds: float | None,
        games: int | None,
        seed: int | None,
        coverage: bool,
        coverage_html: str | None,
        **named: Any,
    ) -> Any:
        wanted = play or coverage or coverage_html is not None
        if not wanted and any(each is not None for each in (seconds, games, seed)):
            raise click.UsageError("--seconds, --games and --seed are about playing: add --play")
        if coverage_html is not None and len(named["files"]) > 1:
            raise click.UsageError("--coverage-html writes the page of one game: name one file")
        playing = Playing(
            wanted,
            seconds,
            games,
            SEED if seed is None else seed,
            coverage,
            coverage_html,
        )
        return command(*args, playing=playing, **named)

    decorated: Any = run
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def _overlap(one: Diagnostic, other: Diagnostic) -> bool:
    a, b = one.span, other.span
    return a.source.name == b.source.name and a.start < b.end and b.start < a.end


#: The colours of how a place fared.
_COLOURS = {"never": "red", "partly": "yellow", "used": None}
#: The most of a place that is quoted.
_QUOTED = 60


def say_summary(name: str, report: PlayReport) -> None:
    """The numbers, one a line."""
    say(bold(f"{name}:"))
    for what, words in report.summary.lines():
        say(f"  {what:<16} {words}")


def say_coverage(report: PlayReport) -> None:
    """Every file with counts in the margin; below a line what of it never took effect, or went one way."""
    from gdl.support.files import named

    for file in report.coverage:
        say()
        unused, partly = file.count("never"), file.count("partly")
        say(bold(named(file.source.name)), f": {unused} never used, {partly} only one way")
        width = max([5, *(len(f"{mark.plies:,}") for mark in file.marks)])
        for number in range(1, len(file.source.starts) + 1):
            for part in _line(file, number, width):
                say(*part)


def _line(file: FileCoverage, number: int, width: int) -> Iterator[tuple[str | Styled, ...]]:
    source: Source = file.source
    marks = file.of_line(number)
    text = source.line_text(number)
    count = f"{max(mark.plies for mark in marks):,}" if marks else ""
    states = {mark.state for mark in marks}
    worst = next((state for state in ("never", "partly") if state in states), "used")
    yield Styled(f"{count:>{width}}", _COLOURS[worst]), f" {number:>4} | {text}"
    margin = " " * (width + 5)
    covered = -1
    for mark in marks:
        if mark.state == "used" or mark.span.end <= covered:
            continue
        if mark.state == "never":
            covered = mark.span.end  # what is in it never was either
        quoted = " ".join(mark.span.text.split())
        quoted = quoted if len(quoted) <= _QUOTED else quoted[:_QUOTED] + "…"
        said = "never" if mark.state == "never" else mark.text
        yield margin, Styled(f" ! {said}: {quoted}", _COLOURS[mark.state])
